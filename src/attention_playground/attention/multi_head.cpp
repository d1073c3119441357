#include "attention_playground/attention/multi_head.hpp"

#include "attention_playground/attention/word_vectors.hpp"
#include "attention_playground/attention/workers.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap {

namespace {

namespace declared {

constexpr Declaration w_o = {
    .kind = "w_o",
    .symbol = "W_O",
    .formula = R"(W_O \in \mathbb{R}^{h d_v \times D})",
    .code = "w_o = nn.init.xavier_uniform_(torch.empty(n_heads * d_v, d_model))",
    .operation = &ops::random,
    .role = Role::output,
    .axes = {Axis::heads_d_v, Axis::d_model}};

constexpr Declaration b_o = {.kind = "b_o",
                             .symbol = "b_O",
                             .formula = R"(b_O \in \mathbb{R}^{D})",
                             .code = "b_o = torch.empty(d_model).uniform_(-bound, bound)",
                             .operation = &ops::random,
                             .role = Role::output,
                             .axes = {Axis::d_model}};

constexpr Declaration output = {.kind = "output",
                                .symbol = "O",
                                .formula = R"(O = [Z_1 \dots Z_h]\, W_O)",
                                .code = "output = concat @ w_o",
                                .operation = &ops::linear,
                                .role = Role::output,
                                .axes = {Axis::batch, Axis::query, Axis::d_model}};
constexpr Declaration biased_output =
    output.with(R"(O = [Z_1 \dots Z_h]\, W_O + b_O)", "output = concat @ w_o + b_o");

constexpr Declaration query = {.kind = "query",
                               .symbol = "X_Q",
                               .formula = R"(X \in \mathbb{R}^{B \times T \times D})",
                               .code = "query  # given",
                               .operation = &ops::given,
                               .role = Role::query,
                               .axes = {Axis::batch, Axis::query, Axis::d_model}};

constexpr Declaration key = {.kind = "key",
                             .symbol = "X_K",
                             .formula = query.formula,
                             .code = "key  # given",
                             .operation = &ops::given,
                             .role = Role::key,
                             .axes = {Axis::batch, Axis::key, Axis::d_model}};

constexpr Declaration value = {.kind = "value",
                               .symbol = "X_V",
                               .formula = query.formula,
                               .code = "value  # given",
                               .operation = &ops::given,
                               .role = Role::value,
                               .axes = {Axis::batch, Axis::key, Axis::d_model}};

}  // namespace declared

const Operation& leaf_operation(Projections source) {
  if (source == Projections::identity) return ops::identity;
  return source == Projections::given ? ops::given : ops::random;
}

const Operation& bias_operation(Projections source) {
  return source == Projections::given ? ops::given : ops::random;
}

StepId declare_leaf(PlanBuilder& builder, Declaration declaration, const Operation& operation,
                    const Dims& shape) {
  declaration.operation = &operation;
  if (&operation == &ops::given) declaration.code = "# given";
  if (&operation == &ops::identity) declaration.code = "# torch.eye: the identity";
  return builder.add(declaration, {}, shaped(shape));
}

DeclaredProjection declare_parameters(PlanBuilder& builder, const Projection& texts,
                                      Projections origin, StepId source, bool memory, Index width,
                                      bool with_bias) {
  const Dims weight_shape = {builder.shape(source).back(), width};
  DeclaredProjection parameters{
      texts, source, declare_leaf(builder, texts.weight, leaf_operation(origin), weight_shape),
      std::nullopt, memory};
  if (!with_bias) return parameters;
  parameters.bias = declare_leaf(builder, texts.bias, bias_operation(origin), {width});
  return parameters;
}

/// W_o and, where there is one, its bias.
struct OutputParameters {
  StepId weight;
  std::optional<StepId> bias;
};

OutputParameters declare_output_parameters(PlanBuilder& builder,
                                           const ProjectionOptions& projections) {
  const Projections origin = projections.source;
  const Index width = projections.output_width;
  OutputParameters output{declare_leaf(builder, declared::w_o, leaf_operation(origin),
                                       {projections.value_width, width}),
                          std::nullopt};
  if (projections.output_bias)
    output.bias = declare_leaf(builder, declared::b_o, bias_operation(origin), {width});
  return output;
}

StepId declare_output(PlanBuilder& builder, StepId joined, const OutputParameters& parameters) {
  std::vector<StepId> inputs = {joined, parameters.weight};
  if (parameters.bias) inputs.push_back(*parameters.bias);
  return builder.add(parameters.bias ? declared::biased_output : declared::output, inputs);
}

/// One mask for all heads, whichever worker has them.
Masks declare_shared_masks(PlanBuilder& builder, const Sources& sources, const MaskOptions& mask) {
  require(!mask.custom || mask.custom->rank() < 4 || (*mask.custom)[1] == 1, ErrorCode::shape,
          "attn_mask", {mask.custom.value_or(Dims{})},
          {"one mask for all heads, where workers have some each"});
  const Dims queries = builder.shape(sources.query);
  return declare_masks(builder, mask, {queries[0], 1, queries[1], builder.shape(sources.key)[1]});
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
          {"one matrix a head"}, {"combined matrices, of which each worker holds a part"});
  const bool memory = sources.key != sources.query;
  HeadOptions options{projections.num_heads, cache, weights, masks};
  const DeclaredProjection query =
      declare_parameters(builder, query_projection, projections.source, sources.query, false,
                         projections.query_key_width, projections.query_bias);
  if (cache.complete) {
    const Index heads = projections.num_heads;
    const Dims kept = {builder.shape(sources.query)[0], heads, cache.past,
                       projections.query_key_width / heads};
    const JoinedHeads joined =
        declare_combined_heads(builder, query, nullptr, nullptr, options, kept);
    const OutputParameters output = declare_output_parameters(builder, projections);
    return {declare_output(builder, joined.joined, output), joined.keys, joined.values};
  }
  const DeclaredProjection parts[3] = {
      query,
      declare_parameters(builder, key_projection, projections.source, sources.key, memory,
                         projections.query_key_width, projections.key_bias),
      declare_parameters(builder, value_projection, projections.source, sources.value, memory,
                         projections.value_width, projections.value_bias)};
  if (projections.workers > 1) {
    if (!options.masks) options.masks = declare_shared_masks(builder, sources, weights.mask);
    const OutputParameters output = declare_output_parameters(builder, projections);
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
  const OutputParameters output = declare_output_parameters(builder, projections);
  return {declare_output(builder, joined.joined, output), joined.keys, joined.values};
}

Plan plan_multi_head(const Dims& query, const Dims& key, const Dims& value,
                     const ProjectionOptions& projections, const WeightOptions& weights,
                     const std::vector<std::string>* keep) {
  PlanBuilder builder;
  const Sources sources = {builder.add(declared::query, {}, shaped(query)),
                           builder.add(declared::key, {}, shaped(key)),
                           builder.add(declared::value, {}, shaped(value))};
  declare_multi_head(builder, sources, projections, weights);
  return std::move(builder).finish(keep);
}

Plan plan_attention(const AttentionOptions& options) {
  PlanBuilder builder;
  const bool tokens = options.x.from_tokens || (options.memory && options.memory->from_tokens);
  const StepId table =
      tokens ? declare_embedding_table(builder, options.vocabulary, options.x.width) : 0;
  const WordOptions words = {.positions = options.positions};
  const StepId x = declare_word_vectors(builder, options.x, words, table, false);
  StepId memory = x;
  if (options.memory) {
    const PlanBuilder::Scope scope(builder, "memory");
    memory = declare_word_vectors(builder, *options.memory, words, table, true);
  }
  if (options.projections) {
    declare_multi_head(builder, {x, memory, memory}, *options.projections, options.weights);
  } else {
    const Dims scores =
        scores_shape(builder.shape(x), builder.shape(memory), builder.shape(memory));
    const Masks masks = declare_masks(builder, options.weights.mask, scores);
    declare_scaled_dot_product(builder, x, memory, memory, masks, options.weights);
  }
  return std::move(builder).finish();
}

}  // namespace ap
