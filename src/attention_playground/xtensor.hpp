#pragma once

/// xtensor arrays in and out. Include this header beside attention_playground.hpp: no other header
/// includes it, so that only its users need xtensor (0.24 or later).
///
///     const xt::xarray<float> x = xt::random::randn<float>({8, 16, 64});
///     const auto [output, weights] = ap::scaled_dot_product_attention(x, x, x, {}, {}, true);
///
/// A Tensor owns its memory, so an array is copied once on its way in. What comes out can be copied
/// (to_xtensor) or seen where it lies (xtensor_view).

// Later versions have their headers in folders.
#if __has_include(<xtensor/containers/xadapt.hpp>)
#include <xtensor/containers/xadapt.hpp>
#include <xtensor/containers/xarray.hpp>
#include <xtensor/core/xnoalias.hpp>
#else
#include <xtensor/xadapt.hpp>
#include <xtensor/xarray.hpp>
#include <xtensor/xnoalias.hpp>
#endif

#include <memory>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

#include "attention_playground/attention/attention.hpp"
#include "attention_playground/tensor/error.hpp"
#include "attention_playground/tensor/tensor.hpp"

namespace ap {

/// What this header returns: xt::xarray<float>, row-major even if XTENSOR_DEFAULT_LAYOUT is not.
using XtensorArray = xt::xarray<float, xt::layout_type::row_major>;

namespace detail {

/// The memory of a contiguous tensor as an array, which keeps that memory alive.
template <typename Number>
auto adapted(Number* data, const Tensor& tensor) {
  const std::vector<std::size_t> shape(tensor.shape().begin(), tensor.shape().end());
  return xt::adapt_smart_ptr<xt::layout_type::row_major>(data, shape, tensor.storage());
}

inline void require_viewable(const Tensor& tensor) {
  require(bool(tensor), ErrorCode::missing, "tensor", {"nothing"}, {"a tensor"});
  require(tensor.layout().is_contiguous(), ErrorCode::view, "tensor",
          {tensor.shape(), " with strides ", tensor.strides()}, {"a contiguous tensor"});
}

}  // namespace detail

/// The elements of a tensor as an array, without a copy: writing to one writes to the other. The
/// array keeps the memory alive, and it is valid until that is written by other means than this
/// array, packed and given back, cleared or resized.
///
///     ap::Tensor x({8, 16, 64});
///     xt::noalias(ap::xtensor_view(x)) = a + b;  // computed where it will be read
///
/// Throws Error(missing) naming `tensor` if it is empty, and (view) unless it is contiguous.
inline auto xtensor_view(Tensor& tensor) {
  detail::require_viewable(tensor);
  return detail::adapted(tensor.mutable_data(), tensor);
}
/// The same for reading only.
inline auto xtensor_view(const Tensor& tensor) {
  detail::require_viewable(tensor);
  return detail::adapted(tensor.data(), tensor);
}

/// A contiguous tensor with the shape and the elements of any array, view or expression of floats
/// (xt::xarray, xt::xtensor, xt::transpose(a), a + b …), which is evaluated into the tensor's
/// memory. Cells keep their indices: a column-major array is copied into row-major order. Numbers
/// of another type do not compile; write xt::cast<float>(array).
///
/// Throws Error(rank) naming `argument` beyond six axes, and Error(overflow, memory) naming
/// `shape`.
template <typename Expression>
Tensor from_xtensor(const xt::xexpression<Expression>& expression, const char* argument = "array") {
  const Expression& array = expression.derived_cast();
  static_assert(std::is_same_v<std::remove_cv_t<typename Expression::value_type>, float>,
                "tensors have float elements: write xt::cast<float>(array)");
  require(array.dimension() <= std::size_t{max_rank}, ErrorCode::rank, argument,
          {array.dimension(), " axes"}, {"at most ", max_rank});
  Dims shape;
  for (const auto size : array.shape()) shape.push_back(static_cast<Index>(size));
  Tensor tensor(shape);
  if (tensor.count() > 0) {
    auto view = xtensor_view(tensor);
    xt::noalias(view) = array;
  }
  return tensor;
}

/// A copy of any tensor as a row-major array of the same shape. Throws Error(missing) naming
/// `tensor` if it is empty.
inline XtensorArray to_xtensor(const Tensor& tensor) {
  require(bool(tensor), ErrorCode::missing, "tensor", {"nothing"}, {"a tensor"});
  XtensorArray array(XtensorArray::shape_type(tensor.shape().begin(), tensor.shape().end()));
  tensor.copy_to({array.data(), array.size()});
  return array;
}

/// The result of one call of attention.
struct XtensorAttention {
  XtensorArray output;                  // [..., T, d_v]; of multi-head attention [B, T, D]
  std::optional<XtensorArray> weights;  // [..., T, S] or [B, h, T, S], if they were requested
};

namespace detail {

inline XtensorAttention in_arrays(const AttentionResult& result) {
  return {to_xtensor(result.output),
          result.weights ? std::optional(to_xtensor(result.weights)) : std::nullopt};
}

}  // namespace detail

/// scaled_dot_product_attention (attention/attention.hpp) of arrays or expressions of floats: query
/// [..., T, d_k], key [..., S, d_k], value [..., S, d_v]. Masks are tensors: {from_xtensor(mask),
/// {}}. Throws what that function and from_xtensor throw.
template <typename Query, typename Key, typename Value>
XtensorAttention scaled_dot_product_attention(const xt::xexpression<Query>& query,
                                              const xt::xexpression<Key>& key,
                                              const xt::xexpression<Value>& value,
                                              const GivenMasks& masks = {},
                                              const WeightOptions& options = {},
                                              bool need_weights = false) {
  const Tensor q = from_xtensor(query, "query");
  const Tensor k = from_xtensor(key, "key");
  const Tensor v = from_xtensor(value, "value");
  return detail::in_arrays(scaled_dot_product_attention(q, k, v, masks, options, need_weights));
}

/// multi_head_attention (attention/attention.hpp) of arrays or expressions of floats: query [B, T,
/// D], key [B, S, D_k], value [B, S, D_v]. Projections are tensors, made once by from_xtensor.
/// Throws what that function and from_xtensor throw.
template <typename Query, typename Key, typename Value>
XtensorAttention multi_head_attention(
    const xt::xexpression<Query>& query, const xt::xexpression<Key>& key,
    const xt::xexpression<Value>& value, const GivenProjections& projections, Index num_heads,
    const GivenMasks& masks = {}, const WeightOptions& options = {}, bool need_weights = false) {
  const Tensor q = from_xtensor(query, "query");
  const Tensor k = from_xtensor(key, "key");
  const Tensor v = from_xtensor(value, "value");
  return detail::in_arrays(
      multi_head_attention(q, k, v, projections, num_heads, masks, options, need_weights));
}

}  // namespace ap
