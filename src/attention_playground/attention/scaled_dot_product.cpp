#include "attention_playground/attention/scaled_dot_product.hpp"

#include <cmath>
#include <utility>

#include "attention_playground/attention/dropout.hpp"
#include "attention_playground/attention/fusion.hpp"
#include "attention_playground/attention/tiles.hpp"
#include "attention_playground/ops/add.hpp"
#include "attention_playground/ops/dropout.hpp"
#include "attention_playground/ops/leaf.hpp"
#include "attention_playground/ops/mask_faults.hpp"
#include "attention_playground/ops/matmul.hpp"
#include "attention_playground/ops/movement.hpp"
#include "attention_playground/ops/scale.hpp"
#include "attention_playground/ops/softcap.hpp"
#include "attention_playground/ops/softmax.hpp"
#include "attention_playground/ops/visibility.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap {

namespace {

constexpr Declaration given_padding_mask = {
    .kind = "padding_mask",
    .symbol = R"(M_{\text{pad}})",
    .variable = "padding",
    .operation = &ops::given,
    .role = Role::mask,
    .axes = score_axes,
    .texts = {.formula = R"({out}[b,s] \in \{0, -\infty\})"},
    .stops = Stop::rule};

constexpr Declaration dropped_weights = {.kind = "dropped_weights",
                                         .symbol = R"(\hat{A}{?head:_{head}})",
                                         .variable = "weights",
                                         .operation = &ops::dropout,
                                         .role = Role::weights,
                                         .axes = score_axes};

constexpr Declaration masked_dropped_weights = {.kind = "masked_dropped_weights",
                                                .symbol = dropped_weights.symbol,
                                                .variable = dropped_weights.variable,
                                                .operation = &ops::masked_dropout,
                                                .role = Role::weights,
                                                .axes = score_axes};

constexpr Declaration weights_by_query =
    mistaken(weights_kind,
             {.formula = R"(\dfrac{e^{{0!} - m}}{\sum_t e^{{0!} - m}}, \quad m = \max_t {0})"});

constexpr Declaration always_dropped = mistaken(
    dropped_weights,
    {.torch = "{0} * {kept} / (1 - {p})  # F.dropout({0}, {p}): training=True is the default"});

/// The kind of a mask after a mistake. The step's name is the kind's first word and the mask's
/// name.
constexpr Declaration mask_fault(const char* kind, const char* symbol, const Operation& operation) {
  return {.kind = kind,
          .symbol = symbol,
          .variable = "{0}",
          .operation = &operation,
          .role = Role::mask,
          .axes = score_axes};
}

constexpr auto declared_attention = kinds({
    {.kind = "causal_mask",
     .symbol = R"(M_{\text{causal}})",
     .variable = "causal",
     .operation = &ops::causal_mask,
     .role = Role::mask,
     .axes = score_axes},
    {.kind = "padding_mask",
     .symbol = given_padding_mask.symbol,
     .variable = given_padding_mask.variable,
     .operation = &ops::padding_mask,
     .role = Role::mask,
     .axes = score_axes},
    given_padding_mask,
    {.kind = "lengths",
     .symbol = R"(\mathrm{length})",
     .variable = "lengths",
     .operation = &ops::given,
     .role = Role::token,
     .axes = {Axis::batch},
     .texts = {R"({out}[b] \le S)", "torch.tensor([len(s) for s in sentences])",
               "np.array([len(s) for s in sentences])"}},
    {.kind = "custom_mask",
     .symbol = R"(M_{\text{given}})",
     .variable = "attn_mask",
     .operation = &ops::given,
     .role = Role::mask,
     .axes = score_axes,
     .texts = {.formula = R"({out}[t,s] \in \mathbb{R} \cup \{-\infty\})"}},
    {.kind = "dropout_mask",
     .symbol = R"(M_{\text{kept}})",
     .variable = "kept",
     .operation = &ops::given,
     .role = Role::mask,
     .axes = score_axes,
     .texts = {.formula = R"({out}[t,s] \in \{0, 1\})"},
     .stops = Stop::rule},
    scores_kind,
    scaled_scores_kind,
    {.kind = "tempered_scores",
     .symbol = R"(S_{\tau{?head:,{head}}})",
     .variable = "tempered",
     .operation = &ops::scale,
     .role = Role::scores,
     .axes = score_axes},
    capped_scores_kind,
    {.kind = "masked_scores",
     .symbol = R"(\tilde{S}{?head:_{head}})",
     .variable = "masked",
     .operation = &ops::mask,
     .role = Role::scores,
     .axes = score_axes},
    weights_kind,
    weights_by_query,
    dropped_weights,
    always_dropped,
    masked_dropped_weights,
    mask_fault("inverted_mask", R"(\overline{{0}})", ops::invert_mask),
    mask_fault("finite_mask", R"(\lfloor {0} \rfloor)", ops::finite_mask),
    mask_fault("transposed_mask", R"({0}^{\top})", ops::transpose),
    // Every key comes before every query.
    {.kind = "open_mask",
     .symbol = R"(M_{\text{open}})",
     .variable = "causal",
     .operation = &ops::causal_mask,
     .role = Role::mask,
     .axes = score_axes,
     .texts = {"{out}[t,s] = 0", "torch.zeros(T, S)[{leading}]",
               "np.zeros((T, S), np.float32)[{leading}]"}},
    {.kind = "masked_weights",
     .symbol = R"(\tilde{A}{?head:_{head}})",
     .variable = "weights",
     .operation = &ops::hide,
     .role = Role::weights,
     .axes = score_axes},
    {.kind = "context",
     .symbol = "Z{?head:_{head}}",
     .variable = "context{?head:_{head}}",
     .operation = &ops::matmul,
     .role = Role::output,
     .axes = {Axis::batch, Axis::head, Axis::query, Axis::d_v}},
    {.kind = "query",
     .symbol = "Q",
     .variable = "q",
     .operation = &ops::given,
     .role = Role::query,
     .axes = {Axis::batch, Axis::head, Axis::query, Axis::d_k}},
    {.kind = "key",
     .symbol = "K",
     .variable = "k",
     .operation = &ops::given,
     .role = Role::key,
     .axes = {Axis::batch, Axis::head, Axis::key, Axis::d_k}},
    {.kind = "given_weights",
     .symbol = "A",
     .variable = "weights",
     .operation = &ops::given,
     .role = Role::weights,
     .axes = score_axes},
    {.kind = "value",
     .symbol = "V",
     .variable = "v",
     .operation = &ops::given,
     .role = Role::value,
     .axes = {Axis::batch, Axis::head, Axis::key, Axis::d_v}},
});

/// `size` along one axis of the scores' rank, 1 along the others.
Dims ones_but(const Dims& scores, Index batch, Index queries) {
  Dims shape = scores;
  for (int axis = 0; axis < shape.rank(); ++axis) shape[axis] = 1;
  if (scores.rank() > 2) shape[0] = batch;
  shape[shape.rank() - 2] = queries;
  shape[shape.rank() - 1] = scores.back();
  return shape;
}

Mask declare_causal_mask(PlanBuilder& builder, const MaskOptions& options, const Dims& scores) {
  const Visible visible = {ones_but(scores, 1, scores[scores.rank() - 2]), options.causal_offset};
  return {builder.add(declared_attention["causal_mask"], {}, visible), Mask::Kind::causal};
}

Mask declare_padding_mask(PlanBuilder& builder, bool given, const Dims& scores) {
  const Index batch = scores.rank() > 2 ? scores[0] : 1;
  const Dims shape = ones_but(scores, batch, 1);
  if (given) return {builder.add_data(given_padding_mask, shape), Mask::Kind::padding};
  const StepId lengths = builder.add_data(declared_attention["lengths"], {batch});
  return {builder.add(declared_attention["padding_mask"], {lengths}, Visible{shape}),
          Mask::Kind::padding};
}

Mask declare_custom_mask(PlanBuilder& builder, const Dims& given, const Dims& scores) {
  broadcast_layout(contiguous_layout(given), scores, "attn_mask");
  return {builder.add_data(declared_attention["custom_mask"], given), Mask::Kind::custom};
}

/// Of a mask of kept weights.
StepId declare_dropout_mask(PlanBuilder& builder, const Dims& given, const Dims& scores) {
  broadcast_layout(contiguous_layout(given), scores, "dropout_mask");
  return builder.add_data(declared_attention["dropout_mask"], given);
}

/// The fault to make in place of 1/√d_k; a scale that the caller gives stays.
Fault fault_of_scale(PlanBuilder& builder, const Factor& right) {
  if (right.name != Factor::Name::sqrt_d_k) return Fault::none;
  for (const Fault fault : {Fault::no_scale, Fault::scale_by_sqrt_d, Fault::scale_by_sqrt_h})
    if (builder.has_fault(fault, {scaled_scores_kind.kind})) return fault;
  return Fault::none;
}

Factor with_fault(Fault fault, const Factor& right, const Whole& whole) {
  const auto divided_by_root = [](Index n, Factor::Name name) {
    return Factor{1 / std::sqrt(static_cast<float>(n)), name};
  };
  if (fault == Fault::no_scale) return {1, Factor::Name::unscaled};
  if (fault == Fault::scale_by_sqrt_d)
    return divided_by_root(whole.width, Factor::Name::sqrt_d_model);
  if (fault == Fault::scale_by_sqrt_h) return divided_by_root(whole.heads, Factor::Name::sqrt_h);
  return right;
}

/// A mask after the requested mistakes, each of which is a step, for the step `reader`.
StepId with_faults(PlanBuilder& builder, const Mask& mask, Words reader, Index queries,
                   Index keys) {
  StepId step = mask.step;
  const std::string name = builder.name(step);
  const auto apply = [&](Fault fault, const Declaration& kind, const char* prefix,
                         std::initializer_list<StepId> inputs, const Attributes& attributes) {
    const std::string own = prefix + name;
    if (!builder.has_fault(fault, {reader, own}, mask.step)) return;
    step = builder.blame(builder.add(kind, inputs, attributes, own), fault);
  };
  if (mask.kind == Mask::Kind::causal) {
    apply(Fault::no_causal_mask, declared_attention["open_mask"], "open_", {},
          Visible{builder.shape(step), keys});
  }
  if (mask.kind == Mask::Kind::padding && queries == keys) {
    apply(Fault::padding_on_queries, declared_attention["transposed_mask"], "transposed_", {step},
          Swapped{-2, -1});
  }
  apply(Fault::mask_inverted, declared_attention["inverted_mask"], "inverted_", {step},
        no_attributes);
  apply(Fault::finite_mask, declared_attention["finite_mask"], "finite_", {step}, no_attributes);
  return step;
}

/// The inputs of the step `reader`, which applies masks: the scores or weights, then the masks.
std::vector<StepId> with_masks(PlanBuilder& builder, Words reader, StepId scores,
                               const Masks& masks) {
  const Dims shape = builder.shape(scores);
  std::vector<StepId> inputs = {scores};
  for (const Mask& mask : masks)
    inputs.push_back(with_faults(builder, mask, reader, shape[shape.rank() - 2], shape.back()));
  return inputs;
}

/// The weights after dropout, by a given mask or by a draw; the same step if none are dropped.
StepId declare_dropped_weights(PlanBuilder& builder, StepId weights, const Masks& masks,
                               const WeightOptions& options) {
  if (masks.kept) {
    return builder.add(masked_dropped_weights, {weights, *masks.kept},
                       DropoutRate{options.dropout_p}, dropped_weights.kind);
  }
  if (options.dropout_p > 0)
    return declare_dropout(builder, dropped_weights, weights, options.dropout_p, options.seed);
  if (options.idle_dropout_p == 0 ||
      !builder.has_fault(Fault::dropout_in_evaluation, {dropped_weights.kind}))
    return weights;
  return builder.blame(
      declare_dropout(builder, always_dropped, weights, options.idle_dropout_p, options.seed),
      Fault::dropout_in_evaluation);
}

}  // namespace

std::span<const Declaration> scaled_dot_product_kinds() { return declared_attention; }

Factor scaling(const WeightOptions& options, Index d_k) {
  if (options.scale) return {*options.scale, Factor::Name::scale};
  return {1 / std::sqrt(static_cast<float>(d_k)), Factor::Name::sqrt_d_k};
}

Dims scores_shape(const Dims& q, const Dims& k, const Dims& v) {
  require(q.rank() >= 2 && q.rank() <= 4, ErrorCode::rank, "query", {q},
          {"2 to 4 axes: [..., T, d_k]"});
  require(k.rank() == q.rank(), ErrorCode::rank, "key", {k}, {"as many axes as query ", q});
  require(v.rank() == q.rank(), ErrorCode::rank, "value", {v}, {"as many axes as query ", q});
  require(k.back() == q.back(), ErrorCode::shape, "key", {k},
          {"last axis ", q.back(), ", as query's"});
  require(q.back() > 0, ErrorCode::shape, "query", {q}, {"a last axis of at least 1"});
  const int last = q.rank() - 1;
  require(v[last - 1] == k[last - 1], ErrorCode::shape, "value", {v},
          {k[last - 1], " rows, as many as key's"});
  for (int axis = 0; axis < last - 1; ++axis) {
    require(k[axis] == q[axis], ErrorCode::shape, "key", {k}, {"the leading axes of query ", q});
    require(v[axis] == q[axis], ErrorCode::shape, "value", {v}, {"the leading axes of query ", q});
  }
  Dims scores = q;
  scores[last] = k[last - 1];
  return scores;
}

Masks declare_masks(PlanBuilder& builder, const MaskOptions& options, const Dims& scores,
                    Words prefix) {
  const PlanBuilder::Within scope(builder, prefix, {});
  Masks masks;
  if (options.causal) masks.push_back(declare_causal_mask(builder, options, scores));
  if (options.lengths || options.key_padding)
    masks.push_back(declare_padding_mask(builder, options.key_padding, scores));
  if (options.custom) masks.push_back(declare_custom_mask(builder, *options.custom, scores));
  if (options.dropout) masks.kept = declare_dropout_mask(builder, *options.dropout, scores);
  return masks;
}

StepId declare_tempered_scores(PlanBuilder& builder, StepId q, StepId k,
                               const WeightOptions& options, const Whole& whole) {
  StepId scores = builder.add(scores_kind, {q, k});
  const Index d_k = builder.shape(q).back();
  const Factor right = scaling(options, d_k);
  const Fault scale = fault_of_scale(builder, right);
  const Factor factor =
      with_fault(scale, right, {whole.heads, whole.width > 0 ? whole.width : d_k});
  scores = builder.blame(builder.add(scaled_scores_kind, {scores}, factor), scale);
  if (options.temperature != 1) {
    scores = builder.add(declared_attention["tempered_scores"], {scores},
                         Factor{1 / options.temperature, Factor::Name::temperature});
  }
  if (options.softcap > 0)
    scores = builder.add(capped_scores_kind, {scores}, Capped{options.softcap});
  return scores;
}

StepId declare_masked_scores(PlanBuilder& builder, StepId scores, const Masks& masks) {
  if (masks.empty()) return scores;
  return builder.add(declared_attention["masked_scores"],
                     with_masks(builder, "masked_scores", scores, masks));
}

WeightedSteps declare_scaled_dot_product(PlanBuilder& builder, StepId q, StepId k, StepId v,
                                         const Masks& masks, const WeightOptions& options,
                                         const Whole& whole) {
  if (options.tile.any()) {
    const StepId context = declare_tiled_attention(builder, q, k, v, masks, options);
    return {context, context};
  }
  Fault swapped = Fault::none;
  if (builder.shape(k) == builder.shape(v))
    swapped = builder.requested(Fault::key_value_swapped, {scores_kind.kind, "context"});
  if (swapped != Fault::none) std::swap(k, v);
  const StepId first = builder.count();
  StepId scores = declare_tempered_scores(builder, q, k, options, whole);
  builder.blame(first, swapped);
  const bool late = !masks.empty() && builder.has_fault(Fault::mask_after_softmax,
                                                        {"masked_weights", "masked_scores"});
  if (!late) scores = declare_masked_scores(builder, scores, masks);
  const Fault axis = builder.requested(Fault::softmax_axis, {weights_kind.kind});
  const bool by_query = axis != Fault::none;
  StepId weights =
      builder.add(by_query ? weights_by_query : weights_kind, {scores}, Along{by_query ? -2 : -1});
  builder.blame(weights, axis);
  if (late) {
    weights = builder.add(declared_attention["masked_weights"],
                          with_masks(builder, "masked_weights", weights, masks));
    builder.blame(weights, Fault::mask_after_softmax);
  }
  weights = declare_dropped_weights(builder, weights, masks, options);
  const StepId context = builder.add(declared_attention["context"], {weights, v});
  return {builder.blame(context, swapped), weights};
}

QueryKeyValue declare_given_heads(PlanBuilder& builder, const GivenShapes& shapes) {
  return {builder.add_data(declared_attention["query"], shapes.query),
          builder.add_data(declared_attention["key"], shapes.key),
          builder.add_data(declared_attention["value"], shapes.value)};
}

Plan plan_weights(const Dims& weights, const Dims* value) {
  PlanBuilder builder;
  const StepId given = builder.add_data(declared_attention["given_weights"], weights, "weights");
  if (value != nullptr) {
    const StepId v = builder.add_data(declared_attention["value"], *value);
    builder.add(declared_attention["context"], {given, v});
  }
  return std::move(builder).finish();
}

Plan plan_scaled_dot_product(const Dims& q, const Dims& k, const Dims& v,
                             const WeightOptions& options, const Execution& execution) {
  const Dims scores = scores_shape(q, k, v);
  PlanBuilder builder({}, execution.fused);
  const auto [query, key, value] = declare_given_heads(builder, {q, k, v});
  const StepId first = builder.count();
  const Masks masks = declare_masks(builder, options.mask, scores);
  const WeightedSteps steps =
      declare_scaled_dot_product(builder, query, key, value, masks, options);
  if (is_fused(options)) {
    builder.fuse(
        fused_steps(builder, first, query, key, value, masks, options, steps, steps.context));
  }
  return std::move(builder).finish(execution.keep);
}

}  // namespace ap
