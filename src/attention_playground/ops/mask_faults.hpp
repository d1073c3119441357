#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap::ops {

// What is done to masks, or with them, by mistake.

/// −∞ where a mask is 0, and 0 where it is not. No attributes, no errors.
extern const Operation invert_mask;

/// max(mask, −10⁹): a row in which nothing may be seen then has equal weights. No attributes, no
/// errors.
extern const Operation finite_mask;

/// Weights [..., T, S] and masks that broadcast to them: 0 where one of them is not 0. No
/// attributes. Errors: shape naming `mask`.
extern const Operation hide;

}  // namespace ap::ops
