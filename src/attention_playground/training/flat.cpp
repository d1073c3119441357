#include "attention_playground/training/flat.hpp"

#include "attention_playground/tensor/count.hpp"

namespace ap {

namespace {

/// The numbers of a tensor, as many as begin and end with whole vectors.
Index whole_lanes(const Dims& shape) { return (element_count(shape) + 3) / 4 * 4; }

}  // namespace

FlatTensors flat_like(std::span<const std::pair<std::string, Dims>> like) {
  Count count = 0;
  for (const auto& [path, shape] : like) count = count + whole_lanes(shape);
  FlatTensors flat = {Tensor::filled({count.value()}, 0), {}};
  Index first = 0;
  for (const auto& [path, shape] : like) {
    Layout layout = contiguous_layout(shape);
    layout.offset = first;
    first += whole_lanes(shape);
    add_leaf(flat.views, path, Tensor(flat.numbers.storage(), layout));
  }
  return flat;
}

std::vector<std::pair<std::string, Dims>> shapes_of(const Leaves& tensors) {
  std::vector<std::pair<std::string, Dims>> shapes;
  for (const auto& [path, tensor] : tensors) shapes.emplace_back(path, tensor.shape());
  return shapes;
}

}  // namespace ap
