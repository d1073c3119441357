#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap::ops {

/// (x − mean) / √(variance + ε) · weight + bias over the trailing axes that `shape` names, variance
/// as Σ (x − mean)² / n (Ba, Kiros & Hinton 2016; PyTorch's layer_norm).
/// Inputs: x [..., shape], optionally followed by weight [shape] and bias [shape].
/// The result has the shape of x. Attributes: shape (PyTorch's normalized_shape), epsilon. Errors:
/// shape naming `input`, if its shape does not end with `shape`, or `weight` or `bias`; size naming
/// `normalized_shape`, if there is nothing to normalise over.
extern const Operation layer_norm;

}  // namespace ap::ops
