#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap::ops {

/// x · factor. Inputs: x [...] → [...]. Attributes: factor, factor_name (what the explanation calls
/// it).
extern const Operation scale;

}  // namespace ap::ops
