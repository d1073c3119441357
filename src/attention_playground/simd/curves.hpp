#pragma once

// Curves over four lanes. They use only + − × ÷, so they give the same bits on every platform.

#include <limits>

#include "attention_playground/simd/float4.hpp"

namespace ap::simd {

namespace detail {

/// c[0] + c[1]·x + c[2]·x² + …
template <int Count>
float4 polynomial(const float (&c)[Count], float4 x) {
  const auto& own = in_memory(c);
  float4 sum = splat(own[Count - 1]);
  for (int i = Count - 2; i >= 0; --i) sum = sum * x + own[i];
  return sum;
}

/// An odd curve that approaches ±1: x · p(x²) / q(x²), and exactly ±1 from ±`end` on, where ±1 is
/// the nearest float. All coefficients are positive, so nothing cancels.
template <int Above, int Below>
float4 odd_curve(float4 x, float end, const float (&p)[Above], const float (&q)[Below]) {
  const float4 square = x * x;
  const float4 quotient = x * polynomial(p, square) / polynomial(q, square);
  const float4 inside = min(max(quotient, splat(-1.0F)), splat(1.0F));
  const float4 below_end = x <= -end ? splat(-1.0F) : inside;
  return x >= end ? splat(1.0F) : below_end;
}

}  // namespace detail

/// erf within 8 ulp (4 ulp for |x| < 1), ±1 beyond ±4; the quotient is a minimax fit (2.4e-8).
inline float4 erf(float4 x) {
  static constexpr float p[] = {1.12837914F,    1.92700793e-1F, 5.30042351e-2F,
                                3.85113433e-3F, 2.84536695e-4F, 2.00231142e-6F};
  static constexpr float q[] = {1.0F,           5.04109247e-1F, 1.15013918e-1F,
                                1.51420236e-2F, 1.17906702e-3F, 3.75797234e-5F};
  return detail::odd_curve(x, 4.0F, p, q);
}

/// tanh within 8 ulp (4 ulp for |x| < 1), ±1 beyond ±9.1; the quotient is a minimax fit (2.2e-8).
inline float4 tanh(float4 x) {
  static constexpr float p[] = {0.999999979F, 1.33774731e-1F, 3.49136407e-3F, 2.05393357e-5F,
                                1.32574568e-8F};
  static constexpr float q[] = {1.0F, 4.67107879e-1F, 2.58609253e-2F, 3.27871726e-4F,
                                7.73689956e-7F};
  return detail::odd_curve(x, 9.1F, p, q);
}

/// Natural logarithm of a finite x > 0 within 3 ulp; NaN for NaN and negative numbers. x = 2ⁿ · m
/// with m in [√½, √2), and the series of 2 artanh z with z = (m − 1) / (m + 1), |z| < 0.172, gives
/// log m.
inline float4 log(float4 x) {
  constexpr float smallest_normal = 1.17549435e-38F;
  constexpr float ln_2 = 6.93147181e-1F;
  const auto subnormal = x < smallest_normal;
  const int4 bits = reinterpret_cast<int4>(subnormal ? x * 8388608.0F : x);
  // Subtracting the bits of √½ makes m begin at √½ instead of 1.
  constexpr std::int32_t root_half = 0x3F3504F3;
  const int4 exponent = (bits - root_half) >> 23;
  const float4 m = reinterpret_cast<float4>(bits - (exponent << 23));
  const float4 n = __builtin_convertvector(exponent, float4) + (subnormal ? splat(-23.0F) : zero());
  const float4 z = (m - 1.0F) / (m + 1.0F);
  static constexpr float series[] = {2.0F, 2.0F / 3, 2.0F / 5, 2.0F / 7, 2.0F / 9};
  const float4 result = z * detail::polynomial(series, z * z) + n * ln_2;
  return x >= 0.0F ? result : splat(std::numeric_limits<float>::quiet_NaN());
}

}  // namespace ap::simd
