#pragma once

#include <exception>
#include <initializer_list>
#include <span>
#include <string>
#include <type_traits>

#include "attention_playground/tensor/words.hpp"

namespace ap {

class Dims;

/// What can be wrong with a call. The names are those of `ErrorCode` in web/engine/types/index.ts.
enum class ErrorCode {
  rank,        // a tensor has too many or too few axes
  shape,       // the sizes of a tensor do not fit
  size,        // a tensor or a list has too many or too few elements
  not_finite,  // NaN or ∞ where a finite number is required
  heads,       // the heads do not divide a width
  range,       // a number is outside what is accepted
  missing,     // a required argument was not given
  conflict,    // an argument contradicts another one
  overflow,    // a product of sizes is too large to count
  memory,      // there is not enough memory
  step,        // a plan has no step with that path or id
  index,       // a step has no such cell
  view,        // the strides do not allow the new shape
  file,        // the bytes of a file are not what its format says
};

/// "rank", "not_finite" …: the code's name in the npm API.
const char* name_of(ErrorCode code);

/// The core's only error class. It says which argument is wrong, its value and what is accepted.
/// Apart from it, only std::bad_alloc and std::length_error are thrown, where small allocations
/// fail.
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

/// A part of an error's text: words, a number or a shape. It only refers to them, so it must not
/// outlive the call. A piece made of a string literal is a constant and adds no code at the call
/// site.
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

/// Throws an Error. The texts are joined here, in one place, so that each check adds few bytes of
/// code.
[[noreturn]] void fail(ErrorCode code, Words argument, Pieces actual, Pieces expected);

inline void require(bool fits, ErrorCode code, Words argument, Pieces actual, Pieces expected) {
  if (!fits) fail(code, argument, actual, expected);
}

/// The first few of some names, and how many more there are: "a, b, c and 5 more". `show` writes a
/// name, if it is not to be shown as it is.
std::string first_of(std::span<const std::string> names,
                     std::string (*show)(const std::string& name) = nullptr);

/// A number in plain decimal notation, without streams (which would add 40 kB of wasm).
std::string to_text(double number);

}  // namespace ap
