#include "attention/word_vectors.hpp"

#include "ops/add.hpp"
#include "ops/embedding.hpp"
#include "ops/leaf.hpp"

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

StepId declare_positions(PlanBuilder& builder, const WordVectors& words, Positions positions,
                         Axis position, Role role) {
  const Attributes shape = {.shape = {words.length, words.width}};
  if (positions == Positions::learned) {
    return builder.add({.kind = "position_table",
                        .symbol = "P",
                        .formula = R"(P \in \mathbb{R}^{T \times D})",
                        .code = "pos = nn.Embedding(max_len, d_model).weight[:T]",
                        .operation = &ops::random,
                        .role = role,
                        .axes = {position, Axis::d_model}},
                       {}, shape);
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
      {}, shape);
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

StepId declare_word_vectors(PlanBuilder& builder, const WordVectors& words, Positions positions,
                            StepId table, Axis position) {
  const Role role = position == Axis::memory_token ? Role::memory : Role::input;
  const bool final = positions == Positions::none;
  const StepId embedded = words.from_tokens ? declare_lookup(builder, words, table, position, role)
                                            : declare_given(builder, words, position, role, final);
  if (final) return embedded;
  const StepId encoding = declare_positions(builder, words, positions, position, role);
  return builder.add({.kind = "x",
                      .symbol = "X",
                      .formula = R"(X = X_{\text{emb}} + P)",
                      .code = "x = emb + pos",
                      .operation = &ops::add,
                      .role = role,
                      .axes = {Axis::batch, position, Axis::d_model}},
                     {embedded, encoding});
}

}  // namespace ap
