#include <array>

#include "attention_playground/ops/linear_backward.hpp"
#include "attention_playground/ops/matmul.hpp"
#include "attention_playground/ops/sum_to.hpp"
#include "attention_playground/ops/transposed_matmul.hpp"
#include "attention_playground/training/fusions.hpp"

namespace ap {

namespace {

/// Inputs are x, W and the gradient of x W + b; outputs those of x, W and b, as far as they are
/// declared.
class LinearBackward : public Kernel {
 public:
  explicit LinearBackward(const std::array<bool, 3>& declared) : declared_(declared) {}

  void run(Inputs inputs, std::span<Tensor* const> outputs) const override {
    std::array<Tensor*, 3> results = {};
    std::size_t next = 0;
    for (std::size_t i = 0; i < results.size(); ++i)
      if (declared_[i]) results[i] = outputs[next++];
    linear_backward(*inputs[0], *inputs[1], *inputs[2], results[0], results[1], results[2]);
  }

 private:
  std::array<bool, 3> declared_;
};

/// Which gradient of a linear layer a step is: of x 0, of W 1, of b 2; −1: something else.
int part_of(const Step& step) {
  const Operation* const operation = step.declaration.operation;
  if (operation == &ops::matmul_transposed) return 0;
  if (operation == &ops::rows_matmul) return 1;
  return operation == &ops::sum_to && step.inputs.size() == 1 ? 2 : -1;
}

}  // namespace

std::vector<Fusion> linear_gradients(const BackwardSteps& steps) {
  const PlanBuilder& builder = steps.builder;
  std::vector<Fusion> fusions;
  for (StepId first = steps.forward; first < builder.count(); ++first) {
    const StepId layer = builder[first].backward->through;
    if (layer < 0 || builder[layer].declaration.operation != &ops::linear) continue;
    const std::vector<StepId>& read = builder[layer].inputs;
    Fusion fusion{first, first, {read[0], read[1], steps.declared.gradients[static_cast<std::size_t>(layer)]}, {}, {}};
    std::array<bool, 3> declared = {};
    for (StepId id = first; id < builder.count(); ++id) {
      const int part = part_of(builder[id]);
      if (builder[id].backward->through != layer || part < 0) break;
      declared[static_cast<std::size_t>(part)] = true;
      fusion.outputs.push_back(id);
      fusion.last = id;
    }
    if (fusion.outputs.empty()) continue;
    fusion.kernel = std::make_shared<LinearBackward>(declared);
    first = fusion.last;
    fusions.push_back(std::move(fusion));
  }
  return fusions;
}

}  // namespace ap
