#include "attention_playground/training/model_gradients.hpp"

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

}  // namespace

float ModelGradients::compute(const PassRequest& request) {
  require(request.faults.empty(), ErrorCode::conflict, "faults", {"faults"},
          {"none: only a trace makes them"});
  CheckedPass checked = model_->check(request);
  const auto pass = passes_.find_or(checked.options, [&] {
    return std::make_shared<TrainingPass>(checked.options, arena_);
  });
  model_->require_known_paths(pass->plan());
  add_leaf(checked.given, "gradient.loss", one_);
  const std::vector<Tensor> leaves = model_->supply(pass->plan(), std::move(checked.given));
  if (!are_of(gradients_, *pass)) {
    gradients_.clear();
    for (const TrainingPass::Parameter& each : pass->parameters()) {
      const Step& leaf = pass->plan()[each.leaf];
      add_leaf(gradients_, leaf.path, Tensor(leaf.layout.shape));
    }
  }
  return pass->run(leaves, gradients_);
}

}  // namespace ap
