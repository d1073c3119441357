#pragma once

#include "attention_playground/tensor/tensor.hpp"

namespace ap {

/// Throws Error(not_finite) naming the argument and the first bad cell, or Error(missing) for a
/// tensor without storage. `or_minus_infinity` allows −∞.
/// A storage that stays and was found finite is not checked again until it changes.
void require_finite(const Tensor& tensor, const char* argument, bool or_minus_infinity = false);

}  // namespace ap
