#include "support/training.hpp"

namespace ap::test {

PreparedPass prepared_pass(Model& model, const PassRequest& request, const Activations& activations,
                           Fusing fusing) {
  CheckedPass checked = model.check(request);
  TrainingPass pass(checked.options, std::make_shared<Arena>(), activations, fusing);
  add_leaf(checked.given, "gradient.loss", Tensor::filled({}, 1));
  std::vector<Tensor> leaves = model.supply(pass.plan(), checked.given);
  Leaves gradients;
  for (const auto& [path, shape] : pass.parameter_shapes())
    add_leaf(gradients, path, Tensor(shape));
  return {std::move(pass), std::move(leaves), std::move(gradients)};
}

}  // namespace ap::test
