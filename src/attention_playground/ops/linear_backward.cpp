// Compiled for speed.
#include "attention_playground/ops/linear_backward.hpp"

#include <algorithm>

#include "attention_playground/ops/gemm.hpp"
#include "attention_playground/ops/wanted.hpp"
#include "attention_playground/simd/float4.hpp"
#include "attention_playground/tensor/error.hpp"
#include "attention_playground/tensor/small.hpp"

namespace ap {

namespace {

using simd::float4;
using simd::lanes;

// As many as a product takes elements of K at a time, so that its blocks and these are the same.
constexpr Index block_rows = 512;

/// Null data: not wanted.
struct Gradients {
  float *d_x, *d_w, *d_b;
};

/// A layer as matrices.
struct Layer {
  Index rows, in, out;
  Matrix x, w, d_y;  // [rows, in], [in, out], [rows, out]
};

/// sums += each row, one after the other, as the steps add them. Four vectors of columns at a time:
/// with one, each addition would wait for the one before it.
template <int Vectors>
void add_rows(Index rows, Index last, const float* from, Index step, float* sums) {
  float4 parts[Vectors];
  const auto length = [last](int v) { return v + 1 == Vectors ? last : lanes; };
  for (int v = 0; v < Vectors; ++v) parts[v] = simd::load_tail(sums + v * lanes, length(v));
  for (Index r = 0; r < rows; ++r, from += step)
    for (int v = 0; v < Vectors; ++v) parts[v] += simd::load_tail(from + v * lanes, length(v));
  for (int v = 0; v < Vectors; ++v) simd::store_tail(sums + v * lanes, parts[v], length(v));
}

void add_column_sums(Index rows, Index columns, const float* from, Index step, float* sums) {
  constexpr int together = 4;
  Index c = 0;
  for (; c + together * lanes <= columns; c += together * lanes)
    add_rows<together>(rows, lanes, from + c, step, sums + c);
  for (; c < columns; c += lanes)
    add_rows<1>(rows, std::min(lanes, columns - c), from + c, step, sums + c);
}

void run(const Layer& layer, const Gradients& to) {
  const auto& [all, in, out, x, w, d_y] = layer;
  if (to.d_b != nullptr) std::fill_n(to.d_b, out, 0.0F);
  for (Index r = 0; r == 0 || r < all; r += block_rows) {
    const Index rows = std::min(block_rows, all - r);
    const Matrix own = d_y.from(r, 0);
    const Matrix x_columns = {x.data + r * x.row_step, 1, x.row_step};
    if (to.d_b != nullptr) add_column_sums(rows, out, own.data, own.row_step, to.d_b);
    if (to.d_x != nullptr)
      gemm({rows, in, out}, own, {w.data, w.column_step, w.row_step}, nullptr, to.d_x + r * in, in);
    if (to.d_w == nullptr) continue;
    if (r == 0)
      gemm({in, out, rows}, x_columns, own, nullptr, to.d_w, out);
    else
      gemm_add({in, out, rows}, x_columns, own, to.d_w, out);
  }
}

AP_SMALL void run_reference(const Layer& layer, const Gradients& to) {
  const auto& [rows, in, out, x, w, d_y] = layer;
  const Matrix w_columns = {w.data, w.column_step, w.row_step};
  const Matrix x_columns = {x.data, 1, x.row_step};
  if (to.d_x != nullptr) gemm_reference({rows, in, out}, d_y, w_columns, nullptr, to.d_x, in);
  if (to.d_w != nullptr) gemm_reference({in, out, rows}, x_columns, d_y, nullptr, to.d_w, out);
  for (Index c = 0; to.d_b != nullptr && c < out; ++c) {
    to.d_b[c] = 0;
    for (Index r = 0; r < rows; ++r) to.d_b[c] += d_y.at(r, c);
  }
}

AP_SMALL void with_layer(const Tensor& x, const Tensor& w, const Tensor& d_y, Tensor* d_x,
                         Tensor* d_w, Tensor* d_b, void (*run)(const Layer&, const Gradients&)) {
  require(x.rank() >= 1, ErrorCode::rank, "input", {x.shape()}, {"at least 1 axis"});
  require(w.rank() == 2, ErrorCode::rank, "weight", {w.shape()}, {"2 axes: [in, out]"});
  const Index in = x.size(-1);
  require(w.size(0) == in, ErrorCode::shape, "weight", {w.shape()},
          {"(", in, ", out): as many rows as input is wide"});
  Dims result = x.shape();
  result[x.rank() - 1] = w.size(1);
  require(d_y.shape() == result, ErrorCode::shape, "d_output", {d_y.shape()}, {result});
  const Gradients to = {wanted(d_x, x.shape(), "d_input"), wanted(d_w, w.shape(), "d_weight"),
                        wanted(d_b, {w.size(1)}, "d_bias")};
  const Tensor x_rows = x.contiguous();
  const Tensor d_y_rows = d_y.contiguous();
  Index rows = 1;
  for (int axis = 0; axis + 1 < x.rank(); ++axis) rows *= x.size(axis);
  run({rows,
       in,
       w.size(1),
       {x_rows.data(), in, 1},
       {w.data(), w.stride(0), w.stride(1)},
       {d_y_rows.data(), w.size(1), 1}},
      to);
}

}  // namespace

void linear_backward(const Tensor& x, const Tensor& w, const Tensor& d_y, Tensor* d_x, Tensor* d_w,
                     Tensor* d_b) {
  with_layer(x, w, d_y, d_x, d_w, d_b, run);
}

void linear_backward_reference(const Tensor& x, const Tensor& w, const Tensor& d_y, Tensor* d_x,
                               Tensor* d_w, Tensor* d_b) {
  with_layer(x, w, d_y, d_x, d_w, d_b, run_reference);
}

}  // namespace ap
