#pragma once

#include "attention_playground/attention/fused.hpp"

namespace ap {

/// Rows of numbers to write; row r is at data + r · step. Null data: they are not wanted.
struct RowsToWrite {
  float* data;
  Index step;
};

/// A head, the gradient of its output, and the memory of the gradients of its operands.
struct FusedAttentionBackward : AttentionHead {
  Rows d_output;                        // [T, d_v]
  RowsToWrite d_query, d_key, d_value;  // [T, d_k], [S, d_k], [S, d_v]
};

/// Writes the gradients of one head's query, key and value. The weights are computed again from
/// query and key, some queries with all of their keys at a time (Dao et al. 2022, "FlashAttention",
/// §3.1 and appendix B.2), so that beside the operands memory grows with T + S, never with T · S.
/// With A the weights P after dropout D, O = A V and δ = rowsum(A ∘ dA):
///   dV = Aᵀ dO, dA = dO Vᵀ, dS = P ∘ (D ∘ dA − δ), dQ = scale · dS K, dK = scale · dSᵀ Q.
/// Causally hidden keys are not computed. A query without any visible key gives and gets 0.
void fused_attention_backward(const FusedAttentionBackward& head);

}  // namespace ap
