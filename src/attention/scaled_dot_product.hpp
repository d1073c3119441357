#pragma once

#include "attention/options.hpp"
#include "steps/plan.hpp"

namespace ap {

/// Steps of the masks that one attention layer adds to its scores, and the axes of these scores.
struct Masks {
  std::vector<StepId> steps;
};

struct AttentionSteps {
  StepId weights;  // [..., queries, keys], as they are applied: dropped out in training
  StepId context;  // [..., queries, d_v]
};

/// Declares the masks for scores of this shape ([queries, keys] after any leading axes).
/// Throws Error(shape) naming `attnMask` or `keyPaddingMask`.
Masks declare_masks(PlanBuilder& builder, const MaskOptions& options, const Dims& scores);

/// Attention(Q, K, V) = softmax(Q Kᵀ / √d_k + masks) V, step by step (Vaswani et al. 2017, §3.2.1).
/// q [..., T, d_k], k [..., S, d_k], v [..., S, d_v] with up to two leading axes: batch, head.
/// Throws Error naming `query`, `key` or `value` where they do not fit.
AttentionSteps declare_scaled_dot_product(PlanBuilder& builder, StepId q, StepId k, StepId v,
                                          const Masks& masks, const WeightOptions& options);

/// The shape of Q Kᵀ; throws as above.
Dims scores_shape(const Dims& q, const Dims& k, const Dims& v);

/// A plan whose query, key and value are given tensors of these shapes.
Plan plan_scaled_dot_product(const Dims& q, const Dims& k, const Dims& v,
                             const WeightOptions& options, const std::vector<std::string>* keep);

}  // namespace ap
