#pragma once

// The one place that includes xtensor (its headers moved into folders in later versions), and the
// one adaptor through which tests see a Tensor. In 0.24.3 a lazy exp(a - amax(a)) reads out of
// bounds, and a reducer with evaluation_strategy::immediate was seen to write to a null pointer:
// assign a reducer to an array of its own before using it.

#if __has_include(<xtensor/containers/xadapt.hpp>)
#include <xtensor/containers/xadapt.hpp>
#include <xtensor/containers/xarray.hpp>
#include <xtensor/core/xmath.hpp>
#else
#include <xtensor/xadapt.hpp>
#include <xtensor/xarray.hpp>
#include <xtensor/xmath.hpp>
#endif

#include <vector>

#include "attention_playground/tensor/tensor.hpp"

namespace ap {

/// A copy as an xtensor array, row-major. xtensor's own strides of size-1 axes are 0 where
/// PyTorch's are not, and its adaptors refuse a view that does not fill its buffer: copying keeps
/// references plain and right.
inline xt::xarray<float> to_xtensor(const Tensor& tensor) {
  std::vector<std::size_t> shape(tensor.shape().begin(), tensor.shape().end());
  xt::xarray<float> array = xt::xarray<float>::from_shape(shape);
  tensor.copy_to({array.data(), array.size()});
  return array;
}

/// A contiguous Tensor that xtensor writes through, without a copy: `as_xtensor(out) = expression`.
inline auto as_xtensor(Tensor& tensor) {
  std::vector<std::size_t> shape(tensor.shape().begin(), tensor.shape().end());
  return xt::adapt(tensor.mutable_data(), static_cast<std::size_t>(tensor.count()),
                   xt::no_ownership(), shape);
}

}  // namespace ap
