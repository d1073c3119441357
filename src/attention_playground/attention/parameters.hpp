#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "attention_playground/steps/plan.hpp"

namespace ap {

/// Tensors by the path of their leaf.
using Leaves = std::vector<std::pair<std::string, Tensor>>;

/// The tensor of a path, or null.
const Tensor* find_leaf(const Leaves& leaves, std::string_view path);

/// What the leaves of a plan are filled with: given tensors by path, the rest by seed.
struct Supply {
  Leaves given;
  Leaves* parameters = nullptr;  // what was made by seed before, to be used again; grows
  std::uint32_t seed = 0;
  std::span<const std::string> vocabulary;  // names the rows of the embedding table
};

/// A tensor for each step of the plan that is supplied, in order. Random leaves are keyed by seed
/// and path (rows of the embedding table by token, of the position table by position): matrices
/// Xavier-uniform, biases uniform in ±1/√width, embeddings standard normal as nn.Embedding's,
/// constants as their declaration says.
/// Throws Error(missing) for a given leaf that `supply` lacks, and Error(shape) where its shape
/// differs.
std::vector<Tensor> supply_leaves(const Plan& plan, const Supply& supply);

}  // namespace ap
