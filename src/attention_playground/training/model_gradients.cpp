#include "attention_playground/training/model_gradients.hpp"

#include "attention_playground/tensor/count.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap {

namespace {

/// Whether they belong to the parameters of the pass, in its order.
bool are_of(const Leaves& gradients, const TrainingPass& pass) {
  const auto& parameters = pass.parameters();
  bool same = gradients.size() == parameters.size();
  for (std::size_t i = 0; same && i < gradients.size(); ++i)
    same = gradients[i].first == pass.plan()[parameters[i].leaf].path;
  return same;
}

/// The numbers of a tensor, as many as begin and end with whole vectors.
Index whole_lanes(const Dims& shape) { return (element_count(shape) + 3) / 4 * 4; }

}  // namespace

void ModelGradients::make_room(const TrainingPass& pass) {
  const auto shape_of = [&](const TrainingPass::Parameter& each) {
    return pass.plan()[each.leaf].layout.shape;
  };
  Count count = 0;
  for (const auto& each : pass.parameters()) count = count + whole_lanes(shape_of(each));
  // First what can fail.
  const Tensor numbers = Tensor::filled({count.value()}, 0);
  Leaves gradients;
  Index first = 0;
  for (const auto& each : pass.parameters()) {
    Layout layout = contiguous_layout(shape_of(each));
    layout.offset = first;
    first += whole_lanes(layout.shape);
    add_leaf(gradients, pass.plan()[each.leaf].path, Tensor(numbers.storage(), layout));
  }
  gradients_ = std::move(gradients);
  numbers_ = numbers;
  ++listed_;
}

float ModelGradients::compute(const PassRequest& request) {
  require(request.faults.empty(), ErrorCode::conflict, "faults", {"faults"},
          {"none: only a trace makes them"});
  CheckedPass checked = model_->check(request);
  const auto pass = passes_.find_or(
      checked.options, [&] { return std::make_shared<TrainingPass>(checked.options, arena_); });
  model_->require_known_paths(pass->plan());
  add_leaf(checked.given, "gradient.loss", one_);
  const std::vector<Tensor> leaves = model_->supply(pass->plan(), std::move(checked.given));
  if (!are_of(gradients_, *pass)) make_room(*pass);
  return pass->run(leaves, gradients_);
}

}  // namespace ap
