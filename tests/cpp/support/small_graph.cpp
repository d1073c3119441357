#include "support/small_graph.hpp"

#include "attention_playground/ops/add.hpp"
#include "attention_playground/ops/dropout.hpp"
#include "attention_playground/ops/leaf.hpp"
#include "attention_playground/ops/matmul.hpp"
#include "attention_playground/ops/movement.hpp"
#include "attention_playground/ops/scale.hpp"
#include "attention_playground/ops/softmax.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

Declaration declaration(const char* kind, const Operation& operation, Role role = Role::input) {
  return {kind, "s", "v", &operation, role, {Axis::token, Axis::d_model}};
}

}  // namespace

std::shared_ptr<const Plan> small_plan(const std::vector<std::string>* keep) {
  PlanBuilder builder;
  const StepId x = builder.add(declaration("x", ops::given), {}, Leaf{{3, 4}});
  const StepId w = builder.add(declaration("w", ops::given), {}, Leaf{{4, 4}});
  const StepId offset = builder.add(declaration("offset", ops::given, Role::mask), {}, Leaf{{6}});
  const StepId left = builder.add(declaration("left", ops::split), {x}, Window{1, 0, 2});
  const StepId scaled = builder.add(declaration("scaled", ops::scale), {left}, Factor{0.5F});
  const StepId projected = builder.add(declaration("projected", ops::linear), {x, w});
  const StepId dropped =
      builder.add(declaration("dropped", ops::dropout), {projected}, Dropped{0.5F, 4});
  const StepId joined =
      builder.add(declaration("concat", ops::concat), {scaled, dropped}, Along{-1});
  const StepId masked = builder.add(declaration("masked", ops::mask), {joined, offset});
  builder.add(declaration("weights", ops::softmax), {masked}, Along{-1});
  return std::make_shared<const Plan>(std::move(builder).finish(keep));
}

std::vector<Tensor> small_leaves() {
  return {random_tensor({3, 4}, "x"), random_tensor({4, 4}, "w"), Tensor::filled({6}, 0)};
}

Run small_run(const std::vector<std::string>* keep, Implementation implementation) {
  return {small_plan(keep), small_leaves(), implementation};
}

std::vector<std::vector<float>> snapshot(Run& run) {
  std::vector<std::vector<float>> values;
  for (StepId id = 0; id < run.plan().count(); ++id) values.push_back(values_of(run.value(id)));
  return values;
}

std::vector<std::vector<float>> snapshot_with(std::size_t leaf, const Dims& index, float value) {
  std::vector<Tensor> leaves = small_leaves();
  leaves[leaf].set(index, value);
  Run run(small_plan(), leaves);
  return snapshot(run);
}

}  // namespace ap::test
