// Compiled for speed.
#include "attention_playground/attention/fused_backward.hpp"

#include <algorithm>

#include "attention_playground/attention/fused_weights.hpp"
#include "attention_playground/ops/gemm_tile.hpp"
#include "attention_playground/ops/scratch.hpp"
#include "attention_playground/tensor/small.hpp"

namespace ap {

namespace {

using simd::float4;
using simd::lanes;

// Weights of 32 queries and their gradients with 512 keys (2 · 64 kB) stay in a second-level cache.
// With fewer queries, the sums over queries are stored and loaded again too often.
constexpr Index backward_query_block = 32;

/// The computation of one head: its scratch memory.
struct HeadBackward {
  const FusedAttentionBackward& head;
  ScoreFactors factors;
  bool scores_wanted;          // whether dQ or dK is
  Index step;                  // elements between two rows of scores
  Running running{};           // [T] each
  float* keys = nullptr;       // Kᵀ: [panels of keys][d_k][16], times factors.key
  float* values = nullptr;     // Vᵀ: [panels of keys][d_v][16]
  float* key_rows = nullptr;   // K: [panels of d_k][S][16]
  float* queries = nullptr;    // Qᵀ of the block: [d_k][backward_query_block]
  float* d_outputs = nullptr;  // dOᵀ of the block: [d_v][backward_query_block]
  float* d_queries = nullptr;  // dQ of the block: [backward_query_block][whole panels of d_k]
  float* d_keys = nullptr;     // dKᵀ so far: [panels of keys][d_k][16]
  float* d_values = nullptr;   // dVᵀ so far: [panels of keys][d_v][16]
  float* weights = nullptr;    // P, then A: [backward_query_block][step]
  float* d_scores = nullptr;   // dA, then dS: [backward_query_block][step]
  float* undropped = nullptr;  // P of one query, with dropout: [step]
};

/// Not inlined, because at each place it would be unrolled.
AP_SMALL void clear(float* first, const float* end) {
  while (first != end) *first++ = 0;
}

/// Rows of a, `depth` long, times a panel of which `columns` are needed; added to `out` or written
/// there.
AP_SMALL void multiply(Index columns, Index rows, Index depth, Rows a, Rows panel, bool add,
                       float* out, Index out_step) {
  static constexpr float zeros[panel_width] = {};
  if (depth == 0) {
    for (; !add && rows > 0; --rows, out += out_step) clear(out, out + panel_width);
    return;
  }
  const auto product = columns > panel_width / 2 ? multiply_panel<4> : multiply_panel<2>;
  product(rows, depth, a.data, a.step, panel.data, panel.step, add ? out : zeros,
          add ? out_step : 0, out, out_step);
}

/// [rows of `from`, columns] as panels of its columns, or of its rows.
AP_SMALL void pack_panels(Matrix from, Index rows, Index columns, float factor, float* to) {
  for (Index c = 0; c < columns; c += panel_width)
    pack_panel(from.from(0, c), rows, std::min(panel_width, columns - c), factor, to + c * rows);
}

/// Some queries: how many keys each of them sees, which never decreases.
struct Block {
  Index first, rows;
  Index counts[backward_query_block];

  Block(const AttentionHead& head, Index first_query)
      : first(first_query), rows(std::min(backward_query_block, head.queries - first_query)) {
    for (Index r = 0; r < rows; ++r) counts[r] = visible_keys(head, first + r);
  }
  Index count() const { return counts[rows - 1]; }
  /// The first pair of queries of which one sees this key.
  Index pair_that_sees(Index key) const {
    Index r = 0;
    while (r + 2 <= rows && counts[r + 1] <= key) r += 2;
    return r;
  }
};

/// Products of the block's rows with the keys' panels: scores, or the gradients of weights.
AP_SMALL void multiply_by_keys(const HeadBackward& pass, const Block& block, Index depth, Rows rows,
                               const float* panels, float* out) {
  for (Index c = 0; c < block.count(); c += panel_width) {
    const Index r = block.pair_that_sees(c);
    multiply(block.count() - c, block.rows - r, depth, {rows.data + r * rows.step, rows.step},
             {panels + c * depth, panel_width}, false, out + r * pass.step + c, pass.step);
  }
}

/// Adds to the sums of each key what the block's queries contribute: columns (Qᵀ or dOᵀ) times the
/// weights or their gradients, which are read in place.
AP_SMALL void add_to_keys(const HeadBackward& pass, const Block& block, Index width,
                          const float* columns, const float* rows, float* sums) {
  for (Index c = 0; c < block.count(); c += panel_width) {
    const Index r = block.pair_that_sees(c);
    multiply(block.count() - c, width, block.rows - r, {columns + r, backward_query_block},
             {rows + r * pass.step + c, pass.step}, true, sums + c * width, panel_width);
  }
}

/// Σ x · y.
float dot(const float* x, const float* y, Index n) {
  float4 sums[2] = {simd::zero(), simd::zero()};
  Index i = 0;
  for (; i + 2 * lanes <= n; i += 2 * lanes)
    for (int v = 0; v < 2; ++v)
      sums[v] += simd::load(x + i + v * lanes) * simd::load(y + i + v * lanes);
  for (; i < n; i += lanes) {
    const Index count = std::min(lanes, n - i);
    sums[0] += simd::load_tail(x + i, count) * simd::load_tail(y + i, count);
  }
  return simd::sum(sums[0] + sums[1]);
}

/// Turns the gradients of one query's weights into those of its scores: A ∘ dA − P · δ.
void differentiate_row(const float* undropped, const float* weights, float* row, Index n) {
  const float delta = dot(weights, row, n);
  for (Index i = 0; i < n; i += lanes) {
    const Index count = std::min(lanes, n - i);
    const float4 product = simd::load_tail(weights + i, count) * simd::load_tail(row + i, count);
    simd::store_tail(row + i, product - simd::load_tail(undropped + i, count) * delta, count);
  }
}

/// Turns the block's scores into weights, and the weights' gradients into those of the scores.
/// Numbers of keys that a query does not see are 0, up to the end of the block's last panel.
void weigh_rows(const HeadBackward& pass, const Block& block) {
  const FusedAttentionBackward& head = pass.head;
  const Index end = whole_panels(block.count());
  for (Index r = 0; r < block.rows; ++r) {
    const Index count = block.counts[r];
    const Index query = block.first + r;
    float* const row = pass.weights + r * pass.step;
    weigh(head, pass.factors, pass.running, query, 0, row, count);
    scale_row(row, row, count, inverse_sum(pass.running, query));
    clear(row + count, row + end);
    const float* undropped = row;
    if (head.dropout > 0) {
      if (pass.scores_wanted) undropped = std::copy_n(row, count, pass.undropped) - count;
      drop_weights(head, query, 0, row, count);
    }
    if (!pass.scores_wanted) continue;
    float* const d_row = pass.d_scores + r * pass.step;
    differentiate_row(undropped, row, d_row, count);
    clear(d_row + count, d_row + end);
  }
}

/// dQ of the block.
AP_SMALL void write_queries(const HeadBackward& pass, const Block& block) {
  const FusedAttentionBackward& head = pass.head;
  const Index width = whole_panels(head.d_k);
  const Index together = head.causal ? 2 : block.rows;
  for (Index c = 0; c < head.d_k; c += panel_width) {
    for (Index r = 0; r < block.rows; r += together) {
      const Index rows = std::min(together, block.rows - r);
      multiply(head.d_k - c, rows, block.counts[r + rows - 1],
               {pass.d_scores + r * pass.step, pass.step},
               {pass.key_rows + c * head.keys, panel_width}, false, pass.d_queries + r * width + c,
               width);
    }
  }
  for (Index r = 0; r < block.rows; ++r)
    pass.factors.scale(pass.d_queries + r * width,
                       head.d_query.data + (block.first + r) * head.d_query.step, head.d_k);
}

AP_SMALL void run_block(const HeadBackward& pass, Index first) {
  const FusedAttentionBackward& head = pass.head;
  const Block block(head, first);
  const Rows q = {head.query.data + first * head.query.step, head.query.step};
  const Rows d_output = {head.d_output.data + first * head.d_output.step, head.d_output.step};
  multiply_by_keys(pass, block, head.d_k, q, pass.keys, pass.weights);
  if (pass.scores_wanted)
    multiply_by_keys(pass, block, head.d_v, d_output, pass.values, pass.d_scores);
  weigh_rows(pass, block);
  if (head.d_query.data != nullptr) write_queries(pass, block);
  if (head.d_key.data != nullptr) {
    write_transposed(block.rows, head.d_k, q.data, q.step, 1, pass.queries, backward_query_block);
    add_to_keys(pass, block, head.d_k, pass.queries, pass.d_scores, pass.d_keys);
  }
  if (head.d_value.data != nullptr) {
    write_transposed(block.rows, head.d_v, d_output.data, d_output.step, 1, pass.d_outputs,
                     backward_query_block);
    add_to_keys(pass, block, head.d_v, pass.d_outputs, pass.weights, pass.d_values);
  }
}

/// Writes rows of a gradient of keys or values from its sums.
AP_SMALL void write_keys(Index keys, Index width, const float* sums, RowsToWrite to) {
  if (to.data == nullptr) return;
  for (Index c = 0; c < keys; c += panel_width)
    write_transposed(width, std::min(panel_width, keys - c), sums + c * width, panel_width, 1,
                     to.data + c * to.step, to.step);
}

/// The memory of a pass: one part after the other.
AP_SMALL HeadBackward pass_of(const FusedAttentionBackward& head) {
  const Count keys = whole_panels(head.keys);
  const Count width = whole_panels(head.d_k);
  // Not a power of two: rows of a block would compete for the same lines of a cache.
  const Count step = keys + panel_width;
  HeadBackward pass{head, factors_of(head),
                    head.d_query.data != nullptr || head.d_key.data != nullptr, step.value()};
  struct Part {
    float*& place;
    Count size;
  };
  const Part parts[] = {{pass.running.reach, head.queries},
                        {pass.running.maximum, head.queries},
                        {pass.running.offset, head.queries},
                        {pass.running.power, head.queries},
                        {pass.running.sum, head.queries},
                        {pass.keys, keys * head.d_k},
                        {pass.values, keys * head.d_v},
                        {pass.key_rows, width * head.keys},
                        {pass.queries, Count(head.d_k) * backward_query_block},
                        {pass.d_outputs, Count(head.d_v) * backward_query_block},
                        {pass.d_queries, width * backward_query_block},
                        {pass.d_keys, keys * head.d_k},
                        {pass.d_values, keys * head.d_v},
                        {pass.weights, step * backward_query_block},
                        {pass.d_scores, step * backward_query_block},
                        {pass.undropped, step}};
  Count total = 0;
  for (const Part& part : parts) total = total + part.size;
  float* next = scratch(total);
  for (const Part& part : parts) {
    part.place = next;
    next += part.size.value();
  }
  return pass;
}

}  // namespace

void fused_attention_backward(const FusedAttentionBackward& head) {
  const HeadBackward pass = pass_of(head);
  start(head, pass.factors, pass.running);
  pack_panels(keys_from(head, 0), head.d_k, head.keys, pass.factors.key, pass.keys);
  pack_panels({head.value.data, 1, head.value.step}, head.d_v, head.keys, 1, pass.values);
  pack_panels({head.key.data, head.key.step, 1}, head.keys, head.d_k, 1, pass.key_rows);
  clear(pass.d_keys, pass.weights);
  for (Index first = 0; first < head.queries; first += backward_query_block) run_block(pass, first);
  if (head.d_key.data != nullptr)
    pass.factors.scale(pass.d_keys, pass.d_keys, whole_panels(head.keys) * head.d_k);
  write_keys(head.keys, head.d_k, pass.d_keys, head.d_key);
  write_keys(head.keys, head.d_v, pass.d_values, head.d_value);
}

}  // namespace ap
