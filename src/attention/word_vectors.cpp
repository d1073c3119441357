#include "attention/word_vectors.hpp"

#include <cmath>

#include "ops/add.hpp"
#include "ops/dropout.hpp"
#include "ops/embedding.hpp"
#include "ops/leaf.hpp"
#include "ops/movement.hpp"
#include "ops/scale.hpp"

namespace ap {

namespace {

StepId declare_lookup(PlanBuilder& builder, const WordVectors& words, StepId table, Axis position,
                      Role role) {
  const StepId ids =
      builder.add({.kind = "ids",
                   .symbol = R"(\mathrm{id})",
                   .formula = R"(\mathrm{id}_t \in \{0, \dots, V - 1\})",
                   .code = "ids = torch.tensor([[vocab[t] for t in s] for s in tokens])",
                   .operation = &ops::given,
                   .role = Role::token,
                   .axes = {Axis::batch, position}},
                  {}, {.shape = {words.batch, words.length}});
  return builder.add({.kind = "embedding",
                      .symbol = R"(X_{\text{emb}})",
                      .formula = R"(X_{\text{emb}}[t] = E[\mathrm{id}_t])",
                      .code = "emb = embedding(ids)",
                      .operation = &ops::embedding,
                      .role = role,
                      .axes = {Axis::batch, position, Axis::d_model}},
                     {ids, table});
}

StepId declare_positions(PlanBuilder& builder, const WordVectors& words, const WordOptions& options,
                         Axis position, Role role) {
  if (options.positions == Positions::learned) {
    if (!options.position_table)
      return declare_position_table(builder, words.length, words.width, position, role);
    return builder.add({.kind = "position_rows",
                        .symbol = "P",
                        .formula = options.first > 0 ? "P = P_{\\text{table}}[n : n + T]"
                                                     : "P = P_{\\text{table}}[0 : T]",
                        .code = options.first > 0 ? "pos = position_table[n_past : n_past + T]"
                                                  : "pos = position_table[:T]",
                        .operation = &ops::split,
                        .role = role,
                        .axes = {position, Axis::d_model}},
                       {*options.position_table},
                       {.axis = 0, .start = options.first, .length = words.length});
  }
  return builder.add(
      {.kind = "position_encoding",
       .symbol = "P",
       .formula =
           R"(P_{t,2i} = \sin\dfrac{t}{10000^{2i/D}}, \quad P_{t,2i+1} = \cos\dfrac{t}{10000^{2i/D}})",
       .code = "pos[:, 0::2], pos[:, 1::2] = angle.sin(), angle.cos()",
       .operation = &ops::positional_encoding,
       .role = role,
       .axes = {position, Axis::d_model}},
      {}, {.shape = {words.length, words.width}, .offset = options.first});
}

StepId declare_given(PlanBuilder& builder, const WordVectors& words, Axis position, Role role,
                     bool final) {
  return builder.add({.kind = "given_x",
                      .symbol = final ? "X" : R"(X_{\text{emb}})",
                      .formula = final ? R"(X \in \mathbb{R}^{B \times T \times D})"
                                       : R"(X_{\text{emb}} \in \mathbb{R}^{B \times T \times D})",
                      .code = final ? "x = torch.tensor([...])" : "emb = torch.tensor([...])",
                      .operation = &ops::given,
                      .role = role,
                      .axes = {Axis::batch, position, Axis::d_model}},
                     {}, {.shape = {words.batch, words.length, words.width}},
                     final ? "x" : "embedding");
}

}  // namespace

StepId declare_embedding_table(PlanBuilder& builder, Index vocabulary, Index width) {
  return builder.add({.kind = "embedding_table",
                      .symbol = "E",
                      .formula = R"(E \in \mathbb{R}^{V \times D})",
                      .code = "embedding = nn.Embedding(vocab_size, d_model)",
                      .operation = &ops::random,
                      .role = Role::token,
                      .axes = {Axis::vocabulary, Axis::d_model}},
                     {}, {.shape = {vocabulary, width}});
}

StepId declare_position_table(PlanBuilder& builder, Index length, Index width, Axis position,
                              Role role) {
  return builder.add({.kind = "position_table",
                      .symbol = "P",
                      .formula = R"(P \in \mathbb{R}^{T \times D})",
                      .code = "pos = nn.Embedding(max_len, d_model).weight[:T]",
                      .operation = &ops::random,
                      .role = role,
                      .axes = {position, Axis::d_model}},
                     {}, {.shape = {length, width}});
}

StepId declare_word_vectors(PlanBuilder& builder, const WordVectors& words,
                            const WordOptions& options, StepId table, Axis position) {
  const Role role = position == Axis::memory_token ? Role::memory : Role::input;
  const Axes axes = {Axis::batch, position, Axis::d_model};
  const bool placed = options.positions != Positions::none;
  StepId x = words.from_tokens ? declare_lookup(builder, words, table, position, role)
                               : declare_given(builder, words, position, role, !placed);
  if (options.scaled && words.from_tokens) {
    x = builder.add({.kind = "scaled_embedding",
                     .symbol = R"(\sqrt{D}\, X_{\text{emb}})",
                     .formula = R"(X_{\text{emb}} \cdot \sqrt{D})",
                     .code = "emb = emb * math.sqrt(d_model)",
                     .operation = &ops::scale,
                     .role = role,
                     .axes = axes},
                    {x},
                    {.factor = std::sqrt(static_cast<float>(words.width)), .factor_name = "√D"});
  }
  if (placed) {
    const StepId encoding = declare_positions(builder, words, options, position, role);
    x = builder.add({.kind = "x",
                     .symbol = "X",
                     .formula = R"(X = X_{\text{emb}} + P)",
                     .code = "x = emb + pos",
                     .operation = &ops::add,
                     .role = role,
                     .axes = axes},
                    {x, encoding});
  }
  if (options.dropout == 0) return x;
  return builder.add({.kind = "dropped_x",
                      .symbol = R"(\hat X)",
                      .formula = R"(\hat X = \mathrm{dropout}(X))",
                      .code = "x = F.dropout(x, p, training=True)",
                      .operation = &ops::dropout,
                      .role = role,
                      .axes = axes},
                     {x}, {.probability = options.dropout, .seed = options.seed});
}

}  // namespace ap
