#include "transformer/pass.hpp"

#include "attention/word_vectors.hpp"
#include "ops/choice.hpp"
#include "ops/cross_entropy.hpp"
#include "ops/leaf.hpp"
#include "ops/matmul.hpp"
#include "ops/movement.hpp"
#include "ops/scale.hpp"
#include "ops/softmax.hpp"

namespace ap {

namespace {

constexpr Axes logits_axes = {Axis::batch, Axis::token, Axis::vocabulary};
constexpr Axes next_axes = {Axis::batch, Axis::vocabulary};

class PassBuilder {
 public:
  explicit PassBuilder(const PassOptions& options)
      : options_(options), model_(options.model), builder_(options.model.given) {}

  Pass build(bool keep_all) && {
    declare_tables();
    const std::optional<Memory> memory = declare_memory();
    StepId output = memory && memory->output ? *memory->output : 0;
    if (model_.has_decoder()) output = declare_target(memory);
    if (model_.has_decoder() && model_.vocabulary > 0) declare_head(output);
    const std::vector<std::string> kept = kept_paths();
    pass_.plan = std::move(builder_).finish(keep_all ? nullptr : &kept);
    return std::move(pass_);
  }

 private:
  void declare_tables() {
    const Index width = model_.layer.width;
    const bool looked_up = (options_.source && options_.source->from_tokens) ||
                           (options_.target && options_.target->from_tokens);
    if (model_.vocabulary > 0 && (looked_up || model_.tied))
      table_ = declare_embedding_table(builder_, model_.vocabulary, width);
    if (model_.positions == Positions::learned) {
      position_table_ =
          declare_position_table(builder_, model_.max_length, width, Axis::token, Role::input);
    }
  }

  StepId declare_words(const WordVectors& words, const char* scope, Axis axis, Index first) {
    const PlanBuilder::Scope own(builder_, scope);
    return declare_word_vectors(builder_, words,
                                {.positions = model_.positions,
                                 .position_table = position_table_,
                                 .first = first,
                                 .scaled = model_.scale_embedding,
                                 .dropout = model_.layer.dropout,
                                 .seed = model_.layer.seed},
                                table_, axis);
  }

  std::optional<Memory> declare_memory() {
    if (!model_.has_encoder()) return std::nullopt;
    if (options_.cached_memory > 0) return Memory{std::nullopt, options_.cached_memory};
    const Axis axis = model_.has_decoder() ? Axis::memory_token : Axis::token;
    const StepId source = declare_words(*options_.source, "source", axis, 0);
    return Memory{declare_encoder(builder_, source, model_, options_.encoder_mask), 0};
  }

  StepId declare_target(const std::optional<Memory>& memory) {
    const StepId target = declare_words(*options_.target, "target", Axis::token, options_.past);
    DecoderSteps decoder = declare_decoder(builder_, target, memory, model_, options_.decoder_mask,
                                           options_.memory_mask, options_.past);
    pass_.own = std::move(decoder.own);
    pass_.memory = std::move(decoder.memory);
    return decoder.output;
  }

  /// The decoder's top: linear to the vocabulary, softmax, the most probable (§3.4).
  void declare_head(StepId x) {
    pass_.logits = declare_logits(x);
    if (options_.choice) return declare_choice(*options_.choice);
    if (options_.labels) return declare_loss();
    const StepId probabilities = builder_.add({.kind = "probabilities",
                                               .symbol = "p",
                                               .formula = R"(p = \mathrm{softmax}(L))",
                                               .code = "p = logits.softmax(dim=-1)",
                                               .operation = &ops::softmax,
                                               .role = Role::logits,
                                               .axes = logits_axes},
                                              {*pass_.logits}, {.axis = -1});
    builder_.add({.kind = "prediction",
                  .symbol = R"(\hat y)",
                  .formula = R"(\hat y_t = \arg\max_v p_{t,v})",
                  .code = "prediction = p.argmax(dim=-1)",
                  .operation = &ops::argmax,
                  .role = Role::token,
                  .axes = {Axis::batch, Axis::token}},
                 {probabilities});
  }

  StepId declare_logits(StepId x) {
    if (model_.tied) {
      return builder_.add({.kind = "logits",
                           .symbol = "L",
                           .formula = R"(L = X E^{\top})",
                           .code = "logits = x @ embedding.weight.T",
                           .operation = &ops::matmul_transposed,
                           .role = Role::logits,
                           .axes = logits_axes},
                          {x, table_});
    }
    std::vector<StepId> inputs = {
        x, builder_.add({.kind = "w_vocabulary",
                         .symbol = "W_V",
                         .formula = R"(W_{\text{vocab}} \in \mathbb{R}^{D \times V})",
                         .code = "w = nn.init.xavier_uniform_(torch.empty(d_model, vocab_size))",
                         .operation = &ops::random,
                         .role = Role::logits,
                         .axes = {Axis::d_model, Axis::vocabulary}},
                        {}, {.shape = {model_.layer.width, model_.vocabulary}})};
    const bool bias = model_.layer.bias;
    if (bias) {
      inputs.push_back(builder_.add({.kind = "b_vocabulary",
                                     .symbol = R"(b_{\text{vocab}})",
                                     .formula = R"(b_{\text{vocab}} \in \mathbb{R}^{V})",
                                     .code = "b = torch.empty(vocab_size).uniform_(-bound, bound)",
                                     .operation = &ops::random,
                                     .role = Role::logits,
                                     .axes = {Axis::vocabulary}},
                                    {}, {.shape = {model_.vocabulary}}));
    }
    return builder_.add({.kind = "logits",
                         .symbol = "L",
                         .formula = bias ? R"(L = X W_{\text{vocab}} + b_{\text{vocab}})"
                                         : R"(L = X W_{\text{vocab}})",
                         .code = bias ? "logits = x @ w + b" : "logits = x @ w",
                         .operation = &ops::linear,
                         .role = Role::logits,
                         .axes = logits_axes},
                        inputs);
  }

  void declare_loss() {
    const WordVectors& target = *options_.target;
    const StepId labels =
        builder_.add({.kind = "labels",
                      .symbol = "y",
                      .formula = R"(y_t \in \{0, \dots, V - 1\})",
                      .code = "labels = torch.tensor([[vocab[t] for t in s] for s in expected])",
                      .operation = &ops::given,
                      .role = Role::token,
                      .axes = {Axis::batch, Axis::token}},
                     {}, {.shape = {target.batch, target.length}});
    const StepId log_probabilities =
        builder_.add({.kind = "log_probabilities",
                      .symbol = R"(\log p)",
                      .formula = R"(\log p = L - \max L - \log \sum e^{L - \max L})",
                      .code = "log_p = logits.log_softmax(dim=-1)",
                      .operation = &ops::log_softmax,
                      .role = Role::logits,
                      .axes = logits_axes},
                     {*pass_.logits}, {.axis = -1});
    builder_.add({.kind = "loss",
                  .symbol = R"(\mathcal{L})",
                  .formula = R"(\mathcal{L} = -\dfrac{1}{n} \sum_t \log p_{t, y_t})",
                  .code = "loss = F.nll_loss(log_p.transpose(1, 2), labels, ignore_index=-1)",
                  .operation = &ops::cross_entropy,
                  .role = Role::logits,
                  .axes = {}},
                 {log_probabilities, labels});
  }

  /// From the last position's logits to the next token, in the scope `next`.
  void declare_choice(const ChoiceOptions& choice) {
    const PlanBuilder::Scope scope(builder_, "next");
    const Dims shape = builder_.shape(*pass_.logits);
    const StepId last =
        builder_.add({.kind = "last_logits",
                      .symbol = "L_T",
                      .formula = R"(L_T = L[:,\; T - 1 : T])",
                      .code = "last = logits[:, -1:]",
                      .operation = &ops::split,
                      .role = Role::logits,
                      .axes = logits_axes},
                     {*pass_.logits}, {.axis = 1, .start = shape[1] - 1, .length = 1});
    StepId scores = builder_.add({.kind = "next_logits",
                                  .symbol = "L_T",
                                  .formula = "L_T",
                                  .code = "last = last[:, 0]",
                                  .operation = &ops::view,
                                  .role = Role::logits,
                                  .axes = next_axes},
                                 {last}, {.shape = {shape[0], shape[2]}}, "logits");
    pass_.next_logits = scores;
    if (choice.temperature != 1) {
      scores = builder_.add({.kind = "tempered_logits",
                             .symbol = R"(L_\tau)",
                             .formula = R"(L_\tau = \dfrac{L_T}{\tau})",
                             .code = "last = last / temperature",
                             .operation = &ops::scale,
                             .role = Role::logits,
                             .axes = next_axes},
                            {scores}, {.factor = 1 / choice.temperature, .factor_name = "1/τ"});
    }
    if (choice.top_k > 0) {
      scores = builder_.add(
          {.kind = "kept_logits",
           .symbol = R"(\tilde L)",
           .formula =
               R"(\tilde L_v = \begin{cases} L_v & \text{among the } k \text{ largest} \\ -\infty & \text{else} \end{cases})",
           .code = "last = last.masked_fill(last < last.topk(k).values[:, -1:], -torch.inf)",
           .operation = &ops::top_k,
           .role = Role::logits,
           .axes = next_axes},
          {scores}, {.length = choice.top_k});
    }
    const StepId probabilities =
        builder_.add({.kind = "next_probabilities",
                      .symbol = "p",
                      .formula = R"(p_v = \dfrac{e^{L_v - \max L}}{\sum_j e^{L_j - \max L}})",
                      .code = "p = last.softmax(dim=-1)",
                      .operation = &ops::softmax,
                      .role = Role::logits,
                      .axes = next_axes},
                     {scores}, {.axis = -1}, "probabilities");
    pass_.probabilities = probabilities;
    pass_.next_token = builder_.add(
        {.kind = "next_token",
         .symbol = R"(\hat y)",
         .formula = choice.sampled ? R"(\hat y \sim p)" : R"(\hat y = \arg\max_v p_v)",
         .code = choice.sampled ? "token = torch.multinomial(p, 1)" : "token = p.argmax(dim=-1)",
         .operation = choice.sampled ? &ops::sample : &ops::argmax,
         .role = Role::token,
         .axes = {Axis::batch}},
        {probabilities}, {.start = choice.place * shape[0], .seed = choice.seed}, "token");
  }

  /// Everything that a Pass names.
  std::vector<std::string> kept_paths() const {
    std::vector<std::string> paths;
    const auto add = [&](StepId id) { paths.push_back(builder_.path(id)); };
    for (const auto* layers : {&pass_.own, &pass_.memory}) {
      for (const CachedSteps& cached : *layers) {
        add(cached.keys);
        add(cached.values);
      }
    }
    for (const auto& step : {pass_.next_logits, pass_.probabilities, pass_.next_token})
      if (step) add(*step);
    return paths;
  }

  const PassOptions& options_;
  const ModelOptions& model_;
  PlanBuilder builder_;
  StepId table_ = 0;
  std::optional<StepId> position_table_;
  Pass pass_;
};

}  // namespace

Pass declare_pass(const PassOptions& options, bool keep_all) {
  return PassBuilder(options).build(keep_all);
}

}  // namespace ap
