#pragma once

#include <array>
#include <cstdint>

#include "attention_playground/tensor/layout.hpp"

namespace ap {

/// Contiguous rows of numbers; row r is at data + r · step.
struct Rows {
  const float* data;
  Index step;
};

/// A mask whose number at data[query · query_step + key · key_step] is added to a scaled score: 0
/// leaves the key visible, −∞ hides it, finite numbers shift the score.
struct ScoreMask {
  const float* data;
  Index query_step, key_step;
};

/// One head of scaled dot-product attention, softmax(Q Kᵀ · scale + masks) V, whose operands are
/// read in place: what the forward and the backward pass have in common.
struct AttentionHead {
  Index queries, keys;  // T, S
  Index d_k, d_v;
  Rows query, key, value;  // [T, d_k], [S, d_k], [S, d_v]
  float scale;
  float sharpness = 1;  // 1 / temperature
  bool causal;          // query t sees keys 0 … t + causal_offset
  Index causal_offset;
  std::array<ScoreMask, 2> masks;
  int mask_count;
  float dropout;  // probability that a weight is dropped, as in ops/dropout.hpp
  std::uint32_t seed;
  std::uint64_t stream;
  bool rounds;                 // the seed is that of a round, the last operand
  std::uint64_t first_weight;  // the head's first weight in the whole tensor of weights
};

/// A head and the memory of its results.
struct FusedAttention : AttentionHead {
  float* output;  // [T, d_v], rows of output_step elements
  Index output_step;
  float* weights;  // [T, S], or null if not requested
};

/// Computes one head in tiles with a running maximum and sum (Milakov & Gimelshein 2018, Dao et al.
/// 2022); scores that are bounded by the lengths of vectors need no maximum. Beside its operands it
/// needs memory for one block of keys and values and three numbers for each query, never T · S.
/// Causally hidden keys are not computed. A row without any visible key gives 0. The steps of
/// scaled_dot_product.hpp are its reference.
void fused_attention(const FusedAttention& head);

}  // namespace ap
