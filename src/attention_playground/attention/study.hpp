#pragma once

#include <memory>

#include "attention_playground/steps/run.hpp"

namespace ap {

/// Why scores are divided by √d_k: random queries and keys whose components have mean 0 and
/// variance 1, their dot products with and without the division, and what softmax makes of each.
struct StudyOptions {
  Index d_k = 64;
  Index queries = 64;
  Index keys = 16;
  std::uint32_t seed = 0;

  bool operator==(const StudyOptions&) const = default;
};

/// Steps: q, k, scores, weights, entropy and gradient (of each query's weights), mean, variance (of
/// all scores), mean_entropy, mean_gradient; and the same of the scaled scores in the scope
/// `scaled`. Equal seeds give equal first components for every d_k. Throws Error(range) naming d_k,
/// queries or keys.
std::unique_ptr<Run> trace_study(const StudyOptions& options);

/// Its plan alone.
Plan plan_study(const StudyOptions& options);

}  // namespace ap
