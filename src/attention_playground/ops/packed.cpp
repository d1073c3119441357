// Compiled for speed.
#include "attention_playground/ops/packed.hpp"

#include <algorithm>
#include <exception>
#include <memory>

#include "attention_playground/ops/gemm_tile.hpp"
#include "attention_playground/ops/packed_matrix.hpp"
#include "attention_playground/tensor/small.hpp"

namespace ap {

namespace {

using simd::float4;
using simd::lanes;

/// Whether it covers its whole storage, row-major or column-major.
AP_SMALL bool is_whole_matrix(const Tensor& matrix) {
  if (matrix.rank() != 2) return false;
  return matrix.is_whole() || matrix.transpose(0, 1).is_whole();
}

}  // namespace

AP_SMALL PackedMatrix::PackedMatrix(Matrix b, Index k, Index n)
    : k_(k), n_(n), by_columns_(b.column_step != 1 && n > 1), storage_(Count(k) * whole_panels(n)) {
  float* to = storage_.mutable_data();
  for (Index c = 0; c < n; c += panel_width, to += k * panel_width)
    pack_panel(b.from(0, c), k, std::min(panel_width, n - c), 1, to);
}

AP_SMALL void PackedMatrix::unpack(float* to) const {
  const Index row_step = by_columns_ ? 1 : n_;
  const Index column_step = by_columns_ ? k_ : 1;
  for (Index column = 0; column < n_; ++column) {
    const float* const panel = data() + column / panel_width * panel_width * k_;
    for (Index row = 0; row < k_; ++row)
      to[row * row_step + column * column_step] = panel[row * panel_width + column % panel_width];
  }
}

AP_SMALL void keep_packed(const Tensor& matrix) {
  if (!matrix || !is_whole_matrix(matrix) || packed_form(matrix) != nullptr) return;
  const Matrix b = {matrix.data(), matrix.stride(0), matrix.stride(1)};
  try {
    matrix.storage()->knowledge().keep(
        std::make_unique<const PackedMatrix>(b, matrix.size(0), matrix.size(1)));
  } catch (const std::exception&) {
    return;  // an Error or bad_alloc: not enough memory
  }
}

AP_SMALL const PackedMatrix* packed_form(const Tensor& matrix) {
  const auto* packed = static_cast<const PackedMatrix*>(matrix.storage()->knowledge().packed());
  if (packed == nullptr || !is_whole_matrix(matrix)) return nullptr;
  const bool by_columns = matrix.stride(1) != 1 && matrix.size(1) > 1;
  const bool same = packed->k() == matrix.size(0) && packed->n() == matrix.size(1) &&
                    packed->by_columns() == by_columns;
  return same ? packed : nullptr;
}

// Not inlined into the products: they share the code with attention.
__attribute__((noinline)) void pack_panel(Matrix b, Index count, Index columns, float factor,
                                          float* to) {
  const Index whole = columns / lanes * lanes;
  const Index written = columns > panel_width / 2 ? panel_width : panel_width / 2;
  Index rows_done = 0;
  if (b.column_step == 1) {
    for (; rows_done < count; ++rows_done) {
      const float* from = b.data + rows_done * b.row_step;
      float* row = to + rows_done * panel_width;
      for (Index c = 0; c < whole; c += lanes) simd::store(row + c, simd::load(from + c) * factor);
      for (Index c = whole; c < columns; ++c) row[c] = from[c] * factor;
      for (Index c = columns; c < written; ++c) row[c] = 0;
    }
  } else if (b.row_step == 1) {
    // Transposes four columns at a time; missing columns count as zeros.
    for (; rows_done + lanes <= count; rows_done += lanes) {
      for (Index c = 0; c < written; c += lanes) {
        float4 rows[lanes];
        for (Index j = 0; j < lanes; ++j) {
          const float* column = b.data + rows_done + (c + j) * b.column_step;
          rows[j] = c + j < columns ? simd::load(column) * factor : simd::zero();
        }
        simd::transpose(rows[0], rows[1], rows[2], rows[3]);
        for (Index j = 0; j < lanes; ++j)
          simd::store(to + (rows_done + j) * panel_width + c, rows[j]);
      }
    }
  }
  for (Index i = rows_done; i < count; ++i)
    for (Index c = 0; c < written; ++c)
      to[i * panel_width + c] = c < columns ? b.at(i, c) * factor : 0;
}

void write_transposed(Index rows, Index columns, const float* from, Index from_step, float factor,
                      float* to, Index to_step) {
  const Index whole_rows = rows / lanes * lanes;
  const Index whole_columns = columns / lanes * lanes;
  for (Index r = 0; r < whole_rows; r += lanes) {
    for (Index c = 0; c < whole_columns; c += lanes) {
      const float* const corner = from + r * from_step + c;
      float4 four[lanes];
      for (Index i = 0; i < lanes; ++i) four[i] = simd::load(corner + i * from_step) * factor;
      simd::transpose(four[0], four[1], four[2], four[3]);
      for (Index i = 0; i < lanes; ++i) simd::store(to + (c + i) * to_step + r, four[i]);
    }
  }
  for (Index r = 0; r < rows; ++r)
    for (Index c = r < whole_rows ? whole_columns : 0; c < columns; ++c)
      to[c * to_step + r] = from[r * from_step + c] * factor;
}

}  // namespace ap
