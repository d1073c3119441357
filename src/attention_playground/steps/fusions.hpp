#pragma once

#include "attention_playground/steps/plan.hpp"

namespace ap {

/// Those of the fusions that hold, in the order of their ranges: where two overlap, the first one;
/// and no step of a range but an output is kept, or read by a step or a kernel outside. The steps
/// of the others run as they are.
std::vector<Fusion> fusions_that_hold(const PlanBuilder& builder, std::vector<Fusion> fusions,
                                      std::span<const StepId> kept);

/// For each step whether it is kept, or read by a step or a kernel that runs for what is kept.
std::vector<char> steps_read(const PlanBuilder& builder, std::span<const StepId> kept);

}  // namespace ap
