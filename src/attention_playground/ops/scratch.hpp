#pragma once

#include "attention_playground/tensor/count.hpp"

namespace ap {

/// At least `count` uninitialised floats, 16-byte aligned, for use within one kernel. All kernels
/// of a thread share one buffer, which is kept, so that a kernel in a loop allocates nothing.
/// Throws Error(memory).
float* scratch(Count count);

}  // namespace ap
