#pragma once

#include "attention_playground/tensor/layout.hpp"

namespace ap {

// Sums over a row, four cells at a time: compiled once, for kernels that call them once a row.

/// Σ x
float sum_of(const float* x, Index n);

/// Σ x · y
float dot_of(const float* x, const float* y, Index n);

}  // namespace ap
