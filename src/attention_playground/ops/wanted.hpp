#pragma once

#include "attention_playground/tensor/tensor.hpp"

namespace ap {

/// The numbers of a result that a kernel writes row by row; null for null, a result that is not
/// wanted. Throws Error(shape) naming `argument` for another shape, and for a strided tensor.
float* wanted(Tensor* result, const Dims& shape, const char* argument);

}  // namespace ap
