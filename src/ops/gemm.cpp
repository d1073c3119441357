#include "ops/gemm.hpp"

#include <algorithm>

#include "simd/float4.hpp"

namespace ap {

namespace {

using simd::float4;
using simd::lanes;

constexpr Index tile_rows = 4;
constexpr Index tile_columns = 8;  // 4 × 8 outputs stay in registers; 5 × 8 and 6 × 8 spill

/// 4 × 8 (or fewer rows) outputs: b's rows are read as they lie, a's elements are splat.
template <int Rows>
void columns_tile(Index k, const float* a, Index a_row, Index a_column, const float* b, Index b_row,
                  const float* bias, float* out, Index out_step) {
  float4 low[Rows];
  float4 high[Rows];
  for (int r = 0; r < Rows; ++r) {
    low[r] = bias != nullptr ? simd::load(bias) : simd::zero();
    high[r] = bias != nullptr ? simd::load(bias + lanes) : simd::zero();
  }
  for (Index i = 0; i < k; ++i) {
    const float4 b_low = simd::load(b + i * b_row);
    const float4 b_high = simd::load(b + i * b_row + lanes);
    for (int r = 0; r < Rows; ++r) {
      const float4 x = simd::splat(a[r * a_row + i * a_column]);
      low[r] += x * b_low;
      high[r] += x * b_high;
    }
  }
  for (int r = 0; r < Rows; ++r) {
    simd::store(out + r * out_step, low[r]);
    simd::store(out + r * out_step + lanes, high[r]);
  }
}

/// One row, the last 1 to 7 columns, four or fewer at a time.
void columns_tail(Index k, Index columns, const float* a, Index a_column, const float* b,
                  Index b_row, const float* bias, float* out) {
  for (Index c = 0; c < columns; c += lanes) {
    const Index width = std::min(lanes, columns - c);
    float4 sum = bias != nullptr ? simd::load_tail(bias + c, width) : simd::zero();
    for (Index i = 0; i < k; ++i)
      sum += simd::load_tail(b + i * b_row + c, width) * a[i * a_column];
    simd::store_tail(out + c, sum, width);
  }
}

/// Columns of b lie side by side (column_step 1): the ordinary product.
void gemm_columns(GemmSize size, Matrix a, Matrix b, const float* bias, float* out,
                  Index out_step) {
  const Index whole = size.n / tile_columns * tile_columns;
  for (Index r = 0; r < size.m; r += tile_rows) {
    const Index rows = std::min(tile_rows, size.m - r);
    const float* a_tile = a.data + r * a.row_step;
    float* out_tile = out + r * out_step;
    for (Index c = 0; c < whole; c += tile_columns) {
      const float* tile_bias = bias != nullptr ? bias + c : nullptr;
      const auto tile = rows == 4   ? columns_tile<4>
                        : rows == 3 ? columns_tile<3>
                        : rows == 2 ? columns_tile<2>
                                    : columns_tile<1>;
      tile(size.k, a_tile, a.row_step, a.column_step, b.data + c, b.row_step, tile_bias,
           out_tile + c, out_step);
    }
    for (Index i = 0; i < rows && whole < size.n; ++i) {
      columns_tail(size.k, size.n - whole, a_tile + i * a.row_step, a.column_step, b.data + whole,
                   b.row_step, bias != nullptr ? bias + whole : nullptr,
                   out_tile + i * out_step + whole);
    }
  }
}

/// Dot products of one row of a with up to four rows of bᵀ, four elements of K at a time.
template <int Columns>
void dots_tile(Index k, const float* a, const float* b, Index b_column, const float* bias,
               float* out) {
  float4 sums[Columns] = {};
  Index i = 0;
  for (; i + lanes <= k; i += lanes) {
    const float4 x = simd::load(a + i);
    for (int c = 0; c < Columns; ++c) sums[c] += x * simd::load(b + c * b_column + i);
  }
  const float4 x = simd::load_tail(a + i, k - i);
  for (int c = 0; c < Columns; ++c) {
    const float total = simd::sum(sums[c] + x * simd::load_tail(b + c * b_column + i, k - i));
    out[c] = bias != nullptr ? total + bias[c] : total;
  }
}

/// Both run along K in memory (a's column_step and b's row_step are 1): Q Kᵀ.
void gemm_dots(GemmSize size, Matrix a, Matrix b, const float* bias, float* out, Index out_step) {
  for (Index r = 0; r < size.m; ++r) {
    for (Index c = 0; c < size.n; c += 4) {
      const Index columns = std::min<Index>(4, size.n - c);
      const auto tile = columns == 4   ? dots_tile<4>
                        : columns == 3 ? dots_tile<3>
                        : columns == 2 ? dots_tile<2>
                                       : dots_tile<1>;
      tile(size.k, a.data + r * a.row_step, b.data + c * b.column_step, b.column_step,
           bias != nullptr ? bias + c : nullptr, out + r * out_step + c);
    }
  }
}

}  // namespace

void gemm_reference(GemmSize size, Matrix a, Matrix b, const float* bias, float* out,
                    Index out_step) {
  for (Index r = 0; r < size.m; ++r) {
    for (Index c = 0; c < size.n; ++c) {
      float sum = 0;
      for (Index i = 0; i < size.k; ++i) sum += a.at(r, i) * b.at(i, c);
      out[r * out_step + c] = bias != nullptr ? sum + bias[c] : sum;
    }
  }
}

void gemm(GemmSize size, Matrix a, Matrix b, const float* bias, float* out, Index out_step) {
  if (b.column_step == 1 || size.n == 1) return gemm_columns(size, a, b, bias, out, out_step);
  if ((b.row_step == 1 && a.column_step == 1) || size.k == 1)
    return gemm_dots(size, a, b, bias, out, out_step);
  gemm_reference(size, a, b, bias, out, out_step);
}

}  // namespace ap
