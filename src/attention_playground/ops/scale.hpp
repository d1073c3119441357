#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap::ops {

/// x · factor. Inputs: x [...] → [...]. Attributes: value (the factor), name (its name in
/// explanations).
extern const Operation scale;

}  // namespace ap::ops
