#include "attention_playground/attention/parameters.hpp"

#include <cmath>
#include <string_view>

#include "attention_playground/ops/leaf.hpp"
#include "attention_playground/tensor/error.hpp"
#include "attention_playground/tensor/random.hpp"

namespace ap {

namespace {

std::vector<std::uint64_t> token_streams(std::span<const std::string> vocabulary) {
  std::vector<std::uint64_t> streams;
  for (const std::string& token : vocabulary) streams.push_back(stream_of("token." + token));
  return streams;
}

/// One stream a row: "position.3".
std::vector<std::uint64_t> row_streams(const std::string& prefix, Index rows) {
  std::vector<std::uint64_t> streams;
  for (Index i = 0; i < rows; ++i) streams.push_back(stream_of(prefix + std::to_string(i)));
  return streams;
}

Tensor random_leaf(const Step& step, const Supply& supply) {
  const Dims& shape = step.layout.shape;
  const std::string_view kind = step.declaration.kind;
  if (kind == "embedding_table")
    return normal_rows(token_streams(supply.vocabulary), shape[1], supply.seed);
  if (kind == "position_table")
    return normal_rows(row_streams("position.", shape[0]), shape[1], supply.seed);
  if (kind == "study_q" || kind == "study_k")
    return normal_rows(row_streams(step.path + ".", shape[0]), shape[1], supply.seed);
  const std::uint64_t stream = stream_of(step.path);
  if (shape.rank() == 2) return xavier_uniform(shape, supply.seed, stream);
  return uniform_tensor(shape, 1 / std::sqrt(static_cast<float>(shape[0])), supply.seed, stream);
}

Tensor given_leaf(const Step& step, const Supply& supply) {
  const Tensor* given = find_leaf(supply.given, step.path);
  if (given == nullptr)
    fail(ErrorCode::missing, step.path, {"nothing"}, {"a tensor ", step.layout.shape});
  require(given->shape() == step.layout.shape, ErrorCode::shape, step.path, {given->shape()},
          {step.layout.shape});
  return given->contiguous();
}

Tensor made_leaf(const Step& step, const Supply& supply) {
  const Operation* operation = step.declaration.operation;
  const Dims& shape = step.layout.shape;
  if (operation == &ops::identity) return identity(shape[0], shape[1]);
  if (operation == &ops::constant) return Tensor::filled(shape, step.attributes.factor);
  return random_leaf(step, supply);
}

/// The parameter of an earlier run, or a new one, which is remembered.
Tensor parameter(const Step& step, const Supply& supply) {
  if (supply.parameters == nullptr) return made_leaf(step, supply);
  const Tensor* known = find_leaf(*supply.parameters, step.path);
  if (known != nullptr) return *known;
  supply.parameters->emplace_back(step.path, made_leaf(step, supply));
  return supply.parameters->back().second;
}

}  // namespace

const Tensor* find_leaf(const Leaves& leaves, std::string_view path) {
  for (const auto& [name, tensor] : leaves)
    if (name == path) return &tensor;
  return nullptr;
}

std::vector<Tensor> supply_leaves(const Plan& plan, const Supply& supply) {
  plan.require_memory();
  std::vector<Tensor> leaves;
  for (const Step& step : plan.steps()) {
    if (!step.is_supplied()) continue;
    const Operation* operation = step.declaration.operation;
    const bool given = operation == &ops::given || operation == &ops::cached;
    leaves.push_back(given ? given_leaf(step, supply) : parameter(step, supply));
  }
  return leaves;
}

}  // namespace ap
