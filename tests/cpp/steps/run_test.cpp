#include "attention_playground/steps/run.hpp"

#include "attention_playground/ops/leaf.hpp"
#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/models.hpp"
#include "support/small_graph.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

/// The first step that differs in any bit between the two runs; "" if there is none.
std::string first_different_step(Run& a, Run& b) {
  for (const Step& step : a.plan().steps()) {
    const std::string wrong = first_bit_difference(value(a, step.path), value(b, step.path));
    if (!wrong.empty()) return step.path + " " + wrong;
  }
  return "";
}

/// A pass over two tokens that keeps only what generation reads.
std::shared_ptr<const Pass> pass_of_two_tokens(const ModelOptions& options) {
  NextTokenRequest request;
  request.tokens = {4, 5};
  return std::make_shared<const Pass>(declare_pass(without_cache(options, request), false));
}

}  // namespace

TEST_CASE("run: each step is what its operation gives for its inputs") {
  Run run = small_run();
  const Tensor x = value(run, "x");
  const Tensor scaled = value(run, "scaled");
  for (Index row = 0; row < 3; ++row)
    for (Index column = 0; column < 2; ++column)
      CHECK(scaled.at({row, column}) == x.at({row, column}) / 2);
  const Tensor joined = value(run, "concat");
  CHECK(first_bit_difference(part(joined, 1, 0, 2), scaled) == "");
  CHECK(first_bit_difference(part(joined, 1, 2, 4), value(run, "dropped")) == "");
  CHECK(what_is_wrong_with_explanations(run) == "");
}

TEST_CASE("run: a view step shares its source's memory") {
  Run run = small_run();
  const auto step = [&](const char* path) { return run.loan(run.plan().find(path)); };
  CHECK(step("left").storage() == step("x").storage());
  CHECK(step("scaled").storage() != step("x").storage());
}

TEST_CASE("run: two runs of one plan share nothing but the plan") {
  const auto plan = small_plan();
  Run a(plan, small_leaves());
  Run b(plan, small_leaves());
  CHECK(first_different_step(a, b) == "");
  edit(a, "x", {1, 1}, 5);
  Run fresh(plan, small_leaves());
  CHECK(first_different_step(b, fresh) == "");
}

TEST_CASE("run: the reference implementation gives the same within the roundings of each step") {
  Run simd = small_run();
  Run reference = small_run(nullptr, Implementation::reference);
  const std::vector<Difference> differences = compare(simd, reference);
  CHECK(differences.size() == 10);
  for (const Difference& each : differences) {
    INFO(simd.plan()[each.first].path);
    CHECK(each.largest <= each.tolerance);
    CHECK(each.tolerance < 1e-5);
  }
}

TEST_CASE("run: kept and recomputed steps give the same values") {
  for (const std::vector<std::string>& keep :
       {std::vector<std::string>{}, {"weights"}, {"concat"}, {"left", "dropped"}}) {
    Run all = small_run();
    Run some = small_run(&keep);
    CHECK(first_different_step(all, some) == "");
    // And in the other order: recomputed steps are freed in between.
    for (StepId id = all.plan().count() - 1; id >= 0; --id) {
      INFO(all.plan()[id].path);
      CHECK(first_bit_difference(all.value(id), some.value(id)) == "");
    }
    CHECK(what_is_wrong_with_explanations(some) == "");
  }
}

TEST_CASE("run: a step that is not kept is freed, and recomputed when requested") {
  const std::vector<std::string> keep = {"weights"};
  Run run = small_run(&keep);
  const auto storage = [&](const char* path) {
    return run.loan(run.plan().find(path)).storage()->id();
  };
  CHECK(storage("weights") == storage("weights"));
  CHECK(storage("x") == storage("x"));
  CHECK(storage("projected") != storage("projected"));
}

TEST_CASE("run: a plan that cannot fit is refused before anything is allocated") {
  PlanBuilder builder;
  const Declaration given = {"x", "X", "v", &ops::given, Role::input, {Axis::token}};
  builder.add(given, {}, Leaf{{1 << 28}}, "a");
  builder.add(given, {}, Leaf{{1 << 28}}, "b");
  const auto plan = std::make_shared<const Plan>(std::move(builder).finish());
  const unsigned before = Tensor::filled({1}, 0).storage()->id();
  CHECK(error_of([&] { Run(plan, std::vector<Tensor>()); }) == "memory shape");
  CHECK(Tensor::filled({1}, 0).storage()->id() == before + 1);
}

TEST_CASE("run: supplied again, it gives what a new run gives, in the memory that it has") {
  const std::vector<std::string> keep = {"weights"};
  const auto plan = small_plan(&keep);
  Run run(plan, Implementation::simd, std::make_shared<Arena>());
  std::vector<Tensor> leaves = small_leaves();
  for (float number : {1.0F, -3.0F, 0.25F}) {
    leaves[0].set({1, 1}, number);
    run.supply(leaves);
    run.run();
    Run fresh(plan, leaves);
    CHECK(first_different_step(run, fresh) == "");
  }
  const StepId weights = plan->find("weights");
  const unsigned before = run.loan(weights).storage()->id();
  run.run();
  CHECK(run.loan(weights).storage()->id() == before);
  const Tensor out(Dims{3, 6});
  run.place(weights, out);
  run.run();
  CHECK(run.loan(weights).storage() == out.storage());
  CHECK(run.take(weights).storage() == out.storage());
  run.run();
  CHECK(run.loan(weights).storage() != out.storage());
}

TEST_CASE("run: supplying new leaves drops all edits") {
  Run run = small_run();
  edit(run, "x", {1, 1}, 5);
  run.supply(small_leaves());
  run.run();
  CHECK(run.edits().empty());
  Run fresh = small_run();
  CHECK(first_different_step(run, fresh) == "");
}

TEST_CASE("run: a second pass and a second edit of the same cell take no memory for tensors") {
  Run run = small_run();
  edit(run, "x", {1, 1}, 5);
  const auto newest = [] { return Tensor::filled({1}, 0).storage()->id(); };
  unsigned before = newest();
  edit(run, "x", {1, 1}, 6);
  CHECK(newest() == before + 1);
  const std::vector<std::string> keep = {"weights"};
  Run light(small_plan(&keep), Implementation::simd, std::make_shared<Arena>());
  const std::vector<Tensor> leaves = small_leaves();
  light.supply(leaves);
  light.run();
  before = newest();
  light.supply(leaves);
  light.run();
  CHECK(newest() == before + 1);
}

TEST_CASE("run: an edit does not change a kept view of a step that is not kept") {
  ModelOptions options = small_model(Architecture::decoder_only);
  options.vocabulary = 7;
  const auto pass = pass_of_two_tokens(options);
  Model model(options, vocabulary_of(7), {});
  const Leaves ids = {{"target.ids", tensor({1, 2}, {4, 5})}};
  Run run(plan_of(pass), model.supply(pass->plan, ids));
  const StepId keys = pass->own[0].keys;
  const std::vector<float> before = values_of(run.value(keys));
  for (const float number : {2.0F, -3.0F}) {
    run.edit(pass->plan.find("target.x"), {{pass->plan.find("target.x"), 0, number}});
    CHECK(values_of(run.value(keys)) != before);
    CHECK(values_of(run.baseline(keys)) == before);
  }
  run.reset();
  CHECK(values_of(run.value(keys)) == before);
}

TEST_CASE("run: reading one step of a deep stack takes the memory of one pass") {
  ModelOptions options = small_model();
  options.num_decoder_layers = 12;
  options.architecture = Architecture::decoder_only;
  options.vocabulary = 7;
  const auto pass = pass_of_two_tokens(options);
  Model model(options, vocabulary_of(7), {});
  Run run(plan_of(pass), model.supply(pass->plan, {{"target.ids", tensor({1, 2}, {4, 5})}}));
  Run whole(plan_of(pass), model.supply(pass->plan, {{"target.ids", tensor({1, 2}, {4, 5})}}));
  whole.keep_all();
  const StepId deep = pass->plan.find("decoder.11.feed_forward.activation");
  const unsigned before = Tensor::filled({1}, 0).storage()->id();
  const Tensor seen = run.loan(deep);
  // Only one arena, however many steps it holds on the way.
  CHECK(Tensor::filled({1}, 0).storage()->id() == before + 2);
  CHECK(seen.storage()->count() == pass->plan.arena_floats());
  CHECK(values_of(seen) == values_of(whole.loan(deep)));
  CHECK(what_is_wrong_with_explanations(run) == "");
}

TEST_CASE("explain: a cell outside the step is an error") {
  Run run = small_run();
  const StepId id = run.plan().find("weights");
  for (const Dims& index : {Dims{3, 0}, Dims{0, 6}, Dims{-1, 0}, Dims{0}, Dims{0, 0, 0}, Dims{}}) {
    INFO(to_text(index));
    CHECK(error_of([&] { run.explain(id, index); }) == "index index");
    CHECK(error_of([&] { run.computed(id, index); }) == "index index");
  }
}

TEST_CASE("explain: a supplied cell's result is the number itself") {
  Run run = small_run();
  const Explanation explanation = run.explain(run.plan().find("w"), {2, 3});
  CHECK(std::holds_alternative<LeafRule>(explanation.rule));
  CHECK(explanation.result == static_cast<double>(value(run, "w").at({2, 3})));
  CHECK(explanation.bound == 0);
}

TEST_CASE("explain: every cell of every step of a whole layer") {
  TraceRequest request =
      request_for({{"a", "b", "c"}, {"d", "e"}}, {{"f", "g"}, {"h", "i"}}, 12, 3);
  request.bias = true;
  request.positions = Positions::sinusoidal;
  request.weights.mask.causal = true;
  request.weights.dropout_p = 0.3F;
  request.weights.temperature = 1.5F;
  for (bool separate : {false, true}) {
    request.separate = separate;
    const auto run = trace_attention(request);
    CHECK(what_is_wrong_with_explanations(*run) == "");
    edit(*run, "memory.x", {0, 1, 2}, 40);
    edit(*run, "w_q", {3, 4}, -7);
    CHECK(what_is_wrong_with_explanations(*run) == "");
  }
}

}  // namespace ap::test
