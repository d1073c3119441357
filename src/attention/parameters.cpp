#include "attention/parameters.hpp"

#include <cmath>
#include <string_view>

#include "ops/leaf.hpp"
#include "tensor/error.hpp"
#include "tensor/random.hpp"

namespace ap {

namespace {

std::vector<std::uint64_t> token_streams(const std::vector<std::string>& vocabulary) {
  std::vector<std::uint64_t> streams;
  for (const std::string& token : vocabulary) streams.push_back(stream_of("token." + token));
  return streams;
}

std::vector<std::uint64_t> position_streams(Index positions) {
  std::vector<std::uint64_t> streams;
  for (Index i = 0; i < positions; ++i)
    streams.push_back(stream_of("position." + std::to_string(i)));
  return streams;
}

Tensor random_leaf(const Step& step, const Supply& supply) {
  const Dims& shape = step.layout.shape;
  const std::string_view kind = step.declaration.kind;
  if (kind == "embedding_table")
    return normal_rows(token_streams(supply.vocabulary), shape[1], supply.seed);
  if (kind == "position_table")
    return normal_rows(position_streams(shape[0]), shape[1], supply.seed);
  const std::uint64_t stream = stream_of(step.path);
  if (shape.rank() == 2) return xavier_uniform(shape, supply.seed, stream);
  return uniform_tensor(shape, 1 / std::sqrt(static_cast<float>(shape[0])), supply.seed, stream);
}

Tensor given_leaf(const Step& step, const Supply& supply) {
  for (const auto& [path, tensor] : supply.given) {
    if (path != step.path) continue;
    if (tensor.shape() != step.layout.shape) {
      fail(ErrorCode::shape, path, {tensor.shape()}, {step.layout.shape});
    }
    return tensor.contiguous();
  }
  fail(ErrorCode::missing, step.path, {"nothing"}, {"a tensor ", step.layout.shape});
}

}  // namespace

std::vector<Tensor> supply_leaves(const Plan& plan, const Supply& supply) {
  std::vector<Tensor> leaves;
  for (const Step& step : plan.steps()) {
    if (!step.is_supplied()) continue;
    const Operation* operation = step.declaration.operation;
    if (operation == &ops::given) {
      leaves.push_back(given_leaf(step, supply));
    } else if (operation == &ops::identity) {
      leaves.push_back(identity(step.layout.shape[0], step.layout.shape[1]));
    } else {
      leaves.push_back(random_leaf(step, supply));
    }
  }
  return leaves;
}

}  // namespace ap
