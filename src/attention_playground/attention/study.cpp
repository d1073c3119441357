#include "attention_playground/attention/study.hpp"

#include "attention_playground/attention/parameters.hpp"
#include "attention_playground/attention/plan_cache.hpp"
#include "attention_playground/attention/scaled_dot_product.hpp"
#include "attention_playground/ops/leaf.hpp"
#include "attention_playground/ops/movement.hpp"
#include "attention_playground/ops/reduce.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap {

namespace {

constexpr Axes row_axes = {Axis::query, Axis::one};
constexpr Axes one_axes = {Axis::one, Axis::one};

/// All numbers of a step as one row.
constexpr Declaration all_of(const char* symbol) {
  return {.kind = "study_all",
          .symbol = symbol,
          .variable = "x",
          .operation = &ops::view,
          .role = Role::scores,
          .axes = {Axis::one, Axis::key},
          .texts = {R"(\mathrm{vec}({0!}))", "{0}.reshape(1, -1)", "{0}.reshape(1, -1)"}};
}
constexpr Declaration all_scores = all_of(R"(S_{\text{all}})");
constexpr Declaration all_entropies = all_of(R"(H_{\text{all}})");
constexpr Declaration all_gradients = all_of(R"(g_{\text{all}})");

constexpr Declaration study_q = {.kind = "study_q",
                                 .symbol = "q",
                                 .variable = "q",
                                 .operation = &ops::random,
                                 .role = Role::query,
                                 .axes = {Axis::query, Axis::d_k},
                                 .texts = {.formula = R"({out}_i \sim \mathcal{N}(0, 1))"}};
constexpr Declaration study_k = {.kind = "study_k",
                                 .symbol = "k",
                                 .variable = "k",
                                 .operation = &ops::random,
                                 .role = Role::key,
                                 .axes = {Axis::key, Axis::d_k},
                                 .texts = study_q.texts};
constexpr Declaration study_scores = scores_kind.as("study_scores");
constexpr Declaration study_scaled_scores = scaled_scores_kind.as("study_scaled_scores");

/// The measures of scores.
struct Measures {
  Declaration weights, entropy, gradient, mean, variance, mean_entropy, mean_gradient;
};

constexpr Measures measures = {.weights = weights_kind.as("study_weights"),
                               .entropy = {.kind = "study_entropy",
                                           .symbol = "H",
                                           .variable = "entropy",
                                           .operation = &ops::entropy,
                                           .role = Role::weights,
                                           .axes = row_axes},
                               .gradient = {.kind = "study_gradient",
                                            .symbol = "g",
                                            .variable = "gradient",
                                            .operation = &ops::softmax_gradient,
                                            .role = Role::weights,
                                            .axes = row_axes},
                               .mean = {.kind = "study_mean",
                                        .symbol = R"(\mu)",
                                        .variable = "mean",
                                        .operation = &ops::mean,
                                        .role = Role::scores,
                                        .axes = one_axes},
                               .variance = {.kind = "study_variance",
                                            .symbol = R"(\mathrm{Var})",
                                            .variable = "variance",
                                            .operation = &ops::variance,
                                            .role = Role::scores,
                                            .axes = one_axes},
                               .mean_entropy = {.kind = "study_mean_entropy",
                                                .symbol = R"(\bar{H})",
                                                .variable = "mean_entropy",
                                                .operation = &ops::mean,
                                                .role = Role::weights,
                                                .axes = one_axes},
                               .mean_gradient = {.kind = "study_mean_gradient",
                                                 .symbol = R"(\bar{g})",
                                                 .variable = "mean_gradient",
                                                 .operation = &ops::mean,
                                                 .role = Role::weights,
                                                 .axes = one_axes}};

/// The same for the scores divided by √d_k, with their own prose.
constexpr Measures scaled_measures = {
    .weights = measures.weights.as("study_scaled_weights"),
    .entropy = measures.entropy.as("study_scaled_entropy"),
    .gradient = measures.gradient.as("study_scaled_gradient"),
    .mean = measures.mean.as("study_scaled_mean"),
    .variance = measures.variance.as("study_scaled_variance"),
    .mean_entropy = measures.mean_entropy.as("study_scaled_mean_entropy"),
    .mean_gradient = measures.mean_gradient.as("study_scaled_mean_gradient")};

/// All numbers of a step as one row.
StepId declare_flat(PlanBuilder& builder, const Declaration& all, StepId from, const char* name) {
  const Dims shape = builder.shape(from);
  return builder.add(all, {from}, ToShape{{1, shape[0] * shape[1]}}, name);
}

/// Declares the softmax of scores, and how much of a gradient passes it.
void declare_measures(PlanBuilder& builder, const Measures& kinds, StepId scores) {
  const auto add = [&](const Declaration& declaration, StepId from, const char* name) {
    return builder.add(declaration, {from}, no_attributes, name);
  };
  const StepId weights = builder.add(kinds.weights, {scores}, Along{-1}, "weights");
  const StepId entropy = add(kinds.entropy, weights, "entropy");
  const StepId gradient = add(kinds.gradient, weights, "gradient");
  const StepId all = declare_flat(builder, all_scores, scores, "all_scores");
  add(kinds.mean, all, "mean");
  add(kinds.variance, all, "variance");
  add(kinds.mean_entropy, declare_flat(builder, all_entropies, entropy, "all_entropies"),
      "mean_entropy");
  add(kinds.mean_gradient, declare_flat(builder, all_gradients, gradient, "all_gradients"),
      "mean_gradient");
}

void check_size(Index size, Index most, const char* argument) {
  require(size >= 1 && size <= most, ErrorCode::range, argument, {size},
          {"a whole number from 1 to ", most});
}

}  // namespace

Plan plan_study(const StudyOptions& options) {
  PlanBuilder builder;
  const auto random = [&](Index rows, const char* streams) {
    return Leaf{.shape = {rows, options.d_k},
                .source = Leaf::Source::parameter,
                .initialiser = Initialiser::normal,
                .rows = streams};
  };
  const StepId q = builder.add_leaf(study_q, random(options.queries, "q."), "q");
  const StepId k = builder.add_leaf(study_k, random(options.keys, "k."), "k");
  const StepId scores = builder.add(study_scores, {q, k}, no_attributes, "scores");
  declare_measures(builder, measures, scores);
  const PlanBuilder::Within scope(builder, "scaled.", {.part = Part::scaled});
  const StepId scaled =
      builder.add(study_scaled_scores, {scores}, scaling({}, options.d_k), "scores");
  declare_measures(builder, scaled_measures, scaled);
  return std::move(builder).finish();
}

void for_each_study_kind(DeclarationVisitor visit) {
  for (const Declaration* kind : {&study_q, &study_k, &study_scores, &study_scaled_scores,
                                  &all_scores, &all_entropies, &all_gradients})
    visit(*kind);
  for (const Measures* each : {&measures, &scaled_measures}) {
    for (const Declaration* kind : {&each->weights, &each->entropy, &each->gradient, &each->mean,
                                    &each->variance, &each->mean_entropy, &each->mean_gradient})
      visit(*kind);
  }
}

std::unique_ptr<Run> trace_study(const StudyOptions& options) {
  check_size(options.d_k, 65536, "d_k");
  check_size(options.queries, 4096, "queries");
  check_size(options.keys, 4096, "keys");
  static thread_local PlanCache<StudyOptions, const Plan> plans;
  const auto plan =
      plans.find_or(options, [&] { return std::make_shared<Plan>(plan_study(options)); });
  Supply supply;
  supply.seed = options.seed;
  return std::make_unique<Run>(plan, supply_leaves(*plan, supply));
}

}  // namespace ap
