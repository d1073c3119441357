#include "attention_playground/ops/operation.hpp"

#include <vector>

#include "attention_playground/tensor/error.hpp"

namespace ap {

const char* name_of(Stop stop) {
  static constexpr const char* names[] = {"", "leaf", "choice", "rule", "cancelled", "gradient"};
  return names[static_cast<int>(stop)];
}

Tensor result_tensor(const Dims& shape, std::span<const Tensor* const> inputs, const Tensor* out) {
  if (out == nullptr) return Tensor(shape);
  require(static_cast<bool>(*out), ErrorCode::missing, "out", {"nothing"}, {"a tensor"});
  require(out->shape() == shape, ErrorCode::shape, "out", {out->shape()}, {shape});
  require(out->is_whole(), ErrorCode::conflict, "out", {"a view"}, {"a tensor of its own"});
  for (const Tensor* input : inputs) {
    require(input == nullptr || input->storage() != out->storage(), ErrorCode::conflict, "out",
            {"an input of the same call"}, {"another tensor"});
  }
  out->storage()->changed();
  return *out;
}

void require_inputs(const Operation& operation, std::size_t count) {
  const Arity& arity = operation.arity;
  const auto given = static_cast<Index>(count);
  require(given >= arity.least && given <= arity.most, ErrorCode::size, "inputs",
          {given, " for ", operation.name}, {"at least ", arity.least, ", at most ", arity.most});
}

Tensor apply(const Operation& operation, std::initializer_list<const Tensor*> inputs,
             const Attributes& attributes, const Tensor* out) {
  std::size_t given = inputs.size();
  while (given > 0 && inputs.begin()[given - 1] == nullptr) --given;
  require(operation.run != nullptr, ErrorCode::conflict, "operation", {operation.name},
          {"an operation that computes"});
  require_inputs(operation, given);
  std::vector<const Layout*> layouts;
  for (std::size_t i = 0; i < given; ++i) {
    const Tensor* input = inputs.begin()[i];
    require(input != nullptr && *input, ErrorCode::missing, "inputs", {"nothing at ", i},
            {"a tensor"});
    layouts.push_back(&input->layout());
  }
  Tensor result =
      result_tensor(operation.layout(layouts, attributes).shape, {inputs.begin(), given}, out);
  operation.run({inputs.begin(), given}, attributes, result);
  return result;
}

}  // namespace ap
