#pragma once

#include "attention_playground/tensor/tensor.hpp"

namespace ap {

/// Packs a storage that holds just a matrix [k, n], or its transpose; products with it read the
/// packed form until its numbers change. It is meant for weights, which many inputs are
/// multiplied by. If memory is short, and for other views, nothing is kept: products pack block by
/// block, as with any matrix. Throws only bad_alloc.
void keep_packed(const Tensor& matrix);

}  // namespace ap
