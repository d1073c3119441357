#pragma once

// Four float lanes, for wasm and native code: the compiler's vector type becomes v128 in wasm and
// SSE or NEON elsewhere, so the sanitizers test the same tail code that ships. No other file uses
// an intrinsic.

#include <cmath>
#include <cstdint>
#include <cstring>

#include "attention_playground/tensor/layout.hpp"

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

/// Loads the first `count` lanes (0 to 4) and fills the others; never reads past the end.
inline float4 load_tail(const float* from, Index count, float fill = 0) {
  if (count == lanes) return load(from);
  float4 x = splat(fill);
  std::memcpy(&x, from, static_cast<std::size_t>(count) * sizeof(float));
  return x;
}
inline void store_tail(float* to, float4 x, Index count) {
  if (count == lanes) return store(to, x);
  std::memcpy(to, &x, static_cast<std::size_t>(count) * sizeof(float));
}

/// The first `count` lanes of x; the others are `fill`.
inline float4 first(float4 x, Index count, float fill) {
  const auto n = static_cast<std::int32_t>(count);
  constexpr int4 lane = {0, 1, 2, 3};
  return lane < int4{n, n, n, n} ? x : splat(fill);
}

/// `b` where it compares greater (less), else `a`: a NaN in `a` stays, one in `b` is ignored. One
/// instruction: wasm needs the builtin, because clang otherwise emits the nine instructions of
/// f32x4.max if one side is a constant.
inline float4 max(float4 a, float4 b) {
#ifdef __wasm_simd128__
  return __builtin_wasm_pmax_f32x4(a, b);
#else
  return a < b ? b : a;
#endif
}
inline float4 min(float4 a, float4 b) {
#ifdef __wasm_simd128__
  return __builtin_wasm_pmin_f32x4(a, b);
#else
  return b < a ? b : a;
#endif
}

inline float4 square_root(float4 x) {
#ifdef __wasm_simd128__
  return __builtin_wasm_sqrt_f32x4(x);
#else
  for (Index lane = 0; lane < lanes; ++lane) x[lane] = std::sqrt(x[lane]);
  return x;
#endif
}

/// c + a · b. With relaxed SIMD the engine may round once instead of twice, whichever is faster on
/// its processor: use it only for sums of products, whose last bits may differ.
inline float4 multiply_add(float4 a, float4 b, float4 c) {
#ifdef __wasm_relaxed_simd__
  return __builtin_wasm_relaxed_madd_f32x4(a, b, c);
#else
  return c + a * b;
#endif
}

/// Transposes the 4 × 4 matrix with these rows.
inline void transpose(float4& a, float4& b, float4& c, float4& d) {
  const float4 ab_low = __builtin_shufflevector(a, b, 0, 4, 1, 5);
  const float4 ab_high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
  const float4 cd_low = __builtin_shufflevector(c, d, 0, 4, 1, 5);
  const float4 cd_high = __builtin_shufflevector(c, d, 2, 6, 3, 7);
  a = __builtin_shufflevector(ab_low, cd_low, 0, 1, 4, 5);
  b = __builtin_shufflevector(ab_low, cd_low, 2, 3, 6, 7);
  c = __builtin_shufflevector(ab_high, cd_high, 0, 1, 4, 5);
  d = __builtin_shufflevector(ab_high, cd_high, 2, 3, 6, 7);
}

inline float sum(float4 x) { return (x[0] + x[2]) + (x[1] + x[3]); }
/// Vectors have an operation for it; a comparison of two numbers is a branch.
inline float largest(float4 x) {
  const float4 pairs = max(x, __builtin_shufflevector(x, x, 1, 1, 3, 3));
  return max(pairs, __builtin_shufflevector(pairs, pairs, 2, 2, 2, 2))[0];
}

/// Several at a time.
template <int Count>
struct Vectors {
  float4 at[Count];

  float4 operator[](int v) const { return at[v]; }
  float4& operator[](int v) { return at[v]; }
};

namespace detail {

/// Adding this constant rounds to a whole number and biases that number as an exponent.
inline constexpr float round_and_bias = 12582912.0F + 127.0F;

/// 2ⁿ for whole n ≥ −127, where shifted has n + 127 in its low bits; 0 for −127.
inline float4 power_of_two(float4 shifted) {
  return reinterpret_cast<float4>(reinterpret_cast<int4>(shifted) << 23);
}

/// One stage of a computation on several vectors, which take turns. Compilers would move what is
/// used once to where that is, and so take the vectors one after the other.
template <int Count, typename Each>
Vectors<Count> stage(Each each) {
  Vectors<Count> result;
  for (int v = 0; v < Count; ++v) {
    result[v] = each(v);
#ifdef __wasm_simd128__
    asm volatile("" : "+r"(result[v]));
#endif
  }
  return result;
}

/// Constants in memory, whose values the compiler does not see: newer versions of V8 build a
/// constant vector that it sees anew wherever it is used, which takes longer than to read it.
template <typename Constants>
const Constants& in_memory(const Constants& constants) {
  const Constants* pointer = &constants;
  asm("" : "+r"(pointer));
  return *pointer;
}

struct ExpConstants {
  float log2_e, ln2_high, ln2_low, p[5];
};

/// What every exponential needs again and again, in registers.
struct ExpVectors {
  explicit ExpVectors(const ExpConstants& c)
      : log2_e(splat(c.log2_e)),
        ln2_high(splat(c.ln2_high)),
        ln2_low(splat(c.ln2_low)),
        p0(splat(c.p[0])),
        p1(splat(c.p[1])),
        p2(splat(c.p[2])),
        p3(splat(c.p[3])),
        p4(splat(c.p[4])) {}

  float4 log2_e, ln2_high, ln2_low, p0, p1, p2, p3, p4;
};

}  // namespace detail

/// e to the power x − maximum, as softmax needs it: within 2 ulp for x ≤ maximum (and correct up to
/// 88 above it); 0 below −87.68, where it would be subnormal. NaN stays NaN.
///
/// n is the difference / ln 2, rounded; r is the difference − n·ln 2 with |r| ≤ ln 2 / 2. ln 2 is
/// split into two parts, so that n·high is exact. The coefficients come from a search that accounts
/// for every rounding of the polynomial, so five are enough where a minimax fit needs six.
class Exp : detail::ExpVectors {
 public:
  /// So many vectors at a time are fastest: one is a chain of nineteen operations.
  static constexpr int together = 4;

  explicit Exp(float largest = 0) : Exp(largest, detail::in_memory(constants)) {}

  template <int Count>
  Vectors<Count> operator()(const Vectors<Count>& x) const {
    using detail::stage;
    const auto difference = stage<Count>([&](int v) { return max(x[v] - maximum, lowest); });
    const auto shifted = stage<Count>([&](int v) { return difference[v] * log2_e + bias; });
    const auto n = stage<Count>([&](int v) { return shifted[v] - bias; });
    const auto most = stage<Count>([&](int v) { return difference[v] - n[v] * ln2_high; });
    const auto r = stage<Count>([&](int v) { return most[v] - n[v] * ln2_low; });
    const auto power = stage<Count>([&](int v) { return detail::power_of_two(shifted[v]); });
    // (1 + p₀·r + … + p₄·r⁵) · 2ⁿ by Horner's rule, which takes the fewest operations. The 1 is
    // added last: the other terms are small, and so are their rounding errors.
    const auto fifth = stage<Count>([&](int v) { return r[v] * p4 + p3; });
    const auto fourth = stage<Count>([&](int v) { return fifth[v] * r[v] + p2; });
    const auto third = stage<Count>([&](int v) { return fourth[v] * r[v] + p1; });
    const auto second = stage<Count>([&](int v) { return third[v] * r[v] + p0; });
    return stage<Count>([&](int v) { return second[v] * r[v] * power[v] + power[v]; });
  }

 private:
  struct Constants : detail::ExpConstants {
    float lowest, bias;
  };
  static constexpr Constants constants = {
      {1.44269504088896341F,
       0.693359375F,
       -2.12194440e-4F,
       {9.99999344e-1F, 4.99990761e-1F, 1.66684717e-1F, 4.19048741e-2F, 8.24593287e-3F}},
      -88,
      detail::round_and_bias};

  Exp(float largest, const Constants& c)
      : ExpVectors(c), maximum(splat(largest)), lowest(splat(c.lowest)), bias(splat(c.bias)) {}

  float4 maximum, lowest, bias;
};

inline float4 exp(float4 x) { return Exp()(Vectors<1>{x})[0]; }

/// eˣ · 2^−power for a whole power, |x| < 1400 and −127 ≤ x / ln 2 − power ≤ 127: within 1 ulp, 0
/// for −127. Applying the power takes no extra operation and no rounding: the results for two even
/// powers differ only by a power of two (ties of n are rounded to even). ln 2 is split as in Exp,
/// but n · high is exact up to n = 4,096.
class ExpOverPower : detail::ExpVectors {
 public:
  static constexpr int together = 1;

  explicit ExpOverPower(float whole = 0) : ExpOverPower(whole, detail::in_memory(constants)) {}

  /// An x that gives 0.
  float zero() const { return (power - 127) * 0.693147181F; }

  Vectors<1> operator()(Vectors<1> x) const { return {(*this)(x[0])}; }
  float4 operator()(float4 x) const {
    const float4 shifted = x * log2_e + bias;
    const float4 n = shifted - bias;
    const float4 r = (x - n * ln2_high) - n * ln2_low;
    const float4 two_to_n = detail::power_of_two(shifted);
    // (1 + r + r²·p(r)) · 2ⁿ: the largest terms are exact, and the chains of operations are short.
    // p is a minimax fit (3e-9).
    const float4 square = r * r;
    const float4 low = r * p1 + p0;
    const float4 high = square * p4 + (r * p3 + p2);
    return (((high * square + low) * square + r) + one) * two_to_n;
  }

 private:
  struct Constants : detail::ExpConstants {
    float one;
  };
  static constexpr Constants constants = {
      {1.44269504088896341F,
       0.693115234375F,
       3.19461832987e-5F,
       {4.99999940e-1F, 1.66665211e-1F, 4.16683890e-2F, 8.36874545e-3F, 1.38145406e-3F}},
      1};

  ExpOverPower(float whole, const Constants& c)
      : ExpVectors(c),
        power(whole),
        bias(splat(detail::round_and_bias - whole)),
        one(splat(c.one)) {}

  float power;
  float4 bias, one;
};

/// The same for arbitrarily low x: 0 where x / ln 2 − power < −126.5. NaN stays NaN.
class LowExpOverPower : public ExpOverPower {
 public:
  explicit LowExpOverPower(float whole = 0) : ExpOverPower(whole), lowest(splat(zero())) {}

  float4 operator()(float4 x) const { return ExpOverPower::operator()(max(x, lowest)); }
  Vectors<1> operator()(Vectors<1> x) const { return {(*this)(x[0])}; }

 private:
  float4 lowest;
};

}  // namespace ap::simd
