#include "attention_playground/attention/word_vectors.hpp"

#include <cmath>

#include "attention_playground/ops/add.hpp"
#include "attention_playground/ops/dropout.hpp"
#include "attention_playground/ops/embedding.hpp"
#include "attention_playground/ops/leaf.hpp"
#include "attention_playground/ops/movement.hpp"
#include "attention_playground/ops/scale.hpp"

namespace ap {

namespace {

namespace declared {

constexpr Declaration ids = {.kind = "ids",
                             .symbol = R"(\mathrm{id})",
                             .formula = R"(\mathrm{id}_t \in \{0, \dots, V - 1\})",
                             .code = "ids = torch.tensor([[vocab[t] for t in s] for s in tokens])",
                             .operation = &ops::given,
                             .role = Role::token,
                             .axes = {Axis::batch, Axis::token}};

constexpr Declaration embedding = {.kind = "embedding",
                                   .symbol = R"(X_{\text{emb}})",
                                   .formula = R"(X_{\text{emb}}[t] = E[\mathrm{id}_t])",
                                   .code = "emb = embedding(ids)",
                                   .operation = &ops::embedding,
                                   .role = Role::input,
                                   .axes = {Axis::batch, Axis::token, Axis::d_model}};

constexpr Declaration position_rows = {.kind = "position_rows",
                                       .symbol = "P",
                                       .formula = "P = P_{\\text{table}}[0 : T]",
                                       .code = "pos = position_table[:T]",
                                       .operation = &ops::split,
                                       .role = Role::input,
                                       .axes = {Axis::token, Axis::d_model}};
constexpr Declaration later_position_rows = position_rows.with(
    "P = P_{\\text{table}}[n : n + T]", "pos = position_table[n_past : n_past + T]");

constexpr Declaration position_encoding = {
    .kind = "position_encoding",
    .symbol = "P",
    .formula =
        R"(P_{t,2i} = \sin\dfrac{t}{10000^{2i/D}}, \quad P_{t,2i+1} = \cos\dfrac{t}{10000^{2i/D}})",
    .code = "pos[:, 0::2], pos[:, 1::2] = angle.sin(), angle.cos()",
    .operation = &ops::positional_encoding,
    .role = Role::input,
    .axes = {Axis::token, Axis::d_model}};

constexpr Declaration given_x = {
    .kind = "given_x",
    .symbol = R"(X_{\text{emb}})",
    .formula = R"(X_{\text{emb}} \in \mathbb{R}^{B \times T \times D})",
    .code = "emb = torch.tensor([...])",
    .operation = &ops::given,
    .role = Role::input,
    .axes = {Axis::batch, Axis::token, Axis::d_model}};
constexpr Declaration given_whole_x = {.kind = "given_x",
                                       .symbol = "X",
                                       .formula = R"(X \in \mathbb{R}^{B \times T \times D})",
                                       .code = "x = torch.tensor([...])",
                                       .operation = &ops::given,
                                       .role = Role::input,
                                       .axes = given_x.axes};

constexpr Declaration embedding_table = {.kind = "embedding_table",
                                         .symbol = "E",
                                         .formula = R"(E \in \mathbb{R}^{V \times D})",
                                         .code = "embedding = nn.Embedding(vocab_size, d_model)",
                                         .operation = &ops::random,
                                         .role = Role::token,
                                         .axes = {Axis::vocabulary, Axis::d_model}};

constexpr Declaration position_table = {.kind = "position_table",
                                        .symbol = "P",
                                        .formula = R"(P \in \mathbb{R}^{T \times D})",
                                        .code = "pos = nn.Embedding(max_len, d_model).weight[:T]",
                                        .operation = &ops::random,
                                        .role = Role::input,
                                        .axes = {Axis::token, Axis::d_model}};

constexpr Declaration scaled_embedding = {.kind = "scaled_embedding",
                                          .symbol = R"(\sqrt{D}\, X_{\text{emb}})",
                                          .formula = R"(X_{\text{emb}} \cdot \sqrt{D})",
                                          .code = "emb = emb * math.sqrt(d_model)",
                                          .operation = &ops::scale,
                                          .role = Role::input,
                                          .axes = {Axis::batch, Axis::token, Axis::d_model}};

constexpr Declaration x = {.kind = "x",
                           .symbol = "X",
                           .formula = R"(X = X_{\text{emb}} + P)",
                           .code = "x = emb + pos",
                           .operation = &ops::add,
                           .role = Role::input,
                           .axes = {Axis::batch, Axis::token, Axis::d_model}};

constexpr Declaration dropped_x = {.kind = "dropped_x",
                                   .symbol = R"(\hat X)",
                                   .formula = R"(\hat X = \mathrm{dropout}(X))",
                                   .code = "x = F.dropout(x, p, training=True)",
                                   .operation = &ops::dropout,
                                   .role = Role::input,
                                   .axes = {Axis::batch, Axis::token, Axis::d_model}};

}  // namespace declared

/// Adds steps of the first sentence as they are declared, and those of the second, the memory, with
/// its role and its axis.
class SentenceBuilder {
 public:
  SentenceBuilder(PlanBuilder& builder, const WordVectors& words, const WordOptions& options,
                  bool memory)
      : builder_(builder), words_(words), options_(options), memory_(memory) {}

  StepId vectors(StepId table) {
    const bool placed = options_.positions != Positions::none;
    StepId x = words_.from_tokens ? looked_up(table) : given(placed);
    if (options_.scaled && words_.from_tokens) {
      const float root = std::sqrt(static_cast<float>(words_.width));
      x = add(declared::scaled_embedding, {x}, scaled_by(root, "√D"));
    }
    if (placed) {
      const StepId encoding = positions();
      x = add(declared::x, {x, encoding});
    }
    if (options_.dropout == 0) return x;
    return add(declared::dropped_x, {x}, dropping(options_.dropout, options_.seed));
  }

 private:
  StepId add(const Declaration& declaration, StepList inputs,
             const Attributes& attributes = default_attributes, Words name = "") {
    if (!memory_) return builder_.add(declaration, inputs, attributes, name);
    Declaration of_memory = declaration;
    if (declaration.role == Role::input) of_memory.role = Role::memory;
    of_memory.axes = {};
    for (const Axis axis : declaration.axes)
      of_memory.axes.push_back(axis == Axis::token ? Axis::memory_token : axis);
    return builder_.add(of_memory, inputs, attributes, name);
  }

  StepId looked_up(StepId table) {
    const StepId ids = add(declared::ids, {}, shaped({words_.batch, words_.length}));
    return add(declared::embedding, {ids, table});
  }

  StepId given(bool placed) {
    return add(placed ? declared::given_x : declared::given_whole_x, {},
               shaped({words_.batch, words_.length, words_.width}), placed ? "embedding" : "x");
  }

  StepId positions() {
    if (options_.positions == Positions::sinusoidal) {
      Attributes attributes = shaped({words_.length, words_.width});
      attributes.offset = options_.first;
      return add(declared::position_encoding, {}, attributes);
    }
    if (!options_.position_table)
      return add(declared::position_table, {}, shaped({words_.length, words_.width}));
    return add(options_.first > 0 ? declared::later_position_rows : declared::position_rows,
               {*options_.position_table}, window(0, options_.first, words_.length));
  }

  PlanBuilder& builder_;
  const WordVectors& words_;
  const WordOptions& options_;
  bool memory_;
};

}  // namespace

StepId declare_embedding_table(PlanBuilder& builder, Index vocabulary, Index width) {
  return builder.add(declared::embedding_table, {}, shaped({vocabulary, width}));
}

StepId declare_position_table(PlanBuilder& builder, Index length, Index width) {
  return builder.add(declared::position_table, {}, shaped({length, width}));
}

StepId declare_word_vectors(PlanBuilder& builder, const WordVectors& words,
                            const WordOptions& options, StepId table, bool memory) {
  return SentenceBuilder(builder, words, options, memory).vectors(table);
}

}  // namespace ap
