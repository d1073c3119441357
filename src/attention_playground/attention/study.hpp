#pragma once

#include <memory>

#include "attention_playground/steps/run.hpp"

namespace ap {

/// A study of why scores are divided by √d_k: random queries and keys whose components have mean 0
/// and variance 1, their dot products with and without the division, and the softmax of each.
struct StudyOptions {
  Index d_k = 64;      // 1 to 65,536
  Index queries = 64;  // 1 to 4,096
  Index keys = 16;     // 1 to 4,096
  std::uint32_t seed = 0;

  bool operator==(const StudyOptions&) const = default;
};

/// The study as a run (Vaswani et al. 2017, §3.2.1, footnote 4). Steps: q [queries, d_k], k [keys,
/// d_k], scores and weights [queries, keys], entropy and gradient (of each query's weights), mean,
/// variance (of all scores), mean_entropy, mean_gradient; and the same for the scaled scores in the
/// scope `scaled`. Equal seeds give equal first components for every d_k. Throws Error(range)
/// naming d_k, queries or keys.
std::unique_ptr<Run> trace_study(const StudyOptions& options);

/// Only the plan of the study, for any sizes.
Plan plan_study(const StudyOptions& options);

/// The kinds of step that are declared here.
void for_each_study_kind(DeclarationVisitor visit);

}  // namespace ap
