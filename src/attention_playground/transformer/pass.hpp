#pragma once

#include "attention_playground/transformer/head.hpp"
#include "attention_playground/transformer/stacks.hpp"

namespace ap {

/// The steps of one pass that generation reads.
struct Pass : HeadSteps {
  Plan plan;
  std::vector<CachedSteps> own, memory;  // of each decoder layer
};

inline StepId step_count(const Pass& pass) { return pass.plan.count(); }

/// Declares a whole pass: words, stacks, logits; then the loss or the next token if the options ask
/// for it (Vaswani et al. 2017, §3). A run keeps all steps, or only those that a Pass names. Throws
/// what the declarations of its parts throw.
Pass declare_pass(const PassOptions& options, bool keep_all = true);

/// Declares the same steps for a plan that goes on with others.
HeadSteps declare_pass_steps(PlanBuilder& builder, const PassOptions& options);

}  // namespace ap
