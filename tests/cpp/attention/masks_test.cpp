// REFERENCE.md §2 and §3: scaling, dropout, masks, and fully masked rows.

#include <cmath>

#include "attention_playground/attention/scaled_dot_product.hpp"
#include "attention_playground/ops/softmax.hpp"
#include "attention_playground/tensor/random.hpp"
#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/operation_check.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

AttentionResult attend(const Dims& query, const Dims& key, const GivenMasks& masks = {},
                       const WeightOptions& options = {}) {
  return scaled_dot_product_attention(random_tensor(query, "q"), random_tensor(key, "k"),
                                      random_tensor(key, "v"), masks, options, true);
}

double variance(const Tensor& tensor) {
  double sum = 0;
  double squares = 0;
  for (float x : values_of(tensor)) {
    sum += static_cast<double>(x);
    squares += static_cast<double>(x) * static_cast<double>(x);
  }
  const auto n = static_cast<double>(tensor.count());
  return squares / n - (sum / n) * (sum / n);
}

Tensor normal_tensor(const Dims& shape, const std::string& name) {
  std::vector<std::uint64_t> streams;
  for (Index row = 0; row < shape[0]; ++row)
    streams.push_back(stream_of(name + std::to_string(row)));
  return normal_rows(streams, shape[1], 1);
}

}  // namespace

TEST_CASE("masks: softmax of scores with −∞ is the softmax of the others") {
  const Tensor scores = tensor({3, 3}, {2, -infinity, -infinity, 1, 3, -infinity, 0.5, 2, 1.5});
  const std::vector<double> expected = {1, 0,        0,        0.119203, 0.880797,
                                        0, 0.121952, 0.546549, 0.331499};
  CHECK(first_difference(run(ops::softmax, {scores}), expected, six_decimals) == "");
}

TEST_CASE("masks: the causal mask of [BOS] I like you [EOS] is the 5 × 5 upper triangle") {
  TraceRequest request = request_for(words("[BOS] I like you [EOS]"), 8, 2);
  request.weights.mask.causal = true;
  const auto run = trace_attention(request);
  const Tensor mask = value(*run, "causal_mask");
  CHECK(mask.shape() == Dims{1, 1, 5, 5});
  const Tensor weights = value(*run, "weights");
  for (Index query = 0; query < 5; ++query) {
    for (Index key = 0; key < 5; ++key) {
      CHECK(mask.at({0, 0, query, key}) == (key > query ? -infinity : 0));
      for (Index head = 0; head < 2; ++head)
        CHECK((weights.at({0, head, query, key}) > 0) == (key <= query));
    }
  }
  CHECK(weights.at({0, 0, 0, 0}) == 1);
  CHECK(weights.at({0, 1, 0, 0}) == 1);
}

TEST_CASE("scale: components of variance 1 give scores of variance d_k, and of 1 once scaled") {
  constexpr Index rows = 120;
  for (Index d_k : {4, 64, 256}) {
    const Tensor q = normal_tensor({rows, d_k}, "q");
    const Tensor k = normal_tensor({rows, d_k}, "k");
    const auto plan = std::make_shared<const Plan>(
        plan_scaled_dot_product(q.shape(), k.shape(), k.shape(), {}, {}));
    Run run(plan, {q, k, k});
    INFO("d_k " << d_k);
    // Each q and each k is drawn once, so the scores are not independent: the tolerance is a fifth.
    CHECK(std::fabs(variance(value(run, "scores")) / static_cast<double>(d_k) - 1) < 0.2);
    CHECK(std::fabs(variance(value(run, "scaled_scores")) - 1) < 0.2);
  }
}

TEST_CASE("scale: without it softmax saturates as d_k grows") {
  const auto mean_p_times_rest = [](Index d_k, std::optional<float> scale) {
    WeightOptions options;
    options.scale = scale;
    const Tensor q = normal_tensor({40, d_k}, "q");
    const Tensor k = normal_tensor({40, d_k}, "k");
    double sum = 0;
    for (float p : values_of(scaled_dot_product_attention(q, k, k, {}, options, true).weights))
      sum += static_cast<double>(p) * (1 - static_cast<double>(p));
    return sum / 40;
  };
  // The derivative p(1 − p), summed over a row: near 1 where the weights are spread.
  CHECK(mean_p_times_rest(256, std::nullopt) > 0.85);
  CHECK(mean_p_times_rest(256, 1.0F) < 0.25);
}

TEST_CASE("temperature: divides the scaled scores") {
  WeightOptions options;
  options.temperature = 2;
  const AttentionResult warm = attend({3, 4}, {5, 4}, {}, options);
  options.temperature = 1;
  options.scale = 0.25F;  // 1/√4 · 1/2
  CHECK(first_bit_difference(warm.weights, attend({3, 4}, {5, 4}, {}, options).weights) == "");
}

TEST_CASE("dropout: survivors are scaled by 1/(1 − p), and the output uses the dropped weights") {
  WeightOptions options;
  const Tensor plain = attend({6, 4}, {9, 4}).weights;
  options.dropout_p = 0.5F;
  options.seed = 3;
  const AttentionResult dropped = attend({6, 4}, {9, 4}, {}, options);
  const std::vector<float> before = values_of(plain);
  const std::vector<float> after = values_of(dropped.weights);
  std::size_t zeros = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    CHECK((after[i] == 0 || after[i] == 2 * before[i]));
    zeros += after[i] == 0 ? 1 : 0;
  }
  CHECK((zeros > 10 && zeros < 44));
  const Tensor v = random_tensor({9, 4}, "v");
  std::vector<double> expected;
  for (Index query = 0; query < 6; ++query) {
    for (Index column = 0; column < 4; ++column) {
      double sum = 0;
      for (Index key = 0; key < 9; ++key)
        sum += static_cast<double>(dropped.weights.at({query, key})) *
               static_cast<double>(v.at({key, column}));
      expected.push_back(sum);
    }
  }
  CHECK(first_difference(dropped.output, expected, tolerance(10, 2)) == "");
}

TEST_CASE("dropout: left on, rows of weights no longer sum to one, and some sum to more") {
  WeightOptions options;
  options.dropout_p = 0.4F;
  const Tensor weights = attend({30, 4}, {9, 4}, {}, options).weights;
  int above = 0;
  for (Index query = 0; query < 30; ++query) {
    double sum = 0;
    for (Index key = 0; key < 9; ++key) sum += static_cast<double>(weights.at({query, key}));
    above += sum > 1.01 ? 1 : 0;
    CHECK(std::fabs(sum - 1) > tolerance(17, 1));
  }
  CHECK((above > 5 && above < 25));
}

TEST_CASE("fully masked rows: zero weights and a zero output, the other rows unchanged") {
  const Tensor may_attend = tensor({3, 4}, {1, 0, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1});
  const AttentionResult result = attend({2, 3, 8}, {2, 4, 8}, {additive(may_attend), {}});
  const Tensor open = attend({2, 3, 8}, {2, 4, 8}).weights;
  for (Index batch = 0; batch < 2; ++batch) {
    for (Index key = 0; key < 4; ++key) {
      CHECK(same_bits(result.weights.at({batch, 1, key}), 0));
      CHECK(same_bits(result.weights.at({batch, 2, key}), open.at({batch, 2, key})));
    }
    for (Index column = 0; column < 8; ++column)
      CHECK(same_bits(result.output.at({batch, 1, column}), 0));
  }
}

TEST_CASE("fully masked rows: a mask of −1e9 gives a uniform row instead") {
  const Tensor scores = tensor({1, 4}, {3, -1, 2, 0});
  const auto masked_by = [&](float value) {
    Tensor x = scores.clone();
    for (Index i = 0; i < 4; ++i) x.set({0, i}, scores.at({0, i}) + value);
    return values_of(run(ops::softmax, {x}));
  };
  CHECK(masked_by(-1e9F) == std::vector<float>{0.25F, 0.25F, 0.25F, 0.25F});
  CHECK(masked_by(-infinity) == std::vector<float>{0, 0, 0, 0});
}

TEST_CASE("fully masked rows: their output is only the output projection's bias") {
  const Tensor x = random_tensor({1, 2, 4}, "x");
  const Tensor w = random_tensor({4, 4}, "w");
  GivenProjections projections{w, w, w, w, {}, {}, {}, random_tensor({4}, "bias")};
  const GivenMasks masks{additive(tensor({2, 2}, {0, 0, 1, 1})), {}};
  const AttentionResult result = multi_head_attention(x, x, x, projections, 2, masks, {}, true);
  for (Index i = 0; i < 4; ++i)
    CHECK(same_bits(result.output.at({0, 0, i}), projections.bo->at({i})));
}

TEST_CASE("no keys at all: every query's output is zero") {
  const AttentionResult result = attend({3, 4}, {0, 4});
  CHECK(result.weights.shape() == Dims{3, 0});
  CHECK(values_of(result.output) == std::vector<float>(12, 0));
  CHECK(attend({0, 4}, {3, 4}).output.shape() == Dims{0, 4});
}

TEST_CASE("masks: all of them together hide what any of them hides") {
  WeightOptions options;
  options.mask.causal = true;
  const Tensor padding = tensor({2, 5}, {1, 1, 1, 1, 0, 1, 1, 1, 0, 0});
  const Tensor custom =
      tensor({5, 5}, {1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1});
  const Tensor weights =
      attend({2, 5, 4}, {2, 5, 4}, {additive(custom), additive(padding)}, options).weights;
  for (Index batch = 0; batch < 2; ++batch) {
    for (Index query = 0; query < 5; ++query) {
      for (Index key = 0; key < 5; ++key) {
        const bool seen =
            key <= query && padding.at({batch, key}) != 0 && custom.at({query, key}) != 0;
        CHECK((weights.at({batch, query, key}) > 0) == seen);
      }
    }
  }
}

TEST_CASE("masks: an additive mask is added to the scores after scaling") {
  const Tensor bias = random_tensor({3, 5}, "bias", 2);
  const Tensor scores = attend({3, 4}, {5, 4}, {bias, {}}).weights;
  const Tensor plain = attend({3, 4}, {5, 4}).weights;
  std::vector<double> expected;
  for (Index query = 0; query < 3; ++query) {
    double sum = 0;
    for (Index key = 0; key < 5; ++key)
      sum += static_cast<double>(plain.at({query, key})) *
             std::exp(static_cast<double>(bias.at({query, key})));
    for (Index key = 0; key < 5; ++key)
      expected.push_back(static_cast<double>(plain.at({query, key})) *
                         std::exp(static_cast<double>(bias.at({query, key}))) / sum);
  }
  CHECK(first_difference(scores, expected, tolerance(2 * (5 + 8) + 4, 1)) == "");
}

}  // namespace ap::test
