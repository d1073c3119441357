#pragma once

#include <exception>
#include <string>

namespace ap {

/// Every way in which a call can be wrong; the names are those of `ErrorCode` in
/// web/engine/types.ts.
enum class ErrorCode {
  rank,
  shape,
  size,
  not_finite,
  heads,
  range,
  missing,
  conflict,
  overflow,
  memory,
  step,
  index,
  view,
};

/// The one error of the core: which argument, what it was, what is accepted. Nothing here prints.
class Error : public std::exception {
 public:
  Error(ErrorCode code, std::string argument, std::string actual, std::string expected);

  const char* what() const noexcept override { return message_.c_str(); }

  ErrorCode code;
  std::string argument;
  std::string actual;
  std::string expected;

 private:
  std::string message_;  // "key: last axis is 7, expected query's 8"
};

const char* name_of(ErrorCode code);

/// A number as people write it, without streams (which weigh 40 kB of wasm).
std::string to_text(double number);

}  // namespace ap
