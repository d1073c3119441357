#pragma once

#include "attention_playground/ops/packed.hpp"
#include "attention_playground/tensor/layout.hpp"
#include "attention_playground/tensor/tensor.hpp"

namespace ap {

/// A matrix as it lies in memory: element (r, c) at data[r·row_step + c·column_step].
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

/// A right operand [k, n] in panels of sixteen columns (gemm_tile.hpp), as the kernel reads it:
/// what a weight is made into once.
class PackedMatrix : public PackedForm {
 public:
  PackedMatrix(Matrix b, Index k, Index n);

  Index k() const { return k_; }
  Index n() const { return n_; }
  /// Whether it was packed from a matrix whose columns lie in memory one after the other.
  bool by_columns() const { return by_columns_; }
  const float* data() const { return storage_.data(); }
  void unpack(float* to) const override;

 private:
  Index k_, n_;
  bool by_columns_;
  Storage storage_;
};

/// The packed form of a matrix as it is seen, which may be a transpose, where there is one, else
/// null.
const PackedMatrix* packed_form(const Tensor& matrix);

/// Columns [0, columns) of b, rows [0, count), times factor, as one panel at `to`. Of a panel with
/// eight columns or fewer only the first half is written.
void pack_panel(Matrix b, Index count, Index columns, float factor, float* to);

/// out [m, n], rows of out_step elements = a [m, k] · b [k, n] (+ bias [n] where not null).
/// The scalar loop first, in the order of the definition.
void gemm_reference(GemmSize size, Matrix a, Matrix b, const float* bias, float* out,
                    Index out_step);

/// The same with four lanes, for any strides. Blocks of b (and of a, where its rows do not run
/// along K) are packed into scratch memory of at most 1.3 MB on the way.
void gemm(GemmSize size, Matrix a, Matrix b, const float* bias, float* out, Index out_step);

/// The same with b packed beforehand; m rows of a.
void gemm_packed(Index m, Matrix a, const PackedMatrix& b, const float* bias, float* out,
                 Index out_step);

}  // namespace ap
