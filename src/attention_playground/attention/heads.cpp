#include "attention_playground/attention/heads.hpp"

#include "attention_playground/tensor/error.hpp"

namespace ap {

namespace {

StepId declare_linear(PlanBuilder& builder, const DeclaredProjection& from) {
  std::vector<StepId> inputs = {from.source, from.weight};
  if (from.bias) inputs.push_back(*from.bias);
  return builder.add(
      from.texts.reading(from.texts.linear, from.texts.texts, from.memory, from.bias.has_value()),
      inputs);
}

/// [B, T, h·d] → [B, T, h, d]. Going straight to [B, h, T, d] would mix tokens.
StepId declare_view(PlanBuilder& builder, const DeclaredProjection& from, StepId projected,
                    Index heads) {
  const Dims shape = builder.shape(projected);
  return builder.add(from.texts.view, {projected},
                     shaped({shape[0], shape[1], heads, shape[2] / heads}));
}

StepId declare_transposed(PlanBuilder& builder, const DeclaredProjection& from, StepId view) {
  return builder.add(from.texts.transposed, {view}, swapping(1, 2));
}

/// How the kept keys and values are declared.
struct CacheTexts {
  Declaration kept;      // of earlier tokens
  Declaration appended;  // with those of this pass
};

constexpr CacheTexts key_cache = {
    .kept = {.kind = "cached_k",
             .symbol = R"(K_{\text{kept}})",
             .formula = R"(K_{\text{kept}} = K_{\text{heads}}[0 : n])",
             .code = "past_k, past_v = cache[layer]",
             .operation = &ops::cached,
             .role = Role::key,
             .axes = {Axis::batch, Axis::head, Axis::key, Axis::d_k}},
    .appended = {.kind = "k_cache",
                 .symbol = R"(K_{\text{all}})",
                 .formula = R"(K_{\text{all}} = [K_{\text{kept}};\; K_{\text{heads}}])",
                 .code = "k = torch.cat([past_k, k], dim=2)",
                 .operation = &ops::concat,
                 .role = Role::key,
                 .axes = {Axis::batch, Axis::head, Axis::key, Axis::d_k}}};

constexpr CacheTexts value_cache = {
    .kept = {.kind = "cached_v",
             .symbol = R"(V_{\text{kept}})",
             .formula = R"(V_{\text{kept}} = V_{\text{heads}}[0 : n])",
             .code = "past_k, past_v = cache[layer]",
             .operation = &ops::cached,
             .role = Role::value,
             .axes = {Axis::batch, Axis::head, Axis::key, Axis::d_v}},
    .appended = {.kind = "v_cache",
                 .symbol = R"(V_{\text{all}})",
                 .formula = R"(V_{\text{all}} = [V_{\text{kept}};\; V_{\text{heads}}])",
                 .code = "v = torch.cat([past_v, v], dim=2)",
                 .operation = &ops::concat,
                 .role = Role::value,
                 .axes = {Axis::batch, Axis::head, Axis::key, Axis::d_v}}};

namespace declared {

constexpr Declaration context_transposed = {
    .kind = "context_transposed",
    .symbol = R"(Z_{\text{tokens}})",
    .formula = R"(Z_{\text{tokens}}[b,t,i,j] = Z[b,i,t,j])",
    .code = "context = context.transpose(1, 2)",
    .operation = &ops::transpose,
    .role = Role::output,
    .axes = {Axis::batch, Axis::query, Axis::head, Axis::d_v}};

constexpr Declaration context_contiguous = {
    .kind = "context_contiguous",
    .symbol = R"(Z_{\text{copy}})",
    .formula = R"(Z_{\text{copy}}[b,t,i,j] = Z_{\text{tokens}}[b,t,i,j])",
    .code = "context = context.contiguous()",
    .operation = &ops::contiguous,
    .role = Role::output,
    .axes = {Axis::batch, Axis::query, Axis::head, Axis::d_v}};

constexpr Declaration concat = {
    .kind = "concat",
    .symbol = R"([Z_1 \dots Z_h])",
    .formula = R"([Z_1 \dots Z_h][b,\; t,\; i \cdot d_v + j] = Z_{\text{copy}}[b,t,i,j])",
    .code = "concat = context.view(B, T, n_heads * d_v)",
    .operation = &ops::view,
    .role = Role::output,
    .axes = {Axis::batch, Axis::query, Axis::heads_d_v}};

constexpr Declaration head_concat = {
    .kind = "head_concat",
    .symbol = R"([Z_1 \dots Z_h])",
    .formula = R"([Z_1 \dots Z_h] = \mathrm{Concat}(Z_1, \dots, Z_h))",
    .code = "concat = torch.cat(contexts, dim=-1)",
    .operation = &ops::concat,
    .role = Role::output,
    .axes = {Axis::batch, Axis::query, Axis::heads_d_v}};

}  // namespace declared

StepId declare_appended(PlanBuilder& builder, const CacheTexts& texts, StepId heads, Index past) {
  if (past == 0) return heads;
  Dims shape = builder.shape(heads);
  shape[2] = past;
  const StepId kept = builder.add(texts.kept, {}, shaped(shape));
  return builder.add(texts.appended, {kept, heads}, along(2));
}

StepId declare_joined(PlanBuilder& builder, StepId context) {
  const StepId swapped = builder.add(declared::context_transposed, {context}, swapping(1, 2));
  const StepId copied = builder.add(declared::context_contiguous, {swapped});
  const Dims shape = builder.shape(copied);
  return builder.add(declared::concat, {copied}, shaped({shape[0], shape[1], shape[2] * shape[3]}));
}

StepId declare_head(PlanBuilder& builder, const DeclaredProjection& from, Index head, Index width) {
  std::vector<StepId> inputs = {
      from.source, builder.add(from.texts.head_weight, {from.weight},
                               window(1, head * width, width), from.texts.weight.kind)};
  if (from.bias) {
    inputs.push_back(builder.add(from.texts.head_bias, {*from.bias}, window(0, head * width, width),
                                 from.texts.bias.kind));
  }
  return builder.add(from.texts.reading(from.texts.head_linear, from.texts.head_texts, from.memory,
                                        from.bias.has_value()),
                     inputs, {}, from.texts.linear.kind);
}

}  // namespace

JoinedHeads declare_combined_heads(PlanBuilder& builder, const DeclaredProjection& query,
                                   const DeclaredProjection* key, const DeclaredProjection* value,
                                   const HeadOptions& options, const Dims& memory_heads) {
  const DeclaredProjection* const parts[3] = {&query, key, value};
  StepId heads[3] = {};
  const auto each = [&](auto declare) {
    for (int i = 0; i < 3; ++i)
      if (parts[i] != nullptr) heads[i] = declare(*parts[i], heads[i]);
  };
  each([&](const DeclaredProjection& part, StepId) { return declare_linear(builder, part); });
  each([&](const DeclaredProjection& part, StepId projected) {
    return declare_view(builder, part, projected, options.heads);
  });
  each([&](const DeclaredProjection& part, StepId view) {
    return declare_transposed(builder, part, view);
  });
  if (options.cache.complete) {
    heads[1] = builder.add(key_cache.kept, {}, shaped(memory_heads));
    heads[2] = builder.add(value_cache.kept, {}, shaped(memory_heads));
  } else {
    heads[1] = declare_appended(builder, key_cache, heads[1], options.cache.past);
    heads[2] = declare_appended(builder, value_cache, heads[2], options.cache.past);
  }
  const Dims q = builder.shape(heads[0]);
  const Masks masks = options.masks ? *options.masks
                                    : declare_masks(builder, options.weights.mask,
                                                    {q[0], q[1], q[2], builder.shape(heads[1])[2]});
  const StepId context =
      declare_scaled_dot_product(builder, heads[0], heads[1], heads[2], masks, options.weights);
  return {declare_joined(builder, context), heads[1], heads[2]};
}

StepId declare_separate_heads(PlanBuilder& builder, const DeclaredProjection (&parts)[3],
                              const HeadOptions& options) {
  const Dims x = builder.shape(parts[0].source);
  // Scores of one head have no head axis: a third axis of the mask would be taken for the batch.
  const MaskOptions& mask = options.weights.mask;
  if (mask.custom) {
    require(mask.custom->rank() <= 2, ErrorCode::shape, "attn_mask", {*mask.custom},
            {"2 axes: one mask for all heads, where each has matrices of its own"});
  }
  const Masks masks = declare_masks(builder, mask, {x[0], x[1], builder.shape(parts[1].source)[1]});
  std::vector<StepId> contexts;
  for (Index head = 0; head < options.heads; ++head) {
    const PlanBuilder::Scope scope(builder, "heads.", head);
    StepId projected[3];
    for (int i = 0; i < 3; ++i) {
      const Index width = builder.shape(parts[i].weight)[1] / options.heads;
      projected[i] = declare_head(builder, parts[i], head, width);
    }
    contexts.push_back(declare_scaled_dot_product(builder, projected[0], projected[1], projected[2],
                                                  masks, options.weights));
  }
  return builder.add(declared::head_concat, contexts, along(-1), "concat");
}

}  // namespace ap
