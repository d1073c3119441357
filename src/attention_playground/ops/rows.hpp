#pragma once

// Operations on one row in the first-level cache, for kernels that work row by row.

#include <cmath>
#include <limits>

#include "attention_playground/simd/float4.hpp"

namespace ap {

/// Four sums (or maxima) at a time: with one, each addition would wait for the one before it.
inline constexpr int chains = 4;

/// Reduces a row: part = each(part, four elements) for all of it, then joins the parts; `neutral`
/// fills up the last four. Parts is a multiple of four.
template <int Parts = chains, typename Each, typename Join>
simd::float4 reduce_row(const float* x, Index n, float start, float neutral, Each each, Join join) {
  using simd::lanes;
  simd::float4 parts[Parts];
  for (auto& part : parts) part = simd::splat(start);
  Index i = 0;
  for (; i + Parts * lanes <= n; i += Parts * lanes)
    for (int c = 0; c < Parts; ++c) parts[c] = each(parts[c], simd::load(x + i + c * lanes));
  for (; i + lanes <= n; i += lanes) parts[0] = each(parts[0], simd::load(x + i));
  if (i < n) parts[1] = each(parts[1], simd::load_tail(x + i, n - i, neutral));
  for (int c = chains; c < Parts; ++c) parts[c % chains] = join(parts[c % chains], parts[c]);
  return join(join(parts[0], parts[1]), join(parts[2], parts[3]));
}

/// The largest element, ignoring NaN; −∞ if there is none.
inline float row_maximum(const float* x, Index n) {
  constexpr float nothing = -std::numeric_limits<float>::infinity();
  const auto larger = [](simd::float4 best, simd::float4 next) { return simd::max(best, next); };
  return simd::largest(reduce_row(x, n, nothing, nothing, larger, larger));
}

/// How layer normalisation scales a row: (x − mean) · inverse, where inverse is 1 / σ.
struct RowScaling {
  float mean, inverse;
};

inline RowScaling scaling_of_row(const float* x, Index n, float epsilon) {
  const auto count = static_cast<float>(n);
  const auto add = [](simd::float4 sum, simd::float4 next) { return sum + next; };
  const float mean = simd::sum(reduce_row(x, n, 0, 0, add, add)) / count;
  const simd::float4 shift = simd::splat(mean);
  const auto add_square = [shift](simd::float4 sum, simd::float4 next) {
    return sum + (next - shift) * (next - shift);
  };
  const float squares = simd::sum(reduce_row(x, n, 0, mean, add_square, add));
  return {mean, 1 / std::sqrt(squares / count + epsilon)};
}

/// So many elements make a group of exponentials: four vectors.
inline constexpr Index exponential_group = 4 * simd::lanes;

struct NothingBeside {
  void take(Index) {}
};

/// Writes y = exponential(x) for whole groups, with an exponential of simd/float4.hpp, and adds
/// pairs of vectors to two sums in turn. Each of the two takes one addition for 16 elements, so
/// that few roundings add up; elements whose exponential is 0 change no bit. Calls beside.take(i)
/// with each group, which begins at element i. Returns the number of elements that are done.
template <typename Exponential, typename Beside>
Index exponential_groups(const float* x, float* y, Index n, const Exponential& exponential,
                         simd::float4 (&sums)[2], Beside& beside) {
  using simd::lanes;
  constexpr int group = exponential_group / lanes;
  constexpr int together = Exponential::together;
  Index i = 0;
  for (; i + exponential_group <= n; i += exponential_group) {
    simd::float4 e[group];
    for (int v = 0; v < group; v += together) {
      simd::Vectors<together> some;
      for (int j = 0; j < together; ++j) some[j] = simd::load(x + i + (v + j) * lanes);
      some = exponential(some);
      for (int j = 0; j < together; ++j) {
        e[v + j] = some[j];
        simd::store(y + i + (v + j) * lanes, some[j]);
      }
    }
    for (int pair = 0; pair < 2; ++pair) sums[pair] += e[2 * pair] + e[2 * pair + 1];
    beside.take(i);
  }
  return i;
}

/// The same for a whole row, whose last pairs are filled up with zeros; returns the sum. So a
/// token's weights are the same whether later tokens are masked or do not exist yet.
template <typename Exponential, typename Beside>
float exponential_row(const float* x, float* y, Index n, const Exponential exponential,
                      Beside& beside) {
  using simd::lanes;
  simd::float4 sums[2] = {simd::zero(), simd::zero()};
  Index i = exponential_groups(x, y, n, exponential, sums, beside);
  simd::float4 last[exponential_group / lanes] = {};
  Index vector = 0;
  for (; i < n; i += lanes) {
    const bool whole = n - i >= lanes;
    const simd::float4 four = whole ? simd::load(x + i) : simd::load_tail(x + i, n - i);
    simd::float4 e = exponential(simd::Vectors<1>{four})[0];
    if (whole) {
      simd::store(y + i, e);
    } else {
      simd::store_tail(y + i, e, n - i);
      e = simd::first(e, n - i, 0);
    }
    last[vector++] = e;
  }
  for (int pair = 0; pair < 2; ++pair) sums[pair] += last[2 * pair] + last[2 * pair + 1];
  return simd::sum(sums[0] + sums[1]);
}

/// y = x · factor. Not inlined: all callers share the code.
__attribute__((noinline)) inline void scale_row(const float* x, float* y, Index n, float factor) {
  Index i = 0;
  for (; i + simd::lanes <= n; i += simd::lanes) simd::store(y + i, simd::load(x + i) * factor);
  for (; i < n; ++i) y[i] = x[i] * factor;
}

}  // namespace ap
