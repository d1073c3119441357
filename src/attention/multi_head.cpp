#include "attention/multi_head.hpp"

#include "attention/projections.hpp"
#include "attention/word_vectors.hpp"
#include "tensor/error.hpp"

namespace ap {

namespace {

/// One projection as declared: its matrix, its bias where it has one, and what it reads.
struct Parameters {
  const Projection& texts;
  StepId source;
  StepId weight;
  std::optional<StepId> bias;
  bool memory;  // reads the second sentence
};

const Operation& leaf_operation(Projections source) {
  if (source == Projections::identity) return ops::identity;
  return source == Projections::given ? ops::given : ops::random;
}

StepId declare_leaf(PlanBuilder& builder, Declaration declaration, const Operation& operation,
                    const Dims& shape) {
  declaration.operation = &operation;
  if (&operation == &ops::given) declaration.code = "# given";
  if (&operation == &ops::identity) declaration.code = "# torch.eye: the identity";
  return builder.add(declaration, {}, {.shape = shape});
}

Parameters declare_parameters(PlanBuilder& builder, const Projection& texts, Projections origin,
                              StepId source, bool memory, Index width, bool with_bias) {
  const Dims weight_shape = {builder.shape(source).back(), width};
  Parameters parameters{texts, source,
                        declare_leaf(builder, texts.weight, leaf_operation(origin), weight_shape),
                        std::nullopt, memory};
  if (!with_bias) return parameters;
  const Operation& bias = origin == Projections::given ? ops::given : ops::random;
  parameters.bias = declare_leaf(builder, texts.bias, bias, {width});
  return parameters;
}

StepId declare_linear(PlanBuilder& builder, const Parameters& from) {
  std::vector<StepId> inputs = {from.source, from.weight};
  if (from.bias) inputs.push_back(*from.bias);
  return builder.add(
      from.texts.reading(from.texts.linear, from.texts.texts, from.memory, from.bias.has_value()),
      inputs);
}

/// [B, T, h·d] → [B, T, h, d]. Going straight to [B, h, T, d] would mix tokens.
StepId declare_view(PlanBuilder& builder, const Parameters& from, StepId projected, Index heads) {
  const Dims& shape = builder.shape(projected);
  return builder.add(from.texts.view, {projected},
                     {.shape = {shape[0], shape[1], heads, shape[2] / heads}});
}

StepId declare_transposed(PlanBuilder& builder, const Parameters& from, StepId view) {
  return builder.add(from.texts.transposed, {view}, {.axis = 1, .other_axis = 2});
}

/// All heads at once: one matrix a projection, then view and transpose; and back again.
AttentionSteps declare_combined(PlanBuilder& builder, const Parameters (&parts)[3],
                                const ProjectionOptions& projections,
                                const WeightOptions& options) {
  StepId heads[3];
  for (int i = 0; i < 3; ++i) heads[i] = declare_linear(builder, parts[i]);
  for (int i = 0; i < 3; ++i)
    heads[i] = declare_view(builder, parts[i], heads[i], projections.heads);
  for (int i = 0; i < 3; ++i) heads[i] = declare_transposed(builder, parts[i], heads[i]);
  const Dims q = builder.shape(heads[0]);
  const Masks masks =
      declare_masks(builder, options.mask, {q[0], q[1], q[2], builder.shape(heads[1])[2]});
  const AttentionSteps attention =
      declare_scaled_dot_product(builder, heads[0], heads[1], heads[2], masks, options);
  const StepId swapped = builder.add({.kind = "context_transposed",
                                      .symbol = R"(Z_{\text{tokens}})",
                                      .formula = R"(Z_{\text{tokens}}[b,t,i,j] = Z[b,i,t,j])",
                                      .code = "context = context.transpose(1, 2)",
                                      .operation = &ops::transpose,
                                      .role = Role::output,
                                      .axes = {Axis::batch, Axis::query, Axis::head, Axis::d_v}},
                                     {attention.context}, {.axis = 1, .other_axis = 2});
  const StepId copied =
      builder.add({.kind = "context_contiguous",
                   .symbol = R"(Z_{\text{copy}})",
                   .formula = R"(Z_{\text{copy}}[b,t,i,j] = Z_{\text{tokens}}[b,t,i,j])",
                   .code = "context = context.contiguous()",
                   .operation = &ops::contiguous,
                   .role = Role::output,
                   .axes = {Axis::batch, Axis::query, Axis::head, Axis::d_v}},
                  {swapped});
  const StepId joined = builder.add(
      {.kind = "concat",
       .symbol = R"([Z_1 \dots Z_h])",
       .formula = R"([Z_1 \dots Z_h][b,\; t,\; i \cdot d_v + j] = Z_{\text{copy}}[b,t,i,j])",
       .code = "concat = context.view(B, T, n_heads * d_v)",
       .operation = &ops::view,
       .role = Role::output,
       .axes = {Axis::batch, Axis::query, Axis::heads_d_v}},
      {copied}, {.shape = {q[0], q[2], projections.value_width}});
  return {attention.weights, joined};
}

StepId declare_head(PlanBuilder& builder, const Parameters& from, Index head, Index width) {
  std::vector<StepId> inputs = {
      from.source,
      builder.add(from.texts.head_weight, {from.weight},
                  {.axis = 1, .start = head * width, .length = width}, from.texts.weight.kind)};
  if (from.bias) {
    inputs.push_back(builder.add(from.texts.head_bias, {*from.bias},
                                 {.axis = 0, .start = head * width, .length = width},
                                 from.texts.bias.kind));
  }
  return builder.add(from.texts.reading(from.texts.head_linear, from.texts.head_texts, from.memory,
                                        from.bias.has_value()),
                     inputs, {}, from.texts.linear.kind);
}

/// Head by head, each with its own columns of the matrices; x·[W1, W2] = [x·W1, x·W2].
AttentionSteps declare_separate(PlanBuilder& builder, const Parameters (&parts)[3],
                                const ProjectionOptions& projections,
                                const WeightOptions& options) {
  const Dims x = builder.shape(parts[0].source);
  // Scores of one head have no head axis: a third axis of the mask would be taken for the batch.
  if (options.mask.custom) {
    require(options.mask.custom->rank() <= 2, ErrorCode::shape, "attnMask", {*options.mask.custom},
            {"2 axes: one mask for all heads, where each has matrices of its own"});
  }
  const Masks masks =
      declare_masks(builder, options.mask, {x[0], x[1], builder.shape(parts[1].source)[1]});
  const Index d_k = projections.query_key_width / projections.heads;
  const Index d_v = projections.value_width / projections.heads;
  std::vector<StepId> contexts;
  StepId weights = 0;
  for (Index head = 0; head < projections.heads; ++head) {
    const PlanBuilder::Scope scope(builder, "heads." + std::to_string(head));
    const StepId q = declare_head(builder, parts[0], head, d_k);
    const StepId k = declare_head(builder, parts[1], head, d_k);
    const StepId v = declare_head(builder, parts[2], head, d_v);
    const AttentionSteps attention = declare_scaled_dot_product(builder, q, k, v, masks, options);
    contexts.push_back(attention.context);
    weights = attention.weights;
  }
  const StepId joined =
      builder.add({.kind = "head_concat",
                   .symbol = R"([Z_1 \dots Z_h])",
                   .formula = R"([Z_1 \dots Z_h] = \mathrm{Concat}(Z_1, \dots, Z_h))",
                   .code = "concat = torch.cat(contexts, dim=-1)",
                   .operation = &ops::concat,
                   .role = Role::output,
                   .axes = {Axis::batch, Axis::query, Axis::heads_d_v}},
                  contexts, {.axis = -1}, "concat");
  return {weights, joined};
}

StepId declare_output(PlanBuilder& builder, const ProjectionOptions& projections, StepId joined) {
  const Operation& origin = leaf_operation(projections.source);
  const StepId weight =
      declare_leaf(builder,
                   {.kind = "w_o",
                    .symbol = "W_O",
                    .formula = R"(W_O \in \mathbb{R}^{h d_v \times D})",
                    .code = "w_o = nn.init.xavier_uniform_(torch.empty(n_heads * d_v, d_model))",
                    .operation = &origin,
                    .role = Role::output,
                    .axes = {Axis::heads_d_v, Axis::d_model}},
                   origin, {projections.value_width, projections.output_width});
  std::vector<StepId> inputs = {joined, weight};
  if (projections.output_bias) {
    inputs.push_back(declare_leaf(builder,
                                  {.kind = "b_o",
                                   .symbol = "b_O",
                                   .formula = R"(b_O \in \mathbb{R}^{D})",
                                   .code = "b_o = torch.empty(d_model).uniform_(-bound, bound)",
                                   .operation = &ops::random,
                                   .role = Role::output,
                                   .axes = {Axis::d_model}},
                                  &origin == &ops::given ? ops::given : ops::random,
                                  {projections.output_width}));
  }
  return builder.add(
      {.kind = "output",
       .symbol = "O",
       .formula = projections.output_bias ? R"(O = [Z_1 \dots Z_h]\, W_O + b_O)"
                                          : R"(O = [Z_1 \dots Z_h]\, W_O)",
       .code = projections.output_bias ? "output = concat @ w_o + b_o" : "output = concat @ w_o",
       .operation = &ops::linear,
       .role = Role::output,
       .axes = {Axis::batch, Axis::query, Axis::d_model}},
      inputs);
}

void require_divides(Index heads, Index width, const char* what) {
  require(heads >= 1 && width % heads == 0, ErrorCode::heads, "numHeads", {heads},
          {"a divisor of ", width, ", ", what});
}

}  // namespace

void require_heads(const ProjectionOptions& projections) {
  require_divides(projections.heads, projections.query_key_width, "the width of queries and keys");
  require_divides(projections.heads, projections.value_width, "the width of values");
}

AttentionSteps declare_multi_head(PlanBuilder& builder, const Sources& sources,
                                  const ProjectionOptions& projections,
                                  const WeightOptions& weights) {
  require_heads(projections);
  const bool memory = sources.key != sources.query;
  const Parameters parts[3] = {
      declare_parameters(builder, query_projection, projections.source, sources.query, false,
                         projections.query_key_width, projections.query_bias),
      declare_parameters(builder, key_projection, projections.source, sources.key, memory,
                         projections.query_key_width, projections.key_bias),
      declare_parameters(builder, value_projection, projections.source, sources.value, memory,
                         projections.value_width, projections.value_bias)};
  const AttentionSteps attention = projections.separate
                                       ? declare_separate(builder, parts, projections, weights)
                                       : declare_combined(builder, parts, projections, weights);
  return {attention.weights, declare_output(builder, projections, attention.context)};
}

Plan plan_multi_head(const Dims& query, const Dims& key, const Dims& value,
                     const ProjectionOptions& projections, const WeightOptions& weights,
                     const std::vector<std::string>* keep) {
  PlanBuilder builder;
  const auto declare = [&](const char* kind, const char* symbol, const char* code, Role role,
                           Axis row, const Dims& shape) {
    return builder.add({kind,
                        symbol,
                        R"(X \in \mathbb{R}^{B \times T \times D})",
                        code,
                        &ops::given,
                        role,
                        {Axis::batch, row, Axis::d_model}},
                       {}, {.shape = shape});
  };
  const Sources sources = {
      declare("query", "X_Q", "query  # given", Role::query, Axis::query, query),
      declare("key", "X_K", "key  # given", Role::key, Axis::key, key),
      declare("value", "X_V", "value  # given", Role::value, Axis::key, value)};
  declare_multi_head(builder, sources, projections, weights);
  return std::move(builder).finish(keep);
}

Plan plan_attention(const AttentionOptions& options) {
  PlanBuilder builder;
  const bool tokens = options.x.from_tokens || (options.memory && options.memory->from_tokens);
  const StepId table =
      tokens ? declare_embedding_table(builder, options.vocabulary, options.x.width) : 0;
  const StepId x = declare_word_vectors(builder, options.x, options.positions, table, Axis::token);
  StepId memory = x;
  if (options.memory) {
    const PlanBuilder::Scope scope(builder, "memory");
    memory = declare_word_vectors(builder, *options.memory, options.positions, table,
                                  Axis::memory_token);
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
