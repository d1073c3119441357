#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap::ops {

/// (x − mean) / √(variance + ε) · weight + bias over the trailing axes that `shape` names, variance
/// as Σ (x − mean)² / n (Ba, Kiros & Hinton 2016; PyTorch's layer_norm).
/// Inputs: x [..., shape], and after it, where given, weight [shape] and bias [shape].
/// Attributes: shape, epsilon. Errors: shape, where x does not end in it or a parameter has
/// another; size, where there is nothing to normalise over.
extern const Operation layer_norm;

}  // namespace ap::ops
