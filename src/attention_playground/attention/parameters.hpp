#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "attention_playground/steps/plan.hpp"

namespace ap {

/// Tensors by the path of their leaf: "w_q", "encoder.0.self_attention.w_q".
using Leaves = std::vector<std::pair<std::string, Tensor>>;

/// Out of line: leaves are given in many places.
void add_leaf(Leaves& leaves, Words path, const Tensor& tensor);

/// The tensor of a path, or null; lives as long as `leaves`.
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
/// Throws Error(missing) naming the path of a given leaf that `supply` lacks, (shape) naming that
/// of one of another shape, and (memory) where a run of the plan cannot fit.
std::vector<Tensor> supply_leaves(const Plan& plan, const Supply& supply);

}  // namespace ap
