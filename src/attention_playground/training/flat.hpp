#pragma once

#include "attention_playground/attention/parameters.hpp"

namespace ap {

/// Tensors one after the other in one memory, each from a multiple of four floats on; the room
/// between them is 0.
struct FlatTensors {
  Tensor numbers;
  Leaves views;  // by path, in order
};

/// Zeros, with the paths and shapes of `like`. Throws Error(memory).
FlatTensors flat_like(std::span<const std::pair<std::string, Dims>> like);

/// The paths and shapes of tensors.
std::vector<std::pair<std::string, Dims>> shapes_of(const Leaves& tensors);

}  // namespace ap
