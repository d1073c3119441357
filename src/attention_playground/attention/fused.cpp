// Compiled for speed.
#include "attention_playground/attention/fused.hpp"

#include <algorithm>
#include <cmath>

#include "attention_playground/attention/fused_weights.hpp"
#include "attention_playground/ops/gemm_tile.hpp"
#include "attention_playground/ops/rows.hpp"
#include "attention_playground/ops/scratch.hpp"

namespace ap {

namespace {

using simd::lanes;

constexpr Index query_block = 8;

/// For this many queries or fewer, packing the values does not pay off.
constexpr Index few_queries = 16;

/// The computation of one head: its scratch memory, and the state of each query so far.
struct HeadForward {
  const FusedAttention& head;
  ScoreFactors factors;
  Index scores_step;   // elements between two rows of scores
  float* keys;         // [panels of keys][d_k][16], times factors.key; not those that stay unpacked
  const float* query;  // a single one [d_k], times factors.key, if that is exact; or null
  float* values;       // [panels of d_v][keys of the block][16], or null: they are not packed
  float* scores;       // [query_block][scores_step]; then the weights
  Running running;     // [T] each
  float* output;       // [T][output_step], padded to whole panels; the head's own if that fits
  Index output_step;
};

/// The number of keys at the block's beginning that are not packed: whole panels of whole vectors,
/// for a single query.
Index unpacked_keys(const FusedAttention& head, Index count) {
  const bool direct = head.queries == 1 && head.d_k % lanes == 0;
  return direct ? count / panel_width * panel_width : 0;
}

void pack_block(const HeadForward& pass, Index first, Index count) {
  const FusedAttention& head = pass.head;
  for (Index c = unpacked_keys(head, count); c < count; c += panel_width)
    pack_panel(keys_from(head, first + c), head.d_k, std::min(panel_width, count - c),
               pass.factors.key, pass.keys + c * head.d_k);
  if (pass.values == nullptr) return;
  const Matrix values = {head.value.data + first * head.value.step, head.value.step, 1};
  for (Index c = 0; c < head.d_v; c += panel_width) {
    const Index columns = std::min(panel_width, head.d_v - c);
    float* const panel = pass.values + c * count;
    pack_panel(values.from(0, c), count, columns, 1, panel);
    // Whole panels are multiplied. Old numbers in the scratch memory may be subnormal, which takes
    // twenty times as long, so they are set to 0.
    if (columns > panel_width / 2) continue;
    for (float* row = panel; row != panel + count * panel_width; row += panel_width)
      for (Index lane = panel_width / 2; lane < panel_width; lane += lanes)
        simd::store(row + lane, simd::zero());
  }
}

constexpr float zero_panels[2 * panel_width] = {};

/// Scores of some queries with one panel of keys, of which only the first Vectors · 4 are needed.
template <int Queries, int Vectors>
inline void score_tile(Index d_k, Rows q, const float* keys, float* scores, Index step) {
  Tile<Queries, Vectors> tile;
  tile.load(zero_panels, 0);
  tile.multiply(d_k, q.data, q.step, keys, PanelStep{});
  tile.store(scores, step);
}

template <int Vectors>
inline void score_panel(Index d_k, Rows q, const float* keys, Index rows, float* scores,
                        Index step) {
  for (; rows >= 2; rows -= 2, q.data += 2 * q.step, scores += 2 * step)
    score_tile<2, Vectors>(d_k, q, keys, scores, step);
  if (rows == 1) score_tile<1, Vectors>(d_k, {q.data, 0}, keys, scores, 0);
}

/// Scores of a single query with keys that are not packed: they or the query are multiplied by
/// factors.key.
void score_unpacked(const HeadForward& pass, Index first_key, Index count) {
  const FusedAttention& head = pass.head;
  const Index d_k = head.d_k;
  for (Index c = 0; c < count; c += panel_width) {
    const float* const keys = keys_from(head, first_key + c).data;
    if (pass.query != nullptr) {
      multiply_columns(d_k, pass.query, keys, head.key.step, zero_panels, pass.scores + c);
      continue;
    }
    for (Index key = 0; key < panel_width; ++key)
      scale_row(keys + key * head.key.step, pass.keys + key * d_k, d_k, pass.factors.key);
    multiply_columns(d_k, head.query.data, pass.keys, d_k, zero_panels, pass.scores + c);
  }
}

/// to [n] = x · factor; whether a product of each with any number has the same bits as that of x
/// and the number times factor, which then may be multiplied instead.
bool scaled_exactly(const float* x, Index n, float factor, float* to) {
  int exponent = 0;
  bool exact = std::frexp(factor, &exponent) == 0.5F;
  for (Index i = 0; i < n; ++i) {
    to[i] = x[i] * factor;
    exact = exact && (x[i] == 0 || std::isnormal(to[i]));
  }
  return exact;
}

/// Scores of some queries with the block's packed keys, from `start` on, panel by panel; counts[r],
/// which never decreases, is the number of its keys that row r sees.
void score_rows(const HeadForward& pass, Index first, Index rows, Index start,
                const Index* counts) {
  const Index d_k = pass.head.d_k;
  const Index q_step = pass.head.query.step;
  const Index step = pass.scores_step;
  const float* const q = pass.head.query.data + first * q_step;
  float* const scores = pass.scores;
  const float* keys = pass.keys + start * d_k;
  const Index count = counts[rows - 1];
  for (Index c = start; c < count; c += panel_width, keys += panel_width * d_k) {
    Index r = 0;
    while (r + 2 <= rows && counts[r + 1] <= c) r += 2;
    const Rows from = {q + r * q_step, q_step};
    float* const to = scores + r * step + c;
    if (count - c > 2 * lanes)
      score_panel<4>(d_k, from, keys, rows - r, to, step);
    else
      score_panel<2>(d_k, from, keys, rows - r, to, step);
  }
}

/// The block's values: packed in panels, or in their own memory if there are few queries.
template <typename Step>
struct Values {
  const float* data;
  Step step;
  Index panel_step;
};

/// Some rows of output = (start + weights · values) · factor, over `count` values.
template <int Queries, typename Step>
inline void gather_tile(Index count, Rows weights, const float* values, Step values_step,
                        const float* factors, Rows start, float* output, Index step) {
  Tile<Queries> tile;
  tile.load(start.data, start.step);
  if (count > 0) tile.multiply(count, weights.data, weights.step, values, values_step);
  for (int r = 0; r < Queries; ++r) tile.scale(r, factors[r]);
  tile.store(output, step);
}

template <typename Step>
void gather_values(const HeadForward& pass, Index first, Index rows, const Index* counts,
                   const float* factors, Values<Step> values, bool starts) {
  const Index step = pass.scores_step;
  const Index out_step = pass.output_step;
  const Index start_step = starts ? 0 : out_step;
  const Index d_v = pass.head.d_v;
  const float* panel = values.data;
  Index c = 0;
  if (rows == 1 && counts[0] > 0) {
    constexpr Index width = 2 * panel_width;
    for (; c + width <= d_v; c += width, panel += 2 * values.panel_step) {
      float* const output = pass.output + first * out_step + c;
      multiply_two_panels(counts[0], pass.scores, panel, values.step, values.panel_step,
                          starts ? zero_panels : output, factors[0], output);
    }
  }
  for (; c < d_v; c += panel_width, panel += values.panel_step) {
    const float* weights = pass.scores;
    float* output = pass.output + first * out_step + c;
    Index r = 0;
    for (; r + 2 <= rows; r += 2, weights += 2 * step, output += 2 * out_step)
      gather_tile<2>(counts[r + 1], {weights, step}, panel, values.step, factors + r,
                     {starts ? zero_panels : output, start_step}, output, out_step);
    if (r < rows)
      gather_tile<1>(counts[r], {weights, 0}, panel, values.step, factors + r,
                     {starts ? zero_panels : output, 0}, output, 0);
  }
}

/// Stores weights after dropout, divided by their sum.
void store_weights(const HeadForward& pass, Index query, const float* row, Index count) {
  float* to = pass.head.weights + query * pass.head.keys;
  scale_row(row, to, count, inverse_sum(pass.running, query));
  std::fill(to + count, to + pass.head.keys, 0.0F);
}

/// Attention of a few queries to one block of keys. With the last block that any of them sees,
/// their outputs are divided by the sums of their weights.
void attend(const HeadForward& pass, Index first_query, Index rows, Index first_key,
            Index block_count) {
  const FusedAttention& head = pass.head;
  const Index next_key = first_key + block_count;
  const bool ends = next_key >= visible_keys(head, first_query + rows - 1);
  Index counts[query_block];
  float factors[query_block];
  for (Index r = 0; r < rows; ++r)
    counts[r] = std::clamp<Index>(visible_keys(head, first_query + r) - first_key, 0, block_count);
  const Index unpacked = unpacked_keys(head, block_count);
  score_unpacked(pass, first_key, unpacked);
  score_rows(pass, first_query, rows, unpacked, counts);
  for (Index r = 0; r < rows; ++r) {
    float* row = pass.scores + r * pass.scores_step;
    const Index query = first_query + r;
    const float shrink = weigh(head, pass.factors, pass.running, query, first_key, row, counts[r]);
    const Index end = counts[std::min(r | 1, rows - 1)];
    if (counts[r] < end) std::fill(row + counts[r], row + end, 0.0F);
    float* const output = pass.output + query * pass.output_step;
    if (first_key > 0 && shrink != 1) scale_row(output, output, whole_panels(head.d_v), shrink);
    drop_weights(head, query, first_key, row, counts[r]);
    factors[r] = ends ? inverse_sum(pass.running, query) : 1;
    if (head.weights != nullptr) store_weights(pass, query, row, counts[r]);
  }
  const bool starts = first_key == 0;
  if (pass.values != nullptr)
    gather_values<PanelStep>(pass, first_query, rows, counts, factors,
                             {pass.values, {}, panel_width * block_count}, starts);
  else
    gather_values<Index>(
        pass, first_query, rows, counts, factors,
        {head.value.data + first_key * head.value.step, head.value.step, panel_width}, starts);
}

}  // namespace

void fused_attention(const FusedAttention& head) {
  const Index block = head.weights != nullptr ? head.keys : std::min(head.keys, key_block);
  const Index scores_step = whole_panels(block);
  const Index width = whole_panels(head.d_v);
  const bool padded = width != head.d_v;
  const bool packed = padded || head.queries > few_queries;
  const Count keys_size = Count(scores_step) * head.d_k;
  const Count values_size = packed ? Count(block) * width : 0;
  const Count scores_size = Count(query_block) * scores_step;
  const Count running_size = Count(Running::numbers) * head.queries;
  const Count output_size = padded ? Count(head.queries) * width : Count(0);
  const bool single = head.queries == 1;
  float* const memory = scratch(keys_size + values_size + scores_size + running_size + output_size +
                                (single ? head.d_k : 0));
  float* const values = memory + keys_size.value();
  float* const scores = values + values_size.value();
  float* const running = scores + scores_size.value();
  float* const output = running + running_size.value();
  float* const scaled = output + output_size.value();
  const ScoreFactors factors = factors_of(head);
  const HeadForward pass = {
      head,
      factors,
      scores_step,
      memory,
      single && scaled_exactly(head.query.data, head.d_k, factors.key, scaled) ? scaled : nullptr,
      packed ? values : nullptr,
      scores,
      running_in(running, head.queries),
      padded ? output : head.output,
      padded ? width : head.output_step};
  start(head, pass.factors, pass.running);
  for (Index key = 0; key == 0 || key < head.keys; key += block) {
    const Index count = std::min(block, head.keys - key);
    pack_block(pass, key, count);
    for (Index query = 0; query < head.queries; query += query_block) {
      const Index rows = std::min(query_block, head.queries - query);
      // The first block initialises every row, even those that see no key.
      if (key == 0 || visible_keys(head, query + rows - 1) > key)
        attend(pass, query, rows, key, count);
    }
    if (count == head.keys) break;
  }
  if (!padded) return;
  for (Index t = 0; t < head.queries; ++t)
    std::copy_n(pass.output + t * width, head.d_v, head.output + t * head.output_step);
}

}  // namespace ap
