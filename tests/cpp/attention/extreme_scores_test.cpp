// The fused kernel against its steps where scores and finite masks are as large as floats can be,
// and the different ways in which it can compute a query against each other.

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "attention_playground/tensor/random.hpp"
#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/steps.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

constexpr float lowest = std::numeric_limits<float>::lowest();

/// ±1, ±2 or ±4 times `size`, also a power of two: scaling them takes the same rounding for each,
/// so that equal scores stay equal.
Tensor powers_of_two(const Dims& shape, const std::string& name, float size) {
  Tensor numbers = random_tensor(shape, name, 2.999F);
  for (float& each : std::span(numbers.mutable_data(), static_cast<std::size_t>(numbers.count()))) {
    const float power = std::exp2(std::floor(std::fabs(each))) * size;
    each = each < 0 ? -power : power;
  }
  return numbers;
}

/// Finite masks of every size, and −∞.
Tensor extreme_mask(const Dims& shape, int trial, std::uint64_t stream) {
  const std::vector<float> choices = {0,    0,     0,      -3e38F, 3e38F,     1.5e38F, 2.4e38F,
                                      1e9F, -1e9F, -1e30F, lowest, -infinity, -300,    300};
  Tensor mask(shape);
  for (Index i = 0; i < mask.count(); ++i) {
    const float part = uniform(static_cast<std::uint32_t>(trial), stream, static_cast<Index>(i));
    mask.mutable_data()[i] =
        choices[static_cast<std::size_t>(part * static_cast<float>(choices.size()))];
  }
  return mask;
}

/// Replaces rows that contain a NaN by rows of one number, which can be compared.
Tensor marked(const Tensor& tensor) {
  std::vector<float> values = values_of(tensor);
  const auto width = static_cast<std::ptrdiff_t>(tensor.size(-1));
  for (auto row = values.begin(); row != values.end(); row += width)
    if (std::any_of(row, row + width, [](float x) { return std::isnan(x); }))
      std::fill(row, row + width, 77.0F);
  return Tensor::from(tensor.shape(), values);
}

/// Describes what is wrong with the fused weights and output; a row must be NaN if it is in the
/// steps.
std::string difference_to_steps(const Tensor& q, const Tensor& k, const Tensor& v,
                                const GivenMasks& masks, const WeightOptions& options) {
  constexpr double largest_close_scores = 64;
  const AttentionResult steps = run_steps(q, k, v, masks, options);
  const double weights = weights_tolerance(k.size(-2), q.size(-1) + 6, largest_close_scores);
  const double output = output_tolerance(k.size(-2), weights, v);
  const AttentionResult fused = scaled_dot_product_attention(q, k, v, masks, options, true);
  const Tensor blocks = scaled_dot_product_attention(q, k, v, masks, options, false).output;
  std::string found = first_difference(marked(fused.weights), marked(steps.weights), weights);
  for (const Tensor& each : {fused.output, blocks})
    if (found.empty()) found = first_difference(marked(each), marked(steps.output), output);
  return found;
}

/// Rows of a tensor [T, d] from `first` on.
Tensor rows_from(const Tensor& tensor, Index first, Index count) {
  return part(tensor, 0, first, count).contiguous();
}

}  // namespace

TEST_CASE("fused attention: a finite mask of 3e38 overflows only where it does in the steps") {
  const Tensor q = Tensor::filled({1, 1}, 1);
  const Tensor k = tensor({3, 1}, {1, 2, 3});
  const AttentionResult result =
      scaled_dot_product_attention(q, k, k, {tensor({1, 3}, {3e38F, 0, -3e38F}), {}}, {}, true);
  CHECK(values_of(result.weights) == std::vector<float>{1, 0, 0});
  CHECK(values_of(result.output) == std::vector<float>{1});
}

TEST_CASE("fused attention: two finite masks add up as in the steps, one after the other") {
  const Tensor q = Tensor::filled({1, 1, 1}, 1);
  const Tensor k = tensor({1, 3, 1}, {1, 2, 3});
  // Padding comes first: 0 − 3e38 + 3e38. In the other order an intermediate sum would be 6e38.
  const GivenMasks masks = {tensor({1, 3}, {3e38F, 0, lowest}),
                            tensor({1, 3}, {-3e38F, 3e38F, lowest})};
  CHECK(difference_to_steps(q, k, k, masks, {}) == "");
  const AttentionResult result = scaled_dot_product_attention(q, k, k, masks, {}, true);
  CHECK(values_of(result.weights) == std::vector<float>{0, 1, 0});
}

TEST_CASE("fused attention: scores of any size give what the steps give, masked or not") {
  for (int trial = 0; trial < 60; ++trial) {
    const Index keys =
        std::vector<Index>{1, 5, 16, 33, 70, 300}[static_cast<std::size_t>(trial % 6)];
    const Index queries = trial % 3 == 0 ? 1 : trial % 3 == 1 ? 7 : 70;
    const std::string name = "trial " + std::to_string(trial);
    // Up to 64 · 2⁶⁰ · 2⁶⁰: scores close to the largest float. All others are equal or far apart.
    const float large =
        std::vector<float>{1, 0x1p10F, 0x1p30F, 0x1p60F}[static_cast<std::size_t>(trial % 4)];
    const Tensor q = powers_of_two({1, queries, 1}, "q" + name, large);
    const Tensor k = powers_of_two({1, keys, 1}, "k" + name, large);
    const Tensor v = random_tensor({1, keys, 18}, "v" + name);
    WeightOptions options;
    options.scale = std::vector<float>{1, 0.5F, -1, 4}[static_cast<std::size_t>(trial / 4 % 4)];
    options.mask.causal = trial % 5 == 0;
    options.mask.causal_offset = 2;
    GivenMasks masks;
    if (trial % 2 == 1) masks.attn_mask = extreme_mask({queries, keys}, trial, 1);
    if (trial % 7 < 2) masks.key_padding_mask = extreme_mask({1, keys}, trial, 2);
    INFO(name << ", T " << queries << ", S " << keys);
    CHECK(difference_to_steps(q, k, v, masks, options) == "");
  }
}

TEST_CASE("fused attention: no scale overflows where scaled scores do not") {
  const Tensor q = tensor({1, 2}, {0, 1e-38F});
  const Tensor k = tensor({2, 2}, {3e38F, 3e38F, 3e38F, 1e38F});
  WeightOptions options;
  options.scale = 100.0F;
  CHECK(difference_to_steps(q, k, k, {}, options) == "");
  options.scale = 1.0F;
  CHECK(difference_to_steps(tensor({1, 2}, {0, 1}), k, k, {}, options) == "");
}

TEST_CASE("fused attention: a query's row has the same bits alone and among others") {
  // A single query reads unpacked keys and searches for its maximum; among many, its scores are
  // bounded by lengths if these are small, which a third of the queries here are not.
  for (Index keys : {65, 70, 256, 257, 530}) {
    const Tensor q = random_tensor({67, 9}, "q");
    for (Index row = 0; row < 67; row += 3)
      for (Index i = 0; i < 9; ++i) q.storage()->mutable_data()[row * 9 + i] *= 40;
    const Tensor k = random_tensor({keys, 9}, "k", 2);
    const Tensor v = random_tensor({keys, 16}, "v");
    const Tensor all = scaled_dot_product_attention(q, k, v, {}, {}, false).output;
    for (Index first = 0; first < 67; first += 11) {
      for (Index count : {1, 2, 5}) {
        if (first + count > 67) continue;
        const Tensor some =
            scaled_dot_product_attention(rows_from(q, first, count), k, v, {}, {}, false).output;
        INFO("S " << keys << ", rows " << first << " + " << count);
        CHECK(first_bit_difference(some, rows_from(all, first, count)) == "");
      }
    }
  }
}

TEST_CASE("fused attention: keys that a query does not see change no bit of its row") {
  const Tensor q = random_tensor({100, 8}, "q");
  const Tensor k = random_tensor({300, 8}, "k");
  for (Index i = 0; i < 8; ++i)
    k.storage()->mutable_data()[200 * 8 + i] = 50;  // no bound by lengths
  const Tensor v = random_tensor({300, 16}, "v");
  WeightOptions options;
  options.mask.causal = true;
  const Tensor all = scaled_dot_product_attention(q, k, v, {}, options, false).output;
  const Tensor seen = scaled_dot_product_attention(q, rows_from(k, 0, 100), rows_from(v, 0, 100),
                                                   {}, options, false)
                          .output;
  CHECK(first_bit_difference(all, seen) == "");
}

}  // namespace ap::test
