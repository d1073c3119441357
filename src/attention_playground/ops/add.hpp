#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap::ops {

/// a + b, broadcasting as NumPy and PyTorch do.
/// Inputs: a [...], b [...], or more → their common shape. Errors: shape naming `other`, where they
/// do not broadcast.
extern const Operation add;

/// scores + every mask, broadcasting: −∞ hides, 0 leaves as it is.
/// Inputs: scores [..., T, S], then one or more additive masks that broadcast to it → [..., T, S].
/// Source: Vaswani et al. 2017, §3.2.3. Errors: shape naming `mask`.
extern const Operation mask;

}  // namespace ap::ops
