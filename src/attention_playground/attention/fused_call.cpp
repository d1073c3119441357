#include "attention_playground/attention/fused_call.hpp"

#include <algorithm>

#include "attention_playground/ops/elementwise.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap {

namespace {

/// The most memory that a thread keeps for its next call. A sentence needs far less, and for larger
/// calls allocating takes no time compared with the call itself.
constexpr Index most_kept_floats = Index{1} << 18;

const std::shared_ptr<Arena>& calls_arena() {
  static thread_local const auto arena = std::make_shared<Arena>();
  return arena;
}

}  // namespace

FusedCall::FusedCall(Plan plan, std::span<const char* const> paths, const char* output,
                     const char* weights)
    : plan_(std::make_shared<Plan>(std::move(plan))),
      run_(plan_, Implementation::simd, calls_arena()),
      output_(plan_->find(output)) {
  if (weights != nullptr) weights_ = plan_->find(weights);
  const Step& last = (*plan_)[output_];
  is_view_ = last.declaration.operation->aliases && last.fusion < 0;
  for (const Step& step : plan_->steps()) {
    if (!step.is_supplied()) continue;
    const auto path = std::find(paths.begin(), paths.end(), step.path);
    require(path != paths.end(), ErrorCode::missing, step.path, {"a leaf that no call gives"},
            {"one of the paths of a call's tensors"});
    sources_.push_back(static_cast<std::size_t>(path - paths.begin()));
  }
  leaves_.resize(sources_.size());
  if (plan_->computed().size() == 1 && plan_->fusions().size() == 1) {
    const Fusion& fusion = plan_->fusions()[0];
    if (fusion.inputs == run_.supplied() && fusion.outputs[0] == output_)
      only_kernel_ = fusion.kernel.get();
  }
  copies_.reserve(sources_.size());
}

void FusedCall::run(Given given, Tensor& out, Tensor* weights) {
  // Even after an error, the tensors given to a call are not held beyond it.
  struct LetGo {
    FusedCall& call;
    ~LetGo() {
      if (call.only_kernel_ == nullptr) call.run_.let_go();
      call.copies_.clear();
      if (call.plan_->arena_floats() > most_kept_floats) calls_arena()->shrink();
    }
  } const let_go{*this};
  for (std::size_t leaf = 0; leaf < leaves_.size(); ++leaf) {
    const Tensor* const tensor = given[sources_[leaf]];
    const Layout& layout = (*plan_)[run_.supplied()[leaf]].layout;
    leaves_[leaf] = tensor;
    if (tensor->shape() == layout.shape && tensor->layout().is_contiguous()) continue;
    // A mask [B, S] becomes [B, 1, 1, S].
    leaves_[leaf] = &copies_.emplace_back(tensor->contiguous().view(layout.shape));
  }
  if (!weights_) weights = nullptr;
  if (only_kernel_ != nullptr) {
    if (weights != nullptr) *weights = Tensor((*plan_)[*weights_].layout.shape);
    Tensor* const outputs[] = {&out, weights};
    only_kernel_->run(leaves_, outputs);
    return;
  }
  run_.lend(leaves_);
  if (!is_view_) run_.place(output_, out);
  run_.run();
  if (is_view_) copy_rows(run_.take(output_), out);
  if (weights != nullptr) *weights = run_.take(*weights_);
}

}  // namespace ap
