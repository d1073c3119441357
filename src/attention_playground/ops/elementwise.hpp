#pragma once

#include "attention_playground/ops/operation.hpp"
#include "attention_playground/simd/float4.hpp"
#include "attention_playground/tensor/callback.hpp"

namespace ap {

/// The inputs broadcast to one shape; used as the layout of elementwise operations.
Layout broadcast_all(InputLayouts inputs, const char* argument);

/// A row of one input as a row of `out` meets it: `step` is 1, 0 where the input is broadcast along
/// the row, or whatever its strides say.
struct Row {
  const float* data;
  Index step;

  simd::float4 load(Index i) const {
    if (step == 1) return simd::load(data + i);
    if (step == 0) return simd::splat(*data);
    const float* from = data + i * step;
    return simd::float4{from[0], from[step], from[2 * step], from[3 * step]};
  }
  /// The first `count` of them, the others 0.
  simd::float4 load(Index i, Index count) const {
    if (count == simd::lanes) return load(i);
    simd::float4 x = simd::zero();
    for (Index lane = 0; lane < count; ++lane) x[lane] = at(i + lane);
    return x;
  }
  float at(Index i) const { return data[i * step]; }
};

/// Calls `body(input_row, out_row, length, first)` for every row of a contiguous `out`, with the
/// rows of `input` broadcast beside it; `first` is the row-major position of the row's first cell.
void for_each_row(const Tensor& input, Tensor& out,
                  Callback<void(const Row&, float*, Index, Index)> body);

/// out = input, broadcast.
void copy_rows(const Tensor& input, Tensor& out);

/// Fills a row of a result with each(i, count): the four cells from i on, of which the last time
/// only `count` exist.
template <typename Each>
void fill_row(float* to, Index length, Each each) {
  // One loop also for the last: a curve is written out once, not twice.
  for (Index i = 0; i < length; i += simd::lanes) {
    const Index count = length - i < simd::lanes ? length - i : simd::lanes;
    simd::store_tail(to + i, each(i, count), count);
  }
}

/// Calls `cell(index)` for every index of a contiguous `out` and stores what it gives: the plain
/// form that references are written in.
void for_each_cell(Tensor& out, Callback<float(const Dims&)> cell);

/// How far one rounded product may lie from `exact`; results below the normal numbers are rounded
/// to multiples of the smallest one.
double product_bound(double exact);

/// How far the exponential of a rounded difference may lie from `exact`. Relative: rounding the
/// difference (as large as the difference itself), exp (2 ulp) and a few more; absolute: results
/// below the smallest normal float are 0.
double exponential_bound(double exact, double difference, double more_roundings = 0);

/// The cell of one input that a broadcast operation reads for `index`.
Operand operand_at(Inputs inputs, int input, const Dims& index);

}  // namespace ap
