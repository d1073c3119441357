#pragma once

#include <exception>
#include <initializer_list>
#include <string>
#include <type_traits>

#include "attention_playground/tensor/words.hpp"

namespace ap {

class Dims;

/// Every way in which a call can be wrong; the names are those of `ErrorCode` in
/// web/engine/types.ts.
enum class ErrorCode {
  rank,        // a tensor has more or fewer axes than fit
  shape,       // its sizes do not fit
  size,        // it has too many or too few elements; a list, too many or too few entries
  not_finite,  // NaN or ∞ where numbers are wanted
  heads,       // the heads do not divide a width
  range,       // a number is outside what is accepted
  missing,     // what is needed was not given
  conflict,    // it does not go together with something else that was given
  overflow,    // a product of sizes is beyond what can be counted
  memory,      // there is not so much
  step,        // a plan has no step of that path or id
  index,       // a step has no such cell
  view,        // strides do not allow the other shape
};

/// "rank", "not_finite" …: what it is called in the npm API.
const char* name_of(ErrorCode code);

/// The one error of the core: which argument, what it was, what is accepted. Nothing here prints.
/// Beside it only std::bad_alloc and std::length_error are thrown, where the smaller things find no
/// memory.
class Error : public std::exception {
 public:
  Error(ErrorCode code, std::string argument, std::string actual, std::string expected);

  const char* what() const noexcept override { return message_.c_str(); }

  ErrorCode code;
  std::string argument;  // a parameter or a field as its caller wrote it, or the path of a step
  std::string actual;    // "(4, 7)"
  std::string expected;  // "last axis 8, as query's"

 private:
  std::string message_;  // "key: (4, 7), expected last axis 8, as query's"
};

/// A part of an error's text: words, a number or a shape. It refers to them, so it lives as long as
/// its call. Made of literal words, it is a constant and costs no code where it stands.
class Piece {
 public:
  constexpr Piece(const char* words) : kind_(Kind::words), words_(words) {}
  Piece(const std::string& words) : Piece(words.c_str()) {}
  Piece(const Dims& dims) : kind_(Kind::dims), dims_(&dims) {}
  template <typename Number>
  requires std::is_arithmetic_v<Number> Piece(Number number)
      : kind_(Kind::number), number_(static_cast<double>(number)) {}

  void append_to(std::string& text) const;

 private:
  enum class Kind { words, number, dims } kind_;
  union {
    const char* words_;
    const Dims* dims_;
    double number_;
  };
};

using Pieces = std::initializer_list<Piece>;

/// Throws an Error whose texts are joined here, once, so that a check costs few bytes where it
/// stands.
[[noreturn]] void fail(ErrorCode code, Words argument, Pieces actual, Pieces expected);

inline void require(bool fits, ErrorCode code, Words argument, Pieces actual, Pieces expected) {
  if (!fits) fail(code, argument, actual, expected);
}

/// A number as people write it, without streams (which weigh 40 kB of wasm).
std::string to_text(double number);

}  // namespace ap
