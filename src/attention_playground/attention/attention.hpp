#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "attention_playground/attention/options.hpp"
#include "attention_playground/steps/run.hpp"

namespace ap {

// Sizes: B sentences, T queries, S keys, h heads of width d_k (queries, keys) and d_v (values),
// D the width of the model.

/// Masks as they are given: added to the scaled scores, so that 0 sees, −∞ hides and finite numbers
/// shift; NaN and +∞ are refused. A row without any visible key gives weights and an output of 0.
struct GivenMasks {
  std::optional<Tensor> attn_mask;         // broadcastable to [B, h, T, S], as NumPy broadcasts
  std::optional<Tensor> key_padding_mask;  // [B, S]
};

/// The four projections of multi-head attention. Matrices are [in, out]: PyTorch's nn.Linear stores
/// their transposes.
struct GivenProjections {
  Tensor wq;                 // [D of query, h·d_k]
  Tensor wk;                 // [D of key, h·d_k]
  Tensor wv;                 // [D of value, h·d_v]
  Tensor wo;                 // [h·d_v, D of the output]
  std::optional<Tensor> bq;  // [h·d_k]
  std::optional<Tensor> bk;  // [h·d_k]
  std::optional<Tensor> bv;  // [h·d_v]
  std::optional<Tensor> bo;  // [D of the output]
};

/// What one call of attention gives.
struct AttentionResult {
  Tensor output;   // [..., T, d_v]; of multi-head attention [B, T, D]
  Tensor weights;  // [..., T, S]; empty where not asked for; after dropout, as PyTorch returns them
};

/// Scaled dot-product attention, softmax(Q Kᵀ · scale / temperature + masks) V (Vaswani et al.
/// 2017, §3.2.1), in tiles that never hold all scores (Dao et al. 2022), unless the weights are
/// wanted.
///
/// query [..., T, d_k], key [..., S, d_k], value [..., S, d_v], with the same leading axes: none,
/// batch, or batch and heads. `masks` may hide keys, and so may options.mask.causal; options.tile
/// is for traces. `out`, where given, is a whole tensor [..., T, d_v] that the call does not read.
///
/// Throws Error(rank, shape) naming query, key or value where they do not fit one another;
/// (not_finite) naming them or a mask, (shape) naming attn_mask or key_padding_mask; (not_finite)
/// naming scale, (range) naming temperature (1e-30 to 1e30), dropout_p (0 to below 1) or tile;
/// (shape, conflict) naming out; (memory).
AttentionResult scaled_dot_product_attention(const Tensor& query, const Tensor& key,
                                             const Tensor& value, const GivenMasks& masks,
                                             WeightOptions options, bool need_weights,
                                             const Tensor* out = nullptr);

/// Multi-head attention, Concat(Z_1 … Z_h) W_o + b_o (Vaswani et al. 2017, §3.2.2), by the same
/// kernel on the heads where they lie.
///
/// query [B, T, D], key [B, S, D_k], value [B, S, D_v]; weights of the result [B, h, T, S]. `out`,
/// where given, is a whole tensor [B, T, D of the output] that the call does not read.
///
/// Throws as above, (heads) naming num_heads unless it divides the columns of wq and of wv, and
/// (rank, shape, not_finite) naming a matrix or bias: wq, wk, wv, wo, bq, bk, bv, bo.
AttentionResult multi_head_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                                     const GivenProjections& projections, Index num_heads,
                                     const GivenMasks& masks, WeightOptions options,
                                     bool need_weights, const Tensor* out = nullptr);

/// One batch of sentences, as a trace reads it: vectors, or the ids of tokens.
struct SentenceInput {
  std::optional<Tensor> vectors;  // [B, length, D]
  std::optional<Tensor> ids;      // [B, length], whole numbers below the vocabulary's size, padded
  std::optional<Tensor> lengths;  // [B]; absent where nothing is padded
};

/// One attention layer to be traced.
struct TraceRequest {
  SentenceInput x;                        // queries; keys and values too, where there is no memory
  std::optional<SentenceInput> memory;    // keys and values: cross-attention
  std::vector<std::string> vocabulary;    // token texts, by id; a token's text keys its embedding
  Index d_model = 64;                     // width of embeddings; given vectors bring their own
  Positions positions = Positions::none;  // what is added to the embeddings
  std::optional<Projections> projections = Projections::xavier;  // none: X is Q, K and V
  std::optional<GivenProjections> given;                         // for Projections::given
  Index num_heads = 1;
  bool bias = false;         // of the seeded projections
  bool separate = false;     // a matrix for each head instead of one for all
  Index workers = 1;         // among which the heads are split (Shoeybi et al. 2019, §3)
  bool mask_padding = true;  // hides the padding behind each sentence
  GivenMasks masks;
  WeightOptions weights;  // weights.seed is that of the parameters too
  Faults faults;          // that are made on purpose
};

/// Attention step by step: word vectors, projections, heads, scores, masks, softmax, output, each a
/// step of the run, whose tensors all stay. Declares the plan or finds it again, and makes the
/// parameters that are not given by seed.
///
/// Throws Error naming a field of the request: (rank, size, shape, not_finite) x.vectors, x.ids,
/// memory.vectors or memory.ids; (range, overflow) d_model; (heads) num_heads; (range, conflict)
/// workers; (conflict) tile; what scaled_dot_product_attention throws for masks and weights;
/// (range) ids, for one that no token has; (conflict) faults, for one that cannot be made where it
/// is asked for, or with masks that shift scores; (memory).
std::unique_ptr<Run> trace_attention(const TraceRequest& request);

}  // namespace ap
