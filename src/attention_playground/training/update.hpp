#pragma once

#include "attention_playground/steps/plan.hpp"
#include "attention_playground/training/settings.hpp"

namespace ap {

/// A parameter and its gradient, as steps.
struct UpdatedParameter {
  StepId value, gradient;
};

/// Which update it is.
struct UpdateMoment {
  Index step = 1;     // counted from 1
  double rate = 0;    // the schedule's
  Index batches = 1;  // gradients are means over so many; those of the earlier ones are leaves
};

/// Bits of a parameter's update; the leaves are supplied, −1 where the optimiser has none.
struct UpdateSteps {
  StepId accumulated = -1;    // Σ of the earlier batches' gradients
  StepId first_moment = -1;   // m, or SGD's velocity
  StepId second_moment = -1;  // v
  StepId next_first = -1, next_second = -1;
  StepId next_value = -1;
};

struct DeclaredUpdates {
  std::vector<UpdateSteps> parameters;  // in their order
  StepId epsilon = -1;                  // AdamW's ε [], supplied
};

/// What an update multiplies by, rounded once: kernel and steps have the same numbers.
struct UpdateFactors {
  UpdateFactors(const OptimizerOptions& options, const UpdateMoment& moment);

  float mean;                           // 1 / batches
  float keep_first, add_first;          // β₁ and 1 − β₁, or momentum and 1
  float keep_second, add_second;        // β₂ and 1 − β₂
  float correct_first, correct_second;  // 1 / (1 − βᵗ)
  float epsilon;
  float decay;         // AdamW: 1 − rate · weight_decay
  float weight_decay;  // SGD: what is added to the gradient
  float minus_rate;
};

/// Whether weight decay concerns a parameter of this rank: matrices and tables, not biases and
/// norms.
inline bool decays(int rank) { return rank >= 2; }

/// Declares the update of all parameters, in their order, in steps `update.<path>.…`: gradients are
/// clipped to a global norm, then AdamW's m, v, their bias correction, the decayed weight and the
/// new one (Loshchilov & Hutter 2019, algorithm 2), or SGD's velocity and the new weight, as
/// torch.optim computes them. Returns what belongs to each parameter.
DeclaredUpdates declare_updates(PlanBuilder& builder, std::span<const UpdatedParameter> parameters,
                                const OptimizerOptions& options, const UpdateMoment& moment);

/// The kinds of step of updates.
void for_each_update_kind(DeclarationVisitor visit);

}  // namespace ap
