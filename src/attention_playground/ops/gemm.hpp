#pragma once

#include "attention_playground/ops/packed.hpp"
#include "attention_playground/tensor/layout.hpp"
#include "attention_playground/tensor/tensor.hpp"

namespace ap {

/// A matrix in memory: element (r, c) at data[r·row_step + c·column_step].
struct Matrix {
  const float* data;
  Index row_step;
  Index column_step;

  float at(Index row, Index column) const { return data[row * row_step + column * column_step]; }
  Matrix from(Index row, Index column) const {
    return {data + row * row_step + column * column_step, row_step, column_step};
  }
};

struct GemmSize {
  Index m, n, k;
};

/// A right operand [k, n] in panels of sixteen columns (gemm_tile.hpp), as the kernel reads it. A
/// weight is packed once.
class PackedMatrix : public PackedForm {
 public:
  PackedMatrix(Matrix b, Index k, Index n);

  Index k() const { return k_; }
  Index n() const { return n_; }
  /// Whether it was packed from a column-major matrix.
  bool by_columns() const { return by_columns_; }
  const float* data() const { return storage_.data(); }
  void unpack(float* to) const override;

 private:
  Index k_, n_;
  bool by_columns_;
  Storage storage_;
};

/// The packed form of a matrix, which may be a transposed view; null if there is none.
const PackedMatrix* packed_form(const Tensor& matrix);

/// Columns [0, columns) of b, rows [0, count), times factor, as one panel at `to`. If there are at
/// most eight columns, only the first half of the panel is written.
void pack_panel(Matrix b, Index count, Index columns, float factor, float* to);

/// to [columns, rows] = from [rows, columns]ᵀ · factor; the rows of each are contiguous.
void write_transposed(Index rows, Index columns, const float* from, Index from_step, float factor,
                      float* to, Index to_step);

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
