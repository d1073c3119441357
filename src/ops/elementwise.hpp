#pragma once

#include <array>
#include <cmath>

#include "ops/operation.hpp"
#include "simd/float4.hpp"

namespace ap {

/// The inputs broadcast to one shape; used as the layout of elementwise operations.
inline Layout broadcast_all(InputLayouts inputs, const char* argument) {
  Dims shape = inputs[0]->shape;
  for (std::size_t i = 1; i < inputs.size(); ++i)
    shape = broadcast_shapes(shape, inputs[i]->shape, argument);
  return contiguous_layout(shape);
}

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
template <typename Body>
void for_each_row(const Tensor& input, Tensor& out, Body body) {
  if (out.count() == 0) return;
  const Layout from = broadcast_layout(input.layout(), out.shape(), "input");
  const int last = out.rank() - 1;
  const Index length = last < 0 ? 1 : out.shape()[last];
  const Index step = last < 0 ? 0 : from.strides[last];
  Dims rows = out.shape();
  Dims index = rows;
  for (int axis = 0; axis < out.rank(); ++axis) index[axis] = 0;
  if (last >= 0) rows[last] = 1;
  Index first = 0;
  do {
    const Row row{input.storage()->data() + from.offset_of(index), step};
    body(row, out.data() + first, length, first);
    first += length;
  } while (next_index(index, rows));
}

/// Fills a row of a result with each(i, count): the four cells from i on, of which the last time
/// only `count` exist.
template <typename Each>
void fill_row(float* to, Index length, Each each) {
  Index i = 0;
  for (; i + simd::lanes <= length; i += simd::lanes) simd::store(to + i, each(i, simd::lanes));
  if (i < length) simd::store_tail(to + i, each(i, length - i), length - i);
}

/// Calls `cell(index)` for every index of a contiguous `out` and stores what it gives: the plain
/// form that references are written in.
template <typename Cell>
void for_each_cell(Tensor& out, Cell cell) {
  if (out.count() == 0) return;
  Dims index = out.shape();
  for (int axis = 0; axis < out.rank(); ++axis) index[axis] = 0;
  float* to = out.data();
  do *to++ = cell(index);
  while (next_index(index, out.shape()));
}

/// How far one rounded product may lie from `exact`; results below the normal numbers are rounded
/// to multiples of the smallest one.
inline double product_bound(double exact) {
  constexpr double smallest_float = 1.401298464324817e-45;
  return float_epsilon * std::fabs(exact) + smallest_float;
}

/// How far the exponential of a rounded difference may lie from `exact`. Relative: rounding the
/// difference (as large as the difference itself), exp (2 ulp) and a few more; absolute: results
/// below the smallest normal float are 0.
inline double exponential_bound(double exact, double difference, double more_roundings = 0) {
  constexpr double smallest_normal = 1.1754943508222875e-38;
  const double distance = std::isfinite(difference) ? std::fabs(difference) : 0;
  return (distance + 8 + more_roundings) * float_epsilon * exact + 2 * smallest_normal;
}

/// The cell of one input that a broadcast operation reads for `index`.
inline Operand operand_at(Inputs inputs, int input, const Dims& index) {
  const Tensor& tensor = *inputs[static_cast<std::size_t>(input)];
  const Dims own = broadcast_index(index, tensor.shape());
  return {input, own, tensor.at(own)};
}

}  // namespace ap
