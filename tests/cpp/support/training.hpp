#pragma once

#include "attention_playground/training/training_pass.hpp"
#include "attention_playground/transformer/model.hpp"

namespace ap::test {

/// A training pass with everything that it reads and writes.
struct PreparedPass {
  TrainingPass pass;
  std::vector<Tensor> leaves;
  Leaves gradients;

  /// Returns the loss.
  float run() { return pass.run(leaves, gradients); }
};

PreparedPass prepared_pass(Model& model, const PassRequest& request,
                           const Activations& activations = {},
                           Fusing fusing = Fusing::where_it_pays);

}  // namespace ap::test
