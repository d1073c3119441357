#pragma once

#include "attention_playground/attention/scaled_dot_product.hpp"

namespace ap {

/// Computes the steps of declare_scaled_dot_product by the fused kernel (attention/fused.hpp), from
/// `first` to the last step added so far. Gives that step's tensor, [..., T, d_v], or [B, T, h·d_v]
/// if the heads were joined; and the weights if they are read.
///
/// q, k and v may be views of projections: only their rows have to be contiguous. The kernel's
/// backward() gives d_q, d_k and d_v from q, k, v, the masks (without the causal one, as its own
/// inputs) and d_output, whose rows have to be contiguous, too. d_output and each gradient may be
/// by heads, [B, h, T, d], or joined, [B, T, h·d].
Fusion fused_steps(const PlanBuilder& builder, StepId first, StepId q, StepId k, StepId v,
                   const Masks& masks, const WeightOptions& options, const WeightedSteps& steps,
                   StepId output);

}  // namespace ap
