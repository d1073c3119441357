#include "attention_playground/attention/multi_head.hpp"

#include "attention_playground/attention/rotation.hpp"
#include "attention_playground/attention/word_vectors.hpp"
#include "attention_playground/attention/workers.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap {

namespace {

/// W_o, its bias and what they lead to.
struct OutputKinds {
  Declaration weight, bias, product;
};

constexpr OutputKinds output_kinds = {
    .weight = {.kind = "w_o",
               .symbol = "W_O",
               .variable = "w_o",
               .operation = &ops::random,
               .role = Role::output,
               .axes = {Axis::heads_d_v, Axis::d_model}},
    .bias = {.kind = "b_o",
             .symbol = "b_O",
             .variable = "b_o",
             .operation = &ops::random,
             .role = Role::output,
             .axes = {Axis::d_model}},
    .product = {.kind = "output",
                .symbol = "O",
                .variable = "output",
                .operation = &ops::linear,
                .role = Role::output,
                .axes = {Axis::batch, Axis::query, Axis::d_model}}};

/// Of an output that is not as wide as what the queries are made of.
constexpr OutputKinds other_width_kinds = {with_last_axis(output_kinds.weight, Axis::d_out),
                                           with_last_axis(output_kinds.bias, Axis::d_out),
                                           with_last_axis(output_kinds.product, Axis::d_out)};

constexpr auto declared_multi_head = kinds({
    output_kinds.weight,
    output_kinds.bias,
    output_kinds.product,
    other_width_kinds.weight,
    other_width_kinds.bias,
    other_width_kinds.product,
    {.kind = "given_query",
     .symbol = "X_Q",
     .variable = "query",
     .operation = &ops::given,
     .role = Role::query,
     .axes = {Axis::batch, Axis::query, Axis::d_model}},
    {.kind = "given_key",
     .symbol = "X_K",
     .variable = "key",
     .operation = &ops::given,
     .role = Role::key,
     .axes = {Axis::batch, Axis::key, Axis::d_model}},
    {.kind = "given_value",
     .symbol = "X_V",
     .variable = "value",
     .operation = &ops::given,
     .role = Role::value,
     .axes = {Axis::batch, Axis::key, Axis::d_model}},
});

StepId declare_weight(PlanBuilder& builder, const Declaration& kind, Projections source,
                      const Dims& shape) {
  return builder.add_leaf(
      kind, {.shape = shape,
             .source = Leaf::Source::parameter,
             .initialiser = source == Projections::identity ? Initialiser::identity
                                                            : Initialiser::xavier_uniform,
             .given = source == Projections::given});
}

std::optional<StepId> declare_bias(PlanBuilder& builder, const Declaration& kind,
                                   Projections source, Index width, bool has_bias) {
  if (!has_bias) return std::nullopt;
  return builder.add_leaf(kind, {.shape = {width},
                                 .source = Leaf::Source::parameter,
                                 .initialiser = Initialiser::bias_uniform,
                                 .given = source == Projections::given});
}

DeclaredProjection declare_parameters(PlanBuilder& builder, const Projection& kinds,
                                      Projections origin, StepId source, Index width,
                                      bool with_bias) {
  const StepId weight =
      declare_weight(builder, kinds.weight, origin, {builder.shape(source).back(), width});
  return {kinds, source, weight, declare_bias(builder, kinds.bias, origin, width, with_bias)};
}

/// W_o and its bias, if there is one.
struct OutputParameters {
  StepId weight;
  std::optional<StepId> bias;
};

/// `width` is that of what the queries are made of.
const OutputKinds& kinds_of_output(const ProjectionOptions& projections, Index width) {
  return projections.output_width == width ? output_kinds : other_width_kinds;
}

OutputParameters declare_output_parameters(PlanBuilder& builder, const OutputKinds& kinds,
                                           const ProjectionOptions& projections) {
  const Index width = projections.output_width;
  const StepId weight =
      declare_weight(builder, kinds.weight, projections.source, {projections.value_width, width});
  return {weight,
          declare_bias(builder, kinds.bias, projections.source, width, projections.output_bias)};
}

/// The output: the heads side by side, projected if there is a W_o.
StepId declare_output(PlanBuilder& builder, StepId joined, const ProjectionOptions& projections,
                      Index width) {
  if (projections.output_width == 0) return joined;
  const OutputKinds& kinds = kinds_of_output(projections, width);
  const OutputParameters parameters = declare_output_parameters(builder, kinds, projections);
  return declare_product(builder, kinds.product, joined, parameters.weight, parameters.bias);
}

/// Masks that all workers share, so a mask must not differ by head.
Masks declare_shared_masks(PlanBuilder& builder, const Sources& sources, const MaskOptions& mask) {
  for (const auto& [given, name] :
       {std::pair{&mask.custom, "attn_mask"}, {&mask.dropout, "dropout_mask"}}) {
    require(!*given || (*given)->rank() < 4 || (**given)[1] == 1, ErrorCode::shape, name,
            {given->value_or(Dims{})}, {"one mask for all heads, because workers share it"});
  }
  const Dims queries = builder.shape(sources.query);
  return declare_masks(builder, mask, {queries[0], 1, queries[1], builder.shape(sources.key)[1]});
}

/// What is projected, as given tensors: the steps `query`, `key` and `value`.
Sources declare_given_sources(PlanBuilder& builder, const GivenShapes& shapes) {
  return {builder.add_data(declared_multi_head["given_query"], shapes.query, "query"),
          builder.add_data(declared_multi_head["given_key"], shapes.key, "key"),
          builder.add_data(declared_multi_head["given_value"], shapes.value, "value")};
}

void require_divides(Index heads, Index width, const char* what) {
  require(heads >= 1 && width % heads == 0, ErrorCode::heads, "num_heads", {heads},
          {"a divisor of ", width, ", ", what});
}

}  // namespace

void require_heads(const ProjectionOptions& projections) {
  require_divides(projections.num_heads, projections.query_key_width,
                  "the width of queries and keys");
  require_divides(projections.num_heads, projections.value_width, "the width of values");
}

AttentionSteps declare_multi_head(PlanBuilder& builder, const Sources& sources,
                                  const ProjectionOptions& projections,
                                  const WeightOptions& weights, const std::optional<Masks>& masks,
                                  const CacheOptions& cache) {
  require_heads(projections);
  require(projections.workers >= 1, ErrorCode::range, "workers", {projections.workers},
          {"at least 1"});
  require(projections.workers == 1 || !projections.separate, ErrorCode::conflict, "workers",
          {"one matrix for each head"}, {"combined matrices, of which each worker holds a part"});
  require(projections.workers == 1 || projections.output_width > 0, ErrorCode::conflict, "workers",
          {projections.workers, " without an output projection"},
          {"W_o, of which each worker holds a part"});
  const Index width = builder.shape(sources.query).back();
  HeadOptions options{projections.num_heads, cache, weights, masks, {projections.num_heads, width},
                      projections.rotary};
  const DeclaredProjection query =
      declare_parameters(builder, query_projection, projections.source, sources.query,
                         projections.query_key_width, projections.query_bias);
  if (cache.complete) {
    const Index heads = projections.num_heads;
    const Dims kept = {builder.shape(sources.query)[0], heads, cache.past,
                       projections.query_key_width / heads};
    const JoinedHeads joined =
        declare_combined_heads(builder, query, nullptr, nullptr, options, kept);
    return {declare_output(builder, joined.joined, projections, width), joined.keys, joined.values};
  }
  DeclaredProjection parts[3] = {
      query,
      declare_parameters(builder, key_projection, projections.source, sources.key,
                         projections.query_key_width, projections.key_bias),
      declare_parameters(builder, value_projection, projections.source, sources.value,
                         projections.value_width, projections.value_bias)};
  // Only of two sentences of one length: else the weights have no value for each key.
  if (sources.query != sources.key && builder.shape(sources.query) == builder.shape(sources.value))
    parts[2].wrong_source = sources.query;
  if (projections.workers > 1) {
    if (!options.masks) options.masks = declare_shared_masks(builder, sources, weights.mask);
    const OutputParameters output =
        declare_output_parameters(builder, kinds_of_output(projections, width), projections);
    return {
        declare_workers(builder, parts, options, projections.workers, output.weight, output.bias),
        {},
        {}};
  }
  JoinedHeads joined{};
  if (projections.separate)
    joined.joined = declare_separate_heads(builder, parts, options);
  else
    joined = declare_combined_heads(builder, parts[0], &parts[1], &parts[2], options);
  return {declare_output(builder, joined.joined, projections, width), joined.keys, joined.values};
}

StepId declare_head_scores(PlanBuilder& builder, StepId x, const ProjectionOptions& projections,
                           const WeightOptions& weights, const Masks& masks) {
  const CacheOptions cache;
  const HeadOptions options{projections.num_heads,
                            cache,
                            weights,
                            masks,
                            {projections.num_heads, builder.shape(x).back()},
                            projections.rotary};
  const DeclaredProjection query =
      declare_parameters(builder, query_projection, projections.source, x,
                         projections.query_key_width, projections.query_bias);
  const DeclaredProjection key =
      declare_parameters(builder, key_projection, projections.source, x,
                         projections.query_key_width, projections.key_bias);
  return declare_combined_scores(builder, query, key, options);
}

Plan plan_multi_head(const Dims& query, const Dims& key, const Dims& value,
                     const ProjectionOptions& projections, const WeightOptions& weights,
                     const Execution& execution) {
  PlanBuilder builder({}, execution.fused);
  const Sources sources = declare_given_sources(builder, {query, key, value});
  declare_multi_head(builder, sources, projections, weights);
  return std::move(builder).finish(execution.keep);
}

namespace {

/// Whose tokens the keys are.
Sentence sentence_of_keys(const AttentionOptions& options) {
  return options.memory || options.operands ? Sentence::source : Sentence::target;
}

/// The word vectors of x for queries; those of the memory, if there is one, for keys and values.
Sources declare_sentences(PlanBuilder& builder, const AttentionOptions& options) {
  const bool tokens = options.x.from_tokens || (options.memory && options.memory->from_tokens);
  const StepId table =
      tokens ? declare_embedding_table(builder, options.vocabulary, options.x.width) : 0;
  const WordOptions words = {.positions = options.positions};
  const auto vectors = [&](const WordVectors& sentence, const char* prefix, Sentence which) {
    const PlanBuilder::Within scope(builder, prefix, {.sentence = which, .part = Part::words});
    return declare_word_vectors(builder, sentence, words, table, which == Sentence::source).vectors;
  };
  const StepId x = vectors(options.x, "", Sentence::target);
  if (!options.memory) return {x, x, x};
  const StepId memory = vectors(*options.memory, "memory.", Sentence::source);
  call_memory(builder, memory);
  return {x, memory, memory};
}

/// Given query, key and value: what is projected, or Q, K and V themselves.
Sources declare_operands(PlanBuilder& builder, const AttentionOptions& options) {
  if (options.projections) return declare_given_sources(builder, *options.operands);
  const auto [query, key, value] = declare_given_heads(builder, *options.operands);
  return {query, key, value};
}

}  // namespace

Plan plan_attention(const AttentionOptions& options) {
  PlanBuilder builder(options.given, false, options.faults);
  const Sentence keys = sentence_of_keys(options);
  const bool crosses = keys == Sentence::source;
  const Sources words = options.operands ? Sources{} : declare_sentences(builder, options);
  const PlanBuilder::Within scope(builder, "",
                                  {.sentence = Sentence::target,
                                   .key_sentence = keys,
                                   .part = crosses ? Part::cross_attention : Part::self_attention});
  const auto [query, key, value] = options.operands ? declare_operands(builder, options) : words;
  if (options.projections) {
    declare_multi_head(builder, {query, key, value}, *options.projections, options.weights);
  } else {
    const Dims scores =
        scores_shape(builder.shape(query), builder.shape(key), builder.shape(value));
    const Masks masks = declare_masks(builder, options.weights.mask, scores);
    StepId q = query;
    StepId k = key;
    if (options.rotates()) declare_rotation(builder, q, k, 0);
    declare_scaled_dot_product(builder, q, k, value, masks, options.weights);
  }
  return std::move(builder).finish();
}

std::span<const Declaration> multi_head_kinds() { return declared_multi_head; }

void for_each_projection_kind(DeclarationVisitor visit) {
  for (const Projection* each : {&query_projection, &key_projection, &value_projection}) {
    for (const Declaration* kind : {&each->weight, &each->bias, &each->linear, &each->view,
                                    &each->transposed, &each->head_weight, &each->head_bias,
                                    &each->head_linear, &each->worker_weight, &each->worker_bias})
      visit(*kind);
  }
}

}  // namespace ap
