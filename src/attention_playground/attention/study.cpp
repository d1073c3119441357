#include "attention_playground/attention/study.hpp"

#include "attention_playground/attention/parameters.hpp"
#include "attention_playground/attention/plan_cache.hpp"
#include "attention_playground/attention/scaled_dot_product.hpp"
#include "attention_playground/ops/leaf.hpp"
#include "attention_playground/ops/matmul.hpp"
#include "attention_playground/ops/movement.hpp"
#include "attention_playground/ops/reduce.hpp"
#include "attention_playground/ops/scale.hpp"
#include "attention_playground/ops/softmax.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap {

namespace {

constexpr Axes pair_axes = {Axis::query, Axis::key};
constexpr Axes row_axes = {Axis::query, Axis::one};
constexpr Axes one_axes = {Axis::one, Axis::one};

namespace declared {

constexpr Declaration study_q = {.kind = "study_q",
                                 .symbol = "q",
                                 .formula = R"(q_i \sim \mathcal N(0, 1))",
                                 .code = "q = torch.randn(n_queries, d_k)",
                                 .operation = &ops::random,
                                 .role = Role::query,
                                 .axes = {Axis::query, Axis::d_k}};

constexpr Declaration study_k = {.kind = "study_k",
                                 .symbol = "k",
                                 .formula = R"(k_i \sim \mathcal N(0, 1))",
                                 .code = "k = torch.randn(n_keys, d_k)",
                                 .operation = &ops::random,
                                 .role = Role::key,
                                 .axes = {Axis::key, Axis::d_k}};

constexpr Declaration study_all = {.kind = "study_all",
                                   .symbol = R"(\mathrm{all})",
                                   .formula = R"(1 \times n)",
                                   .code = "x = x.reshape(1, -1)",
                                   .operation = &ops::view,
                                   .role = Role::scores,
                                   .axes = {Axis::one, Axis::key}};

constexpr Declaration study_scores = {.kind = "study_scores",
                                      .symbol = "S",
                                      .formula = R"(S = q \cdot k)",
                                      .code = "scores = q @ k.T",
                                      .operation = &ops::matmul_transposed,
                                      .role = Role::scores,
                                      .axes = pair_axes};

constexpr Declaration study_scaled_scores = {.kind = "study_scaled_scores",
                                             .symbol = "S",
                                             .formula = R"(S = \dfrac{q \cdot k}{\sqrt{d_k}})",
                                             .code = "scores = scores / math.sqrt(d_k)",
                                             .operation = &ops::scale,
                                             .role = Role::scores,
                                             .axes = pair_axes};

}  // namespace declared

/// What is measured of scores; scores with and without √d_k are told in words of their own.
struct Measures {
  Declaration weights, entropy, gradient, mean, variance, mean_entropy, mean_gradient;
};

constexpr Measures measures(const char* const (&kinds)[7]) {
  return {
      .weights = {kinds[0], "A", R"(A = \mathrm{softmax}(S))", "weights = scores.softmax(dim=-1)",
                  &ops::softmax, Role::weights, pair_axes},
      .entropy = {kinds[1], "H", R"(H_t = -\sum_s A_{ts} \ln A_{ts})",
                  "entropy = -(weights * weights.log()).nansum(-1, keepdim=True)", &ops::entropy,
                  Role::weights, row_axes},
      .gradient = {kinds[2], "g", R"(g_t = \sum_s A_{ts} (1 - A_{ts}))",
                   "gradient = (weights * (1 - weights)).sum(-1, keepdim=True)",
                   &ops::softmax_gradient, Role::weights, row_axes},
      .mean = {kinds[3], R"(\bar S)", R"(\bar S = \dfrac1n \sum S)", "mean = scores.mean()",
               &ops::mean, Role::scores, one_axes},
      .variance = {kinds[4], R"(\mathrm{Var}\, S)",
                   R"(\mathrm{Var}\, S = \dfrac1n \sum (S - \bar S)^2)",
                   "variance = scores.var(unbiased=False)", &ops::variance, Role::scores, one_axes},
      .mean_entropy = {kinds[5], R"(\bar H)", R"(\bar H = \dfrac1n \sum_t H_t)",
                       "mean_entropy = entropy.mean()", &ops::mean, Role::weights, one_axes},
      .mean_gradient = {kinds[6], R"(\bar g)", R"(\bar g = \dfrac1n \sum_t g_t)",
                        "mean_gradient = gradient.mean()", &ops::mean, Role::weights, one_axes}};
}

constexpr Measures plain_measures =
    measures({"study_weights", "study_entropy", "study_gradient", "study_mean", "study_variance",
              "study_mean_entropy", "study_mean_gradient"});
constexpr Measures scaled_measures = measures(
    {"study_scaled_weights", "study_scaled_entropy", "study_scaled_gradient", "study_scaled_mean",
     "study_scaled_variance", "study_scaled_mean_entropy", "study_scaled_mean_gradient"});

/// All numbers of a step as one row.
StepId declare_flat(PlanBuilder& builder, StepId from, const char* name) {
  const Dims shape = builder.shape(from);
  return builder.add(declared::study_all, {from}, shaped({1, shape[0] * shape[1]}), name);
}

/// What softmax makes of scores, and how much of a gradient passes it.
void declare_measures(PlanBuilder& builder, StepId scores, const Measures& texts) {
  const auto add = [&](const Declaration& declaration, StepId from, const char* name) {
    return builder.add(declaration, {from}, default_attributes, name);
  };
  const StepId weights = builder.add(texts.weights, {scores}, along(-1), "weights");
  const StepId entropy = add(texts.entropy, weights, "entropy");
  const StepId gradient = add(texts.gradient, weights, "gradient");
  const StepId all = declare_flat(builder, scores, "all_scores");
  add(texts.mean, all, "mean");
  add(texts.variance, all, "variance");
  add(texts.mean_entropy, declare_flat(builder, entropy, "all_entropies"), "mean_entropy");
  add(texts.mean_gradient, declare_flat(builder, gradient, "all_gradients"), "mean_gradient");
}

void check_size(Index size, Index most, const char* argument) {
  require(size >= 1 && size <= most, ErrorCode::range, argument, {size},
          {"a whole number from 1 to ", most});
}

}  // namespace

Plan plan_study(const StudyOptions& options) {
  PlanBuilder builder;
  const StepId q = builder.add(declared::study_q, {}, shaped({options.queries, options.d_k}), "q");
  const StepId k = builder.add(declared::study_k, {}, shaped({options.keys, options.d_k}), "k");
  const StepId scores = builder.add(declared::study_scores, {q, k}, default_attributes, "scores");
  declare_measures(builder, scores, plain_measures);
  const PlanBuilder::Scope scope(builder, "scaled");
  const StepId scaled =
      builder.add(declared::study_scaled_scores, {scores}, scaling({}, options.d_k), "scores");
  declare_measures(builder, scaled, scaled_measures);
  return std::move(builder).finish();
}

std::unique_ptr<Run> trace_study(const StudyOptions& options) {
  check_size(options.d_k, 65536, "d_k");
  check_size(options.queries, 4096, "queries");
  check_size(options.keys, 4096, "keys");
  static thread_local PlanCache<StudyOptions> plans;
  const auto plan = plans.find_or(options, [&] { return plan_study(options); });
  Supply supply;
  supply.seed = options.seed;
  return std::make_unique<Run>(plan, supply_leaves(*plan, supply));
}

}  // namespace ap
