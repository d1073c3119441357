#pragma once

// Turns a row of scores into weights in the fused kernels, one block of keys after the other. It is
// a header, so that it is inlined into their loops.

#include <algorithm>
#include <cmath>

#include "attention_playground/attention/fused.hpp"
#include "attention_playground/ops/dropout.hpp"
#include "attention_playground/ops/gemm.hpp"
#include "attention_playground/ops/gemm_tile.hpp"
#include "attention_playground/ops/rows.hpp"
#include "attention_playground/tensor/portable_math.hpp"

namespace ap {

/// Scores within ± this need no maximum: their exponentials are taken relative to 2 to the power
/// `reach_power`, and even the smallest can be multiplied by values.
inline constexpr float widest_reach = 13.8F;
inline constexpr float reach_power = 20;

/// So many keys make a block: their keys and values (2 · 256 · 64 floats: 128 kB) fit into the
/// second-level cache. The scores of 8 queries with them (8 kB) and a panel of values (16 kB) fit
/// into the first, of 32 kB.
inline constexpr Index key_block = 256;

/// Up to this number of queries or keys it is faster to find maxima than all lengths.
inline constexpr Index few_lengths = 64;

/// Up to this sum it is worth finding out whether it consists of a few equal weights.
inline constexpr float few_weights = 8;

/// What the exponentials of a query's scores x are relative to: e^(x − offset) · 2^−power. If it
/// has an offset, that is the maximum when it was chosen.
struct Base {
  float offset = 0, power = 0;
};

/// The state of each query so far.
struct Running {
  float* reach;    // bound on the magnitude of its scores, or ∞
  float* maximum;  // of its scores, −∞ before the first visible key; not used below widest_reach
  float* offset;   // the base of its sum
  float* power;
  float* sum;  // of its weights

  static constexpr int numbers = 5;  // for each query
};

/// The state of `queries` queries in `memory`.
inline Running running_in(float* memory, Index queries) {
  return {memory, memory + queries, memory + 2 * queries, memory + 3 * queries,
          memory + 4 * queries};
}

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

/// scale / temperature as two or three factors. Keys are multiplied by at most 1, so that a product
/// overflows there only if it also does so in the steps; scores by the rest, in two parts where
/// their product overflows.
struct ScoreFactors {
  float key, score, again;

  /// Multiplies gradients of scores, or sums of them, by all.
  void scale(const float* from, float* to, Index count) const {
    scale_row(from, to, count, key * score);
    if (again != 1) scale_row(to, to, count, again);
  }
};

inline ScoreFactors factors_of(const AttentionHead& head) {
  const float both = head.scale * head.sharpness;
  if (std::isfinite(both))
    return {std::clamp(both, -1.0F, 1.0F), std::max(std::fabs(both), 1.0F), 1};
  return {1, head.scale, head.sharpness};
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
/// which does not cover masks or a large scale. A query that sees one key has none: its weight has
/// to be exactly 1, relative to the maximum.
inline void start(const AttentionHead& head, const ScoreFactors& factors, const Running& running) {
  std::fill_n(running.reach, head.queries, -minus_infinity);
  std::fill_n(running.maximum, head.queries, minus_infinity);
  std::fill_n(running.offset, head.queries, 0.0F);
  std::fill_n(running.power, head.queries, 0.0F);
  std::fill_n(running.sum, head.queries, 0.0F);
  const bool whole = head.mask_count == 0 && factors.score == 1 && factors.again == 1;
  if (!whole || std::min(head.queries, head.keys) <= few_lengths) return;
  float longest = 0;
  for (Index s = 0; s < head.keys; ++s)
    longest = std::max(longest, square_sum(head.key.data + s * head.key.step, head.d_k));
  for (Index t = 0; t < head.queries; ++t) {
    if (visible_keys(head, t) == 1) continue;
    const float own = square_sum(head.query.data + t * head.query.step, head.d_k);
    running.reach[t] = std::sqrt(own) * std::sqrt(longest) * std::fabs(factors.key);
    running.power[t] = reach_power;
  }
}

/// Turns products of queries and keys into scores, in the order of the steps: a sum is finite here
/// if it is finite there.
inline void finish_scores(const AttentionHead& head, const ScoreFactors& factors, Index query,
                          Index first_key, float* row, Index count) {
  if (factors.score != 1) scale_row(row, row, count, factors.score);
  if (factors.again != 1) scale_row(row, row, count, factors.again);
  for (int m = 0; m < head.mask_count; ++m) {
    const ScoreMask& mask = head.masks[static_cast<std::size_t>(m)];
    const float* const added = mask.data + query * mask.query_step + first_key * mask.key_step;
    for (Index i = 0; i < count; ++i) row[i] += added[i * mask.key_step];
  }
}

/// Up to this magnitude exponentials need no offset. Beyond, dividing by ln 2 would cost digits;
/// the distance from an offset that is as large is exact for all scores that count.
inline constexpr float far = 1000;

/// A new base for a higher maximum. Wherever possible only its power of two changes: then no bit of
/// the result depends on whether a maximum was searched for, or when it was found.
inline Base base_of(float maximum, Base before) {
  if (maximum == minus_infinity) return {};
  const bool is_far = std::fabs(maximum) >= far;
  const bool is_near = std::fabs(before.offset) >= far && maximum - before.offset < far;
  const float offset = !is_far ? 0 : is_near ? before.offset : maximum;
  constexpr float half_log2_e = 0.721347520444481704F;
  return {offset, 2 * std::nearbyint((maximum - offset) * half_log2_e)};
}

/// The factor that makes numbers relative to `before` relative to `now`.
inline float quotient(Base before, Base now) {
  constexpr double ln_2 = 0.69314718055994530942;
  const double offsets = static_cast<double>(before.offset) - static_cast<double>(now.offset);
  const double powers = static_cast<double>(before.power) - static_cast<double>(now.power);
  if (offsets == 0) return static_cast<float>(std::ldexp(1.0, static_cast<int>(powers)));
  return static_cast<float>(portable_exp(offsets + powers * ln_2));
}

/// Fills a row after its first `count` elements, up to the end of a panel, which is that of a group
/// of exponentials, and returns that number. It stores whole vectors, because a load has to wait
/// for partial stores.
inline Index filled_up(float* row, Index count, float fill) {
  using simd::lanes;
  static_assert(exponential_group == panel_width);
  const Index end = whole_panels(count);
  Index i = count / lanes * lanes;
  if (i < count) simd::store(row + i, simd::first(simd::load(row + i), count - i, fill));
  for (i = (count + lanes - 1) / lanes * lanes; i < end; i += lanes)
    simd::store(row + i, simd::splat(fill));
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

/// Turns scores into exponentials and adds them to a query's sum, 256 at a time: long sums of
/// floats would lose digits. The blocks of a call without weights are as long, so its sums have the
/// same bits.
template <typename Exponential>
inline void add_exponentials(float* row, Index count, const Exponential& exponential, float& sum) {
  NothingBeside nothing;
  for (Index i = 0; i < count; i += key_block) {
    simd::float4 sums[2] = {simd::zero(), simd::zero()};
    exponential_groups(row + i, row + i, std::min(key_block, count - i), exponential, sums,
                       nothing);
    sum += simd::sum(sums[0] + sums[1]);
  }
}

/// If a few weights are as large as the largest and nothing else counts, makes the maximum the
/// base: the weight of an only key becomes exactly 1, and an output that is the mean of few values
/// has no error of an exponential. Returns the factor for everything summed up before.
inline float make_largest_one(const Running& running, Index query, Base& base,
                              const simd::LowExpOverPower& exponential, float* row, Index count) {
  float& sum = running.sum[query];
  const float maximum = running.maximum[query];
  const float largest = exponential(simd::splat(maximum - base.offset))[0];
  const float times = sum / largest;
  if (largest == 1 || times != std::nearbyint(times)) return 1;
  for (Index i = 0; i < count; ++i) row[i] /= largest;
  base = {maximum, 0};
  sum = times;
  return 1 / largest;
}

/// Turns the products of one query with the first `count` keys of a block into weights, not yet
/// divided by their sum. Returns the factor for everything summed up before, because the maximum
/// may have grown.
inline float weigh(const AttentionHead& head, const ScoreFactors& factors, const Running& running,
                   Index query, Index first_key, float* row, Index count) {
  float& sum = running.sum[query];
  if (running.reach[query] <= widest_reach) {
    const simd::ExpOverPower exponential(reach_power);
    const Index padded = filled_up(row, count, exponential.zero());
    add_exponentials(row, padded, exponential, sum);
    return 1;
  }
  finish_scores(head, factors, query, first_key, row, count);
  const Index padded = filled_up(row, count, minus_infinity);
  const float before = running.maximum[query];
  const float maximum = std::max(before, row_maximum(row, padded));
  Base base = {running.offset[query], running.power[query]};
  float shrink = 1;
  if (maximum != before) {
    const Base now = base_of(maximum, base);
    // Before the first visible key there is nothing to make smaller.
    shrink = before == minus_infinity ? 0 : quotient(base, now);
    base = now;
  }
  if (base.offset != 0)
    for (Index i = 0; i < padded; ++i) row[i] -= base.offset;
  sum *= shrink;
  const simd::LowExpOverPower exponential(base.power);
  add_exponentials(row, padded, exponential, sum);
  running.maximum[query] = maximum;
  // The largest weight is between ½ and 2.
  if (sum <= few_weights) shrink *= make_largest_one(running, query, base, exponential, row, count);
  running.offset[query] = base.offset;
  running.power[query] = base.power;
  return shrink;
}

}  // namespace ap
