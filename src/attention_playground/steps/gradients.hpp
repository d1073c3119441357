#pragma once

#include <span>

#include "attention_playground/steps/plan.hpp"

namespace ap {

/// The kinds of step that backward passes add, each with every operation that it may have. Role and
/// axes are those of the step that a gradient belongs to, which its symbol names.
void for_each_gradient_kind(DeclarationVisitor visit);

/// What a backward pass starts from, and what it leaves out.
struct GradientRequest {
  /// L is the step's only number, or the sum of its cells times those of a seed.
  StepId of;
  bool seeded = false;
  /// Steps that have edited cells: nothing passes through these.
  std::vector<StepId> edited = {};
  /// Only the gradients of parameters are wanted, and what leads to them; else those of data, too.
  bool of_parameters = false;
};

/// The steps that declare_gradients() added and that the caller supplies.
struct DeclaredGradients {
  /// By step: its gradient; −1 if L does not depend on it.
  std::vector<StepId> gradients;
  /// ∂L/∂L: ones, or the seed.
  StepId start;
  /// In the order of GradientRequest::edited: a leaf that is 0 at edited cells and 1 elsewhere; −1
  /// if no gradient reaches the step.
  std::vector<StepId> kept;
};

/// Declares ∂L/∂x for every step x that L depends on, from the last one back: `gradient.` before
/// the step's path. If several steps read x, each contributes `gradient.<x>.from.<reader>`, and the
/// gradient is their sum; parts of x that together cover an axis are joined first. Where several
/// cells are the maximum, the first one alone gets its gradient, which is one of the maximum's
/// subgradients (ops/reduce_backward.hpp). Throws what the operations' layouts throw, and
/// Error(conflict) naming `of` for a step that no number leads to, such as a choice, or a mask made
/// by a rule.
DeclaredGradients declare_gradients(PlanBuilder& builder, const GradientRequest& request);

}  // namespace ap
