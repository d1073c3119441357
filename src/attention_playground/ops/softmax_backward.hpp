#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap::ops {

// The gradients of softmax and its logarithm along one axis. Inputs: g = ∂L/∂y [...] and the result
// y [...]. Attributes: axis. Errors: shape naming `y`; rank, range as softmax's.

/// y ⊙ (g − Σ g ⊙ y): the product of g with softmax's Jacobian diag(y) − y yᵀ, without building it.
extern const Operation softmax_backward;

/// g − eʸ Σ g: the product with I − 1 pᵀ.
extern const Operation log_softmax_backward;

}  // namespace ap::ops
