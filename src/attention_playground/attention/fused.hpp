#pragma once

#include <array>
#include <cstdint>

#include "attention_playground/tensor/layout.hpp"

namespace ap {

/// Rows of numbers that lie side by side; row r at data + r · step.
struct Rows {
  const float* data;
  Index step;
};

/// Added to the scaled score of (query, key) at data[query · query_step + key · key_step]: 0 sees,
/// −∞ hides, finite numbers shift.
struct ScoreMask {
  const float* data;
  Index query_step, key_step;
};

/// One head of scaled dot-product attention, softmax(Q Kᵀ · scale + masks) V, with its operands
/// where they lie.
struct FusedAttention {
  Index queries, keys;  // T, S
  Index d_k, d_v;
  Rows query, key, value;  // [T, d_k], [S, d_k], [S, d_v]
  float scale;             // with the temperature in it
  bool causal;             // query t sees keys 0 … t + causal_offset
  Index causal_offset;
  std::array<ScoreMask, 2> masks;
  int mask_count;
  float dropout;  // probability that a weight is dropped, keyed as ops/dropout.hpp keys it
  std::uint32_t seed;
  std::uint64_t stream;
  std::uint64_t first_weight;  // the head's first weight in the whole tensor of weights
  float* output;               // [T, d_v], rows of output_step elements
  Index output_step;
  float* weights;  // [T, S], or null where nobody asks for them
};

/// Computes one head in tiles with a running maximum and sum (Milakov & Gimelshein 2018, Dao et al.
/// 2022), which scores that lengths bound do without: beside its operands it takes memory for one
/// block of keys and values and three numbers a query, never T · S. Hidden keys of causal attention
/// are not computed. A row without any visible key gives 0. The steps of scaled_dot_product.hpp
/// stay its reference.
void fused_attention(const FusedAttention& head);

}  // namespace ap
