#pragma once

// The register tile that computes every matrix product. It is a template in a header, because the
// fused attention kernel uses it too.

#include <type_traits>

#include "attention_playground/simd/float4.hpp"

namespace ap {

/// Right operands are packed into panels of sixteen columns: element (i, c) of a panel lies at
/// data[16·i + c]; missing columns are 0, up to the eighth or sixteenth.
inline constexpr Index panel_width = 16;

/// The distance between packed rows as a type, which makes the kernel's offsets constants.
using PanelStep = std::integral_constant<Index, panel_width>;

/// The number of columns, rounded up to whole panels.
constexpr Index whole_panels(Index columns) {
  return (columns + panel_width - 1) / panel_width * panel_width;
}

/// Rows × (4 · Vectors) outputs in registers.
///
/// 2 × 16 takes fourteen of x86's sixteen registers (eight sums, four of b, two of a) and six loads
/// for sixteen multiplications and additions, as 4 × 8 does. But it needs only two row pointers, so
/// that the processor can decode the loop fast enough: 50.7 against 42.4 GFLOP/s, of a peak of
/// 53.6. 3 × 16 and 4 × 16 spill.
template <int Rows, int Vectors = panel_width / simd::lanes>
struct Tile {
  simd::float4 sums[Rows][Vectors];

  /// Loads rows that are `step` apart; with step 0 all rows are the same.
  void load(const float* from, Index step) {
    for (int r = 0; r < Rows; ++r)
      for (int v = 0; v < Vectors; ++v) sums[r][v] = simd::load(from + r * step + v * simd::lanes);
  }
  void store(float* to, Index step) const {
    for (int r = 0; r < Rows; ++r)
      for (int v = 0; v < Vectors; ++v) simd::store(to + r * step + v * simd::lanes, sums[r][v]);
  }
  void scale(int row, float factor) {
    for (auto& sum : sums[row]) sum *= factor;
  }

  /// sums += a · b over `count` ≥ 1 elements of K, along which a's rows are contiguous; b's rows
  /// are b_step apart, or all the same if that is 0.
  ///
  /// Each iteration takes four elements and may exit after any of them. The exits keep compilers
  /// from moving all loads before the arithmetic, which would spill, and make a remainder loop
  /// unnecessary.
  template <typename Step>
  void multiply(Index count, const float* a, Index a_step, const float* b, Step b_step) {
    const float* rows[Rows];
    for (int r = 0; r < Rows; ++r) rows[r] = a + r * a_step;
#ifdef __clang__
#pragma clang loop unroll(disable)
#endif
    for (;;) {
      multiply_one(rows, 0, b);
      if (count == 1) break;
      multiply_one(rows, 1, b + b_step);
      if (count == 2) break;
      multiply_one(rows, 2, b + 2 * b_step);
      if (count == 3) break;
      multiply_one(rows, 3, b + 3 * b_step);
      count -= 4;
      if (count == 0) break;
      for (auto& row : rows) row += 4;
      b += 4 * b_step;
    }
  }

 private:
  void multiply_one(const float* const (&rows)[Rows], int at, const float* b) {
    simd::float4 right[Vectors];
    for (int v = 0; v < Vectors; ++v) right[v] = simd::load(b + v * simd::lanes);
    for (int r = 0; r < Rows; ++r) {
      const simd::float4 left = simd::splat(rows[r][at]);
      for (int v = 0; v < Vectors; ++v) sums[r][v] = simd::multiply_add(left, right[v], sums[r][v]);
    }
  }
};

/// out [32] = (start [32] + a [k] · two panels) · factor, for a single row of a; start may be out.
/// The panels are panel_step apart and their rows b_step; k is at least 1. With one panel each
/// addition would wait for the one before it; the terms are added in the same order.
void multiply_two_panels(Index k, const float* a, const float* b, Index b_step, Index panel_step,
                         const float* start, float factor, float* out);

/// out [16] = start [16] + a [k] · sixteen columns, which are contiguous along K and b_step apart.
/// For a single row of a, where packing would not pay off; k is a multiple of four. The terms are
/// added in the same order as in a tile.
void multiply_columns(Index k, const float* a, const float* b, Index b_step, const float* start,
                      float* out);

}  // namespace ap
