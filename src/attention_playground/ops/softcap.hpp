#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap::ops {

/// c · tanh(x / c): nearly x where |x| is small beside the cap c, and never beyond ±c (Bello et al.
/// 2017, §5.1; Gemma 2). Inputs: x [...] → [...]. Attributes: cap, from 1e-30 to 1e30.
extern const Operation softcap;

}  // namespace ap::ops
