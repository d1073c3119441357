#pragma once

#include "attention_playground/attention/scaled_dot_product.hpp"

namespace ap {

/// The same as declare_scaled_dot_product tile by tile, with the running maximum and sum of each
/// query as steps (Milakov & Gimelshein 2018; Dao et al. 2022). It shows what the fused kernel
/// does, in small tiles. Tile (i, j) of queries and keys has the scope `tiles.i.j`. Throws
/// Error(conflict) naming `tile` for dropout, because no step holds all weights.
StepId declare_tiled_attention(PlanBuilder& builder, StepId q, StepId k, StepId v,
                               const Masks& masks, const WeightOptions& options);

/// The kinds of step that are declared here.
std::span<const Declaration> tile_kinds();

}  // namespace ap
