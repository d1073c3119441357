// Compiled for speed.
#include "attention_playground/ops/norm_backward.hpp"

#include <algorithm>

#include "attention_playground/ops/elementwise.hpp"
#include "attention_playground/ops/row_sums.hpp"
#include "attention_playground/ops/rows.hpp"
#include "attention_playground/ops/scratch.hpp"
#include "attention_playground/ops/wanted.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap {

namespace {

using simd::float4;
using simd::lanes;

/// Null data: not given, or not wanted.
struct Norm {
  Index rows, n;
  const float *x, *weight, *d_y;
  float epsilon;
  float *d_x, *d_weight, *d_bias;
};

/// to += from.
void add_row(const float* from, float* to, Index n) {
  fill_row(to, n, [&](Index i, Index count) {
    return simd::load_tail(to + i, count) + simd::load_tail(from + i, count);
  });
}

/// `z` and `g` have room for a row each. Sums are those of the steps, in their order.
void run_row(const Norm& norm, Index row, float* z, float* g) {
  const Index n = norm.n;
  const float* const x = norm.x + row * n;
  const float* const d_y = norm.d_y + row * n;
  const auto [mean, inverse] = scaling_of_row(x, n, norm.epsilon);
  fill_row(z, n, [&, mean = mean, inverse = inverse](Index i, Index count) {
    return (simd::load_tail(x + i, count) - mean) * inverse;
  });
  if (norm.d_bias != nullptr) add_row(d_y, norm.d_bias, n);
  if (norm.d_weight != nullptr) {
    fill_row(norm.d_weight, n, [&](Index i, Index count) {
      return simd::load_tail(norm.d_weight + i, count) +
             simd::load_tail(d_y + i, count) * simd::load_tail(z + i, count);
    });
  }
  if (norm.d_x == nullptr) return;
  const float* upstream = d_y;
  if (norm.weight != nullptr) {
    fill_row(g, n, [&](Index i, Index count) {
      return simd::load_tail(d_y + i, count) * simd::load_tail(norm.weight + i, count);
    });
    upstream = g;
  }
  norm_backward_row(upstream, z, inverse, norm.d_x + row * n, n);
}

}  // namespace

void norm_backward_row(const float* g, const float* z, float inverse, float* d_x, Index n) {
  const float mean = sum_of(g, n) / static_cast<float>(n);
  const float along = dot_of(g, z, n) / static_cast<float>(n);
  fill_row(d_x, n, [&](Index i, Index count) {
    return (simd::load_tail(g + i, count) - mean - simd::load_tail(z + i, count) * along) * inverse;
  });
}

void norm_backward(const Tensor& x, const Tensor* weight, const Tensor& d_y, float epsilon,
                   Tensor* d_x, Tensor* d_weight, Tensor* d_bias) {
  require(d_y.shape() == x.shape(), ErrorCode::shape, "d_output", {d_y.shape()}, {x.shape()});
  const Dims width = {x.size(-1)};
  if (weight != nullptr)
    require(weight->shape() == width, ErrorCode::shape, "weight", {weight->shape()}, {width});
  const Index n = width[0];
  const Tensor x_rows = x.contiguous();
  const Tensor d_y_rows = d_y.contiguous();
  const Tensor weights = weight == nullptr ? Tensor() : weight->contiguous();
  const Norm norm = {n == 0 ? 0 : x.count() / n,
                     n,
                     x_rows.data(),
                     weights ? weights.data() : nullptr,
                     d_y_rows.data(),
                     epsilon,
                     wanted(d_x, x.shape(), "d_input"),
                     wanted(d_weight, width, "d_weight"),
                     wanted(d_bias, width, "d_bias")};
  for (float* const sums : {norm.d_weight, norm.d_bias})
    if (sums != nullptr) std::fill_n(sums, n, 0.0F);
  const Index room = (n + lanes - 1) / lanes * lanes;
  float* const z = scratch(Count(room) * 2);
  for (Index row = 0; row < norm.rows; ++row) run_row(norm, row, z, z + room);
}

}  // namespace ap
