#include "attention_playground/transformer/head.hpp"

#include "attention_playground/ops/choice.hpp"
#include "attention_playground/ops/cross_entropy.hpp"
#include "attention_playground/ops/leaf.hpp"
#include "attention_playground/ops/matmul.hpp"
#include "attention_playground/ops/movement.hpp"
#include "attention_playground/ops/scale.hpp"
#include "attention_playground/ops/softmax.hpp"

namespace ap {

namespace {

constexpr Axes logits_axes = {Axis::batch, Axis::token, Axis::vocabulary};
constexpr Axes next_axes = {Axis::batch, Axis::vocabulary};

namespace declared {

constexpr Declaration probabilities = {.kind = "probabilities",
                                       .symbol = "p",
                                       .formula = R"(p = \mathrm{softmax}(L))",
                                       .code = "p = logits.softmax(dim=-1)",
                                       .operation = &ops::softmax,
                                       .role = Role::logits,
                                       .axes = logits_axes};

constexpr Declaration prediction = {.kind = "prediction",
                                    .symbol = R"(\hat y)",
                                    .formula = R"(\hat y_t = \arg\max_v p_{t,v})",
                                    .code = "prediction = p.argmax(dim=-1)",
                                    .operation = &ops::argmax,
                                    .role = Role::token,
                                    .axes = {Axis::batch, Axis::token}};

constexpr Declaration tied_logits = {.kind = "logits",
                                     .symbol = "L",
                                     .formula = R"(L = X E^{\top})",
                                     .code = "logits = x @ embedding.weight.T",
                                     .operation = &ops::matmul_transposed,
                                     .role = Role::logits,
                                     .axes = logits_axes};

constexpr Declaration w_vocabulary = {
    .kind = "w_vocabulary",
    .symbol = "W_V",
    .formula = R"(W_{\text{vocab}} \in \mathbb{R}^{D \times V})",
    .code = "w = nn.init.xavier_uniform_(torch.empty(d_model, vocab_size))",
    .operation = &ops::random,
    .role = Role::logits,
    .axes = {Axis::d_model, Axis::vocabulary}};

constexpr Declaration b_vocabulary = {.kind = "b_vocabulary",
                                      .symbol = R"(b_{\text{vocab}})",
                                      .formula = R"(b_{\text{vocab}} \in \mathbb{R}^{V})",
                                      .code = "b = torch.empty(vocab_size).uniform_(-bound, bound)",
                                      .operation = &ops::random,
                                      .role = Role::logits,
                                      .axes = {Axis::vocabulary}};

constexpr Declaration logits = {.kind = "logits",
                                .symbol = "L",
                                .formula = R"(L = X W_{\text{vocab}})",
                                .code = "logits = x @ w",
                                .operation = &ops::linear,
                                .role = Role::logits,
                                .axes = logits_axes};
constexpr Declaration biased_logits =
    logits.with(R"(L = X W_{\text{vocab}} + b_{\text{vocab}})", "logits = x @ w + b");

constexpr Declaration labels = {
    .kind = "labels",
    .symbol = "y",
    .formula = R"(y_t \in \{0, \dots, V - 1\})",
    .code = "labels = torch.tensor([[vocab[t] for t in s] for s in expected])",
    .operation = &ops::given,
    .role = Role::token,
    .axes = {Axis::batch, Axis::token}};

constexpr Declaration log_probabilities = {
    .kind = "log_probabilities",
    .symbol = R"(\log p)",
    .formula = R"(\log p = L - \max L - \log \sum e^{L - \max L})",
    .code = "log_p = logits.log_softmax(dim=-1)",
    .operation = &ops::log_softmax,
    .role = Role::logits,
    .axes = logits_axes};

constexpr Declaration loss = {
    .kind = "loss",
    .symbol = R"(\mathcal{L})",
    .formula = R"(\mathcal{L} = -\dfrac{1}{n} \sum_t \log p_{t, y_t})",
    .code = "loss = F.nll_loss(log_p.transpose(1, 2), labels, ignore_index=-1)",
    .operation = &ops::cross_entropy,
    .role = Role::logits,
    .axes = {}};

constexpr Declaration last_logits = {.kind = "last_logits",
                                     .symbol = "L_T",
                                     .formula = R"(L_T = L[:,\; T - 1 : T])",
                                     .code = "last = logits[:, -1:]",
                                     .operation = &ops::split,
                                     .role = Role::logits,
                                     .axes = logits_axes};

constexpr Declaration next_logits = {.kind = "next_logits",
                                     .symbol = "L_T",
                                     .formula = "L_T",
                                     .code = "last = last[:, 0]",
                                     .operation = &ops::view,
                                     .role = Role::logits,
                                     .axes = next_axes};

constexpr Declaration tempered_logits = {.kind = "tempered_logits",
                                         .symbol = R"(L_\tau)",
                                         .formula = R"(L_\tau = \dfrac{L_T}{\tau})",
                                         .code = "last = last / temperature",
                                         .operation = &ops::scale,
                                         .role = Role::logits,
                                         .axes = next_axes};

constexpr Declaration kept_logits = {
    .kind = "kept_logits",
    .symbol = R"(\tilde L)",
    .formula =
        R"(\tilde L_v = \begin{cases} L_v & \text{among the } k \text{ largest} \\ -\infty & \text{else} \end{cases})",
    .code = "last = last.masked_fill(last < last.topk(k).values[:, -1:], -torch.inf)",
    .operation = &ops::top_k,
    .role = Role::logits,
    .axes = next_axes};

constexpr Declaration next_probabilities = {
    .kind = "next_probabilities",
    .symbol = "p",
    .formula = R"(p_v = \dfrac{e^{L_v - \max L}}{\sum_j e^{L_j - \max L}})",
    .code = "p = last.softmax(dim=-1)",
    .operation = &ops::softmax,
    .role = Role::logits,
    .axes = next_axes};

constexpr Declaration next_token = {.kind = "next_token",
                                    .symbol = R"(\hat y)",
                                    .formula = R"(\hat y = \arg\max_v p_v)",
                                    .code = "token = p.argmax(dim=-1)",
                                    .operation = &ops::argmax,
                                    .role = Role::token,
                                    .axes = {Axis::batch}};
constexpr Declaration sampled_token = {.kind = "next_token",
                                       .symbol = next_token.symbol,
                                       .formula = R"(\hat y \sim p)",
                                       .code = "token = torch.multinomial(p, 1)",
                                       .operation = &ops::sample,
                                       .role = Role::token,
                                       .axes = {Axis::batch}};

}  // namespace declared

StepId declare_logits(PlanBuilder& builder, StepId x, StepId table, const ModelOptions& model) {
  if (model.tied) return builder.add(declared::tied_logits, {x, table});
  std::vector<StepId> inputs = {
      x, builder.add(declared::w_vocabulary, {}, shaped({model.layer.d_model, model.vocabulary}))};
  const bool bias = model.layer.bias;
  if (bias) inputs.push_back(builder.add(declared::b_vocabulary, {}, shaped({model.vocabulary})));
  return builder.add(bias ? declared::biased_logits : declared::logits, inputs);
}

void declare_loss(PlanBuilder& builder, StepId logits) {
  const Dims shape = builder.shape(logits);
  const StepId labels = builder.add(declared::labels, {}, shaped({shape[0], shape[1]}));
  const StepId log_probabilities = builder.add(declared::log_probabilities, {logits}, along(-1));
  builder.add(declared::loss, {log_probabilities, labels});
}

/// From the last position's logits to the next token, in the scope `next`.
void declare_choice(PlanBuilder& builder, const ChoiceOptions& choice, HeadSteps& head) {
  const PlanBuilder::Scope scope(builder, "next");
  const Dims shape = builder.shape(*head.logits);
  const StepId last =
      builder.add(declared::last_logits, {*head.logits}, window(1, shape[1] - 1, 1));
  StepId scores =
      builder.add(declared::next_logits, {last}, shaped({shape[0], shape[2]}), "logits");
  head.next_logits = scores;
  if (choice.temperature != 1) {
    scores =
        builder.add(declared::tempered_logits, {scores}, scaled_by(1 / choice.temperature, "1/τ"));
  }
  if (choice.top_k > 0) {
    Attributes largest;
    largest.length = choice.top_k;
    scores = builder.add(declared::kept_logits, {scores}, largest);
  }
  const StepId probabilities =
      builder.add(declared::next_probabilities, {scores}, along(-1), "probabilities");
  head.probabilities = probabilities;
  Attributes draw;
  draw.start = choice.place * shape[0];
  draw.seed = choice.seed;
  head.next_token = builder.add(choice.sampled ? declared::sampled_token : declared::next_token,
                                {probabilities}, draw, "token");
}

}  // namespace

HeadSteps declare_head(PlanBuilder& builder, StepId x, StepId table, const PassOptions& options) {
  HeadSteps head;
  head.logits = declare_logits(builder, x, table, options.model);
  if (options.choice) {
    declare_choice(builder, *options.choice, head);
  } else if (options.labels) {
    declare_loss(builder, *head.logits);
  } else {
    const StepId probabilities = builder.add(declared::probabilities, {*head.logits}, along(-1));
    builder.add(declared::prediction, {probabilities});
  }
  return head;
}

}  // namespace ap
