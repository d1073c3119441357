#include "attention/scaled_dot_product.hpp"

#include <cmath>

#include "attention/tiles.hpp"
#include "ops/add.hpp"
#include "ops/dropout.hpp"
#include "ops/leaf.hpp"
#include "ops/matmul.hpp"
#include "ops/scale.hpp"
#include "ops/softmax.hpp"
#include "ops/visibility.hpp"
#include "tensor/error.hpp"

namespace ap {

namespace {

/// `size` along one axis of the scores' rank, 1 along the others.
Dims ones_but(const Dims& scores, Index batch, Index queries, Index keys) {
  Dims shape = scores;
  for (int axis = 0; axis < shape.rank(); ++axis) shape[axis] = 1;
  if (scores.rank() > 2) shape[0] = batch;
  shape[shape.rank() - 2] = queries;
  shape[shape.rank() - 1] = keys;
  return shape;
}

StepId declare_causal_mask(PlanBuilder& builder, const MaskOptions& options, const Dims& scores,
                           const std::string& prefix) {
  const Index queries = scores[scores.rank() - 2];
  const Dims shape = ones_but(scores, 1, queries, scores.back());
  const bool past = options.causal_offset != 0;
  return builder.add(
      {.kind = "causal_mask",
       .symbol = R"(M_{\text{causal}})",
       .formula =
           past ? R"(M_{ts} = \begin{cases} 0 & s \le t + n \\ -\infty & s > t + n \end{cases})"
                : R"(M_{ts} = \begin{cases} 0 & s \le t \\ -\infty & s > t \end{cases})",
       .code = past ? "causal = torch.full((T, S), -torch.inf).triu(1 + n_past)"
                    : "causal = torch.full((T, S), -torch.inf).triu(1)",
       .operation = &ops::causal_mask,
       .role = Role::mask,
       .axes = axes_of(shape.rank(), Axis::query, Axis::key)},
      {}, {.shape = shape, .offset = options.causal_offset}, prefix + "causal_mask");
}

StepId declare_padding_mask(PlanBuilder& builder, const MaskOptions& options, const Dims& scores,
                            const std::string& prefix) {
  const std::string name = prefix + "padding_mask";
  const Index batch = scores.rank() > 2 ? scores[0] : 1;
  const Dims shape = ones_but(scores, batch, 1, scores.back());
  Declaration declaration = {
      .kind = "padding_mask",
      .symbol = R"(M_{\text{pad}})",
      .formula =
          R"(M_{bs} = \begin{cases} 0 & s < \mathrm{length}_b \\ -\infty & \text{else} \end{cases})",
      .code =
          "padding = torch.where(torch.arange(S) < lengths[:, None], 0., -torch.inf)[:, None, "
          "None]",
      .operation = &ops::padding_mask,
      .role = Role::mask,
      .axes = axes_of(shape.rank(), Axis::query, Axis::key)};
  if (options.key_padding) {
    declaration.formula = R"(M_{bs} \in \{0, -\infty\})";
    declaration.code = "padding = torch.where(may_attend, 0., -torch.inf)[:, None, None]";
    declaration.operation = &ops::given;
    return builder.add(declaration, {}, {.shape = shape}, name);
  }
  const StepId lengths = builder.add({.kind = "lengths",
                                      .symbol = R"(\mathrm{length})",
                                      .formula = R"(\mathrm{length}_b \le S)",
                                      .code = "lengths = torch.tensor([len(s) for s in sentences])",
                                      .operation = &ops::given,
                                      .role = Role::token,
                                      .axes = {Axis::batch}},
                                     {}, {.shape = {batch}}, prefix + "lengths");
  return builder.add(declaration, {lengths}, {.shape = shape}, name);
}

StepId declare_custom_mask(PlanBuilder& builder, const Dims& given, const Dims& scores,
                           const std::string& prefix) {
  broadcast_layout(contiguous_layout(given), scores, "attnMask");
  return builder.add({.kind = "custom_mask",
                      .symbol = R"(M_{\text{given}})",
                      .formula = R"(M_{ts} \in \mathbb{R} \cup \{-\infty\})",
                      .code = "attn_mask = torch.tensor([...])  # 0 sees, -inf hides",
                      .operation = &ops::given,
                      .role = Role::mask,
                      .axes = axes_of(given.rank(), Axis::query, Axis::key)},
                     {}, {.shape = given}, prefix + "custom_mask");
}

StepId declare_scaling(PlanBuilder& builder, StepId scores, Index d_k,
                       const WeightOptions& options) {
  const Axes axes = axes_of(builder.shape(scores).rank(), Axis::query, Axis::key);
  StepId scaled = builder.add(
      {.kind = "scaled_scores",
       .symbol = R"(\bar S)",
       .formula = options.scale ? R"(\bar S = S \cdot \mathrm{scale})"
                                : R"(\bar S = \dfrac{S}{\sqrt{d_k}})",
       .code = options.scale ? "scaled = scores * scale" : "scaled = scores / math.sqrt(d_k)",
       .operation = &ops::scale,
       .role = Role::scores,
       .axes = axes},
      {scores}, scaling(options, d_k));
  if (options.temperature == 1) return scaled;
  return builder.add({.kind = "tempered_scores",
                      .symbol = R"(S_{\tau})",
                      .formula = R"(S_{\tau} = \dfrac{\bar S}{\tau})",
                      .code = "tempered = scaled / temperature",
                      .operation = &ops::scale,
                      .role = Role::scores,
                      .axes = axes},
                     {scaled}, {.factor = 1 / options.temperature, .factor_name = "1/τ"});
}

}  // namespace

Axes axes_of(int rank, Axis row, Axis column) {
  if (rank == 4) return {Axis::batch, Axis::head, row, column};
  if (rank == 3) return {Axis::batch, row, column};
  if (rank == 2) return {row, column};
  return {column};
}

Attributes scaling(const WeightOptions& options, Index d_k) {
  return {.factor = options.scale.value_or(1 / std::sqrt(static_cast<float>(d_k))),
          .factor_name = options.scale ? "scale" : "1/√d_k"};
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
  Masks masks;
  if (options.causal) masks.steps.push_back(declare_causal_mask(builder, options, scores, prefix));
  if (options.lengths || options.key_padding)
    masks.steps.push_back(declare_padding_mask(builder, options, scores, prefix));
  if (options.custom)
    masks.steps.push_back(declare_custom_mask(builder, *options.custom, scores, prefix));
  return masks;
}

StepId declare_scaled_dot_product(PlanBuilder& builder, StepId q, StepId k, StepId v,
                                  const Masks& masks, const WeightOptions& options) {
  if (options.tile.any()) return declare_tiled_attention(builder, q, k, v, masks, options);
  const int rank = builder.shape(q).rank();
  const Axes axes = axes_of(rank, Axis::query, Axis::key);
  StepId scores = builder.add({.kind = "scores",
                               .symbol = "S",
                               .formula = R"(S = Q K^{\top})",
                               .code = "scores = q @ k.transpose(-2, -1)",
                               .operation = &ops::matmul_transposed,
                               .role = Role::scores,
                               .axes = axes},
                              {q, k});
  scores = declare_scaling(builder, scores, builder.shape(q).back(), options);
  if (!masks.steps.empty()) {
    std::vector<StepId> inputs = {scores};
    inputs.insert(inputs.end(), masks.steps.begin(), masks.steps.end());
    scores = builder.add(
        {.kind = "masked_scores",
         .symbol = R"(\tilde S)",
         .formula =
             options.temperature != 1 ? R"(\tilde S = S_{\tau} + M)" : R"(\tilde S = \bar S + M)",
         .code = options.temperature != 1 ? "masked = tempered + mask" : "masked = scaled + mask",
         .operation = &ops::mask,
         .role = Role::scores,
         .axes = axes},
        inputs);
  }
  StepId weights = builder.add(
      {.kind = "weights",
       .symbol = "A",
       .formula =
           R"(A_{ts} = \dfrac{e^{x_{ts} - \max_j x_{tj}}}{\sum_i e^{x_{ti} - \max_j x_{tj}}})",
       .code = !masks.steps.empty()       ? "weights = masked.softmax(dim=-1)"
               : options.temperature != 1 ? "weights = tempered.softmax(dim=-1)"
                                          : "weights = scaled.softmax(dim=-1)",
       .operation = &ops::softmax,
       .role = Role::weights,
       .axes = axes},
      {scores}, {.axis = -1});
  if (options.dropout > 0) {
    weights = builder.add({.kind = "dropped_weights",
                           .symbol = R"(\hat A)",
                           .formula = R"(\hat A_{ts} = \dfrac{A_{ts}}{1 - p}\,[u_{ts} \ge p])",
                           .code = "weights = F.dropout(weights, p, training=True)",
                           .operation = &ops::dropout,
                           .role = Role::weights,
                           .axes = axes},
                          {weights}, {.probability = options.dropout, .seed = options.seed});
  }
  return builder.add({.kind = "context",
                      .symbol = "Z",
                      .formula = "Z = A V",
                      .code = "context = weights @ v",
                      .operation = &ops::matmul,
                      .role = Role::output,
                      .axes = axes_of(rank, Axis::query, Axis::d_v)},
                     {weights, v});
}

Plan plan_scaled_dot_product(const Dims& q, const Dims& k, const Dims& v,
                             const WeightOptions& options, const std::vector<std::string>* keep) {
  const Dims scores = scores_shape(q, k, v);
  PlanBuilder builder;
  const int rank = q.rank();
  const auto declare = [&](const char* kind, const char* symbol, const char* formula,
                           const char* code, Role role, Axes axes, const Dims& shape) {
    return builder.add({kind, symbol, formula, code, &ops::given, role, axes}, {},
                       {.shape = shape});
  };
  const StepId query = declare("query", "Q", R"(Q \in \mathbb{R}^{T \times d_k})", "q  # given",
                               Role::query, axes_of(rank, Axis::query, Axis::d_k), q);
  const StepId key = declare("key", "K", R"(K \in \mathbb{R}^{S \times d_k})", "k  # given",
                             Role::key, axes_of(rank, Axis::key, Axis::d_k), k);
  const StepId value = declare("value", "V", R"(V \in \mathbb{R}^{S \times d_v})", "v  # given",
                               Role::value, axes_of(rank, Axis::key, Axis::d_v), v);
  const Masks masks = declare_masks(builder, options.mask, scores);
  declare_scaled_dot_product(builder, query, key, value, masks, options);
  return std::move(builder).finish(keep);
}

}  // namespace ap
