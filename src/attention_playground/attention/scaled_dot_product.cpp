#include "attention_playground/attention/scaled_dot_product.hpp"

#include <cmath>

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

namespace declared {

constexpr Declaration causal_mask = {
    .kind = "causal_mask",
    .symbol = R"(M_{\text{causal}})",
    .formula = R"(M_{ts} = \begin{cases} 0 & s \le t \\ -\infty & s > t \end{cases})",
    .code = "causal = torch.full((T, S), -torch.inf).triu(1)",
    .operation = &ops::causal_mask,
    .role = Role::mask,
    .axes = {Axis::batch, Axis::head, Axis::query, Axis::key}};
constexpr Declaration causal_mask_with_past =
    causal_mask.with(R"(M_{ts} = \begin{cases} 0 & s \le t + n \\ -\infty & s > t + n \end{cases})",
                     "causal = torch.full((T, S), -torch.inf).triu(1 + n_past)");

constexpr Declaration padding_mask = {
    .kind = "padding_mask",
    .symbol = R"(M_{\text{pad}})",
    .formula =
        R"(M_{bs} = \begin{cases} 0 & s < \mathrm{length}_b \\ -\infty & \text{else} \end{cases})",
    .code =
        "padding = torch.where(torch.arange(S) < lengths[:, None], 0., -torch.inf)[:, None, None]",
    .operation = &ops::padding_mask,
    .role = Role::mask,
    .axes = {Axis::batch, Axis::head, Axis::query, Axis::key}};
constexpr Declaration given_padding_mask = {
    .kind = "padding_mask",
    .symbol = padding_mask.symbol,
    .formula = R"(M_{bs} \in \{0, -\infty\})",
    .code = "padding = torch.where(may_attend, 0., -torch.inf)[:, None, None]",
    .operation = &ops::given,
    .role = Role::mask,
    .axes = padding_mask.axes};

constexpr Declaration lengths = {.kind = "lengths",
                                 .symbol = R"(\mathrm{length})",
                                 .formula = R"(\mathrm{length}_b \le S)",
                                 .code = "lengths = torch.tensor([len(s) for s in sentences])",
                                 .operation = &ops::given,
                                 .role = Role::token,
                                 .axes = {Axis::batch}};

constexpr Declaration custom_mask = {
    .kind = "custom_mask",
    .symbol = R"(M_{\text{given}})",
    .formula = R"(M_{ts} \in \mathbb{R} \cup \{-\infty\})",
    .code = "attn_mask = torch.tensor([...])  # 0 sees, -inf hides",
    .operation = &ops::given,
    .role = Role::mask,
    .axes = {Axis::batch, Axis::head, Axis::query, Axis::key}};

constexpr Declaration scaled_scores = {.kind = "scaled_scores",
                                       .symbol = R"(\bar S)",
                                       .formula = R"(\bar S = \dfrac{S}{\sqrt{d_k}})",
                                       .code = "scaled = scores / math.sqrt(d_k)",
                                       .operation = &ops::scale,
                                       .role = Role::scores,
                                       .axes = {Axis::batch, Axis::head, Axis::query, Axis::key}};
constexpr Declaration scaled_scores_by_own =
    scaled_scores.with(R"(\bar S = S \cdot \mathrm{scale})", "scaled = scores * scale");

constexpr Declaration tempered_scores = {.kind = "tempered_scores",
                                         .symbol = R"(S_{\tau})",
                                         .formula = R"(S_{\tau} = \dfrac{\bar S}{\tau})",
                                         .code = "tempered = scaled / temperature",
                                         .operation = &ops::scale,
                                         .role = Role::scores,
                                         .axes = {Axis::batch, Axis::head, Axis::query, Axis::key}};

constexpr Declaration scores = {.kind = "scores",
                                .symbol = "S",
                                .formula = R"(S = Q K^{\top})",
                                .code = "scores = q @ k.transpose(-2, -1)",
                                .operation = &ops::matmul_transposed,
                                .role = Role::scores,
                                .axes = {Axis::batch, Axis::head, Axis::query, Axis::key}};

constexpr Declaration masked_scores = {.kind = "masked_scores",
                                       .symbol = R"(\tilde S)",
                                       .formula = R"(\tilde S = \bar S + M)",
                                       .code = "masked = scaled + mask",
                                       .operation = &ops::mask,
                                       .role = Role::scores,
                                       .axes = {Axis::batch, Axis::head, Axis::query, Axis::key}};
constexpr Declaration masked_tempered_scores =
    masked_scores.with(R"(\tilde S = S_{\tau} + M)", "masked = tempered + mask");

constexpr Declaration weights = {
    .kind = "weights",
    .symbol = "A",
    .formula = R"(A_{ts} = \dfrac{e^{x_{ts} - \max_j x_{tj}}}{\sum_i e^{x_{ti} - \max_j x_{tj}}})",
    .code = "weights = scaled.softmax(dim=-1)",
    .operation = &ops::softmax,
    .role = Role::weights,
    .axes = {Axis::batch, Axis::head, Axis::query, Axis::key}};
constexpr Declaration tempered_weights =
    weights.with(weights.formula, "weights = tempered.softmax(dim=-1)");
constexpr Declaration masked_weights =
    weights.with(weights.formula, "weights = masked.softmax(dim=-1)");

constexpr Declaration dropped_weights = {
    .kind = "dropped_weights",
    .symbol = R"(\hat A)",
    .formula = R"(\hat A_{ts} = \dfrac{A_{ts}}{1 - p}\,[u_{ts} \ge p])",
    .code = "weights = F.dropout(weights, p, training=True)",
    .operation = &ops::dropout,
    .role = Role::weights,
    .axes = {Axis::batch, Axis::head, Axis::query, Axis::key}};

constexpr Declaration context = {.kind = "context",
                                 .symbol = "Z",
                                 .formula = "Z = A V",
                                 .code = "context = weights @ v",
                                 .operation = &ops::matmul,
                                 .role = Role::output,
                                 .axes = {Axis::batch, Axis::head, Axis::query, Axis::d_v}};

constexpr Declaration query = {.kind = "query",
                               .symbol = "Q",
                               .formula = R"(Q \in \mathbb{R}^{T \times d_k})",
                               .code = "q  # given",
                               .operation = &ops::given,
                               .role = Role::query,
                               .axes = {Axis::batch, Axis::head, Axis::query, Axis::d_k}};

constexpr Declaration key = {.kind = "key",
                             .symbol = "K",
                             .formula = R"(K \in \mathbb{R}^{S \times d_k})",
                             .code = "k  # given",
                             .operation = &ops::given,
                             .role = Role::key,
                             .axes = {Axis::batch, Axis::head, Axis::key, Axis::d_k}};

constexpr Declaration value = {.kind = "value",
                               .symbol = "V",
                               .formula = R"(V \in \mathbb{R}^{S \times d_v})",
                               .code = "v  # given",
                               .operation = &ops::given,
                               .role = Role::value,
                               .axes = {Axis::batch, Axis::head, Axis::key, Axis::d_v}};

}  // namespace declared

/// `size` along one axis of the scores' rank, 1 along the others.
Dims ones_but(const Dims& scores, Index batch, Index queries) {
  Dims shape = scores;
  for (int axis = 0; axis < shape.rank(); ++axis) shape[axis] = 1;
  if (scores.rank() > 2) shape[0] = batch;
  shape[shape.rank() - 2] = queries;
  shape[shape.rank() - 1] = scores.back();
  return shape;
}

StepId declare_causal_mask(PlanBuilder& builder, const MaskOptions& options, const Dims& scores) {
  const Index past = options.causal_offset;
  Attributes attributes = shaped(ones_but(scores, 1, scores[scores.rank() - 2]));
  attributes.offset = past;
  return builder.add(past != 0 ? declared::causal_mask_with_past : declared::causal_mask, {},
                     attributes);
}

StepId declare_padding_mask(PlanBuilder& builder, bool given, const Dims& scores) {
  const Index batch = scores.rank() > 2 ? scores[0] : 1;
  const Attributes shape = shaped(ones_but(scores, batch, 1));
  if (given) return builder.add(declared::given_padding_mask, {}, shape);
  const StepId lengths = builder.add(declared::lengths, {}, shaped({batch}));
  return builder.add(declared::padding_mask, {lengths}, shape);
}

StepId declare_custom_mask(PlanBuilder& builder, const Dims& given, const Dims& scores) {
  broadcast_layout(contiguous_layout(given), scores, "attn_mask");
  return builder.add(declared::custom_mask, {}, shaped(given));
}

StepId declare_scaling(PlanBuilder& builder, StepId scores, Index d_k,
                       const WeightOptions& options) {
  const StepId scaled =
      builder.add(options.scale ? declared::scaled_scores_by_own : declared::scaled_scores,
                  {scores}, scaling(options, d_k));
  if (options.temperature == 1) return scaled;
  return builder.add(declared::tempered_scores, {scaled},
                     scaled_by(1 / options.temperature, "1/τ"));
}

}  // namespace

Attributes scaling(const WeightOptions& options, Index d_k) {
  return scaled_by(options.scale.value_or(1 / std::sqrt(static_cast<float>(d_k))),
                   options.scale ? "scale" : "1/√d_k");
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
  const PlanBuilder::Scope scope(builder, prefix, "");
  Masks masks;
  if (options.causal) masks.steps.push_back(declare_causal_mask(builder, options, scores));
  if (options.lengths || options.key_padding)
    masks.steps.push_back(declare_padding_mask(builder, options.key_padding, scores));
  if (options.custom) masks.steps.push_back(declare_custom_mask(builder, *options.custom, scores));
  return masks;
}

StepId declare_scaled_dot_product(PlanBuilder& builder, StepId q, StepId k, StepId v,
                                  const Masks& masks, const WeightOptions& options) {
  if (options.tile.any()) return declare_tiled_attention(builder, q, k, v, masks, options);
  const bool tempered = options.temperature != 1;
  const Declaration* softmax = tempered ? &declared::tempered_weights : &declared::weights;
  StepId scores = builder.add(declared::scores, {q, k});
  scores = declare_scaling(builder, scores, builder.shape(q).back(), options);
  if (!masks.steps.empty()) {
    std::vector<StepId> inputs = {scores};
    for (const StepId mask : masks.steps) inputs.push_back(mask);
    scores =
        builder.add(tempered ? declared::masked_tempered_scores : declared::masked_scores, inputs);
    softmax = &declared::masked_weights;
  }
  StepId weights = builder.add(*softmax, {scores}, along(-1));
  if (options.dropout_p > 0)
    weights = builder.add(declared::dropped_weights, {weights},
                          dropping(options.dropout_p, options.seed));
  return builder.add(declared::context, {weights, v});
}

Plan plan_scaled_dot_product(const Dims& q, const Dims& k, const Dims& v,
                             const WeightOptions& options, const std::vector<std::string>* keep) {
  const Dims scores = scores_shape(q, k, v);
  PlanBuilder builder;
  const StepId query = builder.add(declared::query, {}, shaped(q));
  const StepId key = builder.add(declared::key, {}, shaped(k));
  const StepId value = builder.add(declared::value, {}, shaped(v));
  const Masks masks = declare_masks(builder, options.mask, scores);
  declare_scaled_dot_product(builder, query, key, value, masks, options);
  return std::move(builder).finish(keep);
}

}  // namespace ap
