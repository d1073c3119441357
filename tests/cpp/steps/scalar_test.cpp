// A step whose result has no axes, such as a loss.

#include <cmath>

#include "attention_playground/ops/add.hpp"
#include "attention_playground/ops/choice.hpp"
#include "attention_playground/ops/cross_entropy.hpp"
#include "attention_playground/ops/leaf.hpp"
#include "attention_playground/ops/movement.hpp"
#include "attention_playground/ops/scale.hpp"
#include "attention_playground/ops/softmax.hpp"
#include "attention_playground/steps/run.hpp"
#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/operation_check.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

Declaration declaration(const char* kind, const Operation& operation,
                        std::initializer_list<Axis> axes = {}) {
  return {kind, "s", "v", &operation, Role::input, axes};
}

/// logits [2, 3], labels [2] → log-probabilities → loss [] → half [] → viewed as [1, 1], and added
/// to the logits.
Run loss_run() {
  PlanBuilder builder;
  const auto rows = {Axis::token, Axis::d_model};
  const StepId logits = builder.add(declaration("logits", ops::given, rows), {}, Leaf{{2, 3}});
  const StepId labels =
      builder.add(declaration("labels", ops::given, {Axis::token}), {}, Leaf{{2}});
  const StepId log_p = builder.add(declaration("log_p", ops::log_softmax, rows), {logits});
  const StepId loss = builder.add(declaration("loss", ops::cross_entropy), {log_p, labels});
  const StepId half = builder.add(declaration("half", ops::scale), {loss}, Factor{0.5F});
  builder.add(declaration("seen", ops::view, rows), {half}, ToShape{{1, 1}});
  builder.add(declaration("sum", ops::add, rows), {logits, half});
  const Tensor x = tensor({2, 3}, {1, 2, 3, 3, 1, 2});
  return {std::make_shared<const Plan>(std::move(builder).finish()), {x, tensor({2}, {2, 1})}};
}

}  // namespace

TEST_CASE("scalar: a tensor without axes has one number, whole, copied and viewed") {
  Tensor x = tensor({}, {3});
  CHECK(x.count() == 1);
  CHECK(x.is_whole());
  CHECK(x.at({}) == 3);
  x.set({}, 4);
  CHECK(values_of(x) == std::vector<float>{4});
  CHECK(values_of(x.clone()) == std::vector<float>{4});
  CHECK(x.view({1, 1}).at({0, 0}) == 4);
  CHECK(x.view({1, 1}).view({}).at({}) == 4);
  CHECK(x.broadcast({2, 2}, "x").at({1, 1}) == 4);
  CHECK(to_text(x.shape()) == "()");
}

TEST_CASE("scalar: runs, is explained, and what reads it sees it") {
  Run run = loss_run();
  const StepId loss = run.plan().find("loss");
  const StepId half = run.plan().find("half");
  const Tensor result = run.value(loss);
  CHECK(result.shape() == Dims{});
  const double first = std::log(std::exp(1.0) + std::exp(2.0) + std::exp(3.0)) - 3;
  CHECK(std::fabs(static_cast<double>(result.at({})) - (first + first + 2) / 2) <= 1e-6);
  CHECK(run.value(half).at({}) == result.at({}) / 2);
  CHECK(run.value(run.plan().find("seen")).at({0, 0}) == result.at({}) / 2);
  CHECK(run.value(run.plan().find("sum")).at({1, 2}) == 2 + result.at({}) / 2);
  const Tensor log_p = run.value(run.plan().find("log_p"));
  CHECK(what_is_wrong(run.explain(loss, {}), {log_p}, result.at({})) == "");
  CHECK(what_is_wrong(run.explain(half, {}), {result}, run.computed(half, {})) == "");
  CHECK(error_of([&] { run.explain(loss, {0}); }) == "index index");
}

TEST_CASE("scalar: can be edited and undone") {
  Run run = loss_run();
  const StepId loss = run.plan().find("loss");
  const StepId half = run.plan().find("half");
  const float before = run.value(loss).at({});
  run.edit(loss, {{loss, 0, 8}});
  CHECK(run.value(half).at({}) == 4);
  CHECK(run.is_edited(loss, {}));
  CHECK(run.edited_cells(loss) == 1);
  CHECK(run.computed(loss, {}) == before);
  CHECK(run.baseline(loss).at({}) == before);
  CHECK(run.differing_cells(loss, tensor({}, {8})).empty());
  CHECK(run.differing_cells(loss, tensor({}, {9})).size() == 1);
  run.undo();
  CHECK(run.value(half).at({}) == before / 2);
}

TEST_CASE("scalar: a label that an edit makes impossible leaves the last good values") {
  Run run = loss_run();
  const StepId labels = run.plan().find("labels");
  const float before = run.value(run.plan().find("loss")).at({});
  CHECK(error_of([&] { run.edit(labels, {{labels, 1, 3}}); }) == "range labels");
  CHECK(run.value(run.plan().find("loss")).at({}) == before);
}

TEST_CASE("scalar: what is chosen from one row has no axes and is an id") {
  const Tensor row = tensor({4}, {0, 0, 1, 0});
  CHECK(run(ops::argmax, {row}).shape() == Dims{});
  CHECK(run(ops::sample, {row}).at({}) == 2);
}

}  // namespace ap::test
