#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap::ops {

// The gradients of reductions of rows (ops/reduce.hpp): g times the derivative of the row's result
// with respect to each of its cells. Inputs: g [..., 1], x [..., n] → [..., n]. Errors: shape
// naming `x`.

/// g
extern const Operation row_sum_backward;
/// g / n
extern const Operation mean_backward;
/// g · 2(x − mean) / n
extern const Operation variance_backward;
/// −g (ln p + 1), and 0 where p is 0
extern const Operation entropy_backward;
/// g (1 − 2p)
extern const Operation softmax_gradient_backward;

/// g at the largest cell of each row (the first of equal ones), 0 elsewhere.
/// Inputs: g [..., 1], x [..., n], and optionally others [..., m] that were compared, too. It is 0
/// everywhere if one of those is larger. Attributes: loses, whether x is not the largest if another
/// equals it. Errors: shape naming `x`.
extern const Operation maximum_backward;

}  // namespace ap::ops
