#include <algorithm>

#include "attention_playground/attention/backward_kernel.hpp"
#include "attention_playground/attention/fusion.hpp"
#include "attention_playground/ops/movement.hpp"
#include "attention_playground/training/fusions.hpp"

namespace ap {

namespace {

class AttentionFinder {
 public:
  explicit AttentionFinder(const BackwardSteps& steps) : steps_(steps) {}

  std::optional<Fusion> backward_of(const Fusion& forward) const {
    const AttentionHead* const head = attention_of(*forward.kernel);
    const StepId output = forward.outputs[0];
    if (head == nullptr || gradient_of(output) < 0) return std::nullopt;
    Fusion fusion{steps_.builder.count(), -1, forward.inputs, {}, attention_backward(*head)};
    fusion.inputs.push_back(gradient_of(output));
    // A projection's gradient is read joined, as the projection lies in memory.
    for (std::size_t i = 0; i < 3; ++i) {
      const StepId gradient = joined(forward.inputs[i]);
      if (gradient < 0) return std::nullopt;
      fusion.outputs.push_back(gradient);
      fusion.last = std::max(fusion.last, gradient);
    }
    for (StepId id = forward.first; id < output; ++id)
      if (gradient_of(id) >= 0) fusion.first = std::min(fusion.first, gradient_of(id));
    return fusion;
  }

 private:
  StepId gradient_of(StepId id) const {
    return steps_.declared.gradients[static_cast<std::size_t>(id)];
  }

  /// The gradient of a projection [B, T, h·d] that is seen by heads, if it is that of the heads in
  /// another order and nothing else; or else the gradient by heads; −1 if there is none.
  StepId joined(StepId heads) const {
    const StepId by_heads = gradient_of(heads);
    StepId source = heads;
    while (steps_.builder[source].declaration.operation->aliases)
      source = steps_.builder[source].inputs[0];
    const StepId whole = gradient_of(source);
    StepId seen = whole;
    while (seen > by_heads && moves_cells(steps_.builder[seen]))
      seen = steps_.builder[seen].inputs[0];
    const bool same = by_heads >= 0 && seen == by_heads &&
                      steps_.builder.shape(source).rank() == 3 && is_row_major(whole);
    return same ? whole : is_row_major(by_heads) ? by_heads : -1;
  }

  /// Whether it only shows or copies its input.
  static bool moves_cells(const Step& step) {
    return step.declaration.operation->aliases || step.declaration.operation == &ops::contiguous;
  }

  /// Whether a kernel may write it row by row: it lies so in the plan, or no view of it was planned
  /// that would look for its cells elsewhere.
  bool is_row_major(StepId id) const {
    const PlanBuilder& builder = steps_.builder;
    if (id < 0) return false;
    if (builder[id].layout == contiguous_layout(builder.shape(id))) return true;
    for (StepId reader = id + 1; reader < builder.count(); ++reader)
      if (builder[reader].declaration.operation->aliases && builder[reader].inputs[0] == id)
        return false;
    return true;
  }

  const BackwardSteps& steps_;
};

}  // namespace

std::vector<Fusion> attention_gradients(const BackwardSteps& steps) {
  std::vector<Fusion> fusions;
  for (const Fusion& forward : steps.builder.fusions())
    if (std::optional<Fusion> fusion = AttentionFinder(steps).backward_of(forward))
      fusions.push_back(std::move(*fusion));
  return fusions;
}

}  // namespace ap
