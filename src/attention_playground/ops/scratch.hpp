#pragma once

#include "attention_playground/tensor/count.hpp"

namespace ap {

/// At least `count` floats for the length of one kernel, not initialised, 16-byte aligned. One
/// piece of memory serves all kernels, one after the other, and is kept: a kernel in a loop
/// allocates nothing. Throws Error(memory).
float* scratch(Count count);

}  // namespace ap
