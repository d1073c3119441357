#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap::ops {

/// exp(x − max) / Σ exp(x − max) along one axis. A row that is all −∞ gives zeros, because no key
/// may be attended to (PyTorch gives NaN there, and a mask of −1e9 gives a uniform row). Inputs: x
/// [...] → [...]. Attributes: axis. Errors: rank naming `x`; range naming `axis`, if x has no such
/// axis.
extern const Operation softmax;

/// x − max − log Σ exp(x − max) along one axis; −∞ where softmax is 0.
/// Inputs: x [...] → [...]. Attributes: axis. Errors: as softmax's.
extern const Operation log_softmax;

/// How many rows of `x` along its last axis are all −∞.
Index fully_masked_rows(const Tensor& x);

}  // namespace ap::ops
