#pragma once

#include "attention_playground/steps/plan.hpp"
#include "attention_playground/transformer/options.hpp"

namespace ap {

/// The steps of a decoder's top that generation or training reads.
struct HeadSteps {
  std::optional<StepId> logits;         // [B, T, V]; [B, 1, V] if a token is chosen
  std::optional<StepId> next_logits;    // [B, V], of the last position
  std::optional<StepId> probabilities;  // [B, V], of the next token
  std::optional<StepId> next_token;     // [B]
  std::optional<StepId> loss;           // its only number, if there are labels
};

/// The decoder's top (Vaswani et al. 2017, §3.4): a linear layer to the vocabulary (or the
/// embedding table, if the two are tied); then softmax and the most probable token, or what the
/// options ask for: the loss or the next token. x [B, T, D]; `table` [V, D] is read only if the two
/// are tied. Throws Error(range) naming `count` if the options' top_k exceeds V.
HeadSteps declare_head(PlanBuilder& builder, StepId x, StepId table, const PassOptions& options);

/// The same for the scores [B, T, S] of a pointer: probabilities of source positions.
HeadSteps declare_pointer_head(PlanBuilder& builder, StepId scores, const PassOptions& options);

/// The kinds of step that are declared here.
std::span<const Declaration> head_step_kinds();

}  // namespace ap
