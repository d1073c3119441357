// Which memory a run frees, when, and the most that it holds.

#include <algorithm>
#include <utility>

#include "attention_playground/ops/leaf.hpp"
#include "attention_playground/ops/scale.hpp"
#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/models.hpp"
#include "support/small_graph.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

/// A pass that chooses a token, and keeps everything or only what a Pass names.
Pass pass_of(const ModelOptions& options, bool keep_all) {
  NextTokenRequest request;
  if (options.has_encoder()) request.source = {1, 2, 3};
  request.tokens = {4, 5};
  ModelOptions with_words = options;
  with_words.vocabulary = 7;
  return declare_pass(without_cache(with_words, request), keep_all);
}

/// The step whose memory a step reads.
StepId owner_of(const Plan& plan, StepId id) {
  while (plan[id].declaration.operation->aliases) id = plan[id].inputs.front();
  return id;
}

/// The last step that reads each step's memory, by brute force.
std::vector<StepId> last_readers(const Plan& plan) {
  std::vector<StepId> last;
  for (StepId id = 0; id < plan.count(); ++id) {
    last.push_back(id);
    for (StepId input : plan[id].inputs) {
      StepId& of_owner = last[static_cast<std::size_t>(owner_of(plan, input))];
      of_owner = std::max(of_owner, id);
    }
  }
  return last;
}

/// The most floats alive at any moment: those that are kept, also through views, or still to be
/// read.
double fullest(const Plan& plan) {
  const std::vector<StepId> last = last_readers(plan);
  std::vector<char> kept(last.size());
  for (StepId id = 0; id < plan.count(); ++id)
    if (plan[id].keep) kept[static_cast<std::size_t>(owner_of(plan, id))] = 1;
  double most = 0;
  for (StepId now = 0; now < plan.count(); ++now) {
    double alive = 0;
    for (StepId id = 0; id <= now; ++id) {
      const auto i = static_cast<std::size_t>(id);
      if (owner_of(plan, id) != id || (kept[i] == 0 && last[i] < now)) continue;
      alive += static_cast<double>(element_count(plan[id].layout.shape));
    }
    most = std::max(most, alive);
  }
  return most;
}

std::vector<std::shared_ptr<const Plan>> plans_of_stacks(bool keep_all) {
  std::vector<std::shared_ptr<const Plan>> plans;
  for (int trial = 0; trial < 8; ++trial) {
    const auto architecture =
        trial % 2 == 0 ? Architecture::encoder_decoder : Architecture::decoder_only;
    plans.push_back(
        std::make_shared<const Plan>(pass_of(drawn_model(trial, architecture), keep_all).plan));
  }
  return plans;
}

}  // namespace

TEST_CASE("memory: a step is released by the last that reads it, once, and no kept one is") {
  for (const auto& plan : plans_of_stacks(false)) {
    std::vector<int> released(static_cast<std::size_t>(plan->count()));
    for (StepId id = 0; id < plan->count(); ++id) {
      for (StepId done : (*plan)[id].releases) {
        ++released[static_cast<std::size_t>(done)];
        CHECK((*plan)[done].last_reader == id);
        CHECK(done <= id);
      }
    }
    for (StepId id = 0; id < plan->count(); ++id) {
      INFO((*plan)[id].path);
      CHECK(released[static_cast<std::size_t>(id)] == ((*plan)[id].keep ? 0 : 1));
    }
  }
}

TEST_CASE("memory: no step is read after it was released, in stacks of any kind") {
  for (const auto& plan : plans_of_stacks(false)) {
    const std::vector<StepId> last = last_readers(*plan);
    for (StepId id = 0; id < plan->count(); ++id) {
      INFO((*plan)[id].path);
      if (owner_of(*plan, id) == id)
        CHECK((*plan)[id].last_reader == last[static_cast<std::size_t>(id)]);
    }
  }
}

TEST_CASE("memory: what is supplied stays, and what a pass names; nothing else does") {
  const Pass pass = pass_of(small_model(), false);
  std::vector<StepId> named = {*pass.next_logits, *pass.probabilities, *pass.next_token};
  for (const auto* layers : {&pass.own, &pass.memory})
    for (const CachedSteps& each : *layers) named.insert(named.end(), {each.keys, each.values});
  CHECK(named.size() == 3 + 2 * 2 * 2);
  for (StepId id = 0; id < pass.plan.count(); ++id) {
    INFO(pass.plan[id].path);
    const bool is_named = std::find(named.begin(), named.end(), id) != named.end();
    CHECK(pass.plan[id].keep == (is_named || pass.plan[id].is_supplied()));
  }
}

TEST_CASE("memory: a plan that keeps all releases nothing, and holds every step but views") {
  for (const auto& plan : plans_of_stacks(true)) {
    double all = 0;
    for (StepId id = 0; id < plan->count(); ++id) {
      CHECK((*plan)[id].releases.empty());
      if (owner_of(*plan, id) == id)
        all += static_cast<double>(element_count((*plan)[id].layout.shape));
    }
    CHECK(plan->peak_floats() == all);
    CHECK(fullest(*plan) == all);
  }
}

TEST_CASE("memory: a deep stack that keeps little holds far less than one that keeps all") {
  ModelOptions options = small_model();
  options.layer.d_model = 8;
  options.num_encoder_layers = options.num_decoder_layers = 20;
  Pass light = pass_of(options, false);
  Pass whole = pass_of(options, true);
  double parameters = 0;
  for (const Step& step : light.plan.steps())
    if (step.is_supplied()) parameters += static_cast<double>(element_count(step.layout.shape));
  CHECK(light.plan.peak_floats() - parameters < 0.4 * (whole.plan.peak_floats() - parameters));
}

TEST_CASE("memory: a plan that cannot fit is refused before anything is allocated") {
  PlanBuilder builder;
  const Declaration leaf = {"x", "X", "v", &ops::given, Role::input, {Axis::token}};
  Declaration scaled = leaf;
  scaled.operation = &ops::scale;
  scaled.kind = "y";
  const StepId x = builder.add(leaf, {}, Leaf{{1 << 14, 1 << 14}});
  const StepId y = builder.add(scaled, {x}, Factor{2});
  const auto plan = std::make_shared<const Plan>(std::move(builder).finish());
  CHECK(y == 1);
  CHECK(plan->peak_floats() == 2.0 * (1 << 28));
  CHECK(error_of([&] { plan->require_memory(); }) == "memory shape");
  // A run is refused even though its leaf, which it would read, has no storage.
  CHECK(error_of([&] { Run(plan, {Tensor()}); }) == "memory shape");
  CHECK(error_of([&] { supply_leaves(*plan, {}); }) == "memory shape");
  CHECK(error_of([] { small_plan()->require_memory(); }) == "no error");
}

TEST_CASE("memory: leaves named to the builder are given, computed steps of that name are not") {
  PlanBuilder builder({"encoder.w", "y", "nothing"});
  Declaration leaf = {"w", "W", "v", &ops::random, Role::input, {Axis::token}};
  const ap::Leaf weight = {
      .shape = {2}, .source = Leaf::Source::parameter, .initialiser = Initialiser::bias_uniform};
  const StepId outside = builder.add_leaf(leaf, weight);
  StepId inside = 0;
  {
    const PlanBuilder::Within scope(builder, "encoder.", {});
    inside = builder.add_leaf(leaf, weight);
  }
  leaf.operation = &ops::scale;
  const StepId computed = builder.add(leaf, {outside}, Factor{2}, "y");
  const Plan plan = std::move(builder).finish();
  CHECK(plan[outside].declaration.operation == &ops::random);
  CHECK(plan[inside].declaration.operation == &ops::given);
  CHECK(as<Leaf>(plan[inside].attributes).source == Leaf::Source::parameter);
  CHECK(as<Leaf>(plan[inside].attributes).given);
  CHECK(plan[computed].declaration.operation == &ops::scale);
  CHECK(error_of([&] { supply_leaves(plan, {}); }) == "missing encoder.w");
}

TEST_CASE("memory: dependants of a step are what can be reached from it, in any stack") {
  for (const auto& plan : plans_of_stacks(true)) {
    for (StepId id = 0; id < plan->count(); id += 7) {
      std::vector<StepId> expected;
      std::vector<char> reached(static_cast<std::size_t>(plan->count()));
      std::vector<StepId> open = {id};
      while (!open.empty()) {
        const StepId now = open.back();
        open.pop_back();
        if (std::exchange(reached[static_cast<std::size_t>(now)], 1) != 0) continue;
        expected.push_back(now);
        for (StepId next = 0; next < plan->count(); ++next) {
          const auto& inputs = (*plan)[next].inputs;
          if (std::find(inputs.begin(), inputs.end(), now) != inputs.end()) open.push_back(next);
        }
      }
      std::sort(expected.begin(), expected.end());
      CHECK(plan->dependants(id) == expected);
    }
  }
}

TEST_CASE(
    "memory: the arena of a stack that keeps little is hardly larger than what is alive at once") {
  for (const auto& plan : plans_of_stacks(false)) {
    CHECK(plan->peak_floats() >= fullest(*plan));
    CHECK(plan->peak_floats() <= 1.15 * fullest(*plan));
  }
}

TEST_CASE("memory: no two steps that are alive at once share a place in the arena") {
  for (const auto& plan : plans_of_stacks(false)) {
    const std::vector<StepId> last = last_readers(*plan);
    for (StepId a = 0; a < plan->count(); ++a) {
      const Step& one = (*plan)[a];
      if (one.arena_offset < 0) continue;
      const Index end = one.arena_offset + element_count(one.layout.shape);
      CHECK(one.arena_offset % 4 == 0);
      CHECK(end <= plan->arena_floats());
      for (StepId b = a + 1; b <= last[static_cast<std::size_t>(a)]; ++b) {
        const Step& other = (*plan)[b];
        if (other.arena_offset < 0) continue;
        INFO(one.path << " and " << other.path);
        const bool apart =
            other.arena_offset >= end ||
            other.arena_offset + element_count(other.layout.shape) <= one.arena_offset;
        CHECK(apart);
      }
    }
  }
}

}  // namespace ap::test
