#include "attention_playground/transformer/head.hpp"

#include "attention_playground/ops/choice.hpp"
#include "attention_playground/ops/cross_entropy.hpp"
#include "attention_playground/ops/leaf.hpp"
#include "attention_playground/ops/matmul.hpp"
#include "attention_playground/ops/movement.hpp"
#include "attention_playground/ops/scale.hpp"
#include "attention_playground/ops/softmax.hpp"
#include "attention_playground/transformer/sublayers.hpp"

namespace ap {

namespace {

constexpr Axes logits_axes = {Axis::batch, Axis::token, Axis::vocabulary};
constexpr Axes pointer_axes = {Axis::batch, Axis::query, Axis::key};
constexpr Axes next_axes = {Axis::batch, Axis::vocabulary};

constexpr Declaration tied_logits = {.kind = "logits",
                                     .symbol = "L",
                                     .variable = "logits",
                                     .operation = &ops::matmul_transposed,
                                     .role = Role::logits,
                                     .axes = logits_axes};

constexpr Declaration sampled_token = {.kind = "next_token",
                                       .symbol = R"(\hat{y})",
                                       .variable = "token",
                                       .operation = &ops::sample,
                                       .role = Role::token,
                                       .axes = {Axis::batch}};

constexpr auto declared_language_head = kinds({
    {.kind = "w_vocabulary",
     .symbol = R"(W_{\text{vocab}})",
     .variable = "w",
     .operation = &ops::random,
     .role = Role::logits,
     .axes = {Axis::d_model, Axis::vocabulary}},
    {.kind = "b_vocabulary",
     .symbol = R"(b_{\text{vocab}})",
     .variable = "b",
     .operation = &ops::random,
     .role = Role::logits,
     .axes = {Axis::vocabulary}},
    {.kind = "logits",
     .symbol = tied_logits.symbol,
     .variable = tied_logits.variable,
     .operation = &ops::linear,
     .role = Role::logits,
     .axes = logits_axes},
    tied_logits,
    {.kind = "probabilities",
     .symbol = "p",
     .variable = "p",
     .operation = &ops::softmax,
     .role = Role::logits,
     .axes = logits_axes},
    {.kind = "prediction",
     .symbol = R"(\hat{y})",
     .variable = "prediction",
     .operation = &ops::argmax,
     .role = Role::token,
     .axes = {Axis::batch, Axis::token}},
    {.kind = "labels",
     .symbol = "y",
     .variable = "labels",
     .operation = &ops::given,
     .role = Role::token,
     .axes = {Axis::batch, Axis::token},
     .texts = {R"({out}[t] \in \{0, \dots, V - 1\})",
               "torch.tensor([[vocab[t] for t in s] for s in expected])",
               "np.array([[vocab[t] for t in s] for s in expected])"}},
    {.kind = "log_probabilities",
     .symbol = R"(\log p)",
     .variable = "log_p",
     .operation = &ops::log_softmax,
     .role = Role::logits,
     .axes = logits_axes},
    {.kind = "loss",
     .symbol = R"(\mathcal{L})",
     .variable = "loss",
     .operation = &ops::cross_entropy,
     .role = Role::logits,
     .axes = {}},
    {.kind = "pointer_labels",
     .symbol = "y",
     .variable = "labels",
     .operation = &ops::given,
     .role = Role::token,
     .axes = {Axis::batch, Axis::query},
     .texts = {R"({out}[t] \in \{0, \dots, S - 1\})", "torch.tensor(expected)",
               "np.array(expected)"}},
    {.kind = "pointer_probabilities",
     .symbol = "p",
     .variable = "p",
     .operation = &ops::softmax,
     .role = Role::weights,
     .axes = pointer_axes},
    {.kind = "pointer_prediction",
     .symbol = R"(\hat{y})",
     .variable = "prediction",
     .operation = &ops::argmax,
     .role = Role::token,
     .axes = {Axis::batch, Axis::query}},
    {.kind = "pointer_log_probabilities",
     .symbol = R"(\log p)",
     .variable = "log_p",
     .operation = &ops::log_softmax,
     .role = Role::logits,
     .axes = pointer_axes},
    {.kind = "last_position",
     .symbol = R"(x_{\text{last}})",
     .variable = "last",
     .operation = &ops::split,
     .role = Role::residual,
     .axes = {Axis::batch, Axis::token, Axis::d_model}},
    {.kind = "next_logits",
     .symbol = R"(\ell)",
     .variable = "logits",
     .operation = &ops::view,
     .role = Role::logits,
     .axes = next_axes},
    {.kind = "tempered_logits",
     .symbol = R"(\ell_{\tau})",
     .variable = "logits",
     .operation = &ops::scale,
     .role = Role::logits,
     .axes = next_axes},
    {.kind = "kept_logits",
     .symbol = R"(\tilde{\ell})",
     .variable = "logits",
     .operation = &ops::top_k,
     .role = Role::logits,
     .axes = next_axes},
    {.kind = "next_probabilities",
     .symbol = "p",
     .variable = "p",
     .operation = &ops::softmax,
     .role = Role::logits,
     .axes = next_axes},
    {.kind = "next_token",
     .symbol = sampled_token.symbol,
     .variable = sampled_token.variable,
     .operation = &ops::argmax,
     .role = Role::token,
     .axes = {Axis::batch}},
    sampled_token,
});

StepId declare_logits(PlanBuilder& builder, StepId x, StepId table, const ModelOptions& model) {
  if (model.tied) return builder.add(tied_logits, {x, table});
  return declare_linear(
      builder,
      {&declared_language_head["w_vocabulary"], &declared_language_head["b_vocabulary"],
       &declared_language_head["logits"]},
      {"", "", ""}, x, model.vocabulary, model.layer.bias);
}

/// The kinds of a loss, and of a prediction, over words or over positions.
struct HeadKinds {
  const Declaration &labels, &log_probabilities, &probabilities, &prediction;
};

constexpr HeadKinds over_words = {
    declared_language_head["labels"], declared_language_head["log_probabilities"],
    declared_language_head["probabilities"], declared_language_head["prediction"]};
constexpr HeadKinds over_positions = {
    declared_language_head["pointer_labels"], declared_language_head["pointer_log_probabilities"],
    declared_language_head["pointer_probabilities"], declared_language_head["pointer_prediction"]};

/// What is read of scores [B, T, V or S]: a loss if there are labels, else a prediction.
void declare_reading(PlanBuilder& builder, const HeadKinds& kinds, StepId scores,
                     const PassOptions& options, HeadSteps& head) {
  const Dims shape = builder.shape(scores);
  if (!options.labels) {
    const StepId probabilities =
        builder.add(kinds.probabilities, {scores}, Along{-1}, "probabilities");
    builder.add(kinds.prediction, {probabilities}, no_attributes, "prediction");
    return;
  }
  const StepId labels = builder.add_data(kinds.labels, {shape[0], shape[1]}, "labels");
  const StepId logarithms =
      builder.add(kinds.log_probabilities, {scores}, Along{-1}, "log_probabilities");
  head.loss = builder.add(declared_language_head["loss"], {logarithms, labels},
                          Labelled{options.model.label_smoothing, shape[2]});
}

/// The last position of x, which alone determines the next token.
StepId declare_last(PlanBuilder& builder, StepId x) {
  const PlanBuilder::Within scope(builder, "next.", {.part = Part::choice});
  return builder.add(declared_language_head["last_position"], {x},
                     Window{1, builder.shape(x)[1] - 1, 1}, "last");
}

/// From the last position's logits to the next token, in the scope `next`.
void declare_choice(PlanBuilder& builder, const ChoiceOptions& choice, HeadSteps& head) {
  const PlanBuilder::Within scope(builder, "next.", {.part = Part::choice});
  const Dims shape = builder.shape(*head.logits);
  StepId scores = builder.add(declared_language_head["next_logits"], {*head.logits},
                              ToShape{{shape[0], shape[2]}}, "logits");
  head.next_logits = scores;
  if (choice.temperature != 1) {
    scores = builder.add(declared_language_head["tempered_logits"], {scores},
                         Factor{1 / choice.temperature, Factor::Name::temperature});
  }
  if (choice.top_k > 0)
    scores = builder.add(declared_language_head["kept_logits"], {scores}, Largest{choice.top_k});
  const StepId probabilities = builder.add(declared_language_head["next_probabilities"], {scores},
                                           Along{-1}, "probabilities");
  head.probabilities = probabilities;
  const Drawn draw = {choice.place * shape[0], choice.seed, builder.stream_of("token")};
  head.next_token = choice.sampled ? builder.add(sampled_token, {probabilities}, draw, "token")
                                   : builder.add(declared_language_head["next_token"],
                                                 {probabilities}, no_attributes, "token");
}

}  // namespace

HeadSteps declare_head(PlanBuilder& builder, StepId x, StepId table, const PassOptions& options) {
  const bool decodes = options.model.has_decoder();
  const PlanBuilder::Within scope(builder, "",
                                  {.sentence = decodes ? Sentence::target : Sentence::source});
  HeadSteps head;
  if (options.choice) x = declare_last(builder, x);
  head.logits = declare_logits(builder, x, table, options.model);
  if (options.choice)
    declare_choice(builder, *options.choice, head);
  else
    declare_reading(builder, over_words, *head.logits, options, head);
  return head;
}

HeadSteps declare_pointer_head(PlanBuilder& builder, StepId scores, const PassOptions& options) {
  const PlanBuilder::Within scope(builder, "",
                                  {.sentence = Sentence::source, .key_sentence = Sentence::source});
  HeadSteps head;
  declare_reading(builder, over_positions, scores, options, head);
  return head;
}

std::span<const Declaration> head_step_kinds() { return declared_language_head; }

}  // namespace ap
