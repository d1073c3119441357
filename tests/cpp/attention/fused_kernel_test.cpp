// What fused_attention reads and writes, called directly on operands with gaps between their rows.

#include <algorithm>
#include <cmath>

#include "attention_playground/attention/attention.hpp"
#include "attention_playground/attention/fused.hpp"
#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/steps.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

struct KernelSizes {
  Index queries, keys, d_k, d_v;

  std::string text() const {
    return "T " + std::to_string(queries) + ", S " + std::to_string(keys) + ", d_k " +
           std::to_string(d_k) + ", d_v " + std::to_string(d_v);
  }
};
// d_v that fills its panels or does not; one or several blocks of keys; few queries, for which
// values are not packed (with whole panels), or more.
const std::vector<KernelSizes> kernel_sizes = {
    {1, 1, 1, 1},    {3, 5, 2, 16},   {4, 7, 3, 9},    {17, 33, 5, 7},   {18, 15, 8, 32},
    {7, 264, 3, 16}, {5, 600, 9, 64}, {33, 257, 3, 5}, {16, 513, 4, 48}, {17, 300, 4, 16}};

/// Operands with NaN between their rows, and results with room around their rows.
struct Head {
  KernelSizes size;
  Tensor query, key, value;  // views of wider rows
  std::vector<float> output, weights;

  explicit Head(const KernelSizes& size)
      : size(size),
        query(arranged(random_tensor({size.queries, size.d_k}, "q"), Arrangement::offset)),
        key(arranged(random_tensor({size.keys, size.d_k}, "k"), Arrangement::offset)),
        value(arranged(random_tensor({size.keys, size.d_v}, "v"), Arrangement::offset)),
        output(static_cast<std::size_t>(gap + size.queries * (size.d_v + gap)), untouched),
        weights(static_cast<std::size_t>(size.queries * size.keys + 2 * gap), untouched) {}

  void run(bool need_weights, bool causal = false) {
    FusedAttention head{};
    head.queries = size.queries;
    head.keys = size.keys;
    head.d_k = size.d_k;
    head.d_v = size.d_v;
    head.query = {query.data(), query.stride(0)};
    head.key = {key.data(), key.stride(0)};
    head.value = {value.data(), value.stride(0)};
    head.scale = 1 / std::sqrt(static_cast<float>(size.d_k));
    head.causal = causal;
    head.causal_offset = -1;
    head.output = output.data() + gap;
    head.output_step = size.d_v + gap;
    head.weights = need_weights ? weights.data() + gap : nullptr;
    fused_attention(head);
  }
  Tensor written_output() const {
    Tensor result({size.queries, size.d_v});
    for (Index row = 0; row < size.queries; ++row)
      std::copy_n(output.data() + gap + row * (size.d_v + gap), size.d_v,
                  result.mutable_data() + row * size.d_v);
    return result;
  }
  Tensor written_weights() const {
    Tensor result({size.queries, size.keys});
    std::copy_n(weights.data() + gap, result.count(), result.mutable_data());
    return result;
  }
  bool output_gaps_untouched() const {
    const Index step = size.d_v + gap;
    for (Index i = 0; i < static_cast<Index>(output.size()); ++i) {
      const bool in_gap = i < gap || (i - gap) % step >= size.d_v;
      if (in_gap && output[static_cast<std::size_t>(i)] != untouched) return false;
    }
    return true;
  }
  bool around_weights_untouched() const {
    const auto is_untouched = [](float x) { return x == untouched; };
    return std::all_of(weights.begin(), weights.begin() + gap, is_untouched) &&
           std::all_of(weights.end() - gap, weights.end(), is_untouched);
  }
};

bool is_nan_row(const Tensor& matrix, Index row) {
  for (Index column = 0; column < matrix.size(1); ++column)
    if (!std::isnan(matrix.at({row, column}))) return false;
  return true;
}

bool has_nan(const Tensor& matrix, Index row) {
  for (Index column = 0; column < matrix.size(1); ++column)
    if (std::isnan(matrix.at({row, column}))) return true;
  return false;
}

}  // namespace

TEST_CASE("fused kernel: reads rows with gaps and writes nothing between its own") {
  for (const KernelSizes& size : kernel_sizes) {
    for (bool causal : {false, true}) {
      for (bool need_weights : {false, true}) {
        Head head(size);
        head.run(need_weights, causal);
        WeightOptions options;
        options.mask.causal = causal;
        options.mask.causal_offset = -1;
        const AttentionResult steps = run_steps(head.query, head.key, head.value, {}, options);
        const double weights = weights_tolerance(size.keys, size.d_k + 6,
                                                 longest_row(head.query) * longest_row(head.key) /
                                                     std::sqrt(static_cast<double>(size.d_k)));
        INFO(size.text() << (causal ? ", causal" : "") << (need_weights ? ", weights" : ""));
        CHECK(head.output_gaps_untouched());
        CHECK(head.around_weights_untouched());
        CHECK(first_difference(head.written_output(), steps.output,
                               output_tolerance(size.keys, weights, head.value)) == "");
        if (need_weights)
          CHECK(first_difference(head.written_weights(), steps.weights, weights) == "");
      }
    }
  }
}

TEST_CASE("fused kernel: NaN in one query gives NaN in its row and in no other") {
  for (const KernelSizes& size : kernel_sizes) {
    for (Index bad : {Index{0}, size.queries / 2, size.queries - 1}) {
      for (bool need_weights : {false, true}) {
        Head head(size);
        head.query.set({bad, size.d_k - 1}, not_a_number);
        head.run(need_weights);
        INFO(size.text() << ", query " << bad << (need_weights ? ", weights" : ""));
        const Tensor output = head.written_output();
        for (Index row = 0; row < size.queries; ++row) {
          CHECK(has_nan(output, row) == (row == bad));
          if (row == bad) CHECK(is_nan_row(output, row));
          if (need_weights) CHECK(has_nan(head.written_weights(), row) == (row == bad));
        }
      }
    }
  }
}

TEST_CASE("fused kernel: a query that sees no key gives zeros, whatever its output held") {
  Head head({5, 20, 3, 7});
  head.run(true, true);  // offset −1: the first query sees no key
  for (Index column = 0; column < 7; ++column)
    CHECK(same_bits(head.written_output().at({0, column}), 0));
  for (Index key = 0; key < 20; ++key) CHECK(same_bits(head.written_weights().at({0, key}), 0));
  CHECK(head.written_weights().at({1, 0}) == 1);
}

TEST_CASE("fused attention: a finite mask hides nothing, however low") {
  // Many models use the lowest float instead of −∞; a row of only these is uniform.
  constexpr float lowest = std::numeric_limits<float>::lowest();
  const Tensor q = random_tensor({2, 4}, "q");
  const Tensor k = random_tensor({8, 4}, "k");
  Tensor mask = Tensor::filled({2, 8}, lowest);
  mask.set({1, 3}, 0);
  const AttentionResult fused = scaled_dot_product_attention(q, k, k, {mask, {}}, {}, true);
  const AttentionResult steps = run_steps(q, k, k, {mask, {}}, {});
  CHECK(first_difference(fused.weights, steps.weights, tolerance(8 + softmax_roundings, 1)) == "");
  CHECK(fused.weights.at({0, 0}) == 0.125F);
  CHECK(fused.weights.at({1, 3}) == 1);
}

}  // namespace ap::test
