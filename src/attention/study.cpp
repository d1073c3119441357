#include "attention/study.hpp"

#include "attention/parameters.hpp"
#include "attention/plan_cache.hpp"
#include "attention/scaled_dot_product.hpp"
#include "ops/leaf.hpp"
#include "ops/matmul.hpp"
#include "ops/movement.hpp"
#include "ops/reduce.hpp"
#include "ops/scale.hpp"
#include "ops/softmax.hpp"
#include "tensor/error.hpp"

namespace ap {

namespace {

constexpr Axes pair_axes = {Axis::query, Axis::key};
constexpr Axes row_axes = {Axis::query, Axis::one};
constexpr Axes one_axes = {Axis::one, Axis::one};

StepId declare_vectors(PlanBuilder& builder, const char* kind, const char* symbol,
                       const char* formula, const char* code, Role role, Axis axis, Index rows,
                       Index width, const char* name) {
  return builder.add({kind, symbol, formula, code, &ops::random, role, {axis, Axis::d_k}}, {},
                     {.shape = {rows, width}}, name);
}

/// All numbers of a step as one row.
StepId declare_flat(PlanBuilder& builder, StepId from, const char* name) {
  const Dims shape = builder.shape(from);
  return builder.add({.kind = "study_all",
                      .symbol = R"(\mathrm{all})",
                      .formula = R"(1 \times n)",
                      .code = "x = x.reshape(1, -1)",
                      .operation = &ops::view,
                      .role = Role::scores,
                      .axes = {Axis::one, Axis::key}},
                     {from}, {.shape = {1, shape[0] * shape[1]}}, name);
}

StepId declare_reduced(PlanBuilder& builder, const char* kind, const char* symbol,
                       const char* formula, const char* code, const Operation& operation, Role role,
                       const Axes& axes, StepId from, const char* name) {
  return builder.add({kind, symbol, formula, code, &operation, role, axes}, {from}, {}, name);
}

/// The kinds of what is measured of scores: each is told in words of its own with and without √d_k.
struct MeasureKinds {
  const char *weights, *entropy, *gradient, *mean, *variance, *mean_entropy, *mean_gradient;
};

constexpr MeasureKinds plain_kinds = {"study_weights",      "study_entropy",  "study_gradient",
                                      "study_mean",         "study_variance", "study_mean_entropy",
                                      "study_mean_gradient"};
constexpr MeasureKinds scaled_kinds = {"study_scaled_weights",      "study_scaled_entropy",
                                       "study_scaled_gradient",     "study_scaled_mean",
                                       "study_scaled_variance",     "study_scaled_mean_entropy",
                                       "study_scaled_mean_gradient"};

/// What softmax makes of scores, and how much of a gradient passes it.
void declare_measures(PlanBuilder& builder, StepId scores, const MeasureKinds& kinds) {
  const StepId weights = builder.add({.kind = kinds.weights,
                                      .symbol = "A",
                                      .formula = R"(A = \mathrm{softmax}(S))",
                                      .code = "weights = scores.softmax(dim=-1)",
                                      .operation = &ops::softmax,
                                      .role = Role::weights,
                                      .axes = pair_axes},
                                     {scores}, {.axis = -1}, "weights");
  const StepId entropy =
      declare_reduced(builder, kinds.entropy, "H", R"(H_t = -\sum_s A_{ts} \ln A_{ts})",
                      "entropy = -(weights * weights.log()).nansum(-1, keepdim=True)", ops::entropy,
                      Role::weights, row_axes, weights, "entropy");
  const StepId gradient =
      declare_reduced(builder, kinds.gradient, "g", R"(g_t = \sum_s A_{ts} (1 - A_{ts}))",
                      "gradient = (weights * (1 - weights)).sum(-1, keepdim=True)",
                      ops::softmax_gradient, Role::weights, row_axes, weights, "gradient");
  const StepId all = declare_flat(builder, scores, "all_scores");
  declare_reduced(builder, kinds.mean, R"(\bar S)", R"(\bar S = \dfrac1n \sum S)",
                  "mean = scores.mean()", ops::mean, Role::scores, one_axes, all, "mean");
  declare_reduced(builder, kinds.variance, R"(\mathrm{Var}\, S)",
                  R"(\mathrm{Var}\, S = \dfrac1n \sum (S - \bar S)^2)",
                  "variance = scores.var(unbiased=False)", ops::variance, Role::scores, one_axes,
                  all, "variance");
  declare_reduced(builder, kinds.mean_entropy, R"(\bar H)", R"(\bar H = \dfrac1n \sum_t H_t)",
                  "mean_entropy = entropy.mean()", ops::mean, Role::weights, one_axes,
                  declare_flat(builder, entropy, "all_entropies"), "mean_entropy");
  declare_reduced(builder, kinds.mean_gradient, R"(\bar g)", R"(\bar g = \dfrac1n \sum_t g_t)",
                  "mean_gradient = gradient.mean()", ops::mean, Role::weights, one_axes,
                  declare_flat(builder, gradient, "all_gradients"), "mean_gradient");
}

void check_size(Index size, Index most, const char* argument) {
  require(size >= 1 && size <= most, ErrorCode::range, argument, {size},
          {"a whole number from 1 to ", most});
}

}  // namespace

Plan plan_study(const StudyOptions& options) {
  PlanBuilder builder;
  const StepId q = declare_vectors(builder, "study_q", "q", R"(q_i \sim \mathcal N(0, 1))",
                                   "q = torch.randn(n_queries, d_k)", Role::query, Axis::query,
                                   options.queries, options.d_k, "q");
  const StepId k = declare_vectors(builder, "study_k", "k", R"(k_i \sim \mathcal N(0, 1))",
                                   "k = torch.randn(n_keys, d_k)", Role::key, Axis::key,
                                   options.keys, options.d_k, "k");
  const StepId scores = builder.add({.kind = "study_scores",
                                     .symbol = "S",
                                     .formula = R"(S = q \cdot k)",
                                     .code = "scores = q @ k.T",
                                     .operation = &ops::matmul_transposed,
                                     .role = Role::scores,
                                     .axes = pair_axes},
                                    {q, k}, {}, "scores");
  declare_measures(builder, scores, plain_kinds);
  const PlanBuilder::Scope scope(builder, "scaled");
  const StepId scaled = builder.add({.kind = "study_scaled_scores",
                                     .symbol = "S",
                                     .formula = R"(S = \dfrac{q \cdot k}{\sqrt{d_k}})",
                                     .code = "scores = scores / math.sqrt(d_k)",
                                     .operation = &ops::scale,
                                     .role = Role::scores,
                                     .axes = pair_axes},
                                    {scores}, scaling({}, options.d_k), "scores");
  declare_measures(builder, scaled, scaled_kinds);
  return std::move(builder).finish();
}

std::unique_ptr<Run> trace_study(const StudyOptions& options) {
  check_size(options.d_k, 65536, "dK");
  check_size(options.queries, 4096, "queries");
  check_size(options.keys, 4096, "keys");
  static PlanCache<StudyOptions> plans;
  const auto plan = plans.find_or(options, [&] { return plan_study(options); });
  Supply supply;
  supply.seed = options.seed;
  return std::make_unique<Run>(plan, supply_leaves(*plan, supply));
}

}  // namespace ap
