#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap::ops {

/// Sums a tensor, or the products of two, over the axes along which `shape` would be broadcast to
/// it: the gradient of what was broadcast (PyTorch's sum_to_size).
/// Inputs: a [...] and optionally b, which broadcasts to a. Attributes: shape, which broadcasts to
/// a's. Errors: shape naming `shape` or `other`.
extern const Operation sum_to;

/// The attributes that sum a tensor of shape `from` to `shape`.
Summed summed_to(const Dims& shape, const Dims& from);

}  // namespace ap::ops
