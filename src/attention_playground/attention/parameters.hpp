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

/// Out of line, because it is called in many places.
void add_leaf(Leaves& leaves, std::string_view path, const Tensor& tensor);

/// The tensor of a path, or null; valid as long as `leaves` is unchanged.
const Tensor* find_leaf(const Leaves& leaves, std::string_view path);

/// The paths of given parameters. Throws Error(step) naming `parameters` for an empty one, and
/// (not_finite) naming the path of a tensor that is not finite.
std::vector<std::string> paths_of(const Leaves& parameters);

/// Throws Error(step) naming `parameters` if the plan has no parameter of one of the paths, (shape)
/// naming the path of a tensor of another shape.
void require_parameters(const Plan& plan, const Leaves& given);

/// The source of a plan's leaves: given tensors by path, the rest from a seed.
struct Supply {
  Leaves given;
  Leaves* parameters = nullptr;  // generated earlier and reused; new ones are added
  std::uint32_t seed = 0;
  std::span<const std::string> vocabulary;              // names the rows of the embedding table
  std::span<const std::string> source_vocabulary = {};  // of the source's own table, if it has one
};

/// A tensor for each supplied step of the plan, in order. Random leaves depend only on the seed and
/// their path (rows of the embedding table by token, of the position table by position): matrices
/// Xavier-uniform, biases uniform in ±1/√width, embeddings standard normal as nn.Embedding's,
/// unless the plan's parameters start normally (PlanBuilder::start_normal); constants as their
/// declaration says. Throws Error(missing) naming the path of a given leaf that `supply` lacks,
/// (shape) naming the path of one with another shape, and (memory) if a run of the plan does not
/// fit.
std::vector<Tensor> supply_leaves(const Plan& plan, const Supply& supply);

}  // namespace ap
