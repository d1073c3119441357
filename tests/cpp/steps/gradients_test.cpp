// The backward pass of a run: which steps it has, how they follow edits, and what it refuses.

#include "attention_playground/steps/gradients.hpp"

#include <algorithm>

#include "attention_playground/attention_playground.hpp"
#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/drawn.hpp"
#include "support/exact.hpp"
#include "support/models.hpp"
#include "support/small_graph.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

using Paths = std::vector<std::string>;

Paths backward_paths(const Run& run) {
  Paths paths;
  for (StepId id = run.forward_count(); id < run.plan().count(); ++id)
    paths.push_back(run.plan()[id].path);
  return paths;
}

const Step& step_at(const Run& run, const std::string& path) {
  return run.plan()[run.plan().find(path)];
}

std::string operation_of(const Run& run, const std::string& path) {
  return step_at(run, path).declaration.operation->name;
}

std::unique_ptr<Run> traced(TraceRequest request) { return trace_attention(request); }

/// What is wrong with the gradients of a step, with a seed of its shape.
std::string wrong(Run& run, const std::string& of, Index most = 12) {
  const StepId id = run.plan().find(of);
  const Tensor seed = random_tensor(run.plan()[id].layout.shape, "seed");
  return wrong_gradient(run, id, seed, most);
}

}  // namespace

TEST_CASE("backward: steps from the last one back, at the paths of the forward steps") {
  Run run = small_run();
  const StepId weights = run.plan().find("weights");
  const StepId forward = run.plan().count();
  const std::vector<StepId> added = run.backward(weights);
  CHECK(run.forward_count() == forward);
  CHECK(added.front() == forward);
  CHECK(added.size() == static_cast<std::size_t>(run.plan().count() - forward));
  CHECK(backward_paths(run).front() == "gradient.weights");
  CHECK(values_of(run.loan(added.front())) == std::vector<float>(18, 1));
  for (const char* path : {"gradient.masked", "gradient.concat", "gradient.x", "gradient.w",
                           "gradient.projected", "gradient.left"})
    CHECK(step_at(run, path).backward->of == run.plan().find(std::string(path).substr(9)));
}

TEST_CASE("backward: what several steps read gets the sum of what each contributes") {
  Run run = small_run();
  run.backward(run.plan().find("weights"), random_tensor({3, 6}, "seed"));
  CHECK(operation_of(run, "gradient.x") == std::string("add"));
  const Step& sum = step_at(run, "gradient.x");
  REQUIRE(sum.inputs.size() == 2);
  CHECK(run.plan()[sum.inputs[0]].path == "gradient.x.from.left");
  CHECK(run.plan()[sum.inputs[1]].path == "gradient.x.from.projected");
  CHECK(run.plan()[sum.inputs[0]].backward->is_share);
  CHECK(operation_of(run, "gradient.x.from.left") == std::string("pad"));
  CHECK(operation_of(run, "gradient.projected") == std::string("dropout"));
}

TEST_CASE("backward: equals central differences, also where cells are edited") {
  Run run = small_run();
  CHECK(wrong(run, "weights", 100) == "");
  for (const auto& [path, index] : {std::pair<const char*, Dims>{"left", {1, 1}},
                                    {"projected", {2, 3}},
                                    {"x", {0, 1}},
                                    {"concat", {2, 0}},
                                    {"w", {3, 3}},
                                    {"masked", {0, 5}},
                                    {"weights", {1, 2}}}) {
    edit(run, path, index, 0.4F);
    INFO(path);
    CHECK(wrong(run, "weights", 100) == "");
  }
}

TEST_CASE("backward: nothing passes through an edited cell, and an undo opens it again") {
  Run run = small_run();
  const StepId weights = run.plan().find("weights");
  run.backward(weights, random_tensor({3, 6}, "seed"));
  const Paths without = backward_paths(run);
  const Tensor before = value(run, "gradient.projected");
  CHECK(before.at({1, 2}) != 0);
  const Paths changed = edit(run, "dropped", {1, 2}, 0.25F);
  CHECK(std::count(changed.begin(), changed.end(), "gradient.projected") == 1);
  CHECK(value(run, "gradient.dropped").at({1, 2}) != 0);
  CHECK(value(run, "gradient.dropped.computed_cells").at({1, 2}) == 0);
  CHECK(value(run, "gradient.dropped.computed_cells").at({1, 1}) == 1);
  CHECK(value(run, "gradient.dropped.passed").at({1, 2}) == 0);
  CHECK(value(run, "gradient.projected").at({1, 2}) == 0);
  // As if nothing had been edited.
  const Tensor clean = run.baseline(run.plan().find("gradient.projected"));
  CHECK(first_bit_difference(clean, before) == "");
  edit(run, "x", {0, 0}, 3);
  CHECK(value(run, "gradient.projected").at({1, 2}) == 0);
  run.undo();
  CHECK(value(run, "gradient.projected").at({1, 2}) == 0);
  run.undo();
  CHECK(backward_paths(run) == without);
  CHECK(first_bit_difference(value(run, "gradient.projected"), before) == "");
}

TEST_CASE("backward: after edits and undos in any order, that of a run with the edits left") {
  for (int trial = 0; trial < trials; ++trial) {
    Draws draws(13, trial);
    Run run = small_run();
    const StepId last = run.plan().find("weights");
    const Tensor seed = random_tensor({3, 6}, "seed");
    run.backward(last, seed);
    std::vector<CellEdit> left;
    for (int act = 0; act < 8; ++act) {
      if (!left.empty() && draws.one_in(3)) {
        run.undo();
        left.pop_back();
      } else {
        const auto id = static_cast<StepId>(draws.between(0, run.forward_count() - 1));
        const Index cell = draws.between(0, element_count(run.plan()[id].layout.shape) - 1);
        left.push_back({id, cell, static_cast<float>(draws.between(-8, 8)) / 4});
        run.edit(id, {left.back()});
      }
      INFO("trial " << trial << ", act " << act);
      Run fresh = small_run();
      for (const CellEdit& cell : left) fresh.edit(cell.step, {cell});
      fresh.backward(last, seed);
      REQUIRE(backward_paths(run) == backward_paths(fresh));
      for (const std::string& path : backward_paths(run)) {
        INFO(path);
        REQUIRE(first_bit_difference(value(run, path), value(fresh, path)) == "");
      }
    }
  }
}

TEST_CASE("backward: its own steps are edited and undone as all others are") {
  Run run = small_run();
  run.backward(run.plan().find("weights"), random_tensor({3, 6}, "seed"));
  const Tensor x = value(run, "gradient.x");
  const Tensor w = value(run, "gradient.w");
  const Paths changed = edit(run, "gradient.projected", {1, 2}, 5);
  CHECK(std::count(changed.begin(), changed.end(), "gradient.w") == 1);
  CHECK(std::count(changed.begin(), changed.end(), "gradient.concat") == 0);
  CHECK(value(run, "gradient.projected").at({1, 2}) == 5);
  CHECK(first_bit_difference(value(run, "gradient.w"), w) != "");
  // The edit stays where it is when a forward step is edited, whatever the numbers of the steps.
  edit(run, "dropped", {0, 0}, 1);
  CHECK(value(run, "gradient.projected").at({1, 2}) == 5);
  CHECK(run.edited_cells(run.plan().find("gradient.projected")) == 1);
  run.undo();
  run.undo();
  CHECK(run.edits().empty());
  CHECK(first_bit_difference(value(run, "gradient.x"), x) == "");
  CHECK(first_bit_difference(value(run, "gradient.w"), w) == "");
  edit(run, "gradient.projected", {1, 2}, 5);
  edit(run, "x", {0, 0}, 1);
  run.reset();
  CHECK(first_bit_difference(value(run, "gradient.x"), x) == "");
  // An edit of a step that only an edit brought along goes with it.
  edit(run, "dropped", {0, 0}, 1);
  edit(run, "gradient.dropped.passed", {0, 0}, 2);
  edit(run, "dropped", {0, 1}, 1);
  CHECK(value(run, "gradient.dropped.passed").at({0, 0}) == 2);
  while (!run.edits().empty()) run.undo();
  CHECK(first_bit_difference(value(run, "gradient.x"), x) == "");
}

TEST_CASE("backward: a second call replaces the first, and starts anywhere") {
  Run run = small_run();
  run.backward(run.plan().find("weights"));
  run.backward(run.plan().find("projected"));
  CHECK(backward_paths(run) == Paths{"gradient.projected", "gradient.x", "gradient.w"});
  const Tensor x = value(run, "x");
  const Tensor w_gradient = value(run, "gradient.w");
  for (Index row = 0; row < 4; ++row) {
    const double sum = static_cast<double>(x.at({0, row})) + static_cast<double>(x.at({1, row})) +
                       static_cast<double>(x.at({2, row}));
    CHECK(std::abs(static_cast<double>(w_gradient.at({row, 0})) - sum) < 1e-6);
  }
}

TEST_CASE("backward: refuses steps of a backward pass, unknown steps, and seeds of another shape") {
  Run run = small_run();
  const StepId weights = run.plan().find("weights");
  run.backward(weights);
  CHECK(error_of([&] { run.backward(run.forward_count()); }) == "step of");
  CHECK(error_of([&] { run.backward(-1); }) == "step of");
  CHECK(error_of([&] { run.backward(weights, counting({6, 3})); }) == "shape seed");
  CHECK(error_of([&] { run.backward(weights, with_last({3, 6}, infinity)); }) == "not_finite seed");
  CHECK(backward_paths(run).front() == "gradient.weights");
}

TEST_CASE("backward: every cell of every step is explained") {
  Run run = small_run();
  run.backward(run.plan().find("weights"), random_tensor({3, 6}, "seed"));
  CHECK(what_is_wrong_with_explanations(run) == "");
  edit(run, "dropped", {1, 2}, 0.25F);
  CHECK(what_is_wrong_with_explanations(run) == "");
}

TEST_CASE("backward: heads, masks, workers, tiles, separate matrices, cross-attention") {
  const Sentences pair = {{"the", "cat", "sat", "on"}, {"a", "dog", "ran"}};
  const auto check = [](TraceRequest request, const char* name, const char* of) {
    const auto run = traced(request);
    INFO(name);
    CHECK(wrong(*run, of) == "");
    CHECK(what_is_wrong_with_explanations(*run) == "");
  };
  TraceRequest request = request_for(pair, 8, 2);
  check(request, "self-attention", "output");
  request.weights.mask.causal = true;
  request.bias = true;
  check(request, "causal", "output");
  request.workers = 2;
  check(request, "workers", "output");
  request.workers = 1;
  request.separate = true;
  check(request, "separate", "output");
  request.separate = false;
  request.positions = Positions::learned;
  request.weights.dropout_p = 0.3F;
  request.weights.temperature = 1.7F;
  request.masks.attn_mask = random_tensor({4, 4}, "mask");
  check(request, "dropout, temperature, given mask", "output");
  request.weights.dropout_p = 0;
  request.weights.tile = {2, 3};
  check(request, "tiles", "output");
  check(request_for(pair, {{"x", "y", "z"}, {"u", "v"}}, 8, 2), "cross-attention", "output");
  TraceRequest plain = request_for(words("the cat the"), 6, 1);
  plain.projections.reset();
  check(plain, "without projections", "context");
}

TEST_CASE("backward: tiles pass gradients as whole attention does, and past edits within them") {
  TraceRequest request = request_for(words("the cat sat on the mat"), 6, 2);
  const auto whole = traced(request);
  request.weights.tile = {2, 2};
  const auto tiled = traced(request);
  const Tensor seed = random_tensor({1, 6, 6}, "seed");
  whole->backward(whole->plan().find("output"), seed);
  tiled->backward(tiled->plan().find("output"), seed);
  for (const char* path : {"gradient.w_q", "gradient.w_k", "gradient.w_v", "gradient.embedding"})
    CHECK(first_difference(value(*tiled, path), value(*whole, path), 1e-5) == "");
  // Nothing passes through the running maximum, because it cancels.
  const Paths paths = backward_paths(*tiled);
  const auto has_maximum = [](const Paths& all) {
    return std::any_of(all.begin(), all.end(), [](const std::string& path) {
      return path.find("tile_maximum") != std::string::npos;
    });
  };
  CHECK(!has_maximum(paths));
  // It does not cancel any more if a running sum is edited.
  edit(*tiled, "tiles.1.1.running_sum", {0, 0, 1, 0}, 2.5F);
  CHECK(has_maximum(backward_paths(*tiled)));
  CHECK(wrong(*tiled, "output") == "");
}

TEST_CASE("backward: slices of one tensor come back joined") {
  TraceRequest request = request_for(words("the cat sat"), 6, 3);
  request.separate = true;
  const auto run = traced(request);
  run->backward(run->plan().find("output"));
  CHECK(operation_of(*run, "gradient.w_q") == std::string("concat"));
  CHECK(step_at(*run, "gradient.w_q").inputs.size() == 3);
  CHECK(operation_of(*run, "gradient.heads.1.q") == std::string("matmul"));
}

TEST_CASE("backward: every fault passes gradients on") {
  const Sentences pair = {{"the", "cat", "sat", "on"}, {"a", "dog", "ran"}};
  for (const Fault fault :
       {Fault::softmax_axis, Fault::no_scale, Fault::scale_by_sqrt_d, Fault::scale_by_sqrt_h,
        Fault::mask_after_softmax, Fault::padding_on_queries, Fault::mask_inverted,
        Fault::view_without_transpose, Fault::dropout_in_evaluation, Fault::finite_mask,
        Fault::key_value_swapped, Fault::positions_twice, Fault::no_causal_mask,
        Fault::values_of_queries, Fault::tile_without_rescale}) {
    TraceRequest request = request_for(pair, 8, 2);
    request.positions = Positions::sinusoidal;
    if (fault == Fault::values_of_queries) request.memory = request.x;
    if (fault == Fault::tile_without_rescale) request.weights.tile = {2, 2};
    request.weights.mask.causal = fault != Fault::softmax_axis;
    request.weights.idle_dropout_p = 0.3F;
    if (fault == Fault::finite_mask) request.masks.attn_mask = random_tensor({4, 4}, "mask");
    request.faults = {{fault, ""}};
    const auto run = traced(request);
    INFO(name_of(fault));
    CHECK(wrong(*run, "output") == "");
  }
}

}  // namespace ap::test
