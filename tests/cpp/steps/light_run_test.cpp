// A run that keeps little is a run that keeps everything, to the last bit, whatever is edited and
// undone, and whatever fails meanwhile.

#include "attention_playground/attention/multi_head.hpp"
#include "attention_playground/attention/parameters.hpp"
#include "attention_playground/steps/run.hpp"
#include "attention_playground/tensor/random.hpp"
#include "attention_playground/transformer/generation.hpp"
#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/drawn.hpp"
#include "support/models.hpp"
#include "support/random_plan.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

/// Whole numbers drawn by a trial's number.
DrawWhole draws_of(int trial) {
  return [trial, next = std::uint64_t{0}](Index least, Index most) mutable {
    const float draw = uniform(11, static_cast<std::uint64_t>(trial), next++);
    return least + static_cast<Index>(draw * static_cast<float>(most - least + 1));
  };
}

/// Tokens of two generations by equal models, whose passes are edited alike. The second one's keep
/// every step from the start.
class TwinGenerations {
 public:
  TwinGenerations(const ModelOptions& options, const DrawWhole& whole)
      : whole_(whole),
        options_(options),
        light_(model_of(options, words)),
        kept_(model_of(options, words)) {
    if (options.has_encoder()) request_.source = {1, 2, 3};
    request_.tokens = {4, 5};
  }

  /// Both choose the next token, as if no pass had been edited: the first difference, or "".
  std::string extend() {
    lights_.push_back(light_.next(request_));
    wholes_.push_back(kept_.next(request_));
    wholes_.back().run->keep_all();
    const auto right = run_without_cache(*model_of(options_, words), request_);
    request_.tokens.push_back(lights_.back().id);
    const StepId logits = *lights_.back().pass->next_logits;
    const std::string path = lights_.back().run->plan()[logits].path;
    return first_bit_difference(lights_.back().run->value(logits), value(*right, path));
  }

  /// Edits a cell of a step in both passes of a token, or takes the last edit back.
  void change(std::size_t token) {
    Run& light = *lights_[token].run;
    Run& whole = *wholes_[token].run;
    if (whole_(0, 2) == 0) {
      light.undo();
      whole.undo();
      return;
    }
    const auto id = static_cast<StepId>(whole_(0, light.plan().count() - 1));
    const Step& step = light.plan()[id];
    if (step.declaration.role == Role::token) return;
    const Index cells = element_count(step.layout.shape);
    const CellEdit cell = {id, whole_(0, cells - 1), static_cast<float>(whole_(-9, 9)) / 4};
    light.edit(id, {cell});
    whole.edit(id, {cell});
  }

  std::string what_differs(std::size_t token) {
    Run& light = *lights_[token].run;
    for (StepId id = 0; id < light.plan().count(); ++id) {
      const std::string difference =
          first_bit_difference(light.value(id), wholes_[token].run->value(id));
      if (!difference.empty()) return light.plan()[id].path + ": " + difference;
    }
    return "";
  }

  std::size_t tokens() const { return lights_.size(); }

 private:
  static constexpr Index words = 7;

  const DrawWhole& whole_;
  ModelOptions options_;
  Generation light_, kept_;
  NextTokenRequest request_;
  std::vector<NextToken> lights_, wholes_;
};

}  // namespace

TEST_CASE("light run: edited, undone and reset, it equals one that keeps all, to the last bit") {
  for (int trial = 0; trial < 250; ++trial) {
    const DrawWhole whole = draws_of(trial);
    const RandomPlan plan(whole);
    Twins twins(plan, whole);
    for (int step = 0; step < 10; ++step) {
      twins.step();
      INFO("trial " << trial << ", step " << step);
      REQUIRE(twins.what_differs() == "");
    }
  }
}

TEST_CASE("light run: with the memory of another one, compared with it, it differs nowhere") {
  for (int trial = 0; trial < 100; ++trial) {
    const DrawWhole whole = draws_of(trial);
    const RandomPlan plan(whole);
    Run all(plan.all, plan.leaves);
    const auto arena = std::make_shared<Arena>();
    Run light(plan.light, Implementation::simd, arena);
    Run other(plan.light, Implementation::simd, arena);
    for (Run* run : {&light, &other}) {
      run->supply(plan.leaves);
      run->run();
    }
    INFO("trial " << trial);
    for (Run* second : {&all, &light, &other})
      for (const Difference& each : compare(light, *second)) REQUIRE(each.largest == 0);
    for (StepId a = 0; a < plan.all->count(); ++a)
      for (StepId b = 0; b < plan.all->count(); ++b) {
        if ((*plan.all)[a].layout.shape != (*plan.all)[b].layout.shape) continue;
        INFO("steps " << a << " and " << b);
        const Tensor expected = difference(all, a, all, b);
        REQUIRE(first_bit_difference(difference(light, a, other, b), expected) == "");
      }
  }
}

TEST_CASE("light run: passes of a generation, edited while it goes on, equal those that keep all") {
  for (int trial = 0; trial < 10; ++trial) {
    const DrawWhole whole = draws_of(trial);
    const auto architecture =
        trial % 2 == 0 ? Architecture::encoder_decoder : Architecture::decoder_only;
    const ModelOptions options = drawn_model(trial, architecture);
    INFO("trial " << trial << ": " << text_of(options));
    TwinGenerations twins(options, whole);
    for (int round = 0; round < 5; ++round) {
      REQUIRE(twins.extend() == "");
      for (int change = 0; change < 4; ++change) {
        const auto token =
            static_cast<std::size_t>(whole(0, static_cast<Index>(twins.tokens()) - 1));
        twins.change(token);
        INFO("round " << round << ", change " << change << " of token " << token);
        REQUIRE(twins.what_differs(token) == "");
      }
    }
  }
}

TEST_CASE("light run: what a kernel has replaced can be read, computed by its own steps") {
  for (int trial = 0; trial < 30; ++trial) {
    const Shapes s = draw(trial);
    const Dims q = {s.batch, s.queries, s.width()};
    const Dims kv = {s.batch, s.keys, s.width()};
    const ProjectionOptions projections = {.num_heads = s.heads,
                                           .query_key_width = s.width(),
                                           .value_width = s.width(),
                                           .output_width = s.width(),
                                           .rotary = s.d_k % 2 == 0 && trial % 3 == 0};
    const std::vector<std::string> keep = {"output"};
    WeightOptions weights;
    weights.mask.causal = trial % 2 == 0;
    const auto plan = [&](const Execution& execution) {
      return std::make_shared<const Plan>(
          plan_multi_head(q, kv, kv, projections, weights, execution));
    };
    Supply supply;
    supply.given = {
        {"query", drawn(s, q, "q")}, {"key", drawn(s, kv, "k")}, {"value", drawn(s, kv, "v")}};
    const auto fused = plan({.keep = &keep, .fused = true});
    const auto whole = plan({});
    Run light(fused, supply_leaves(*fused, supply));
    Run all(whole, supply_leaves(*whole, supply));
    for (StepId id = 0; id < fused->count(); ++id) {
      INFO(s.text() << ": " << (*fused)[id].path);
      if ((*fused)[id].path == "output") continue;
      REQUIRE(first_bit_difference(light.value(id), all.value(id)) == "");
    }
  }
}

TEST_CASE("light run: from keep_all() on, views share memory as in a run that keeps all") {
  for (int trial = 0; trial < 40; ++trial) {
    const DrawWhole whole = draws_of(trial);
    const RandomPlan plan(whole);
    Run run(plan.light, plan.leaves);
    run.keep_all();
    for (StepId id = 0; id < run.plan().count(); ++id) {
      const Step& step = run.plan()[id];
      if (!step.declaration.operation->aliases) continue;
      INFO("trial " << trial << ", " << step.path);
      CHECK(run.loan(id).storage() == run.loan(step.inputs[0]).storage());
    }
  }
}

}  // namespace ap::test
