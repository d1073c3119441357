#pragma once

// What the kernels that go row by row do with one row that lies in the first-level cache.

#include <limits>

#include "attention_playground/simd/float4.hpp"

namespace ap {

/// Four sums (or maxima) at a time: with one, each addition would wait for the one before it.
inline constexpr int chains = 4;

/// part = each(part, four elements of the row) for all of it, then the parts joined; `neutral`
/// fills up the last four.
template <typename Each, typename Join>
simd::float4 reduce_row(const float* x, Index n, float start, float neutral, Each each, Join join) {
  using simd::lanes;
  simd::float4 parts[chains];
  for (auto& part : parts) part = simd::splat(start);
  Index i = 0;
  for (; i + chains * lanes <= n; i += chains * lanes)
    for (int c = 0; c < chains; ++c) parts[c] = each(parts[c], simd::load(x + i + c * lanes));
  for (; i + lanes <= n; i += lanes) parts[0] = each(parts[0], simd::load(x + i));
  if (i < n) parts[1] = each(parts[1], simd::load_tail(x + i, n - i, neutral));
  return join(join(parts[0], parts[1]), join(parts[2], parts[3]));
}

/// The largest element, NaN passed over; −∞ of none.
inline float row_maximum(const float* x, Index n) {
  constexpr float nothing = -std::numeric_limits<float>::infinity();
  const auto larger = [](simd::float4 best, simd::float4 next) { return simd::max(best, next); };
  return simd::largest(reduce_row(x, n, nothing, nothing, larger, larger));
}

/// y = exponential(x − maximum), x ≤ maximum, and their sum; Exponential is simd::Exp or Exp2. The
/// n-th four are added to sum n mod 2, also the last ones: −∞ behind a row changes no bit of its
/// sum, and a token's weights are the same whether later ones are masked or do not exist yet.
///
/// Two loops over pieces of the row, not one: an exponential is a chain of some forty cycles, and a
/// processor looks ahead over too few operations to fill them. Each loop has half of the chain.
template <typename Exponential>
float exponential_row(const float* x, float* y, Index n, float maximum) {
  using simd::lanes;
  constexpr Index piece = 128;
  float powers[piece];
  simd::float4 sums[2] = {simd::zero(), simd::zero()};
  const Index pairs = n / (2 * lanes) * (2 * lanes);
  for (Index first = 0; first < pairs; first += piece) {
    const Index count = pairs - first < piece ? pairs - first : piece;
    const float* from = x + first;
    float* const to = y + first;
    for (Index i = 0; i < count; i += 2 * lanes) {
      for (Index v = i; v < i + 2 * lanes; v += lanes) {
        const simd::Reduced reduced = Exponential::reduce(simd::load(from + v) - maximum);
        simd::store(to + v, reduced.rest);
        simd::store(powers + v, reduced.power);
      }
    }
    for (Index i = 0; i < count; i += 2 * lanes) {
      for (int v = 0; v < 2; ++v) {
        float* const place = to + i + v * lanes;
        const simd::float4 e =
            Exponential::finish({simd::load(place), simd::load(powers + i + v * lanes)});
        simd::store(place, e);
        sums[v] += e;
      }
    }
  }
  for (Index i = pairs; i < n; i += lanes) {
    // What fills up the last four starts at −∞, whose exponential is 0: it adds nothing.
    constexpr float nothing = -std::numeric_limits<float>::infinity();
    const Index count = n - i < lanes ? n - i : lanes;
    const simd::float4 rest = simd::load_tail(x + i, count, nothing) - maximum;
    const simd::float4 e = Exponential::finish(Exponential::reduce(rest));
    simd::store_tail(y + i, e, count);
    sums[i / lanes % 2] += e;
  }
  return simd::sum(sums[0] + sums[1]);
}

/// y = x · factor.
inline void scale_row(const float* x, float* y, Index n, float factor) {
  Index i = 0;
  for (; i + simd::lanes <= n; i += simd::lanes) simd::store(y + i, simd::load(x + i) * factor);
  for (; i < n; ++i) y[i] = x[i] * factor;
}

}  // namespace ap
