#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap::ops {

// Curves that are applied to each number. Inputs: x [...] → [...]. No errors.

/// max(0, x); NaN stays NaN, as in PyTorch.
extern const Operation relu;

/// x · Φ(x), Φ the normal distribution: x · ½(1 + erf(x/√2)) (Hendrycks & Gimpel 2016), PyTorch's
/// nn.GELU().
extern const Operation gelu;

/// Its approximation x · ½(1 + tanh(√(2/π)(x + 0.044715 x³))), GPT-2's: nn.GELU('tanh').
extern const Operation gelu_tanh;

}  // namespace ap::ops
