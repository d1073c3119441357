#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap::ops {

/// aᵀ · b: a [..., K, M], b [..., K, N] → [..., M, N]; leading axes broadcast. Errors as matmul's.
extern const Operation transposed_matmul;

/// The same with the rows of all leading axes one below the other: a [..., M], b [..., N] → [M, N],
/// the gradient of a weight. Errors: rank naming `a` or `b`, if below 1; shape naming `b`, unless
/// it has a's leading axes.
extern const Operation rows_matmul;

}  // namespace ap::ops
