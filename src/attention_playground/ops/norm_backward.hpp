#pragma once

#include "attention_playground/tensor/tensor.hpp"

namespace ap {

/// The gradients of y = (x − μ) / σ · weight + bias (ops/layer_norm.hpp) over the last axis of
/// x [..., n]:
///   d_x [..., n] = (g − mean(g) − z · mean(g · z)) / σ, for z = (x − μ) / σ and g = d_y · weight,
///   d_weight [n] = Σ d_y · z and d_bias [n] = Σ d_y over rows.
/// All tensors are row-major; `weight` is null if there is none, and so is each result that is not
/// wanted. A row is read from memory once for all three, and every sum has
/// the order of the steps that it replaces: they agree to the last bit. Throws Error(shape) naming
/// `weight`, `d_output`, `d_input`, `d_weight` or `d_bias` if they do not fit.
void norm_backward(const Tensor& x, const Tensor* weight, const Tensor& d_y, float epsilon,
                   Tensor* d_x, Tensor* d_weight, Tensor* d_bias);

/// d_x of one row of n cells, from g, z and 1/σ.
void norm_backward_row(const float* g, const float* z, float inverse, float* d_x, Index n);

}  // namespace ap
