#pragma once

#include "attention_playground/tensor/tensor.hpp"

namespace ap {

/// The gradients of y = x · w + b (ops/matmul.hpp, linear), all leading axes of x taken as rows:
///   d_x [..., in] = d_y · wᵀ, d_w [in, out] = xᵀ · d_y, d_b [out] = Σ d_y over rows,
/// for x [..., in], w [in, out] of any strides and d_y [..., out]. Each result is row-major, and
/// null if it is not wanted. d_y is read from memory once: its rows are taken in blocks that stay
/// in a cache for all three. Throws Error(rank, shape) naming `weight`, `d_output`, `d_input`,
/// `d_weight` or `d_bias` if they do not fit.
void linear_backward(const Tensor& x, const Tensor& w, const Tensor& d_y, Tensor* d_x, Tensor* d_w,
                     Tensor* d_b);

/// The same by scalar loops, in the order of the definition.
void linear_backward_reference(const Tensor& x, const Tensor& w, const Tensor& d_y, Tensor* d_x,
                               Tensor* d_w, Tensor* d_b);

}  // namespace ap
