#pragma once

#include <string>
#include <vector>

#include "attention_playground/ops/explanation.hpp"
#include "attention_playground/tensor/callback.hpp"
#include "attention_playground/tensor/error.hpp"
#include "attention_playground/tensor/tensor.hpp"

namespace ap::test {

/// What `roundings` roundings may change in a number made of parts as large as `magnitude`.
constexpr double tolerance(Index roundings, double magnitude) {
  return static_cast<double>(roundings) * float_epsilon * magnitude;
}

/// Roundings of a weight beside the n of its sum: x − max, exp (2 ulp), the quotient.
inline constexpr Index softmax_roundings = 8;

/// A table that was printed with six decimals is right to half of the last one.
inline constexpr double six_decimals = 0.5e-6;
inline constexpr double four_decimals = 0.5e-4;

/// The first cell in which they differ by more than `allowed`, in words; "" where there is none.
/// Equal infinities are equal; NaN equals nothing.
std::string first_difference(const Tensor& actual, const std::vector<double>& expected,
                             double allowed);
std::string first_difference(const Tensor& actual, const std::vector<float>& expected,
                             double allowed);
std::string first_difference(const Tensor& actual, const Tensor& expected, double allowed);

/// The first cell whose bits differ; "" where there is none.
std::string first_bit_difference(const Tensor& actual, const Tensor& expected);

bool same_bits(float a, float b);

double largest_magnitude(const Tensor& tensor);

/// "shape key" where calling throws Error(shape) naming key; "no error" where it throws nothing.
std::string error_of(Callback<void()> call);

}  // namespace ap::test
