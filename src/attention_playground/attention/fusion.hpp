#pragma once

#include "attention_playground/attention/fused.hpp"
#include "attention_playground/attention/scaled_dot_product.hpp"

namespace ap {

/// Whether the kernel computes what these options say: it knows no tiles, no capped scores and no
/// given mask of dropout.
bool is_fused(const WeightOptions& options);

/// Computes the steps of declare_scaled_dot_product by the fused kernel (attention/fused.hpp), from
/// `first` to the last step added so far. Gives that step's tensor, [..., T, d_v], or [B, T, h·d_v]
/// if the heads were joined; and the weights if they are read.
///
/// q, k and v may be views of projections: only their rows have to be contiguous.
Fusion fused_steps(const PlanBuilder& builder, StepId first, StepId q, StepId k, StepId v,
                   const Masks& masks, const WeightOptions& options, const WeightedSteps& steps,
                   StepId output);

/// What such a kernel computes for each head, whose operands are those of a run; null for another
/// kernel.
const AttentionHead* attention_of(const Kernel& kernel);

}  // namespace ap
