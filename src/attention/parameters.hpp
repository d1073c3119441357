#pragma once

#include <string>
#include <utility>
#include <vector>

#include "steps/plan.hpp"

namespace ap {

/// What the leaves of a plan are filled with: given tensors by path, the rest by seed.
struct Supply {
  std::vector<std::pair<std::string, Tensor>> given;
  std::uint32_t seed = 0;
  std::vector<std::string> vocabulary;  // names the rows of the embedding table
};

/// A tensor for each step of the plan that is supplied, in order. Random leaves are keyed by seed
/// and path (rows of the embedding table by token, of the position table by position): matrices
/// Xavier-uniform, biases uniform in ±1/√width, embeddings standard normal as nn.Embedding's.
/// Throws Error(missing) for a given leaf that `supply` lacks, and Error(shape) where its shape
/// differs.
std::vector<Tensor> supply_leaves(const Plan& plan, const Supply& supply);

}  // namespace ap
