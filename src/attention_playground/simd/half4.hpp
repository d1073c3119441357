#pragma once

// Eight floats as IEEE 754 binary16 numbers in four words, for tensors that wait in memory. Files
// have checkpoint/half.hpp.

#include "attention_playground/simd/float4.hpp"

namespace ap::simd {

namespace detail {

inline int4 splat_bits(std::int32_t x) { return int4{x, x, x, x}; }

inline constexpr std::int32_t float_infinity = 0x7F800000;
inline constexpr std::int32_t least_normal_half = 0x38800000;  // 2⁻¹⁴ as a float
inline constexpr std::int32_t half_infinity = 0x7C00, half_nan = 0x7E00;
/// What the exponents of a float and of a half differ by, in the place of each.
inline constexpr std::int32_t half_bias = 112 << 10, float_bias = 112 << 23;

/// The bits of a half in each lane: rounded to nearest, ties to even. What is too large becomes the
/// largest number, 65504: one that is too small does less harm than ∞. ±∞ and NaN stay.
inline int4 half_of(float4 x) {
  const auto bits = reinterpret_cast<int4>(x);
  const int4 size = bits & 0x7FFFFFFF;
  const float4 limited = min(reinterpret_cast<float4>(size), splat(65504.0F));
  const auto kept = reinterpret_cast<int4>(limited);
  const int4 normal = ((kept + 0x0FFF + ((kept >> 13) & 1)) >> 13) - half_bias;
  // Below, halves are multiples of 2⁻²⁴, as floats near ½ are.
  const int4 small = reinterpret_cast<int4>(limited + 0.5F) - reinterpret_cast<int4>(splat(0.5F));
  const int4 finite = kept < least_normal_half ? small : normal;
  const int4 other = size > float_infinity ? splat_bits(half_nan) : splat_bits(half_infinity);
  return (size < float_infinity ? finite : other) | ((bits >> 16) & 0x8000);
}

/// The float of a half's bits in each lane, exactly.
inline float4 float_of(int4 half) {
  const int4 size = half & 0x7FFF;
  const auto small =
      reinterpret_cast<int4>(__builtin_convertvector(size, float4) * splat(0x1p-24F));
  const int4 normal = (size << 13) + float_bias;
  const int4 large = size < half_infinity ? normal : normal + float_bias;
  return reinterpret_cast<float4>((size < 0x0400 ? small : large) | ((half & 0x8000) << 16));
}

}  // namespace detail

/// The halves of `a` lie in the lower sixteen bits, those of `b` in the upper ones.
inline float4 to_halves(float4 a, float4 b) {
  return reinterpret_cast<float4>(detail::half_of(a) | (detail::half_of(b) << 16));
}
inline float4 first_of_halves(float4 words) {
  return detail::float_of(reinterpret_cast<int4>(words) & 0xFFFF);
}
inline float4 second_of_halves(float4 words) {
  return detail::float_of((reinterpret_cast<int4>(words) >> 16) & 0xFFFF);
}

}  // namespace ap::simd
