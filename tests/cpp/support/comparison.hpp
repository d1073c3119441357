#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "attention_playground/ops/explanation.hpp"
#include "attention_playground/tensor/callback.hpp"
#include "attention_playground/tensor/error.hpp"
#include "attention_playground/tensor/tensor.hpp"

namespace ap::test {

/// The error of `roundings` roundings in a number made of parts as large as `magnitude`.
constexpr double tolerance(Index roundings, double magnitude) {
  return static_cast<double>(roundings) * float_epsilon * magnitude;
}

/// Roundings of a weight in addition to the n of its sum: x − max, exp (2 ulp), the quotient.
inline constexpr Index softmax_roundings = 8;

/// A table printed with six decimals is accurate to half of the last one.
inline constexpr double six_decimals = 0.5e-6;
inline constexpr double four_decimals = 0.5e-4;

/// Describes the first cell in which they differ by more than `allowed`; "" if there is none. Equal
/// infinities are equal; NaN equals nothing.
std::string first_difference(const Tensor& actual, const std::vector<double>& expected,
                             double allowed);
std::string first_difference(const Tensor& actual, const std::vector<float>& expected,
                             double allowed);
std::string first_difference(const Tensor& actual, const Tensor& expected, double allowed);

/// Describes the first cell whose bits differ; "" if there is none.
std::string first_bit_difference(const Tensor& actual, const Tensor& expected);

bool same_bits(float a, float b);
float from_bits(std::uint32_t bits);
std::uint32_t to_bits(float value);

double largest_magnitude(const Tensor& tensor);

/// "shape key" if the call throws Error(shape) naming key; "no error" if it throws nothing.
std::string error_of(Callback<void()> call);

}  // namespace ap::test
