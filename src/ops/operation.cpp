#include "ops/operation.hpp"

#include <vector>

namespace ap {

Tensor apply(const Operation& operation, std::initializer_list<const Tensor*> inputs,
             const Attributes& attributes) {
  std::vector<const Layout*> layouts;
  for (const Tensor* input : inputs) layouts.push_back(&input->layout());
  Tensor out(operation.layout(layouts, attributes).shape);
  operation.run({inputs.begin(), inputs.size()}, attributes, out);
  return out;
}

}  // namespace ap
