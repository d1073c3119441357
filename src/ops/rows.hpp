#pragma once

// What the kernels that go row by row do with one row that lies in the first-level cache.

#include <limits>

#include "simd/float4.hpp"

namespace ap {

/// Four sums (or maxima) at a time: one alone would wait for each addition to end.
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

/// y = x · factor.
inline void scale_row(const float* x, float* y, Index n, float factor) {
  Index i = 0;
  for (; i + simd::lanes <= n; i += simd::lanes) simd::store(y + i, simd::load(x + i) * factor);
  for (; i < n; ++i) y[i] = x[i] * factor;
}

}  // namespace ap
