#pragma once

#include "attention_playground/attention/projections.hpp"
#include "attention_playground/attention/scaled_dot_product.hpp"

namespace ap {

/// x·W, or x·W + b if there is a bias.
StepId declare_product(PlanBuilder& builder, const Declaration& kind, StepId x, StepId weight,
                       const std::optional<StepId>& bias, const char* name = "");

/// The kinds of step that are declared here.
std::span<const Declaration> head_kinds();

/// One declared projection: its matrix, its bias if it has one, and its input.
struct DeclaredProjection {
  const Projection& kinds;
  StepId source;  // the word vectors that it multiplies
  StepId weight;
  std::optional<StepId> bias;
  std::optional<StepId> wrong_source = std::nullopt;  // what a fault multiplies instead
};

/// The options that all heads of a layer share.
struct HeadOptions {
  Index heads;
  const CacheOptions& cache;
  const WeightOptions& weights;
  std::optional<Masks> masks;  // if declared before; else they are declared here
  Whole whole;
  bool rotary = false;  // queries and keys are rotated by their positions
};

/// The heads side by side, [B, T, h·d_v], and all keys and values that they read, [B, h, S, d].
struct JoinedHeads {
  StepId joined;
  std::optional<StepId> keys, values;  // if all heads have them in one step
};

/// All heads at once: one matrix for each projection, then view and transpose, and the reverse for
/// the result. `key` and `value` are null if the cache has all of them.
JoinedHeads declare_combined_heads(PlanBuilder& builder, const DeclaredProjection& query,
                                   const DeclaredProjection* key, const DeclaredProjection* value,
                                   const HeadOptions& options, const Dims& memory_heads = {});

/// The masked scores [B, h, T, S] of all heads at once, and nothing that comes after them.
StepId declare_combined_scores(PlanBuilder& builder, const DeclaredProjection& query,
                               const DeclaredProjection& key, const HeadOptions& options);

/// One head after the other, each with its own columns of the matrices; x·[W1, W2] = [x·W1, x·W2].
StepId declare_separate_heads(PlanBuilder& builder, const DeclaredProjection (&parts)[3],
                              const HeadOptions& options);

}  // namespace ap
