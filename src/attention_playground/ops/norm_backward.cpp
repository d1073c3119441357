// Compiled for speed.
#include "attention_playground/ops/norm_backward.hpp"

#include <algorithm>

#include "attention_playground/ops/elementwise.hpp"
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

/// `z` and `g` have room for a row each.
void run_row(const Norm& norm, Index row, float* z, float* g) {
  const Index n = norm.n;
  const float* const x = norm.x + row * n;
  const float* const d_y = norm.d_y + row * n;
  const auto [mean, inverse] = scaling_of_row(x, n, norm.epsilon);
  float4 sum = simd::zero();
  float4 along = simd::zero();
  for (Index i = 0; i < n; i += lanes) {
    const Index count = std::min(lanes, n - i);
    const float4 upstream = simd::load_tail(d_y + i, count);
    // Cells beyond the row are 0 upstream.
    const float4 own_z = (simd::load_tail(x + i, count) - mean) * inverse;
    const float4 own_g =
        norm.weight == nullptr ? upstream : upstream * simd::load_tail(norm.weight + i, count);
    simd::store(z + i, own_z);
    simd::store(g + i, own_g);
    sum += own_g;
    along += own_g * own_z;
    if (norm.d_weight != nullptr) {
      float* const to = norm.d_weight + i;
      simd::store_tail(to, simd::load_tail(to, count) + upstream * own_z, count);
    }
    if (norm.d_bias != nullptr) {
      float* const to = norm.d_bias + i;
      simd::store_tail(to, simd::load_tail(to, count) + upstream, count);
    }
  }
  if (norm.d_x == nullptr) return;
  const float mean_g = simd::sum(sum) / static_cast<float>(n);
  const float mean_along = simd::sum(along) / static_cast<float>(n);
  fill_row(norm.d_x + row * n, n, [&, inverse = inverse](Index i, Index) {
    return (simd::load(g + i) - mean_g - simd::load(z + i) * mean_along) * inverse;
  });
}

}  // namespace

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
