#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap::ops {

/// The gradient of x̂ = (x − mean) / σ, σ = √(variance + ε), over the trailing axes that `shape`
/// names: (g − mean(g) − x̂ · mean(g ⊙ x̂)) / σ.
/// Inputs: g = ∂L/∂x̂ [..., shape], x̂ and x of the same shape. Attributes: shape, epsilon. Errors:
/// shape naming `normalised` or `input`; as layer_norm's.
extern const Operation layer_norm_backward;

}  // namespace ap::ops
