#pragma once

#include <cstdint>

namespace ap {

// The two types of sixteen bits that files hold, by their bits: IEEE 754's binary16, and bfloat16,
// the upper half of a float. Widening is exact; narrowing rounds to nearest, ties to even, and what
// is too large becomes ∞. A NaN stays one.

float float_of_half(std::uint16_t bits);
std::uint16_t half_of_float(float number);
float float_of_bfloat(std::uint16_t bits);
std::uint16_t bfloat_of_float(float number);

}  // namespace ap
