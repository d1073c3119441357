#include "attention_playground/attention/scaled_dot_product.hpp"

#include <cmath>

#include "attention_playground/attention/fusion.hpp"
#include "attention_playground/attention/tiles.hpp"
#include "attention_playground/ops/add.hpp"
#include "attention_playground/ops/dropout.hpp"
#include "attention_playground/ops/leaf.hpp"
#include "attention_playground/ops/matmul.hpp"
#include "attention_playground/ops/scale.hpp"
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
    .texts = {R"({out}[b,s] \in \{0, -\infty\})",
              "torch.where(may_attend, 0., -torch.inf)[:, None, None]",
              "np.where(may_attend, 0, -np.inf)[:, None, None]"}};

constexpr auto declared = kinds({
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
    scores_kind,
    scaled_scores_kind,
    {.kind = "tempered_scores",
     .symbol = R"(S_{\tau{?head:,{head}}})",
     .variable = "tempered",
     .operation = &ops::scale,
     .role = Role::scores,
     .axes = score_axes},
    {.kind = "masked_scores",
     .symbol = R"(\tilde{S}{?head:_{head}})",
     .variable = "masked",
     .operation = &ops::mask,
     .role = Role::scores,
     .axes = score_axes},
    weights_kind,
    {.kind = "dropped_weights",
     .symbol = R"(\hat{A}{?head:_{head}})",
     .variable = "weights",
     .operation = &ops::dropout,
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
  return {builder.add(declared["causal_mask"], {}, visible), Mask::Kind::causal};
}

Mask declare_padding_mask(PlanBuilder& builder, bool given, const Dims& scores) {
  const Index batch = scores.rank() > 2 ? scores[0] : 1;
  const Dims shape = ones_but(scores, batch, 1);
  if (given) return {builder.add_data(given_padding_mask, shape), Mask::Kind::padding};
  const StepId lengths = builder.add_data(declared["lengths"], {batch});
  return {builder.add(declared["padding_mask"], {lengths}, Visible{shape}), Mask::Kind::padding};
}

Mask declare_custom_mask(PlanBuilder& builder, const Dims& given, const Dims& scores) {
  broadcast_layout(contiguous_layout(given), scores, "attn_mask");
  return {builder.add_data(declared["custom_mask"], given), Mask::Kind::custom};
}

}  // namespace

std::span<const Declaration> scaled_dot_product_kinds() { return declared; }

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
                    const std::string& prefix) {
  const PlanBuilder::Within scope(builder, prefix, {});
  Masks masks;
  if (options.causal) masks.push_back(declare_causal_mask(builder, options, scores));
  if (options.lengths || options.key_padding)
    masks.push_back(declare_padding_mask(builder, options.key_padding, scores));
  if (options.custom) masks.push_back(declare_custom_mask(builder, *options.custom, scores));
  return masks;
}

WeightedSteps declare_scaled_dot_product(PlanBuilder& builder, StepId q, StepId k, StepId v,
                                         const Masks& masks, const WeightOptions& options) {
  if (options.tile.any()) {
    const StepId context = declare_tiled_attention(builder, q, k, v, masks, options);
    return {context, context};
  }
  StepId scores = builder.add(scores_kind, {q, k});
  scores = builder.add(scaled_scores_kind, {scores}, scaling(options, builder.shape(q).back()));
  if (options.temperature != 1) {
    scores = builder.add(declared["tempered_scores"], {scores},
                         Factor{1 / options.temperature, Factor::Name::temperature});
  }
  if (!masks.empty()) {
    std::vector<StepId> inputs = {scores};
    for (const Mask& mask : masks) inputs.push_back(mask.step);
    scores = builder.add(declared["masked_scores"], inputs);
  }
  StepId weights = builder.add(weights_kind, {scores}, Along{-1});
  if (options.dropout_p > 0) {
    const std::uint64_t stream = builder.stream_of("dropped_weights");
    weights = builder.add(declared["dropped_weights"], {weights},
                          Dropped{options.dropout_p, options.seed, stream});
  }
  return {builder.add(declared["context"], {weights, v}), weights};
}

Plan plan_scaled_dot_product(const Dims& q, const Dims& k, const Dims& v,
                             const WeightOptions& options, const Execution& execution) {
  const Dims scores = scores_shape(q, k, v);
  PlanBuilder builder({}, execution.fused);
  const StepId query = builder.add_data(declared["query"], q);
  const StepId key = builder.add_data(declared["key"], k);
  const StepId value = builder.add_data(declared["value"], v);
  const StepId first = builder.count();
  const Masks masks = declare_masks(builder, options.mask, scores);
  const WeightedSteps steps =
      declare_scaled_dot_product(builder, query, key, value, masks, options);
  if (!options.tile.any()) {
    builder.fuse(
        fused_steps(builder, first, query, key, value, masks, options, steps, steps.context));
  }
  return std::move(builder).finish(execution.keep);
}

}  // namespace ap
