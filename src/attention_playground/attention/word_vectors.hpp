#pragma once

#include "attention_playground/attention/options.hpp"
#include "attention_playground/steps/plan.hpp"

namespace ap {

/// The table that both sentences look their tokens up in: [vocabulary, width]. Row r is random,
/// keyed by the token's text and the seed alone, so changing one word leaves the others as they
/// are.
StepId declare_embedding_table(PlanBuilder& builder, Index vocabulary, Index width);

/// The table of learned positions, [length, width]; row t is random, keyed by t and the seed.
StepId declare_position_table(PlanBuilder& builder, Index length, Index width);

/// What becomes of the embeddings.
struct WordOptions {
  Positions positions = Positions::none;
  std::optional<StepId> position_table = std::nullopt;  // whose rows are read; else one of its own
  Index first = 0;                                      // position of the first token
  bool scaled = false;  // embeddings times √width (Vaswani et al. 2017, §3.4)
  float dropout = 0;
  std::uint32_t seed = 0;
};

/// Tokens → ids → rows of the table (or given vectors), plus positions: [B, length, width].
/// `table` is read only where the vectors come from tokens. `memory` says that it is the second
/// sentence.
StepId declare_word_vectors(PlanBuilder& builder, const WordVectors& words,
                            const WordOptions& options, StepId table, bool memory);

/// What keys and values of another sentence come from is the memory R to all that read it.
void call_memory(PlanBuilder& builder, StepId vectors);

/// The kinds of step that are declared here.
std::span<const Declaration> word_kinds();

}  // namespace ap
