// Compiled for speed: loops over cells.
#include "attention_playground/ops/row_sums.hpp"

#include "attention_playground/simd/float4.hpp"

namespace ap {

namespace {

/// Two sums at a time: with one, each addition would wait for the one before it.
template <typename Term>
float summed(Index n, Term term) {
  using simd::lanes;
  simd::float4 even = simd::zero();
  simd::float4 odd = simd::zero();
  Index i = 0;
  for (; i + 2 * lanes <= n; i += 2 * lanes) {
    even += term(i, lanes);
    odd += term(i + lanes, lanes);
  }
  for (; i < n; i += lanes) even += term(i, n - i < lanes ? n - i : lanes);
  return simd::sum(even + odd);
}

}  // namespace

float sum_of(const float* x, Index n) {
  return summed(n, [x](Index i, Index count) { return simd::load_tail(x + i, count); });
}

float dot_of(const float* x, const float* y, Index n) {
  return summed(n, [x, y](Index i, Index count) {
    return simd::load_tail(x + i, count) * simd::load_tail(y + i, count);
  });
}

}  // namespace ap
