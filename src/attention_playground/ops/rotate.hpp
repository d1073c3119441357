#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap::ops {

/// Rotary positions (Su et al. 2021, §3.4.2): in each row of x [..., T, d], the cells i and i + d/2
/// are a point that is rotated by the angle position · 10000^(−2i/d). A product of two rotated rows
/// depends only on the distance of their positions. Attributes: the position of the first row, and
/// whether it rotates back, as the gradient does. Errors: rank, shape naming `x` unless d is even
/// and at least 2; range naming `first`.
extern const Operation rotate;

}  // namespace ap::ops
