#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap::ops {

/// The same elements in the same memory under another shape, where PyTorch's `view` allows it.
/// Attributes: shape. Errors: view, size.
extern const Operation view;

/// Swaps two axes by their strides alone. Attributes: axis, other_axis.
extern const Operation transpose;

/// A part of one axis, in the same memory. Attributes: axis, start, length. Errors: range.
extern const Operation split;

/// Copies the elements into row-major order: the step after which `view` is possible again.
extern const Operation contiguous;

/// Joins its inputs along one axis, copying. Attributes: axis. Errors: shape.
extern const Operation concat;

}  // namespace ap::ops
