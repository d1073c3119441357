#include <array>

#include "attention_playground/ops/arithmetic.hpp"
#include "attention_playground/ops/layer_norm.hpp"
#include "attention_playground/ops/layer_norm_backward.hpp"
#include "attention_playground/ops/linear_backward.hpp"
#include "attention_playground/ops/matmul.hpp"
#include "attention_playground/ops/norm_backward.hpp"
#include "attention_playground/ops/sum_to.hpp"
#include "attention_playground/ops/transposed_matmul.hpp"
#include "attention_playground/training/fusions.hpp"

namespace ap {

namespace {

/// The gradients of a layer's x, weight and bias, as far as they are declared.
constexpr std::size_t of_x = 0, of_weight = 1, of_bias = 2;
using Declared = std::array<bool, 3>;

/// Inputs are x, the gradient of the layer's result, and the weight if there is one.
class LayerBackward : public Kernel {
 public:
  explicit LayerBackward(const Declared& declared) : declared_(declared) {}

  void run(Inputs inputs, std::span<Tensor* const> outputs) const override {
    std::array<Tensor*, 3> results = {};
    std::size_t next = 0;
    for (std::size_t i = 0; i < results.size(); ++i)
      if (declared_[i]) results[i] = outputs[next++];
    run_layer(*inputs[0], *inputs[1], inputs.size() > 2 ? inputs[2] : nullptr, results);
  }

 private:
  virtual void run_layer(const Tensor& x, const Tensor& d_y, const Tensor* weight,
                         const std::array<Tensor*, 3>& results) const = 0;

  Declared declared_;
};

class LinearBackward : public LayerBackward {
  using LayerBackward::LayerBackward;
  void run_layer(const Tensor& x, const Tensor& d_y, const Tensor* weight,
                 const std::array<Tensor*, 3>& results) const override {
    linear_backward(x, *weight, d_y, results[of_x], results[of_weight], results[of_bias]);
  }
};

class NormBackward : public LayerBackward {
 public:
  NormBackward(const Declared& declared, float epsilon)
      : LayerBackward(declared), epsilon_(epsilon) {}

 private:
  void run_layer(const Tensor& x, const Tensor& d_y, const Tensor* weight,
                 const std::array<Tensor*, 3>& results) const override {
    norm_backward(x, weight, d_y, epsilon_, results[of_x], results[of_weight], results[of_bias]);
  }

  float epsilon_;
};

/// What a step of a layer's way back is: one of the gradients, a step on the way, or neither.
enum Place : int { inner = 3, elsewhere = 4 };

int place_in_linear(const Step& step) {
  const Operation* const operation = step.declaration.operation;
  if (operation == &ops::matmul_transposed) return of_x;
  if (operation == &ops::rows_matmul) return of_weight;
  return operation == &ops::sum_to && step.inputs.size() == 1 ? of_bias : int{elsewhere};
}

/// The gradient of the layer's result as such a step of a linear layer reads it.
StepId upstream_of(const Step& step, int place) { return step.inputs[place == of_weight ? 1 : 0]; }

int place_in_norm(const Step& step, StepId forward) {
  const Operation* const operation = step.declaration.operation;
  if (operation == &ops::layer_norm_backward) return of_x;
  if (operation == &ops::sum_to) return step.inputs.size() == 1 ? of_bias : of_weight;
  // The gradient of x̂ is that of no forward step.
  const bool is_inner = operation == &ops::layer_norm ||
                        (operation == &ops::multiply && step.backward->of >= forward);
  return is_inner ? inner : elsewhere;
}

class LayerFinder {
 public:
  explicit LayerFinder(const BackwardSteps& steps) : steps_(steps), builder_(steps.builder) {}

  /// The steps from `first` on that belong to the same layer; no kernel if they are something else.
  Fusion from(StepId first) const {
    Fusion fusion{first, first, {}, {}, {}};
    const StepId layer = builder_[first].backward->through;
    if (layer < 0) return fusion;
    const Operation* const operation = builder_[layer].declaration.operation;
    const bool is_linear = operation == &ops::linear;
    if (!is_linear && operation != &ops::layer_norm) return fusion;
    const std::vector<StepId>& read = builder_[layer].inputs;
    fusion.inputs = {read[0], steps_.declared.gradients[static_cast<std::size_t>(layer)]};
    if (read.size() > 1) fusion.inputs.push_back(read[1]);
    Declared declared = {};
    for (StepId id = first; id < builder_.count(); ++id) {
      const Step& step = builder_[id];
      if (step.backward->through != layer) break;
      const int place = is_linear ? place_in_linear(step) : place_in_norm(step, steps_.forward);
      if (place == elsewhere) break;
      fusion.last = id;
      if (place == inner) continue;
      if (is_linear) fusion.inputs[1] = upstream_of(step, place);
      declared[static_cast<std::size_t>(place)] = true;
      fusion.outputs.push_back(id);
    }
    if (fusion.outputs.empty()) return fusion;
    if (is_linear) {
      fusion.kernel = std::make_shared<LinearBackward>(declared);
    } else if (const auto& norm = as<Normalised>(builder_[layer].attributes);
               norm.shape.rank() == 1) {
      fusion.kernel = std::make_shared<NormBackward>(declared, norm.epsilon);
    }
    return fusion;
  }

 private:
  const BackwardSteps& steps_;
  const PlanBuilder& builder_;
};

}  // namespace

std::vector<Fusion> layer_gradients(const BackwardSteps& steps) {
  const LayerFinder finder(steps);
  std::vector<Fusion> fusions;
  for (StepId first = steps.forward; first < steps.builder.count(); ++first) {
    Fusion fusion = finder.from(first);
    if (fusion.kernel == nullptr) continue;
    first = fusion.last;
    fusions.push_back(std::move(fusion));
  }
  return fusions;
}

}  // namespace ap
