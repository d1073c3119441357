#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap::ops {

// Common mistakes with masks, as operations.

/// −∞ where a mask is 0, and 0 where it is not. No attributes, no errors.
extern const Operation invert_mask;

/// max(mask, −10⁹): a fully masked row then gets equal weights. No attributes, no errors.
extern const Operation finite_mask;

/// Weights, set to 0 where one of the masks is not 0. Inputs: weights [..., T, S] and masks that
/// broadcast to them. No attributes. Errors: shape naming `mask`.
extern const Operation hide;

}  // namespace ap::ops
