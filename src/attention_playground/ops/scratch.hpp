#pragma once

#include "attention_playground/tensor/layout.hpp"

namespace ap {

/// At least `count` floats for the length of one kernel, not initialised, 16-byte aligned. One
/// piece of memory serves all kernels, one after the other, and is kept: a kernel in a loop
/// allocates nothing. Throws Error(memory).
float* scratch(Index count);

}  // namespace ap
