#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "attention_playground/steps/run.hpp"

namespace ap {

/// As a call of the API has it: null if it has none.
inline const Tensor* given(const std::optional<Tensor>& tensor) {
  return tensor ? &*tensor : nullptr;
}

/// A plan for calls by kernels, with a run that every call reuses. All calls of a thread share an
/// arena.
class FusedCall {
 public:
  /// `paths` are the leaves that a call gives, in the order of run()'s tensors; those that the plan
  /// lacks are not read. `output` and `weights` are paths too; `weights` may be null. Throws
  /// Error(missing) naming a leaf of the plan that is not among `paths`, and (step) naming `path`
  /// for an output without a step.
  FusedCall(Plan plan, std::span<const char* const> paths, const char* output,
            const char* weights = nullptr);

  const Plan& plan() const { return *plan_; }

  /// An entry may be null if the plan lacks that leaf.
  using Given = std::span<const Tensor* const>;

  /// Computes the output into `out`, and the weights into a new tensor if the plan has them.
  void run(Given given, Tensor& out, Tensor* weights = nullptr);

 private:
  std::shared_ptr<const Plan> plan_;
  Run run_;
  std::vector<std::size_t> sources_;  // for each leaf, in the plan's order: its index in `given`
  std::vector<const Tensor*> leaves_;
  std::vector<Tensor> copies_;  // of tensors that are not row-major or have another shape
  StepId output_;
  bool is_view_;  // the output, if no kernel computes it: it lies in another step's memory
  std::optional<StepId> weights_;
  // Where nothing else is computed: it reads the leaves and needs no run, which would take a small
  // call longer than its arithmetic.
  const Kernel* only_kernel_ = nullptr;
};

}  // namespace ap
