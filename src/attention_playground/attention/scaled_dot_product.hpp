#pragma once

#include "attention_playground/attention/options.hpp"
#include "attention_playground/steps/plan.hpp"

namespace ap {

/// The masks that one attention layer adds to its scores: steps that broadcast to [B, h, T, S].
struct Masks {
  std::vector<StepId> steps;
};

/// Declares the masks for scores of this shape ([queries, keys] after any leading axes); the names
/// of their steps begin with `prefix`. Throws Error(shape) naming `attn_mask`.
Masks declare_masks(PlanBuilder& builder, const MaskOptions& options, const Dims& scores,
                    Words prefix = "");

/// Attention(Q, K, V) = softmax(Q Kᵀ / √d_k + masks) V, step by step (Vaswani et al. 2017, §3.2.1),
/// whole or in tiles; gives the step [..., T, d_v]. q [..., T, d_k], k [..., S, d_k],
/// v [..., S, d_v] with up to two leading axes: batch, head. Throws Error(rank, shape) naming `a`,
/// `b` or `mask` where they do not fit, and (conflict) naming `tile` where dropout meets tiles.
StepId declare_scaled_dot_product(PlanBuilder& builder, StepId q, StepId k, StepId v,
                                  const Masks& masks, const WeightOptions& options);

/// What multiplies the scores, options.scale or 1/√d_k, and what an explanation calls it.
Attributes scaling(const WeightOptions& options, Index d_k);

/// The shape [..., T, S] of Q Kᵀ for q [..., T, d_k], k [..., S, d_k], v [..., S, d_v]. Throws
/// Error(rank, shape) naming query, key or value.
Dims scores_shape(const Dims& q, const Dims& k, const Dims& v);

/// A plan whose query, key and value are given tensors of these shapes, the steps `query`, `key`
/// and `value`; the result is `context`. With `keep`, a run keeps only the steps of these paths.
/// Throws what scores_shape and declare_masks throw.
Plan plan_scaled_dot_product(const Dims& q, const Dims& k, const Dims& v,
                             const WeightOptions& options, const std::vector<std::string>* keep);

}  // namespace ap
