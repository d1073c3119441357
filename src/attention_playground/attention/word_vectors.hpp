#pragma once

#include "attention_playground/attention/options.hpp"
#include "attention_playground/steps/plan.hpp"

namespace ap {

/// The embedding table [vocabulary, width] of both sentences, or of all but the source. Row r is
/// random and depends only on the token's text and the seed, so changing one word does not affect
/// the others.
StepId declare_embedding_table(PlanBuilder& builder, Index vocabulary, Index width);

/// The source's own table, `source.embedding_table`.
StepId declare_source_table(PlanBuilder& builder, Index vocabulary, Index width);

/// The table of learned positions, [length, width]; row t is random and depends only on t and the
/// seed.
StepId declare_position_table(PlanBuilder& builder, Index length, Index width);

/// How embeddings become word vectors.
struct WordOptions {
  Positions positions = Positions::none;
  std::optional<StepId> position_table = std::nullopt;  // the table to read; else a new one
  Index first = 0;                                      // position of the first token
  bool scaled = false;  // embeddings times √width (Vaswani et al. 2017, §3.4)
  float dropout = 0;
  std::uint32_t seed = 0;
};

/// The steps of word vectors that others read, [B, length, width].
struct WordSteps {
  StepId words;    // before positions and dropout
  StepId vectors;  // what layers read
};

/// Tokens → ids → rows of the table (or given vectors), plus positions: [B, length, width].
/// `table` is read only if the vectors come from tokens. `memory` says whether it is the second
/// sentence.
WordSteps declare_word_vectors(PlanBuilder& builder, const WordVectors& words,
                               const WordOptions& options, StepId table, bool memory);

/// Names the vectors that the keys and values of another sentence come from: the memory R.
void call_memory(PlanBuilder& builder, StepId vectors);

/// The kinds of step that are declared here.
std::span<const Declaration> word_kinds();

}  // namespace ap
