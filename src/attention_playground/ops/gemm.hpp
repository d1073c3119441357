#pragma once

#include "attention_playground/ops/packed_matrix.hpp"

namespace ap {

struct GemmSize {
  Index m, n, k;
};

/// out [m, 4 · Vectors], rows of out_step elements = start + a [m, k] · as many columns of b, whose
/// rows are b_step apart. a's rows are contiguous along K, and k is at least 1; with start_step 0
/// all rows start the same. For 2 and 4 Vectors.
template <int Vectors>
void multiply_panel(Index m, Index k, const float* a, Index a_step, const float* b, Index b_step,
                    const float* start, Index start_step, float* out, Index out_step);

/// out [m, n], rows of out_step elements = a [m, k] · b [k, n] (+ bias [n] where not null).
/// A scalar loop in the order of the definition.
void gemm_reference(GemmSize size, Matrix a, Matrix b, const float* bias, float* out,
                    Index out_step);

/// The same with four lanes, for any strides. Blocks of b (and of a, if its rows are not contiguous
/// along K) are packed into at most 1.3 MB of scratch memory.
void gemm(GemmSize size, Matrix a, Matrix b, const float* bias, float* out, Index out_step);

/// out += a · b, for any strides.
void gemm_add(GemmSize size, Matrix a, Matrix b, float* out, Index out_step);

/// The same as gemm with b packed beforehand; m rows of a.
void gemm_packed(Index m, Matrix a, const PackedMatrix& b, const float* bias, float* out,
                 Index out_step);

}  // namespace ap
