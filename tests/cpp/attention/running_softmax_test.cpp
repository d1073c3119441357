// A running softmax meets its keys block after block: what it must give when whole blocks are
// hidden, and how exact it must be at every size of scores. Softmax in double precision decides.

#include <algorithm>
#include <cmath>
#include <limits>

#include "attention_playground/attention/attention.hpp"
#include "attention_playground/attention/fused_backward.hpp"
#include "attention_playground/attention/parameters.hpp"
#include "attention_playground/attention/scaled_dot_product.hpp"
#include "attention_playground/tensor/random.hpp"
#include "catch.hpp"
#include "support/attention.hpp"
#include "support/attention_gradient.hpp"
#include "support/comparison.hpp"
#include "support/steps.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

constexpr Index block = 256;  // of keys, in fused.cpp

/// Whole numbers in ±limit.
Tensor whole_numbers(const Dims& shape, const std::string& name, float limit) {
  Tensor numbers = random_tensor(shape, name, limit);
  for (Index i = 0; i < numbers.count(); ++i)
    numbers.mutable_data()[i] = std::round(numbers.data()[i]);
  return numbers;
}

/// Ways to hide keys of which blocks of 256 see nothing, or nothing at first.
enum class Hidden { none, left, right, window, every_second_block, all_but_one, random };
constexpr Hidden ways[] = {
    Hidden::none,        Hidden::left,  Hidden::right, Hidden::window, Hidden::every_second_block,
    Hidden::all_but_one, Hidden::random};

bool hides(Hidden way, Index query, Index key, Index keys) {
  switch (way) {
    case Hidden::none:
      return false;
    case Hidden::left:
      return key < keys - 40;
    case Hidden::right:
      return key >= 40;
    case Hidden::window:
      return std::abs(key - (query * 37) % keys) > 20;
    case Hidden::every_second_block:
      return key / block % 2 == 0;
    case Hidden::all_but_one:
      return key != (query * 101 + keys - 1) % keys;
    case Hidden::random:
      return uniform(7, static_cast<std::uint64_t>(query), key) < 0.9F;
  }
  return false;
}

Tensor hiding(Hidden way, Index queries, Index keys) {
  Tensor mask({queries, keys});
  for (Index t = 0; t < queries; ++t)
    for (Index s = 0; s < keys; ++s) mask.set({t, s}, hides(way, t, s, keys) ? -infinity : 0);
  return mask;
}

/// Softmax of the scores q · k · scale + mask in double precision; a row that sees no key is 0.
/// Only for scores and masks that floats hold exactly.
std::vector<double> exact_weights(const Tensor& q, const Tensor& k, const Tensor& mask,
                                  double scale) {
  std::vector<double> weights;
  const Index keys = k.size(0);
  for (Index t = 0; t < q.size(0); ++t) {
    std::vector<double> row;
    double maximum = -HUGE_VAL, sum = 0;
    for (Index s = 0; s < keys; ++s) {
      double score = mask.at({t, s});
      for (Index i = 0; i < q.size(1); ++i)
        score += scale * static_cast<double>(q.at({t, i})) * static_cast<double>(k.at({s, i}));
      row.push_back(score);
      maximum = std::fmax(maximum, score);
    }
    for (double& each : row) sum += each = std::isinf(maximum) ? 0 : std::exp(each - maximum);
    for (double each : row) weights.push_back(sum == 0 ? 0 : each / sum);
  }
  return weights;
}

/// The largest error of a weight in units of its last place; numbers below the smallest normal
/// float may be 0.
double worst_ulps(const std::vector<float>& actual, const std::vector<double>& exact) {
  double worst = 0;
  for (std::size_t i = 0; i < exact.size(); ++i) {
    const double found = static_cast<double>(actual[i]);
    if (!(std::fabs(found - exact[i]) > 1.2e-38)) continue;
    int exponent = 0;
    std::frexp(exact[i], &exponent);
    worst = std::fmax(worst, std::fabs(found - exact[i]) / std::ldexp(1.0, exponent - 24));
  }
  return worst;
}

/// Weights that a call without weights uses, from its output with one-hot values.
std::vector<float> weights_in_blocks(const Tensor& q, const Tensor& k, const GivenMasks& masks,
                                     const WeightOptions& options) {
  const Index keys = k.size(0);
  Tensor one_hot = Tensor::filled({keys, keys}, 0);
  for (Index s = 0; s < keys; ++s) one_hot.set({s, s}, 1);
  return values_of(scaled_dot_product_attention(q, k, one_hot, masks, options, false).output);
}

/// The output of attention in tiles of 2 × 2.
Tensor tiled_output(const Tensor& q, const Tensor& k, const Tensor& v, WeightOptions options) {
  options.tile = {2, 2};
  const auto plan = std::make_shared<const Plan>(
      plan_scaled_dot_product(q.shape(), k.shape(), v.shape(), options, {}));
  Supply supply;
  supply.given = {{"query", q}, {"key", k}, {"value", v}};
  Run run(plan, supply_leaves(*plan, supply));
  return value(run, "context");
}

}  // namespace

TEST_CASE("running softmax: blocks without a visible key change nothing, at every size of scores") {
  // Left padding, where all 256 keys of the first block are hidden under scores of −88.7, gave NaN.
  int trial = 0;
  for (const float size : {1.0F, 44.3F, 88.7F, 133.0F, 1e3F, 3e4F, 1e6F}) {
    for (const Hidden way : ways) {
      for (const float sign : {-1.0F, 1.0F}) {
        const Index queries = std::vector<Index>{1, 5, 70}[static_cast<std::size_t>(trial % 3)];
        const Index keys =
            std::vector<Index>{512, 300, 777}[static_cast<std::size_t>(trial / 3 % 3)];
        const std::string name = "trial " + std::to_string(trial++);
        // All scores lie around ±size, some tens apart.
        Tensor q = Tensor::filled({queries, 2}, 1);
        Tensor k = random_tensor({keys, 2}, "k" + name, 20);
        for (Index s = 0; s < keys; ++s) k.set({s, 0}, sign * size);
        const Tensor v = random_tensor({keys, 5}, "v" + name);
        const GivenMasks masks = {hiding(way, queries, keys), {}};
        WeightOptions options;
        options.scale = 1;
        INFO(name << ", size " << size * sign << ", T " << queries << ", S " << keys << ", way "
                  << static_cast<int>(way));
        const AttentionResult steps = run_steps(q, k, v, masks, options);
        const double weights = weights_tolerance(keys, 8, static_cast<double>(size) + 20);
        const double output = output_tolerance(keys, weights, v);
        const AttentionResult whole = scaled_dot_product_attention(q, k, v, masks, options, true);
        const Tensor blocks = scaled_dot_product_attention(q, k, v, masks, options, false).output;
        CHECK(first_difference(whole.weights, steps.weights, weights) == "");
        CHECK(first_difference(whole.output, steps.output, output) == "");
        CHECK(first_difference(blocks, steps.output, output) == "");
      }
    }
  }
}

TEST_CASE("running softmax: weights of exact scores are within 4 ulp, of one block or several") {
  int trial = 0;
  for (const float limit : {3.0F, 20.0F, 100.0F, 1000.0F, 3000.0F, 65536.0F, 1048576.0F}) {
    for (const float scale : {1.0F, 0.25F, 4.0F, -1.0F, 0x1p-10F}) {
      const Index keys =
          std::vector<Index>{1, 9, 64, 300, 530}[static_cast<std::size_t>(trial % 5)];
      const Index queries = trial % 2 == 0 ? 3 : 70;
      const std::string name = "trial " + std::to_string(trial++);
      Tensor q = Tensor::filled({queries, 2}, 1);
      // Neighbouring scores, so that many weights count, around a large one.
      Tensor k = whole_numbers({keys, 2}, "k" + name, std::fmin(limit, 12));
      for (Index s = 0; s < keys; ++s) k.set({s, 0}, limit);
      for (Index t = 0; t < queries; ++t) q.set({t, 0}, static_cast<float>(t % 3 - 1));
      const Hidden way = ways[static_cast<std::size_t>(trial) % std::size(ways)];
      const Tensor mask = hiding(way, queries, keys);
      WeightOptions options;
      options.scale = scale;
      const GivenMasks masks = {mask, {}};
      const std::vector<double> exact = exact_weights(q, k, mask, static_cast<double>(scale));
      INFO(name << ", limit " << limit << ", scale " << scale << ", T " << queries << ", S " << keys
                << ", way " << static_cast<int>(way));
      const AttentionResult whole = scaled_dot_product_attention(q, k, k, masks, options, true);
      CHECK(worst_ulps(values_of(whole.weights), exact) <= 4);
      CHECK(worst_ulps(weights_in_blocks(q, k, masks, options), exact) <= 4);
      if (way != Hidden::none) continue;
      // Without a mask, where lengths may bound the scores.
      CHECK(worst_ulps(values_of(scaled_dot_product_attention(q, k, k, {}, options, true).weights),
                       exact) <= 4);
      CHECK(worst_ulps(weights_in_blocks(q, k, {}, options), exact) <= 4);
    }
  }
}

TEST_CASE(
    "running softmax: a maximum that rises with every block keeps the earlier weights exact") {
  for (const float step : {1.0F, 3.0F, 10.0F, 30.0F}) {
    for (const float start : {-1e6F, -1500.0F, -1030.0F, -90.0F, 0.0F, 1000.0F, 1e5F}) {
      const Index keys = 6 * block + 5;
      Tensor q = Tensor::filled({2, 1}, 1);
      Tensor k({keys, 1});
      for (Index s = 0; s < keys; ++s)
        k.set({s, 0}, start + step * static_cast<float>(s / block) -
                          static_cast<float>(s % block == 3 ? 0 : 300));
      WeightOptions options;
      options.scale = 1;
      const std::vector<double> exact = exact_weights(q, k, Tensor::filled({2, keys}, 0), 1);
      INFO("start " << start << ", step " << step);
      CHECK(worst_ulps(weights_in_blocks(q, k, {}, options), exact) <= 4);
    }
  }
}

TEST_CASE("running softmax: scores of −110,000 keep the digits that decide") {
  // A head of Pythia-70m (TransformerLens, issue 385).
  const Tensor q = Tensor::filled({1, 1}, 1);
  const Tensor k =
      tensor({5, 1}, {-110208.0547F, -110189.8125F, -110206.5234F, -110208.4531F, -110192.6016F});
  WeightOptions options;
  options.scale = 1;
  const AttentionResult result = scaled_dot_product_attention(q, k, k, {}, options, true);
  CHECK(worst_ulps(values_of(result.weights), exact_weights(q, k, Tensor::filled({1, 5}, 0), 1)) <=
        4);
  CHECK(first_difference(result.weights, std::vector<double>{0, 0.9421, 0, 0, 0.0579},
                         four_decimals) == "");
}

TEST_CASE("running softmax: the only visible key has weight 1, and gives its value") {
  for (int trial = 0; trial < 300; ++trial) {
    const std::string name = "trial " + std::to_string(trial);
    const Index keys = std::vector<Index>{1, 4, 70, 600}[static_cast<std::size_t>(trial % 4)];
    const Index queries = trial % 3 == 0 ? 1 : trial % 3 == 1 ? 9 : 80;
    const Index offset = keys > 70 ? 0 : trial % 5 - 2;
    const float size = trial % 7 == 0 ? 1000 : 3;
    const Tensor q = random_tensor({queries, 6}, "q" + name, size);
    const Tensor k = random_tensor({keys, 6}, "k" + name, 3);
    const Tensor v = random_tensor({keys, 5}, "v" + name);
    GivenMasks masks;
    WeightOptions options;
    options.mask.causal_offset = offset;
    // Either a mask leaves one key, or the causal mask does for one query.
    if (trial % 2 == 0)
      masks.attn_mask = hiding(Hidden::all_but_one, queries, keys);
    else
      options.mask.causal = true;
    const AttentionResult whole = scaled_dot_product_attention(q, k, v, masks, options, true);
    const Tensor blocks = scaled_dot_product_attention(q, k, v, masks, options, false).output;
    bool one = true;
    for (Index t = 0; t < queries; ++t) {
      const Index visible = t + offset + 1;  // under the causal mask, of all keys
      const bool is_only = keys == 1 ? visible >= 1 : visible == 1;
      if (options.mask.causal && !is_only) continue;
      const Index seen = options.mask.causal ? 0 : (t * 101 + keys - 1) % keys;
      one = one && whole.weights.at({t, seen}) == 1;
      for (Index i = 0; i < 5; ++i)
        one = one && whole.output.at({t, i}) == v.at({seen, i}) &&
              blocks.at({t, i}) == v.at({seen, i});
    }
    INFO(name << ", T " << queries << ", S " << keys);
    CHECK(one);
  }
}

TEST_CASE("running softmax: a key far above all others gives its value") {
  // TensorFlow's tutorial: scores 100 / √3 and 0; 5.5 had become 5.4999995.
  const Tensor q = tensor({1, 3}, {0, 0, 10});
  const Tensor k = tensor({4, 3}, {10, 0, 0, 0, 10, 0, 0, 0, 10, 0, 0, 10});
  const Tensor v = tensor({4, 2}, {1, 0, 10, 0, 100, 5, 1000, 6});
  const AttentionResult result = scaled_dot_product_attention(q, k, v, {}, {}, true);
  CHECK(values_of(result.output) == std::vector<float>{550, 5.5F});
  CHECK(result.weights.at({0, 2}) == 0.5F);
  CHECK(result.weights.at({0, 3}) == 0.5F);
  const std::vector<double> exact = {4.2166388e-26, 4.2166388e-26, 0.5, 0.5};
  CHECK(first_difference(result.weights, exact, 1e-30) == "");
  const Tensor far = tensor({1, 3}, {0, 10, 0});
  const Tensor output = scaled_dot_product_attention(far, k, v, {}, {}, false).output;
  CHECK(first_difference(output, std::vector<double>{10, 9.2766054e-25}, 1e-29) == "");
  CHECK(output.at({0, 0}) == 10);
}

TEST_CASE("running softmax: scale over temperature overflows nowhere that its steps do not") {
  const Tensor q = tensor({3, 1}, {0, 1e-38F, -1e-38F});
  const Tensor k = tensor({4, 1}, {1, 2, 0.5F, -1});
  const Tensor v = random_tensor({4, 3}, "v");
  for (const auto& [scale, temperature] : {std::pair{1e10F, 1e-30F},
                                           {-1e10F, 1e-30F},
                                           {1e30F, 1e-12F},
                                           {1e-30F, 1e-30F},
                                           {1e-30F, 1e30F},
                                           {1e38F, 1e-3F}}) {
    WeightOptions options;
    options.scale = scale;
    options.temperature = temperature;
    INFO("scale " << scale << ", temperature " << temperature);
    const AttentionResult steps = run_steps(q, k, v, {}, options);
    const AttentionResult fused = scaled_dot_product_attention(q, k, v, {}, options, true);
    for (float weight : values_of(steps.weights)) CHECK(std::isfinite(weight));
    CHECK(first_difference(fused.weights, steps.weights, 1e-4) == "");
    CHECK(first_difference(tiled_output(q, k, v, options), steps.output, 1e-4) == "");
  }
}

}  // namespace ap::test
