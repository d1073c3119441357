#pragma once

// Four float lanes, for wasm and native alike: the compiler's vector type becomes v128 in wasm, SSE
// or NEON elsewhere, so sanitizers run the very tails that ship. Nothing else in the project names
// an intrinsic.

#include <cstdint>
#include <cstring>

#include "tensor/layout.hpp"

namespace ap::simd {

inline constexpr Index lanes = 4;

using float4 = float __attribute__((vector_size(16)));
using int4 = std::int32_t __attribute__((vector_size(16)));

inline float4 splat(float x) { return float4{x, x, x, x}; }
inline float4 zero() { return float4{}; }

/// Any alignment: one v128.load / movups.
inline float4 load(const float* from) {
  float4 x;
  std::memcpy(&x, from, sizeof x);
  return x;
}
inline void store(float* to, float4 x) { std::memcpy(to, &x, sizeof x); }

/// The first `count` lanes (0 to 4), the others filled: a tail that never reads past its end.
inline float4 load_tail(const float* from, Index count, float fill = 0) {
  float4 x = splat(fill);
  std::memcpy(&x, from, static_cast<std::size_t>(count) * sizeof(float));
  return x;
}
inline void store_tail(float* to, float4 x, Index count) {
  std::memcpy(to, &x, static_cast<std::size_t>(count) * sizeof(float));
}

/// a where the mask is set, else b.
inline float4 select(int4 mask, float4 a, float4 b) {
  return reinterpret_cast<float4>((mask & reinterpret_cast<int4>(a)) |
                                  (~mask & reinterpret_cast<int4>(b)));
}

/// As pmax and pmin: `b` where it compares greater (less), else `a`; a NaN in `a` stays.
inline float4 max(float4 a, float4 b) { return select(a < b, b, a); }
inline float4 min(float4 a, float4 b) { return select(b < a, b, a); }

inline float sum(float4 x) { return (x[0] + x[2]) + (x[1] + x[3]); }
inline float largest(float4 x) {
  const float a = x[0] < x[1] ? x[1] : x[0];
  const float b = x[2] < x[3] ? x[3] : x[2];
  return a < b ? b : a;
}

/// eˣ within 2 ulp for x ≤ 0, the range softmax uses, and up to 88; below −87.3, where the result
/// would be subnormal, 0. NaN stays NaN.
///
/// x = n·ln 2 + r with |r| ≤ ln 2 / 2 (ln 2 in two parts, so that n·high is exact), eʳ by its
/// Taylor polynomial to r⁷ (next term < 6e-9 relative), then n added to the exponent bits.
inline float4 exp(float4 x) {
  constexpr float log2_e = 1.44269504088896341F;
  constexpr float ln2_high = 0.693359375F;
  constexpr float ln2_low = -2.12194440e-4F;
  constexpr float round_magic = 12582912.0F;  // 1.5·2²³: adding it rounds to a whole number
  const float4 clamped = min(max(x, splat(-87.3F)), splat(88.0F));
  const float4 n = (clamped * log2_e + round_magic) - round_magic;
  const float4 r = (clamped - n * ln2_high) - n * ln2_low;
  float4 p = splat(1.0F / 5040);
  p = p * r + 1.0F / 720;
  p = p * r + 1.0F / 120;
  p = p * r + 1.0F / 24;
  p = p * r + 1.0F / 6;
  p = p * r + 0.5F;
  const float4 y = (p * (r * r) + r) + 1.0F;
  // NaN has no whole number: its lanes are put right below.
  const int4 is_nan = x != x;
  const int4 exponent = __builtin_convertvector(select(is_nan, zero(), n), int4);
  const float4 scaled = y * reinterpret_cast<float4>((exponent + 127) << 23);
  return select(is_nan, x, select(x < splat(-87.3F), zero(), scaled));
}

}  // namespace ap::simd
