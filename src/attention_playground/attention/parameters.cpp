#include "attention_playground/attention/parameters.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>

#include "attention_playground/ops/finite.hpp"
#include "attention_playground/tensor/error.hpp"
#include "attention_playground/tensor/random.hpp"

namespace ap {

namespace {

std::vector<std::uint64_t> token_streams(std::span<const std::string> vocabulary) {
  std::vector<std::uint64_t> streams;
  for (const std::string& token : vocabulary) streams.push_back(stream_of("token." + token));
  return streams;
}

/// One stream for each row: "position.3".
std::vector<std::uint64_t> row_streams(const std::string& prefix, Index rows) {
  std::vector<std::uint64_t> streams;
  for (Index i = 0; i < rows; ++i) streams.push_back(stream_of(prefix + std::to_string(i)));
  return streams;
}

/// A table of the source's own has the source's tokens.
std::span<const std::string> tokens_of(const Step& step, const Supply& supply) {
  const bool own = step.scope.sentence == Sentence::source && !supply.source_vocabulary.empty();
  return own ? supply.source_vocabulary : supply.vocabulary;
}

Tensor initial(const Step& step, const Leaf& leaf, const Supply& supply) {
  const Dims& shape = leaf.shape;
  switch (leaf.initialiser) {
    case Initialiser::normal:
    case Initialiser::narrow_normal: {
      const bool narrow = leaf.initialiser == Initialiser::narrow_normal;
      return normal_rows(leaf.rows == nullptr ? token_streams(tokens_of(step, supply))
                                              : row_streams(leaf.rows, shape[0]),
                         shape[1], supply.seed,
                         narrow ? 1 / std::sqrt(static_cast<float>(shape[1])) : 1);
    }
    case Initialiser::xavier_normal:
      return xavier_normal(shape, supply.seed, stream_of(step.path));
    case Initialiser::xavier_uniform:
      return xavier_uniform(shape, supply.seed, stream_of(step.path));
    case Initialiser::bias_uniform:
      return uniform_tensor(shape, 1 / std::sqrt(static_cast<float>(shape[0])), supply.seed,
                            stream_of(step.path));
    case Initialiser::identity:
      return identity(shape[0], shape[1]);
    default:
      return Tensor::filled(shape, leaf.initialiser == Initialiser::ones ? 1 : 0);
  }
}

bool is_parameter(const Step& step) {
  return step.is_supplied() && as<Leaf>(step.attributes).source == Leaf::Source::parameter;
}

/// Null if there is none.
const Step* parameter_at(const Plan& plan, const std::string& path) {
  const auto found = std::find_if(plan.steps().begin(), plan.steps().end(), [&](const Step& step) {
    return step.path == path && is_parameter(step);
  });
  return found == plan.steps().end() ? nullptr : &*found;
}

void require_shape(const Step& step, const Tensor& given) {
  require(given.shape() == step.layout.shape, ErrorCode::shape, step.path, {given.shape()},
          {step.layout.shape});
}

Tensor given_leaf(const Step& step, const Supply& supply) {
  const Tensor* given = find_leaf(supply.given, step.path);
  if (given == nullptr)
    fail(ErrorCode::missing, step.path, {"nothing"}, {"a tensor ", step.layout.shape});
  require_shape(step, *given);
  // A leaf may have room between its rows.
  return given->layout() == step.layout ? *given : given->contiguous();
}

/// The parameter of an earlier run, or a new one, which is kept for later runs.
Tensor parameter(const Step& step, const Leaf& leaf, const Supply& supply) {
  if (supply.parameters == nullptr) return initial(step, leaf, supply);
  const Tensor* known = find_leaf(*supply.parameters, step.path);
  if (known != nullptr) return *known;
  add_leaf(*supply.parameters, step.path, initial(step, leaf, supply));
  return supply.parameters->back().second;
}

}  // namespace

void add_leaf(Leaves& leaves, std::string_view path, const Tensor& tensor) {
  leaves.emplace_back(path, tensor);
}

const Tensor* find_leaf(const Leaves& leaves, std::string_view path) {
  for (const auto& [name, tensor] : leaves)
    if (name == path) return &tensor;
  return nullptr;
}

std::vector<std::string> paths_of(const Leaves& parameters) {
  std::vector<std::string> paths;
  for (const auto& [path, tensor] : parameters) {
    require(!path.empty(), ErrorCode::step, "parameters", {"an empty path"},
            {"the path of a parameter"});
    require_finite(tensor, path.c_str());
    paths.push_back(path);
  }
  return paths;
}

void require_parameters(const Plan& plan, const Leaves& given) {
  std::vector<std::string> unknown;
  for (const auto& [path, tensor] : given) {
    const Step* const known = parameter_at(plan, path);
    if (known == nullptr)
      unknown.push_back(path);
    else
      require_shape(*known, tensor);
  }
  if (unknown.empty()) return;
  std::vector<std::string> accepted;
  for (const Step& step : plan.steps())
    if (is_parameter(step)) accepted.push_back(step.path);
  fail(ErrorCode::step, "parameters", {first_of(unknown)},
       {"paths of parameters: ", first_of(accepted)});
}

std::vector<Tensor> supply_leaves(const Plan& plan, const Supply& supply) {
  plan.require_memory();
  std::vector<Tensor> leaves;
  for (const Step& step : plan.steps()) {
    if (!step.is_supplied()) continue;
    const auto& leaf = as<Leaf>(step.attributes);
    const bool made = leaf.source == Leaf::Source::parameter && !leaf.given;
    leaves.push_back(made ? parameter(step, leaf, supply) : given_leaf(step, supply));
  }
  return leaves;
}

}  // namespace ap
