#pragma once

#include "attention_playground/ops/operation.hpp"
#include "attention_playground/simd/float4.hpp"
#include "attention_playground/tensor/callback.hpp"

namespace ap {

/// The layout of elementwise operations: all inputs broadcast to one shape.
Layout broadcast_all(InputLayouts inputs, const char* argument);

/// The row of an input that belongs to a row of `out`: `step` is 1, 0 if the input is broadcast
/// along the row, or another stride.
struct Row {
  const float* data;
  Index step;

  simd::float4 load(Index i) const {
    if (step == 1) return simd::load(data + i);
    if (step == 0) return simd::splat(*data);
    const float* from = data + i * step;
    return simd::float4{from[0], from[step], from[2 * step], from[3 * step]};
  }
  /// The first `count` lanes; the others are 0.
  simd::float4 load(Index i, Index count) const {
    if (count == simd::lanes) return load(i);
    simd::float4 x = simd::zero();
    for (Index lane = 0; lane < count; ++lane) x[lane] = at(i + lane);
    return x;
  }
  float at(Index i) const { return data[i * step]; }
};

/// Calls `body(input_row, out_row, length, first)` for every row of a contiguous `out`, with the
/// matching row of the broadcast `input`; `first` is the row-major position of the row's first
/// cell. If nothing is broadcast and `input` is row-major, all of it is one row.
void for_each_row(const Tensor& input, Tensor& out,
                  Callback<void(const Row&, float*, Index, Index)> body);

/// out = input, broadcast.
void copy_rows(const Tensor& input, Tensor& out);

/// Fills a row of a result with each(i, count), which gives four cells from i on; `count` of them
/// exist, fewer than four only in the last call.
template <typename Each>
void fill_row(float* to, Index length, Each each) {
  // The loop also handles the last cells, so that a curve is inlined once, not twice.
  for (Index i = 0; i < length; i += simd::lanes) {
    const Index count = length - i < simd::lanes ? length - i : simd::lanes;
    simd::store_tail(to + i, each(i, count), count);
  }
}

/// Calls `cell(index)` for every index of a contiguous `out` and stores its result. References are
/// written in this plain form.
void for_each_cell(Tensor& out, Callback<float(const Dims&)> cell);

/// How far one rounded product may lie from `exact`; subnormal results are rounded to multiples of
/// the smallest subnormal.
double product_bound(double exact);

/// How far the exponential of a rounded difference may lie from `exact`. The relative part covers
/// the rounding of the difference (proportional to it), exp (2 ulp) and a few more; the absolute
/// part is there because results below the smallest normal float are 0.
double exponential_bound(double exact, double difference, double more_roundings = 0);

/// Adds a product, or a number, and the sum so far to a rule. Returns the product.
double add_term(DotRule& rule, const Operand& left, const Operand& right);
void add_term(SumRule& rule, const Operand& operand, double term);

/// The cell of one input that a broadcast operation reads for `index`.
Operand operand_at(Inputs inputs, int input, const Dims& index);

}  // namespace ap
