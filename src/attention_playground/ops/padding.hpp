#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap::ops {

/// Zeros before and after an axis: the gradient of a tensor of which only a part is read.
/// Inputs: x [...]. Attributes: axis, before, after. Errors: range naming `axis` or `padding`.
extern const Operation pad;

}  // namespace ap::ops
