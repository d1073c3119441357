#pragma once

// Turns a row of scores into weights in the fused kernels, one block of keys after the other. It is
// a header, so that it is inlined into their loops.

#include <algorithm>
#include <cmath>

#include "attention_playground/attention/fused.hpp"
#include "attention_playground/ops/dropout.hpp"
#include "attention_playground/ops/gemm.hpp"
#include "attention_playground/ops/rows.hpp"
#include "attention_playground/tensor/portable_math.hpp"

namespace ap {

// Scores are base-4 logarithms: simd::Exp4 takes them directly, and they overflow no earlier than
// natural logarithms, because ln 4 > 1.
inline constexpr float log4_e = 0.721347520444481704F;
inline constexpr float ln_4 = 1.38629436111989062F;

/// Scores within ± this need no maximum: their exponentials are taken relative to 4 to this power,
/// and even the smallest can be multiplied by values.
inline constexpr float widest_reach = 10;

/// Up to this number of queries or keys it is faster to find maxima than all lengths.
inline constexpr Index few_lengths = 64;

/// The state of each query so far.
struct Running {
  float* reach;    // bound on the magnitude of its scores, or ∞
  float* maximum;  // of its scores, unless reach is used instead
  float* sum;      // of its weights, relative to the maximum or reach
};

/// How many keys query t may see, from the first one on.
inline Index visible_keys(const AttentionHead& head, Index query) {
  if (!head.causal) return head.keys;
  constexpr Index beyond = Index{1} << 29;
  const Index last = query + std::clamp(head.causal_offset, -beyond, beyond);
  return std::clamp<Index>(last + 1, 0, head.keys);
}

/// Keys from `first` on as columns.
inline Matrix keys_from(const AttentionHead& head, Index first) {
  return {head.key.data + first * head.key.step, 1, head.key.step};
}

/// The factor that keys are multiplied by. It is at most 1, so that a product overflows here only
/// if it also does so in the steps.
inline float key_factor(const AttentionHead& head) {
  return std::clamp(head.scale * log4_e, -1.0F, 1.0F);
}

/// The remaining factor, by which scores are multiplied.
inline float score_factor(const AttentionHead& head) {
  return std::max(std::fabs(head.scale * log4_e), 1.0F);
}

/// Σ x².
inline float square_sum(const float* x, Index n) {
  const auto add = [](simd::float4 sum, simd::float4 next) { return sum + next; };
  const auto add_square = [](simd::float4 sum, simd::float4 next) { return sum + next * next; };
  return simd::sum(reduce_row(x, n, 0, 0, add_square, add));
}

/// The reciprocal of the sum of a query's weights; 0 if it sees no key.
inline float inverse_sum(const Running& running, Index query) {
  const float sum = running.sum[query];
  return sum == 0 ? 0 : 1 / sum;
}

/// Sets the state before the first block. The reach is the Cauchy–Schwarz bound |q · k| ≤ |q| |k|,
/// which does not cover masks or a large scale.
inline void start(const AttentionHead& head, const Running& running) {
  std::fill_n(running.reach, head.queries, -minus_infinity);
  std::fill_n(running.maximum, head.queries, minus_infinity);
  std::fill_n(running.sum, head.queries, 0.0F);
  const bool whole = head.mask_count == 0 && score_factor(head) == 1;
  if (!whole || std::min(head.queries, head.keys) <= few_lengths) return;
  float longest = 0;
  for (Index s = 0; s < head.keys; ++s)
    longest = std::max(longest, square_sum(head.key.data + s * head.key.step, head.d_k));
  for (Index t = 0; t < head.queries; ++t) {
    const float own = square_sum(head.query.data + t * head.query.step, head.d_k);
    running.reach[t] = std::sqrt(own) * std::sqrt(longest) * std::fabs(key_factor(head));
  }
}

/// Adds the masks to a row as the steps do, to natural logarithms and in the same order: a sum is
/// finite here if it is finite there.
inline void add_masks(const AttentionHead& head, Index query, Index first_key, float* row,
                      Index count) {
  if (head.mask_count == 0) return;
  const ScoreMask& first = head.masks[0];
  const ScoreMask& last = head.masks[static_cast<std::size_t>(head.mask_count - 1)];
  const float* const one = first.data + query * first.query_step + first_key * first.key_step;
  const float* const other = last.data + query * last.query_step + first_key * last.key_step;
  for (Index i = 0; i < count; ++i) {
    const float added = one[i * first.key_step];
    const float more = head.mask_count > 1 ? other[i * last.key_step] : 0;
    // Adding 0 must not change a bit: a mask of 0 and −∞ gives the same result as leaving keys out.
    if (added != 0 || more != 0) row[i] = ((row[i] * ln_4 + added) + more) * log4_e;
  }
}

/// Exponentials are taken relative to this: 4^(x − offset) · 2^−power. Wherever possible only the
/// power of two is used. Then no bit of the result depends on its choice: on whether a maximum was
/// searched for, or when it was found.
struct Base {
  float offset, power;
};

inline Base base_of(float maximum) {
  constexpr float largest = 1 << 18;  // that Exp4 can round
  if (std::fabs(maximum) < largest) return {0, std::nearbyint(2 * maximum)};
  // If all scores are −∞, their exponentials are 0 without an offset.
  return {maximum == minus_infinity ? 0 : maximum, 0};
}

/// The factor that makes numbers relative to `before` relative to `now`, which must not be lower.
inline float quotient(Base before, Base now) {
  const float x = before.offset - now.offset + 0.5F * (before.power - now.power);
  constexpr simd::LowExp4 exponential;
  return exponential.finish(exponential.reduce(simd::splat(x)))[0];
}

/// Fills a row after its first `count` elements, up to a multiple of two vectors, and returns that
/// number. It stores whole vectors, because a load has to wait for partial stores.
inline Index filled_up(float* row, Index count, float fill) {
  using simd::lanes;
  Index end = count / lanes * lanes;
  if (end < count) {
    simd::store(row + end, simd::first(simd::load(row + end), count - end, fill));
    end += lanes;
  }
  if (end % (2 * lanes) != 0) {
    simd::store(row + end, simd::splat(fill));
    end += lanes;
  }
  return end;
}

/// Drops some weights of one query's with the `count` keys from first_key on, as the step does.
inline void drop_weights(const AttentionHead& head, Index query, Index first_key, float* row,
                         Index count) {
  if (head.dropout == 0) return;
  const auto place = static_cast<std::uint64_t>(query) * static_cast<std::uint64_t>(head.keys) +
                     static_cast<std::uint64_t>(first_key);
  ops::drop_out(row, count, head.first_weight + place, head.dropout, head.seed, head.stream);
}

/// Turns one query's scores with the first `count` keys of a block into weights, not yet divided by
/// their sum. Returns the factor for everything summed up before, because the maximum may have
/// grown.
inline float weigh(const AttentionHead& head, const Running& running, Index query, Index first_key,
                   float* row, Index count) {
  float& sum = running.sum[query];
  if (running.reach[query] <= widest_reach) {
    constexpr simd::Exp4 exponential{2 * widest_reach};
    const Index padded = filled_up(row, count, exponential.zero());
    sum += exponential_row(row, row, padded, exponential);
    return 1;
  }
  const float factor = score_factor(head);
  if (factor != 1) scale_row(row, row, count, factor);
  add_masks(head, query, first_key, row, count);
  const Index padded = filled_up(row, count, minus_infinity);
  const float before = running.maximum[query];
  const float maximum = std::max(before, row_maximum(row, padded));
  const Base base = base_of(maximum);
  if (base.offset != 0)
    for (Index i = 0; i < padded; ++i) row[i] -= base.offset;
  float shrink = 1;
  if (maximum != before) shrink = first_key == 0 ? 0 : quotient(base_of(before), base);
  sum = sum * shrink + exponential_row(row, row, padded, simd::LowExp4{base.power});
  running.maximum[query] = maximum;
  return shrink;
}

}  // namespace ap
