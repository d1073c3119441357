#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap::ops {

/// g where y exceeds a threshold, else 0: the gradient of ReLU (0), and of what lets some cells
/// pass and sets the others to one number. Inputs: g = ∂L/∂y [...], y [...]. Attributes: threshold.
/// Errors: shape naming `x`.
extern const Operation threshold_backward;

// Inputs: g = ∂L/∂y [...] and the input x [...]. Errors: shape naming `x`.

/// g · (Φ(x) + x φ(x)), with the normal distribution Φ and its density φ.
extern const Operation gelu_backward;

/// g · (1 − tanh²(x / c)), the gradient of softcap. Attributes: cap.
extern const Operation softcap_backward;

/// g · (½(1 + t) + ½ x (1 − t²) √(2/π) (1 + 3 · 0.044715 x²)), where t is the tanh of gelu_tanh.
extern const Operation gelu_tanh_backward;

}  // namespace ap::ops
