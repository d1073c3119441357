#pragma once

#include "attention_playground/tensor/tensor.hpp"

namespace ap {

/// Packs all of a storage that holds a matrix [k, n], or its transpose, once, until its numbers
/// change: then products with it read the packed form. For weights, which meet many inputs. Where
/// there is no memory for that it stays as it is: products pack block by block, as with any other
/// matrix; so does what is a view, or no matrix. Throws nothing but bad_alloc.
void keep_packed(const Tensor& matrix);

}  // namespace ap
