#pragma once

#include "tensor/layout.hpp"

namespace ap {

/// A matrix as it lies in memory: element (r, c) at data[r·row_step + c·column_step].
struct Matrix {
  const float* data;
  Index row_step;
  Index column_step;

  float at(Index row, Index column) const { return data[row * row_step + column * column_step]; }
};

struct GemmSize {
  Index m, n, k;
};

/// out [m, n], rows of out_step elements = a [m, k] · b [k, n] (+ bias [n] where not null).
/// The scalar loop first, in the order of the definition.
void gemm_reference(GemmSize size, Matrix a, Matrix b, const float* bias, float* out,
                    Index out_step);

/// The same with four lanes, for any strides: columns of b side by side in memory are read as they
/// are, and so are rows of bᵀ (column_step ≠ 1 with row_step 1); other orders fall back to the
/// reference.
void gemm(GemmSize size, Matrix a, Matrix b, const float* bias, float* out, Index out_step);

}  // namespace ap
