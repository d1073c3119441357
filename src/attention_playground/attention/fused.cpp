#include "attention_playground/attention/fused.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attention_playground/ops/dropout.hpp"
#include "attention_playground/ops/gemm.hpp"
#include "attention_playground/ops/gemm_tile.hpp"
#include "attention_playground/ops/rows.hpp"
#include "attention_playground/ops/scratch.hpp"

namespace ap {

namespace {

using simd::lanes;

constexpr float minus_infinity = -std::numeric_limits<float>::infinity();
constexpr float log2_e = 1.44269504088896341F;
constexpr float lowest_shift = -2.3e38F;  // times log2 e still a float

// A block's keys and values (2 · 256 · 64 floats: 128 kB) lie in the second-level cache, the scores
// of 16 queries with them (16 kB) in the first.
constexpr Index key_block = 256;
constexpr Index query_block = 16;

/// One head's pass: the scratch memory, and what is known of each query so far.
struct Pass {
  const FusedAttention& head;
  Index scores_step;   // elements between two rows of scores
  float* keys;         // [panels of keys][d_k][16], times scale · log2 e
  float* values;       // [panels of d_v][keys of the block][16], or null: they are read as they lie
  float* scores;       // [query_block][scores_step], base-2 logarithms; then the weights
  float* running_max;  // [T], base-2 logarithms
  float* running_sum;  // [T]
  float* output;       // [T][output_step], padded to whole panels; the head's own where it fits
  Index output_step;
};

/// How many keys query t may see, from the first one on.
Index visible_keys(const FusedAttention& head, Index query) {
  if (!head.causal) return head.keys;
  constexpr Index beyond = Index{1} << 29;
  const Index last = query + std::clamp(head.causal_offset, -beyond, beyond);
  return std::clamp<Index>(last + 1, 0, head.keys);
}

void pack_block(const Pass& pass, Index first, Index count) {
  const FusedAttention& head = pass.head;
  const Matrix keys = {head.key.data + first * head.key.step, 1, head.key.step};
  for (Index c = 0; c < count; c += panel_width)
    pack_panel(keys.from(0, c), head.d_k, std::min(panel_width, count - c), head.scale * log2_e,
               pass.keys + c * head.d_k);
  if (pass.values == nullptr) return;
  const Matrix values = {head.value.data + first * head.value.step, head.value.step, 1};
  for (Index c = 0; c < head.d_v; c += panel_width)
    pack_panel(values.from(0, c), count, std::min(panel_width, head.d_v - c), 1,
               pass.values + c * count);
}

/// Scores of some queries, Rows at a time, with one panel of keys, of which only the first Vectors
/// · 4 are needed.
template <int Rows, int Vectors>
inline void score_panel(Index d_k, const float* q, Index q_step, const float* keys, Index rows,
                        float* scores, Index step) {
  static constexpr float zeros[panel_width] = {};
  Index r = 0;
  for (; r + Rows <= rows; r += Rows) {
    Tile<Rows, Vectors> tile;
    tile.load(zeros, 0);
    tile.multiply(d_k, q + r * q_step, q_step, keys, PanelStep{});
    tile.store(scores + r * step, step);
  }
  for (; r < rows; ++r) {
    Tile<1, Vectors> tile;
    tile.load(zeros, 0);
    tile.multiply(d_k, q + r * q_step, 0, keys, PanelStep{});
    tile.store(scores + r * step, 0);
  }
}

/// Scores of some queries with the block's keys, panel by panel; counts[r], which never falls, says
/// how many keys row r sees of it.
void score_rows(const Pass& pass, Index first, Index rows, const Index* counts) {
  const Index d_k = pass.head.d_k;
  const Index q_step = pass.head.query.step;
  const Index step = pass.scores_step;
  const float* const q = pass.head.query.data + first * q_step;
  float* const scores = pass.scores;
  const float* keys = pass.keys;
  const Index count = counts[rows - 1];
  for (Index c = 0; c < count; c += panel_width, keys += panel_width * d_k) {
    Index r = 0;
    while (r + 2 <= rows && counts[r + 1] <= c) r += 2;
    float* const to = scores + r * step + c;
    if (count - c > 2 * lanes)
      score_panel<2, 4>(d_k, q + r * q_step, q_step, keys, rows - r, to, step);
    else
      score_panel<3, 2>(d_k, q + r * q_step, q_step, keys, rows - r, to, step);
  }
}

/// What a mask adds to a base-2 score. Finite numbers stay finite: the lowest float, which many use
/// for −∞, gives a uniform row where it is all there is, as it does in the steps.
inline float shift_of(float mask) {
  return (mask == minus_infinity ? mask : std::max(mask, lowest_shift)) * log2_e;
}

void add_masks(const FusedAttention& head, Index query, Index first_key, float* row, Index count) {
  for (int m = 0; m < head.mask_count; ++m) {
    const ScoreMask& mask = head.masks[static_cast<std::size_t>(m)];
    const float* from = mask.data + query * mask.query_step + first_key * mask.key_step;
    for (Index i = 0; i < count; ++i) row[i] += shift_of(from[i * mask.key_step]);
  }
}

/// One query's scores with the first `count` keys of a block become its weights, not yet divided by
/// their sum, and 0 up to `end`. Returns what everything summed up before has to be multiplied by,
/// now that the maximum may have grown.
float weigh(const Pass& pass, Index query, Index first_key, float* row, Index count, Index end) {
  add_masks(pass.head, query, first_key, row, count);
  const Index padded = (count + lanes - 1) / lanes * lanes;
  std::fill(row + count, row + padded, minus_infinity);
  if (padded < end) std::fill(row + padded, row + end, 0.0F);
  const float before = pass.running_max[query];
  const float maximum = std::max(before, row_maximum(row, padded));
  // With nothing visible yet any finite number does: all exponentials are 0.
  const float base = maximum == minus_infinity ? 0 : maximum;
  const float shrink = simd::exp2(simd::splat(before - base))[0];
  pass.running_sum[query] =
      pass.running_sum[query] * shrink + exponential_row<simd::Exp2>(row, row, padded, base);
  pass.running_max[query] = maximum;
  return shrink;
}

/// What the rows of values are multiplied with, and where they lie: packed in panels, or, for few
/// queries, as they are.
template <typename Step>
struct Values {
  const float* data;
  Step step;
  Index panel_step;
};

/// rows of output = start · shrink + weights · values.
template <typename Step>
void gather_values(const Pass& pass, Index first, Index rows, const Index* counts,
                   const float* shrink, Values<Step> values, bool starts) {
  static constexpr float zeros[panel_width] = {};
  const Index step = pass.scores_step;
  const Index out_step = pass.output_step;
  const Index start_step = starts ? 0 : out_step;
  const Index d_v = pass.head.d_v;
  float* const output = pass.output + first * out_step;
  const float* const weights = pass.scores;
  const float* panel = values.data;
  for (Index c = 0; c < d_v; c += panel_width, panel += values.panel_step) {
    Index r = 0;
    for (; r + 2 <= rows; r += 2) {
      float* const out = output + r * out_step + c;
      Tile<2> tile;
      tile.load(starts ? zeros : out, start_step);
      tile.scale(0, shrink[r]);
      tile.scale(1, shrink[r + 1]);
      if (counts[r + 1] > 0)
        tile.multiply(counts[r + 1], weights + r * step, step, panel, values.step);
      tile.store(out, out_step);
    }
    if (r == rows) continue;
    float* const out = output + r * out_step + c;
    Tile<1> tile;
    tile.load(starts ? zeros : out, 0);
    tile.scale(0, shrink[r]);
    if (counts[r] > 0) tile.multiply(counts[r], weights + r * step, 0, panel, values.step);
    tile.store(out, 0);
  }
}

/// What a query's weights are divided by, as a factor; 0 where it sees nothing.
float inverse_sum(const Pass& pass, Index query) {
  const float sum = pass.running_sum[query];
  return sum == 0 ? 0 : 1 / sum;
}

/// Dropped out weights, divided by their sum, where somebody asked for them.
void store_weights(const Pass& pass, Index query, const float* row, Index count) {
  float* to = pass.head.weights + query * pass.head.keys;
  scale_row(row, to, count, inverse_sum(pass, query));
  std::fill(to + count, to + pass.head.keys, 0.0F);
}

/// A few queries with one block of keys.
void attend(const Pass& pass, Index first_query, Index rows, Index first_key, Index block_count) {
  const FusedAttention& head = pass.head;
  Index counts[query_block];
  float shrink[query_block];
  for (Index r = 0; r < rows; ++r)
    counts[r] = std::clamp<Index>(visible_keys(head, first_query + r) - first_key, 0, block_count);
  score_rows(pass, first_query, rows, counts);
  for (Index r = 0; r < rows; ++r) {
    float* row = pass.scores + r * pass.scores_step;
    const Index query = first_query + r;
    shrink[r] = weigh(pass, query, first_key, row, counts[r], counts[std::min(r | 1, rows - 1)]);
    if (head.dropout > 0) {
      const auto place = static_cast<std::uint64_t>(query) * static_cast<std::uint64_t>(head.keys) +
                         static_cast<std::uint64_t>(first_key);
      ops::drop_out(row, counts[r], head.first_weight + place, head.dropout, head.seed,
                    head.stream);
    }
    if (head.weights != nullptr) store_weights(pass, query, row, counts[r]);
  }
  const bool starts = first_key == 0;
  if (pass.values != nullptr)
    gather_values<PanelStep>(pass, first_query, rows, counts, shrink,
                             {pass.values, {}, panel_width * block_count}, starts);
  else
    gather_values<Index>(
        pass, first_query, rows, counts, shrink,
        {head.value.data + first_key * head.value.step, head.value.step, panel_width}, starts);
}

/// Divides each row of the output by the sum of its weights.
void finish(const Pass& pass) {
  const FusedAttention& head = pass.head;
  for (Index t = 0; t < head.queries; ++t) {
    scale_row(pass.output + t * pass.output_step, head.output + t * head.output_step, head.d_v,
              inverse_sum(pass, t));
  }
}

}  // namespace

void fused_attention(const FusedAttention& head) {
  const Index block = head.weights != nullptr ? head.keys : std::min(head.keys, key_block);
  const Index scores_step = whole_panels(block);
  const Index width = whole_panels(head.d_v);
  const bool padded = width != head.d_v;
  // Values that a few queries meet once are not worth packing.
  const bool packed = padded || head.queries > query_block;
  const Count keys_size = Count(scores_step) * head.d_k;
  const Count values_size = packed ? Count(block) * width : 0;
  const Count scores_size = Count(query_block) * scores_step;
  float* const memory = scratch(keys_size + values_size + scores_size + Count(2) * head.queries +
                                (padded ? Count(head.queries) * width : 0));
  float* const values = memory + keys_size.value();
  float* const scores = values + values_size.value();
  float* const running = scores + scores_size.value();
  const Pass pass = {head,
                     scores_step,
                     memory,
                     packed ? values : nullptr,
                     scores,
                     running,
                     running + head.queries,
                     padded ? running + 2 * head.queries : head.output,
                     padded ? width : head.output_step};
  std::fill_n(pass.running_max, head.queries, minus_infinity);
  std::fill_n(pass.running_sum, head.queries, 0.0F);
  for (Index key = 0; key == 0 || key < head.keys; key += block) {
    const Index count = std::min(block, head.keys - key);
    pack_block(pass, key, count);
    for (Index query = 0; query < head.queries; query += query_block) {
      const Index rows = std::min(query_block, head.queries - query);
      // The first block gives every row its start, also those that see nothing.
      if (key == 0 || visible_keys(head, query + rows - 1) > key)
        attend(pass, query, rows, key, count);
    }
    if (count == head.keys) break;
  }
  finish(pass);
}

}  // namespace ap
