#pragma once

#include "attention/options.hpp"
#include "steps/plan.hpp"

namespace ap {

/// The table that both sentences look their tokens up in: [vocabulary, width]. Row r is random,
/// keyed by the token's text and the seed alone, so changing one word leaves the others as they
/// are.
StepId declare_embedding_table(PlanBuilder& builder, Index vocabulary, Index width);

/// Tokens → ids → rows of the table (or given vectors), plus positions: [B, length, width].
/// `table` is read only where the vectors come from tokens. `position` says what the token axis is
/// called.
StepId declare_word_vectors(PlanBuilder& builder, const WordVectors& words, Positions positions,
                            StepId table, Axis position);

}  // namespace ap
