#include "attention_playground/attention/word_vectors.hpp"

#include <cmath>

#include "attention_playground/attention/dropout.hpp"
#include "attention_playground/ops/add.hpp"
#include "attention_playground/ops/dropout.hpp"
#include "attention_playground/ops/embedding.hpp"
#include "attention_playground/ops/leaf.hpp"
#include "attention_playground/ops/movement.hpp"
#include "attention_playground/ops/scale.hpp"

namespace ap {

namespace {

constexpr Axes vector_axes = {Axis::batch, Axis::token, Axis::d_model};
constexpr Axes table_axes = {Axis::token, Axis::d_model};

constexpr Declaration word_vectors = {.kind = "x",
                                      .symbol = "X",
                                      .variable = "x",
                                      .operation = &ops::add,
                                      .role = Role::input,
                                      .axes = vector_axes};
constexpr Declaration memory_vectors = {.kind = "x",
                                        .symbol = "R",
                                        .variable = "memory",
                                        .operation = &ops::add,
                                        .role = Role::memory,
                                        .axes = vector_axes};

constexpr auto declared_word_vectors = kinds({
    {.kind = "ids",
     .symbol = R"(\mathrm{id})",
     .variable = "ids",
     .operation = &ops::given,
     .role = Role::token,
     .axes = {Axis::batch, Axis::token},
     .texts = {R"({out}[t] \in \{0, \dots, V - 1\})",
               "torch.tensor([[vocab[t] for t in s] for s in tokens])",
               "np.array([[vocab[t] for t in s] for s in tokens])"}},
    {.kind = "embedding_table",
     .symbol = "E",
     .variable = "table",
     .operation = &ops::random,
     .role = Role::token,
     .axes = {Axis::vocabulary, Axis::d_model}},
    {.kind = "source_embedding_table",
     .symbol = R"(E_{\text{source}})",
     .variable = "source_table",
     .operation = &ops::random,
     .role = Role::token,
     .axes = {Axis::vocabulary, Axis::d_model}},
    {.kind = "embedding",
     .symbol = R"(X_{\text{emb}})",
     .variable = "emb",
     .operation = &ops::embedding,
     .role = Role::input,
     .axes = vector_axes},
    {.kind = "given_x",
     .symbol = R"(X_{\text{emb}})",
     .variable = "emb",
     .operation = &ops::given,
     .role = Role::input,
     .axes = vector_axes},
    {.kind = "scaled_embedding",
     .symbol = R"(\sqrt{D}\, X_{\text{emb}})",
     .variable = "emb",
     .operation = &ops::scale,
     .role = Role::input,
     .axes = vector_axes},
    {.kind = "position_table",
     .symbol = R"(P_{\text{table}})",
     .variable = "position_table",
     .operation = &ops::random,
     .role = Role::input,
     .axes = table_axes},
    {.kind = "position_rows",
     .symbol = "P",
     .variable = "pos",
     .operation = &ops::split,
     .role = Role::input,
     .axes = table_axes},
    {.kind = "position_encoding",
     .symbol = "P",
     .variable = "pos",
     .operation = &ops::positional_encoding,
     .role = Role::input,
     .axes = table_axes},
    word_vectors,
    memory_vectors,
    {.kind = "dropped_x",
     .symbol = R"(\hat{X})",
     .variable = "x",
     .operation = &ops::dropout,
     .role = Role::input,
     .axes = vector_axes},
});

/// Row t is the same in every table, whatever its length.
Leaf position_parameters(Index length, Index width) {
  return {.shape = {length, width},
          .source = Leaf::Source::parameter,
          .initialiser = Initialiser::normal,
          .rows = "position."};
}

/// Adds steps of the first sentence as they are declared, and steps of the second, the
/// memory, with its role and its axis.
class SentenceBuilder {
 public:
  SentenceBuilder(PlanBuilder& builder, const WordVectors& words, const WordOptions& options,
                  bool memory)
      : builder_(builder), words_(words), options_(options), memory_(memory) {}

  WordSteps vectors(StepId table) {
    const bool placed = are_added(options_.positions);
    StepId x = words_.from_tokens ? looked_up(table) : given(placed);
    if (options_.scaled && words_.from_tokens) {
      const float root = std::sqrt(static_cast<float>(words_.width));
      x = builder_.add(own(declared_word_vectors["scaled_embedding"]), {x},
                       Factor{root, Factor::Name::sqrt_d});
    }
    const StepId words = x;
    if (placed) {
      const StepId added = positions();
      const Fault twice = builder_.requested(Fault::positions_twice, {word_vectors.kind});
      const StepId inputs[] = {x, added, added};
      const auto read = std::span(inputs).first(twice == Fault::none ? 2 : 3);
      x = builder_.blame(builder_.add(own(word_vectors), read), twice);
    }
    // The layers read X even if nothing is added to the embeddings.
    builder_.call(x, word_vectors);
    if (options_.dropout > 0) {
      x = declare_dropout(builder_, own(declared_word_vectors["dropped_x"]), x, options_.dropout,
                          options_.seed);
    }
    return {words, x};
  }

 private:
  /// The declaration, or a copy with the role and the axis of the second sentence.
  Declaration own(const Declaration& declaration) const {
    Declaration own = declaration;
    if (!memory_) return own;
    if (declaration.role == Role::input) own.role = Role::memory;
    own.axes = {};
    for (const Axis axis : declaration.axes)
      own.axes.push_back(axis == Axis::token ? Axis::memory_token : axis);
    return own;
  }

  StepId looked_up(StepId table) {
    const StepId ids =
        builder_.add_data(own(declared_word_vectors["ids"]), {words_.batch, words_.length});
    return builder_.add(own(declared_word_vectors["embedding"]), {ids, table});
  }

  StepId given(bool placed) {
    return builder_.add_data(own(declared_word_vectors["given_x"]),
                             {words_.batch, words_.length, words_.width},
                             placed ? "embedding" : "x");
  }

  StepId positions() {
    if (options_.positions == Positions::sinusoidal) {
      return builder_.add(own(declared_word_vectors["position_encoding"]), {},
                          FromPosition{{words_.length, words_.width}, options_.first});
    }
    if (!options_.position_table)
      return builder_.add_leaf(own(declared_word_vectors["position_table"]),
                               position_parameters(words_.length, words_.width));
    return builder_.add(own(declared_word_vectors["position_rows"]), {*options_.position_table},
                        Window{0, options_.first, words_.length});
  }

  PlanBuilder& builder_;
  const WordVectors& words_;
  const WordOptions& options_;
  bool memory_;
};

}  // namespace

StepId declare_embedding_table(PlanBuilder& builder, Index vocabulary, Index width) {
  return builder.add_parameter(declared_word_vectors["embedding_table"], {vocabulary, width},
                               Initialiser::normal);
}

StepId declare_position_table(PlanBuilder& builder, Index length, Index width) {
  return builder.add_leaf(declared_word_vectors["position_table"],
                          position_parameters(length, width));
}

StepId declare_source_table(PlanBuilder& builder, Index vocabulary, Index width) {
  const PlanBuilder::Within scope(builder, "source.", {.sentence = Sentence::source});
  return builder.add_parameter(declared_word_vectors["source_embedding_table"], {vocabulary, width},
                               Initialiser::normal, "embedding_table");
}

WordSteps declare_word_vectors(PlanBuilder& builder, const WordVectors& words,
                               const WordOptions& options, StepId table, bool memory) {
  return SentenceBuilder(builder, words, options, memory).vectors(table);
}

void call_memory(PlanBuilder& builder, StepId vectors) { builder.call(vectors, memory_vectors); }

std::span<const Declaration> word_kinds() { return declared_word_vectors; }

}  // namespace ap
