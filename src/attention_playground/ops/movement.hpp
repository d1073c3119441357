#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap::ops {

/// The same elements in the same memory under another shape, where PyTorch's `view` allows it.
/// Inputs: x [...]. Attributes: shape. Errors: view, size naming `shape`.
extern const Operation view;

/// Swaps two axes by their strides alone. Inputs: x [...]. Attributes: axis, other_axis. Errors:
/// range naming `axis`.
extern const Operation transpose;

/// A part of one axis, in the same memory. Inputs: x [...]. Attributes: axis, start, length.
/// Errors: range naming `axis` or `start`.
extern const Operation split;

/// Copies the elements into row-major order: the step after which `view` is possible again.
/// Inputs: x [...] → [...].
extern const Operation contiguous;

/// Joins its inputs along one axis, copying. Inputs: tensors that differ in that axis alone.
/// Attributes: axis. Errors: range naming `axis`, shape naming `tensors`.
extern const Operation concat;

/// The same for two tensors, where the first lies in memory that has room behind it, as kept keys
/// do: the result's rows are as far apart, and a run puts it there, so that only the second is
/// copied. Inputs, attributes and errors as concat's.
extern const Operation append;

}  // namespace ap::ops
