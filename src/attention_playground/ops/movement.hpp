#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap::ops {

/// The same elements in the same memory with another shape, if PyTorch's `view` allows it. Inputs:
/// x [...]. Attributes: shape. Errors: view, size naming `shape`.
extern const Operation view;

/// Swaps two axes by swapping their strides. Inputs: x [...]. Attributes: axis, other_axis. Errors:
/// range naming `axis`.
extern const Operation transpose;

/// A part of one axis, in the same memory. Inputs: x [...]. Attributes: axis, start, length.
/// Errors: range naming `axis` or `start`.
extern const Operation split;

/// The same elements in the same memory and shape: a gradient that passes unchanged. Inputs: x
/// [...].
extern const Operation alias;

/// Copies the elements into row-major order, after which `view` is possible again.
/// Inputs: x [...] → [...].
extern const Operation contiguous;

/// Joins its inputs along one axis, copying. Inputs: tensors whose shapes differ only in that axis.
/// Attributes: axis. Errors: range naming `axis`, shape naming `tensors`.
extern const Operation concat;

/// The same for two tensors, the first of which has room after it in memory, as cached keys do. The
/// result has the first tensor's strides and a run places it in the same memory, so that only the
/// second tensor is copied. Inputs, attributes and errors as concat's.
extern const Operation append;

}  // namespace ap::ops
