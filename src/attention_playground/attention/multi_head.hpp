#pragma once

#include "attention_playground/attention/scaled_dot_product.hpp"

namespace ap {

/// The input of each projection: x for all three in self-attention, the memory for keys and values
/// in cross-attention.
struct Sources {
  StepId query;  // [B, T, D]
  StepId key;    // [B, S, D]
  StepId value;  // [B, S, D]
};

/// Steps of a layer that others read.
struct AttentionSteps {
  StepId output;                       // [B, T, D], or [B, T, h·d_v] without W_o
  std::optional<StepId> keys, values;  // [B, h, S, d], if all heads have them in one step
};

/// MultiHead = Concat(Z_1 … Z_h) W_o + b_o, step by step (Vaswani et al. 2017, §3.2.2), with one
/// combined matrix for each projection, one for each head, or split over workers. The output is the
/// step `output`, or `concat` if there is no W_o. `masks` are shared if given; else this layer
/// declares those of `weights.mask`. `cache` says which keys and values an earlier pass has kept.
///
/// Throws Error(heads) naming num_heads if the heads do not divide a width; (range) naming workers
/// unless they divide the heads, (conflict) if heads then have separate matrices or no W_o; (shape)
/// naming attn_mask or dropout_mask if it does not broadcast, or if it differs by head and heads
/// have separate workers or matrices.
AttentionSteps declare_multi_head(PlanBuilder& builder, const Sources& sources,
                                  const ProjectionOptions& projections,
                                  const WeightOptions& weights,
                                  const std::optional<Masks>& masks = std::nullopt,
                                  const CacheOptions& cache = {});

/// The masked scores [B, h, T, T] of self-attention, and nothing that comes after them. x [B, T,
/// D].
StepId declare_head_scores(PlanBuilder& builder, StepId x, const ProjectionOptions& projections,
                           const WeightOptions& weights, const Masks& masks);

/// Throws Error(heads) naming num_heads if the heads do not divide the width of queries and keys,
/// or of values.
void require_heads(const ProjectionOptions& projections);

/// A plan whose query [B, T, D], key [B, S, D] and value [B, S, D] are given tensors of these
/// shapes, the steps `query`, `key` and `value`.
Plan plan_multi_head(const Dims& query, const Dims& key, const Dims& value,
                     const ProjectionOptions& projections, const WeightOptions& weights,
                     const Execution& execution);

/// The kinds of step that are declared here, and those of the projections.
std::span<const Declaration> multi_head_kinds();
void for_each_projection_kind(DeclarationVisitor visit);

/// The plan of trace_attention: tokens → word vectors → attention, everything kept. Throws what the
/// declarations throw.
Plan plan_attention(const AttentionOptions& options);

}  // namespace ap
