#pragma once

// The only file that includes xtensor (later versions moved its headers into folders), and the only
// adaptor between xtensor and Tensor. In 0.24.3 a lazy exp(a - amax(a)) reads out of bounds, and a
// reducer with evaluation_strategy::immediate was seen to write to a null pointer: assign a reducer
// to a separate array before using it.

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
/// references simple and correct.
inline xt::xarray<float> to_xtensor(const Tensor& tensor) {
  std::vector<std::size_t> shape(tensor.shape().begin(), tensor.shape().end());
  xt::xarray<float> array = xt::xarray<float>::from_shape(shape);
  tensor.copy_to({array.data(), array.size()});
  return array;
}

/// A contiguous Tensor that xtensor writes into, without a copy: `as_xtensor(out) = expression`.
inline auto as_xtensor(Tensor& tensor) {
  std::vector<std::size_t> shape(tensor.shape().begin(), tensor.shape().end());
  return xt::adapt(tensor.mutable_data(), static_cast<std::size_t>(tensor.count()),
                   xt::no_ownership(), shape);
}

}  // namespace ap
