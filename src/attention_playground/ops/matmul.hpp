#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap::ops {

/// a [..., M, K] · b [..., K, N] → [..., M, N]; leading axes broadcast.
/// Errors, naming `a` or `b`: rank, if below 2; shape, if the inner sizes or the leading axes do
/// not fit.
extern const Operation matmul;

/// a [..., M, K] · bᵀ with b [..., N, K] → [..., M, N]: Q Kᵀ without moving K. Errors as matmul's.
extern const Operation matmul_transposed;

/// x [..., in] · w [in, out] (+ b [out]) → [..., out]. PyTorch's nn.Linear stores wᵀ.
/// Inputs: x, w and, with bias, b. Errors: rank, shape naming `input`, `weight` or `bias`.
extern const Operation linear;

}  // namespace ap::ops
