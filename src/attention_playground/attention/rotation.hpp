#pragma once

#include <span>

#include "attention_playground/steps/plan.hpp"

namespace ap {

/// Rotates queries and keys [..., T, d_k] of one sentence by their positions, from `first` on (Su
/// et al. 2021): `q` and `k` become the rotated ones. Throws Error(shape) naming `x` unless d_k is
/// even.
void declare_rotation(PlanBuilder& builder, StepId& q, StepId& k, Index first);

/// The kinds of step that are declared here.
std::span<const Declaration> rotation_kinds();

/// Throws Error(conflict) naming `positions` if heads of this width cannot be rotated.
void require_pairs(Index d_k);

}  // namespace ap
