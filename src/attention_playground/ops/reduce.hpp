#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap::ops {

// Reductions of each row (the last axis, which stays with size 1). Inputs: x [..., n] → [..., 1].
// Errors: rank, shape naming `x`, unless n ≥ 1.

/// Σ x
extern const Operation row_sum;

/// The largest cell; −∞ if all are −∞. Inputs: x [..., n] and optionally the running maximum [...,
/// 1], which counts as one more cell. Errors: shape naming `maximum`.
extern const Operation row_maximum;

/// Σ x / n
extern const Operation mean;

/// Σ (x − mean)² / n
extern const Operation variance;

/// −Σ p ln p in nats, 0 ln 0 = 0. Inputs: p [..., n], each row a distribution.
extern const Operation entropy;

/// Σ p(1 − p): the trace of softmax's Jacobian diag(p) − p pᵀ, 0 if one weight is 1.
extern const Operation softmax_gradient;

}  // namespace ap::ops
