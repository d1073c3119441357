#pragma once

#include "attention_playground/attention/options.hpp"
#include "attention_playground/ops/matmul.hpp"
#include "attention_playground/ops/scale.hpp"
#include "attention_playground/ops/softcap.hpp"
#include "attention_playground/ops/softmax.hpp"
#include "attention_playground/steps/plan.hpp"

namespace ap {

/// A mask that is added to scores: a step that broadcasts to [B, h, T, S].
struct Mask {
  enum class Kind { causal, padding, custom };
  StepId step;
  Kind kind;
};

/// The masks of one attention layer: those that are added to scores, at most one of each kind, in
/// the order in which they are added, and that of dropout.
class Masks {
 public:
  /// Of dropout, applied to the weights: a step that broadcasts to them.
  std::optional<StepId> kept;

  void push_back(const Mask& mask) { masks_[count_++] = mask; }
  const Mask* begin() const { return masks_.data(); }
  const Mask* end() const { return masks_.data() + count_; }
  bool empty() const { return count_ == 0; }

 private:
  std::array<Mask, 3> masks_{};
  std::size_t count_ = 0;
};

/// The kinds of step that are declared here.
std::span<const Declaration> scaled_dot_product_kinds();

/// Declares the masks for scores of this shape ([queries, keys] after any leading axes); the names
/// of their steps begin with `prefix`. Throws Error(shape) naming `attn_mask` or `dropout_mask`.
Masks declare_masks(PlanBuilder& builder, const MaskOptions& options, const Dims& scores,
                    Words prefix = "");

/// The layer that a head belongs to.
struct Whole {
  Index heads = 1;
  Index width = 0;  // of the model; 0: the head's own
};

/// The result of attention [..., T, d_v], and the weights [..., T, S] that were applied. With tiles
/// no step holds the weights, and `weights` is the same step as `context`.
struct WeightedSteps {
  StepId context, weights;
};

/// Attention(Q, K, V) = softmax(Q Kᵀ / √d_k + masks) V, step by step (Vaswani et al. 2017, §3.2.1),
/// whole or in tiles. q [..., T, d_k], k [..., S, d_k],
/// v [..., S, d_v] with up to two leading axes: batch, head. Throws Error(rank, shape) naming `a`,
/// `b` or `mask` if they do not fit, and (conflict) naming `tile` for dropout with tiles. Makes the
/// faults that are requested from the builder.
WeightedSteps declare_scaled_dot_product(PlanBuilder& builder, StepId q, StepId k, StepId v,
                                         const Masks& masks, const WeightOptions& options,
                                         const Whole& whole = {});

// Its first steps alone: Q Kᵀ, scaled, divided by the temperature and capped, and then masked.
StepId declare_tempered_scores(PlanBuilder& builder, StepId q, StepId k,
                               const WeightOptions& options, const Whole& whole);
StepId declare_masked_scores(PlanBuilder& builder, StepId scores, const Masks& masks);

// The kinds that scaled dot-product attention and its variants share.

inline constexpr Axes score_axes = {Axis::batch, Axis::head, Axis::query, Axis::key};

/// Q Kᵀ. If heads have separate steps, each symbol has the number of its head.
inline constexpr Declaration scores_kind = {.kind = "scores",
                                            .symbol = "S{?head:_{head}}",
                                            .variable = "scores",
                                            .operation = &ops::matmul_transposed,
                                            .role = Role::scores,
                                            .axes = score_axes};
inline constexpr Declaration scaled_scores_kind = {.kind = "scaled_scores",
                                                   .symbol = R"(\bar{S}{?head:_{head}})",
                                                   .variable = "scaled",
                                                   .operation = &ops::scale,
                                                   .role = Role::scores,
                                                   .axes = score_axes};
inline constexpr Declaration capped_scores_kind = {.kind = "capped_scores",
                                                   .symbol = R"(S_{\text{cap}{?head:,{head}}})",
                                                   .variable = "capped",
                                                   .operation = &ops::softcap,
                                                   .role = Role::scores,
                                                   .axes = score_axes};
inline constexpr Declaration weights_kind = {.kind = "weights",
                                             .symbol = "A{?head:_{head}}",
                                             .variable = "weights",
                                             .operation = &ops::softmax,
                                             .role = Role::weights,
                                             .axes = score_axes};

/// The factor of the scores: options.scale or 1/√d_k.
Factor scaling(const WeightOptions& options, Index d_k);

/// Q, K and V as steps.
struct QueryKeyValue {
  StepId query, key, value;
};

/// Declares Q, K and V as given tensors, the steps `query`, `key` and `value`.
QueryKeyValue declare_given_heads(PlanBuilder& builder, const GivenShapes& shapes);

/// A plan of given weights, the step `weights`, and if there are values of a shape, of their sums.
Plan plan_weights(const Dims& weights, const Dims* value);

/// The shape [..., T, S] of Q Kᵀ for q [..., T, d_k], k [..., S, d_k], v [..., S, d_v]. Throws
/// Error(rank, shape) naming query, key or value.
Dims scores_shape(const Dims& q, const Dims& k, const Dims& v);

/// A plan whose query, key and value are given tensors of these shapes, the steps `query`, `key`
/// and `value`; the result is `context`. A kernel computes it at once if the execution is fused.
/// Throws what scores_shape and declare_masks throw.
Plan plan_scaled_dot_product(const Dims& q, const Dims& k, const Dims& v,
                             const WeightOptions& options, const Execution& execution);

}  // namespace ap
