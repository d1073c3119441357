#pragma once

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

}  // namespace ap
