#include "attention_playground/attention/heads.hpp"

#include "attention_playground/attention/fusion.hpp"
#include "attention_playground/attention/rotation.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap {

namespace {

constexpr Declaration concat = {
    .kind = "concat",
    .symbol = R"([Z_1 \dots Z_h])",
    .variable = "concat",
    .operation = &ops::view,
    .role = Role::output,
    .axes = {Axis::batch, Axis::query, Axis::heads_d_v},
    .texts = {.formula = R"({out}[b,\; t,\; i \cdot d_v + j] = {0}[b,t,i,j])"}};

// Used by a fault.
constexpr Declaration concat_mixed =
    mistaken(concat, {.torch = "{0}.view({shape})  # without transpose(1, 2)",
                      .numpy = "{0}.reshape({shape})  # without swapaxes(1, 2)"});

constexpr auto declared_heads = kinds({
    {.kind = "cached_k",
     .symbol = R"(K_{\text{kept}})",
     .variable = "past_k",
     .operation = &ops::cached,
     .role = Role::key,
     .axes = {Axis::batch, Axis::head, Axis::key, Axis::d_k},
     .texts = {.torch = "cache[layer].k", .numpy = "cache[layer].k"}},
    {.kind = "cached_v",
     .symbol = R"(V_{\text{kept}})",
     .variable = "past_v",
     .operation = &ops::cached,
     .role = Role::value,
     .axes = {Axis::batch, Axis::head, Axis::key, Axis::d_v},
     .texts = {.torch = "cache[layer].v", .numpy = "cache[layer].v"}},
    {.kind = "new_k",
     .symbol = R"(K_{\text{new}})",
     .variable = "k",
     .operation = &ops::split,
     .role = Role::key,
     .axes = {Axis::batch, Axis::head, Axis::key, Axis::d_k}},
    {.kind = "new_v",
     .symbol = R"(V_{\text{new}})",
     .variable = "v",
     .operation = &ops::split,
     .role = Role::value,
     .axes = {Axis::batch, Axis::head, Axis::key, Axis::d_v}},
    {.kind = "k_cache",
     .symbol = R"(K_{\text{all}})",
     .variable = "k",
     .operation = &ops::append,
     .role = Role::key,
     .axes = {Axis::batch, Axis::head, Axis::key, Axis::d_k}},
    {.kind = "v_cache",
     .symbol = R"(V_{\text{all}})",
     .variable = "v",
     .operation = &ops::append,
     .role = Role::value,
     .axes = {Axis::batch, Axis::head, Axis::key, Axis::d_v}},
    {.kind = "context_transposed",
     .symbol = R"(Z_{\text{tokens}})",
     .variable = "context",
     .operation = &ops::transpose,
     .role = Role::output,
     .axes = {Axis::batch, Axis::query, Axis::head, Axis::d_v}},
    {.kind = "context_contiguous",
     .symbol = R"(Z_{\text{copy}})",
     .variable = "context",
     .operation = &ops::contiguous,
     .role = Role::output,
     .axes = {Axis::batch, Axis::query, Axis::head, Axis::d_v}},
    concat,
    concat_mixed,
    {.kind = "head_concat",
     .symbol = R"([Z_1 \dots Z_h])",
     .variable = "concat",
     .operation = &ops::concat,
     .role = Role::output,
     .axes = {Axis::batch, Axis::query, Axis::heads_d_v},
     .texts = {.formula = R"(\mathrm{Concat}({*:,\; }))"}},
});

/// The projection, or that of its wrong source.
StepId declare_linear(PlanBuilder& builder, const DeclaredProjection& from, const Declaration& kind,
                      StepId weight, const std::optional<StepId>& bias) {
  const char* const name = from.kinds.linear.kind;
  StepId source = from.source;
  Fault fault = Fault::none;
  if (from.wrong_source) fault = builder.requested(Fault::values_of_queries, {name});
  if (fault != Fault::none) source = *from.wrong_source;
  return builder.blame(declare_product(builder, kind, source, weight, bias, name), fault);
}

constexpr Fault no_transpose = Fault::view_without_transpose;

/// Whether the view and the transpose are to be one view.
bool is_mixed(PlanBuilder& builder, const Projection& kinds) {
  return builder.has_fault(no_transpose, {kinds.view.kind, kinds.transposed.kind});
}

/// [B, T, h·d] → [B, T, h, d]. Going straight to [B, h, T, d] mixes tokens: a fault.
StepId declare_view(PlanBuilder& builder, const DeclaredProjection& from, StepId projected,
                    Index heads) {
  const Dims shape = builder.shape(projected);
  const Index width = shape[2] / heads;
  if (is_mixed(builder, from.kinds)) {
    const StepId mixed = builder.add(mistaken(from.kinds.transposed, {}, ops::view), {projected},
                                     ToShape{{shape[0], heads, shape[1], width}});
    return builder.blame(mixed, no_transpose);
  }
  return builder.add(from.kinds.view, {projected}, ToShape{{shape[0], shape[1], heads, width}});
}

StepId declare_transposed(PlanBuilder& builder, const DeclaredProjection& from, StepId view) {
  if (is_mixed(builder, from.kinds)) return view;
  return builder.add(from.kinds.transposed, {view}, Swapped{1, 2});
}

/// Kinds of keys, or of values, in a cache.
struct Kept {
  const Declaration& kept;  // those of earlier tokens
  const Declaration& fresh;
  const Declaration& all;
};

StepId declare_kept(PlanBuilder& builder, const Kept& kinds, const Dims& shape, Index room) {
  return builder.add_leaf(kinds.kept,
                          {.shape = shape, .source = Leaf::Source::cache, .capacity = room});
}

/// Those of earlier tokens, followed by those of this pass.
StepId declare_appended(PlanBuilder& builder, const Kept& kinds, StepId heads,
                        const CacheOptions& cache) {
  if (cache.past == 0) return heads;
  Dims shape = builder.shape(heads);
  if (cache.repeats)
    heads = builder.add(kinds.fresh, {heads}, Window{2, cache.past, shape[2] - cache.past});
  shape[2] = cache.past;
  const StepId kept = declare_kept(builder, kinds, shape, cache.room);
  return builder.add(kinds.all, {kept, heads}, Along{2});
}

/// [B, h, T, d] → [B, T, h·d]. Going straight there mixes tokens: a fault.
StepId declare_joined(PlanBuilder& builder, StepId context) {
  const Dims heads = builder.shape(context);
  const Fault mixed =
      builder.requested(no_transpose, {"context_transposed", "context_contiguous", concat.kind});
  if (mixed == Fault::none) {
    context = builder.add(declared_heads["context_transposed"], {context}, Swapped{1, 2});
    context = builder.add(declared_heads["context_contiguous"], {context});
  }
  const ToShape joined = {{heads[0], heads[2], heads[1] * heads[3]}};
  return builder.blame(builder.add(mixed == Fault::none ? concat : concat_mixed, {context}, joined),
                       mixed);
}

StepId declare_head(PlanBuilder& builder, const DeclaredProjection& from, Index head, Index width) {
  const Projection& kinds = from.kinds;
  const StepId weight = builder.add(kinds.head_weight, {from.weight},
                                    Window{1, head * width, width}, kinds.weight.kind);
  std::optional<StepId> bias;
  if (from.bias) {
    bias =
        builder.add(kinds.head_bias, {*from.bias}, Window{0, head * width, width}, kinds.bias.kind);
  }
  return declare_linear(builder, from, kinds.head_linear, weight, bias);
}

}  // namespace

StepId declare_product(PlanBuilder& builder, const Declaration& kind, StepId x, StepId weight,
                       const std::optional<StepId>& bias, const char* name) {
  std::vector<StepId> inputs = {x, weight};
  if (bias) inputs.push_back(*bias);
  return builder.add(kind, inputs, no_attributes, name);
}

namespace {

/// Projects, and makes heads of the result: [B, h, T or S, d] for each part that is not null.
void declare_heads(PlanBuilder& builder, const DeclaredProjection* const (&parts)[3],
                   const HeadOptions& options, StepId (&heads)[3]) {
  const auto each = [&](auto declare) {
    for (int i = 0; i < 3; ++i)
      if (parts[i] != nullptr) heads[i] = declare(*parts[i], heads[i]);
  };
  each([&](const DeclaredProjection& part, StepId) {
    return declare_linear(builder, part, part.kinds.linear, part.weight, part.bias);
  });
  each([&](const DeclaredProjection& part, StepId projected) {
    return declare_view(builder, part, projected, options.heads);
  });
  each([&](const DeclaredProjection& part, StepId view) {
    return declare_transposed(builder, part, view);
  });
  const CacheOptions& cache = options.cache;
  if (options.rotary) declare_rotation(builder, heads[0], heads[1], cache.repeats ? 0 : cache.past);
}

}  // namespace

StepId declare_combined_scores(PlanBuilder& builder, const DeclaredProjection& query,
                               const DeclaredProjection& key, const HeadOptions& options) {
  StepId heads[3] = {};
  declare_heads(builder, {&query, &key, nullptr}, options, heads);
  const StepId scores =
      declare_tempered_scores(builder, heads[0], heads[1], options.weights, options.whole);
  return declare_masked_scores(builder, scores, *options.masks);
}

JoinedHeads declare_combined_heads(PlanBuilder& builder, const DeclaredProjection& query,
                                   const DeclaredProjection* key, const DeclaredProjection* value,
                                   const HeadOptions& options, const Dims& memory_heads) {
  StepId heads[3] = {};
  declare_heads(builder, {&query, key, value}, options, heads);
  const Kept kinds[] = {
      {declared_heads["cached_k"], declared_heads["new_k"], declared_heads["k_cache"]},
      {declared_heads["cached_v"], declared_heads["new_v"], declared_heads["v_cache"]}};
  for (int i = 0; i < 2; ++i) {
    StepId& all = heads[i + 1];
    all = options.cache.complete ? declare_kept(builder, kinds[i], memory_heads, 0)
                                 : declare_appended(builder, kinds[i], all, options.cache);
  }
  const Dims q = builder.shape(heads[0]);
  const StepId first = builder.count();
  const Masks masks = options.masks ? *options.masks
                                    : declare_masks(builder, options.weights.mask,
                                                    {q[0], q[1], q[2], builder.shape(heads[1])[2]});
  const WeightedSteps steps = declare_scaled_dot_product(builder, heads[0], heads[1], heads[2],
                                                         masks, options.weights, options.whole);
  const StepId joined = declare_joined(builder, steps.context);
  if (is_fused(options.weights)) {
    builder.fuse(fused_steps(builder, first, heads[0], heads[1], heads[2], masks, options.weights,
                             steps, joined));
  }
  return {joined, heads[1], heads[2]};
}

StepId declare_separate_heads(PlanBuilder& builder, const DeclaredProjection (&parts)[3],
                              const HeadOptions& options) {
  const Dims x = builder.shape(parts[0].source);
  // Scores of one head have no head axis: a third axis of the mask would be taken for the batch.
  const MaskOptions& mask = options.weights.mask;
  for (const auto& [given, name] :
       {std::pair{&mask.custom, "attn_mask"}, {&mask.dropout, "dropout_mask"}}) {
    require(!*given || (*given)->rank() <= 2, ErrorCode::shape, name, {given->value_or(Dims{})},
            {"2 axes: one mask for all heads, because each head has its own matrices"});
  }
  const Masks masks = declare_masks(builder, mask, {x[0], x[1], builder.shape(parts[1].source)[1]});
  std::vector<StepId> contexts;
  for (Index head = 0; head < options.heads; ++head) {
    const PlanBuilder::Within scope(builder, "heads.", head, {.head = head});
    StepId projected[3];
    for (int i = 0; i < 3; ++i) {
      const Index width = builder.shape(parts[i].weight)[1] / options.heads;
      projected[i] = declare_head(builder, parts[i], head, width);
    }
    if (options.rotary) declare_rotation(builder, projected[0], projected[1], 0);
    contexts.push_back(declare_scaled_dot_product(builder, projected[0], projected[1], projected[2],
                                                  masks, options.weights, options.whole)
                           .context);
  }
  return builder.add(declared_heads["head_concat"], contexts, Along{-1}, "concat");
}

std::span<const Declaration> head_kinds() { return declared_heads; }

}  // namespace ap
