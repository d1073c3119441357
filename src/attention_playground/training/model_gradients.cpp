#include "attention_playground/training/model_gradients.hpp"

#include "attention_playground/tensor/error.hpp"

namespace ap {

namespace {

/// Whether they belong to the parameters of the pass, in its order.
bool are_of(const Leaves& gradients, const TrainingPass& pass) {
  return shapes_of(gradients) == pass.parameter_shapes();
}

}  // namespace

void ModelGradients::make_room(const TrainingPass& pass) {
  gradients_ = flat_like(pass.parameter_shapes());
  ++listed_;
}

float ModelGradients::compute(const PassRequest& request) {
  require(request.faults.empty(), ErrorCode::conflict, "faults", {"faults"},
          {"none: only a trace makes them"});
  CheckedPass checked = model_->check(request);
  const auto pass = passes_.find_or(
      checked.options, [&] { return std::make_shared<TrainingPass>(checked.options, arena_); });
  if (latest_ != nullptr && latest_ != pass) latest_->let_go();
  latest_ = pass;
  add_leaf(checked.given, "gradient.loss", one_);
  const std::vector<Tensor> leaves = model_->supply(pass->plan(), std::move(checked.given));
  if (!are_of(gradients_.views, *pass)) make_room(*pass);
  return pass->run(leaves, gradients_.views);
}

}  // namespace ap
