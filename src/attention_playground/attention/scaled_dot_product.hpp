#pragma once

#include "attention_playground/attention/options.hpp"
#include "attention_playground/steps/plan.hpp"

namespace ap {

/// Steps of the masks that one attention layer adds to its scores, and the axes of these scores.
struct Masks {
  std::vector<StepId> steps;
};

/// Declares the masks for scores of this shape ([queries, keys] after any leading axes); the names
/// of their steps begin with `prefix`. Throws Error(shape) naming `attn_mask`.
Masks declare_masks(PlanBuilder& builder, const MaskOptions& options, const Dims& scores,
                    Words prefix = "");

/// Attention(Q, K, V) = softmax(Q Kᵀ / √d_k + masks) V, step by step (Vaswani et al. 2017, §3.2.1),
/// whole or in tiles; gives the step [..., T, d_v]. q [..., T, d_k], k [..., S, d_k],
/// v [..., S, d_v] with up to two leading axes: batch, head. Throws Error naming `query`, `key` or
/// `value` where they do not fit.
StepId declare_scaled_dot_product(PlanBuilder& builder, StepId q, StepId k, StepId v,
                                  const Masks& masks, const WeightOptions& options);

/// What multiplies the scores, and what it is called.
Attributes scaling(const WeightOptions& options, Index d_k);

/// The shape of Q Kᵀ; throws as above.
Dims scores_shape(const Dims& q, const Dims& k, const Dims& v);

/// A plan whose query, key and value are given tensors of these shapes.
Plan plan_scaled_dot_product(const Dims& q, const Dims& k, const Dims& v,
                             const WeightOptions& options, const std::vector<std::string>* keep);

}  // namespace ap
