// Attention against PyTorch, for every kind, mask, bias and batch that tests/golden/make.py wrote.

#include "support/golden.hpp"

#include <cstdlib>

#include "attention_playground/attention/attention.hpp"
#include "attention_playground/attention/multi_head.hpp"
#include "attention_playground/attention/parameters.hpp"
#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

/// Scores are rounded `depth` times, each by ε of the largest score; the exponential turns that
/// into a relative error of the weight, once directly and once through the sum.
double weights_tolerance(Index depth, Index keys, double largest_score) {
  return tolerance(keys + softmax_roundings, 1) + tolerance(2 * depth, largest_score);
}

struct Setting {
  GivenMasks masks;
  WeightOptions options;
};

Setting setting_of(const GoldenSet& set, const GoldenCase& each) {
  Setting setting;
  const bool both = each.mask == "both";
  setting.options.mask.causal = both || each.mask == "causal";
  if (both || each.mask == "padding") setting.masks.key_padding_mask = additive(set["padding"]);
  if (each.mask == "boolean") setting.masks.attn_mask = additive(set["boolean"]);
  if (each.mask == "additive") setting.masks.attn_mask = set["additive"];
  return setting;
}

GivenProjections projections_of(const GoldenSet& set, bool bias) {
  GivenProjections given{set["wq"], set["wk"], set["wv"], set["wo"], {}, {}, {}, {}};
  if (!bias) return given;
  given.bq = set["bq"];
  given.bk = set["bk"];
  given.bv = set["bv"];
  given.bo = set["bo"];
  return given;
}

/// Largest sum of |x| over the widest row that one output adds up.
double output_magnitude(const GoldenSet& set) {
  double magnitude = largest_magnitude(set["value"]);
  if (set.kind != "multi_head") return magnitude;
  for (const char* matrix : {"wv", "wo"})
    magnitude *= largest_magnitude(set[matrix]) * static_cast<double>(set[matrix].size(0));
  return magnitude + largest_magnitude(set["bo"]) + largest_magnitude(set["bv"]);
}

struct Tolerances {
  double weights;
  double output;
};

Tolerances tolerances_of(const GoldenSet& set) {
  const Index keys = set["key"].size(-2);
  const double largest_score = largest_magnitude(set["largest_score"]);
  if (set.kind == "scaled_dot_product") {
    const double weights = weights_tolerance(set["query"].size(-1) + 2, keys, largest_score);
    return {weights, (weights + tolerance(keys + 1, 1)) * output_magnitude(set)};
  }
  const Index width = set["query"].size(-1);
  const Index d_k = set["wq"].size(1) / set.heads;
  const double weights = weights_tolerance(2 * width + d_k + 4, keys, largest_score);
  const Index after = keys + set["wv"].size(0) + set["wo"].size(0) + 3;
  return {weights, (weights + tolerance(after, 1)) * output_magnitude(set)};
}

std::vector<GoldenSet> sets_of(const std::string& kind) {
  std::vector<GoldenSet> sets;
  for (GoldenSet& set : read_goldens("attention.txt"))
    if (set.kind == kind) sets.push_back(std::move(set));
  return sets;
}

}  // namespace

TEST_CASE("golden: every kind, mask, bias and batch is there, and no tolerance is too large") {
  constexpr double one_ten_thousandth = 1e-4;
  std::size_t scaled = 0;
  std::size_t multi = 0;
  for (const GoldenSet& set : read_goldens("attention.txt")) {
    (set.kind == "multi_head" ? multi : scaled) += set.cases.size();
    const Tolerances tolerances = tolerances_of(set);
    INFO(set.name << ": weights ± " << tolerances.weights << ", output ± " << tolerances.output);
    CHECK(tolerances.weights < one_ten_thousandth);
    CHECK(tolerances.output < one_ten_thousandth * output_magnitude(set));
  }
  CHECK(scaled == 3 * 6 * 2);
  CHECK(multi == 3 * 2 * 6 * 2);
}

TEST_CASE("golden: scaled dot-product attention is PyTorch's") {
  for (const GoldenSet& set : sets_of("scaled_dot_product")) {
    const Tolerances tolerances = tolerances_of(set);
    for (const GoldenCase& each : set.cases) {
      INFO(set.name << ", mask " << each.mask << ", scale " << each.variant);
      Setting setting = setting_of(set, each);
      if (each.variant != "default")
        setting.options.scale = std::strtof(each.variant.c_str(), nullptr);
      const AttentionResult result = scaled_dot_product_attention(
          set["query"], set["key"], set["value"], setting.masks, setting.options, true);
      CHECK(first_difference(result.weights, each.results.at("weights"), tolerances.weights) == "");
      CHECK(first_difference(result.output, each.results.at("output"), tolerances.output) == "");
    }
  }
}

TEST_CASE("golden: multi-head attention is PyTorch's") {
  for (const GoldenSet& set : sets_of("multi_head")) {
    const Tolerances tolerances = tolerances_of(set);
    for (const GoldenCase& each : set.cases) {
      INFO(set.name << ", mask " << each.mask << ", " << each.variant);
      const Setting setting = setting_of(set, each);
      const GivenProjections projections = projections_of(set, each.variant == "bias");
      const AttentionResult result =
          multi_head_attention(set["query"], set["key"], set["value"], projections, set.heads,
                               setting.masks, setting.options, true);
      CHECK(first_difference(result.weights, each.results.at("weights"), tolerances.weights) == "");
      CHECK(first_difference(result.output, each.results.at("output"), tolerances.output) == "");
      const AttentionResult without_weights =
          multi_head_attention(set["query"], set["key"], set["value"], projections, set.heads,
                               setting.masks, setting.options, false);
      CHECK_FALSE(without_weights.weights);
      CHECK(first_bit_difference(without_weights.output, result.output) == "");
    }
  }
}

TEST_CASE("golden: a traced layer is PyTorch's, with combined and with separate matrices") {
  for (const GoldenSet& set : sets_of("multi_head")) {
    // A trace has one memory for keys and values.
    if (set["key"].shape() != set["value"].shape()) continue;
    const Tolerances tolerances = tolerances_of(set);
    const bool cross = first_bit_difference(set["query"], set["key"]) != "";
    for (const GoldenCase& each : set.cases) {
      if (cross && first_bit_difference(set["key"], set["value"]) != "") continue;
      for (bool separate : {false, true}) {
        INFO(set.name << ", mask " << each.mask << ", " << each.variant
                      << (separate ? ", separate" : ", combined"));
        const Setting setting = setting_of(set, each);
        TraceRequest request = request_for(set["query"], set.heads);
        if (cross) request.memory = SentenceInput{set["key"], {}, {}};
        request.projections = Projections::given;
        request.given = projections_of(set, each.variant == "bias");
        request.separate = separate;
        request.masks = setting.masks;
        request.weights = setting.options;
        const auto run = trace_attention(request);
        CHECK(first_difference(value(*run, "output"), each.results.at("output"),
                               tolerances.output) == "");
      }
    }
  }
}

TEST_CASE("golden: the reference implementation is PyTorch's too") {
  for (const GoldenSet& set : sets_of("multi_head")) {
    const GoldenCase& each = set.cases.front();
    REQUIRE(each.mask == "none");
    REQUIRE(each.variant == "bias");
    ProjectionOptions options{Projections::given,
                              set.heads,
                              set["wq"].size(1),
                              set["wv"].size(1),
                              set["wo"].size(1),
                              true,
                              true,
                              true,
                              true};
    const auto plan = std::make_shared<const Plan>(plan_multi_head(
        set["query"].shape(), set["key"].shape(), set["value"].shape(), options, {}, {}));
    Supply supply;
    for (const char* input : {"query", "key", "value"})
      supply.given.emplace_back(input, set[input]);
    for (const char* letter : {"q", "k", "v", "o"}) {
      supply.given.emplace_back(std::string("w_") + letter, set[std::string("w") + letter]);
      supply.given.emplace_back(std::string("b_") + letter, set[std::string("b") + letter]);
    }
    Run run(plan, supply_leaves(*plan, supply), Implementation::reference);
    const Tolerances tolerances = tolerances_of(set);
    INFO(set.name);
    CHECK(first_difference(value(run, "weights"), each.results.at("weights"), tolerances.weights) ==
          "");
    CHECK(first_difference(value(run, "output"), each.results.at("output"), tolerances.output) ==
          "");
  }
}

}  // namespace ap::test
