// Attention against PyTorch, for every kind, mask, bias and batch that tests/golden/make.py wrote.

#include "support/golden.hpp"

#include <cmath>
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

/// Of a weight, and of an output compared with the largest number of its tensor. PyTorch adds in
/// another order; the largest differences that were measured are 1 ε and 2.2 ε.
constexpr double weights_tolerance = tolerance(4, 1);
constexpr Index output_roundings = 8;

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

/// What of a call's results is not PyTorch's; "" if nothing is.
std::string difference(const Tensor& output, const std::optional<Tensor>& weights,
                       const GoldenCase& each) {
  const Tensor& expected = each.results.at("output");
  const double allowed = tolerance(output_roundings, largest_magnitude(expected));
  std::string found = first_difference(output, expected, allowed);
  if (found.empty() && weights)
    found = first_difference(*weights, each.results.at("weights"), weights_tolerance);
  return found;
}

AttentionResult scaled_dot_product(const GoldenSet& set, const GoldenCase& each, float factor = 1) {
  Setting setting = setting_of(set, each);
  const float usual = 1 / std::sqrt(static_cast<float>(set["query"].size(-1)));
  if (each.variant != "default")
    setting.options.scale = std::strtof(each.variant.c_str(), nullptr) * factor;
  else if (factor != 1)
    setting.options.scale = usual * factor;
  return scaled_dot_product_attention(set["query"], set["key"], set["value"], setting.masks,
                                      setting.options, true);
}

AttentionResult multi_head(const GoldenSet& set, const GoldenCase& each, bool need_weights,
                           float factor = 1) {
  const Setting setting = setting_of(set, each);
  const GivenProjections projections = projections_of(set, each.variant == "bias");
  Tensor query = set["query"].clone();
  for (Index i = 0; i < query.count(); ++i) query.mutable_data()[i] *= factor;
  return multi_head_attention(query, set["key"], set["value"], projections, set.heads,
                              setting.masks, setting.options, need_weights);
}

std::vector<GoldenSet> sets_of(const std::string& kind) {
  std::vector<GoldenSet> sets;
  for (GoldenSet& set : read_goldens("attention"))
    if (set.kind == kind) sets.push_back(std::move(set));
  return sets;
}

}  // namespace

TEST_CASE("golden: every kind, mask, bias and batch is there") {
  std::size_t scaled = 0;
  std::size_t multi = 0;
  for (const GoldenSet& set : read_goldens("attention"))
    (set.kind == "multi_head" ? multi : scaled) += set.cases.size();
  CHECK(scaled == 3 * 6 * 2);
  CHECK(multi == 3 * 2 * 6 * 2);
}

TEST_CASE("golden: scaled dot-product attention is PyTorch's") {
  for (const GoldenSet& set : sets_of("scaled_dot_product")) {
    for (const GoldenCase& each : set.cases) {
      INFO(set.name << ", mask " << each.mask << ", scale " << each.variant);
      const AttentionResult result = scaled_dot_product(set, each);
      CHECK(difference(result.output, result.weights, each) == "");
    }
  }
}

TEST_CASE("golden: multi-head attention is PyTorch's") {
  for (const GoldenSet& set : sets_of("multi_head")) {
    for (const GoldenCase& each : set.cases) {
      INFO(set.name << ", mask " << each.mask << ", " << each.variant);
      const AttentionResult result = multi_head(set, each, true);
      CHECK(difference(result.output, result.weights, each) == "");
      const AttentionResult without_weights = multi_head(set, each, false);
      CHECK_FALSE(without_weights.weights);
      CHECK(first_bit_difference(without_weights.output, result.output) == "");
    }
  }
}

TEST_CASE("golden: scores or queries that are off by a ten-thousandth are not PyTorch's") {
  for (const GoldenSet& set : read_goldens("attention")) {
    for (const GoldenCase& each : set.cases) {
      INFO(set.kind << " " << set.name << ", mask " << each.mask << ", " << each.variant);
      const bool heads = set.kind == "multi_head";
      const AttentionResult result =
          heads ? multi_head(set, each, true, 1.0001F) : scaled_dot_product(set, each, 1.0001F);
      CHECK(difference(result.output, result.weights, each) != "");
    }
  }
}

TEST_CASE("golden: a traced layer is PyTorch's, with combined and with separate matrices") {
  for (const GoldenSet& set : sets_of("multi_head")) {
    // A trace has one memory for keys and values.
    if (set["key"].shape() != set["value"].shape()) continue;
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
        CHECK(difference(value(*run, "output"), {}, each) == "");
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
    INFO(set.name);
    CHECK(difference(value(run, "output"), value(run, "weights"), each) == "");
  }
}

}  // namespace ap::test
