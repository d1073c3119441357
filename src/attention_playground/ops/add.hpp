#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap::ops {

/// a + b, broadcasting as NumPy and PyTorch do.
/// Inputs: one or more tensors → their common shape. Errors: shape naming `other`, if they do not
/// broadcast.
extern const Operation add;

/// scores + every mask, broadcasting: −∞ hides a score, 0 leaves it unchanged.
/// Inputs: scores [..., T, S], then one or more additive masks that broadcast to it → [..., T, S].
/// Source: Vaswani et al. 2017, §3.2.3. Errors: shape naming `mask`.
extern const Operation mask;

}  // namespace ap::ops
