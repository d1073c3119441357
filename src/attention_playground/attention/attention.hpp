#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "attention_playground/attention/options.hpp"
#include "attention_playground/attention/parameters.hpp"
#include "attention_playground/steps/run.hpp"

namespace ap {

// Sizes: B sentences, T queries, S keys, h heads of width d_k (queries, keys) and d_v (values),
// D the width of the model.

/// Masks given by the caller. Those of keys are added to the scaled scores: 0 leaves a key visible,
/// −∞ hides it, finite numbers shift its score; NaN and +∞ are refused. A row without any visible
/// key gives weights and an output of 0.
struct GivenMasks {
  std::optional<Tensor> attn_mask;         // broadcastable to [B, h, T, S], as NumPy broadcasts
  std::optional<Tensor> key_padding_mask;  // [B, S]
  /// Broadcastable likewise: 1 keeps a weight, which is divided by 1 − dropout_p, and 0 drops it.
  /// It stands in place of those drawn from the seed.
  std::optional<Tensor> dropout_mask = {};
};

/// The four projections of multi-head attention. Matrices are [in, out]: PyTorch's nn.Linear stores
/// their transposes. Without wo the heads side by side, [B, T, h·d_v], are the output.
struct GivenProjections {
  Tensor wq;                 // [D of query, h·d_k]
  Tensor wk;                 // [D of key, h·d_k]
  Tensor wv;                 // [D of value, h·d_v]
  std::optional<Tensor> wo;  // [h·d_v, D of the output]
  std::optional<Tensor> bq;  // [h·d_k]
  std::optional<Tensor> bk;  // [h·d_k]
  std::optional<Tensor> bv;  // [h·d_v]
  std::optional<Tensor> bo;  // [D of the output]
};

/// The result of one call of attention.
struct AttentionResult {
  Tensor output;   // [..., T, d_v]; of multi-head attention [B, T, D]
  Tensor weights;  // [..., T, S]; empty unless requested; after dropout, as PyTorch returns them
};

/// Scaled dot-product attention, softmax(Q Kᵀ · scale / temperature + masks) V (Vaswani et al.
/// 2017, §3.2.1), in tiles that never hold all scores (Dao et al. 2022), unless the weights are
/// requested, scores are capped, or a mask of dropout is given.
///
/// query [..., T, d_k], key [..., S, d_k], value [..., S, d_v], with the same leading axes: none,
/// batch, or batch and heads. `masks` and options.mask.causal may hide keys; only traces use
/// options.tile. `out`, if given, is a whole tensor [..., T, d_v] that the call does not read.
///
/// Throws Error(rank, shape) naming query, key or value if they do not fit together; (not_finite)
/// naming them or a mask, (shape) naming attn_mask or key_padding_mask; (not_finite) naming scale,
/// (range) naming temperature and softcap (1e-30 to 1e30), dropout_p (0 to below 1), dropout_mask
/// (0 and 1) or tile; (shape) naming dropout_mask; (shape, conflict) naming out; (memory).
AttentionResult scaled_dot_product_attention(const Tensor& query, const Tensor& key,
                                             const Tensor& value, const GivenMasks& masks,
                                             WeightOptions options, bool need_weights,
                                             const Tensor* out = nullptr);

/// Multi-head attention, Concat(Z_1 … Z_h) W_o + b_o (Vaswani et al. 2017, §3.2.2), by the same
/// kernel, which reads the heads in place; without W_o, Concat(Z_1 … Z_h).
///
/// query [B, T, D], key [B, S, D_k], value [B, S, D_v]; weights of the result [B, h, T, S]. `out`,
/// if given, is a whole tensor [B, T, D of the output] that the call does not read.
///
/// Throws as above, (heads) naming num_heads unless it divides the columns of wq and of wv, and
/// (rank, shape, not_finite) naming a matrix or bias: wq, wk, wv, wo, bq, bk, bv, bo; (missing)
/// naming wo if only its bias is given.
AttentionResult multi_head_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                                     const GivenProjections& projections, Index num_heads,
                                     const GivenMasks& masks, WeightOptions options,
                                     bool need_weights, const Tensor* out = nullptr);

/// One batch of sentences for a trace: vectors, or the ids of tokens.
struct SentenceInput {
  std::optional<Tensor> vectors;  // [B, length, D]
  std::optional<Tensor> ids;      // [B, length], whole numbers below the vocabulary's size, padded
  std::optional<Tensor> lengths;  // [B]; absent if nothing is padded
};

/// The tensors that are projected, or, without projections, Q, K and V themselves. These may have
/// heads, [B, h, T, width], or no batch, [T, width]: then key_padding_mask is [1, S].
struct GivenOperands {
  Tensor query;  // [B, T, width]
  Tensor key;    // [B, S, width]; without projections as wide as query
  Tensor value;  // [B, S, width]
};

/// The sizes of seeded projections; 0 stands for what follows from the others.
struct ProjectionSizes {
  Index d_k = 0;           // of a head's queries and keys; 0: d_model / num_heads
  Index d_v = 0;           // of a head's values; 0: as d_k
  Index output_width = 0;  // columns of W_o; 0: d_model
  bool any() const { return d_k > 0 || d_v > 0 || output_width > 0; }
};

/// One attention layer to be traced.
struct TraceRequest {
  std::optional<GivenOperands> operands;  // in place of x and memory
  SentenceInput x;                        // queries; also keys and values if there is no memory
  std::optional<SentenceInput> memory;    // keys and values: cross-attention
  std::vector<std::string> vocabulary;    // token texts, by id; a token's text keys its embedding
  Index d_model = 64;                     // width of embeddings; given vectors have their own
  Positions positions = Positions::none;  // what is added to the embeddings
  std::optional<Projections> projections = Projections::xavier;  // none: X is Q, K and V
  std::optional<GivenProjections> given;                         // for Projections::given
  Index num_heads = 1;
  ProjectionSizes sizes;          // of the seeded projections
  bool output_projection = true;  // else the heads side by side are the output; for seeded ones
  bool bias = false;              // for the seeded projections
  bool separate = false;          // a matrix for each head instead of one for all
  Index workers = 1;              // among which the heads are split (Shoeybi et al. 2019, §3)
  bool mask_padding = true;       // hides the padding after each sentence
  GivenMasks masks;
  WeightOptions weights;  // weights.seed is also the seed of the parameters
  Faults faults;          // to be made on purpose
  Leaves parameters;      // by path, instead of those of the seed or of `given`
};

/// Attention step by step: word vectors, projections, heads, scores, masks, softmax and output are
/// steps of the run, which keeps all of their tensors. Declares the plan or reuses a cached one,
/// and generates the parameters that are not given from the seed.
///
/// Throws Error naming a field of the request: (rank, size, shape, not_finite) x.vectors, x.ids,
/// memory.vectors, memory.ids, query, key or value; (conflict) positions, if they are added to
/// given operands; (range, overflow) d_model, d_k, d_v, output_width; (conflict) d_k, for sizes
/// without seeded projections; (heads) num_heads; (range, conflict) workers; (conflict) tile; what
/// scaled_dot_product_attention throws for masks and weights; (range) ids, for an id without a
/// token; (conflict) faults, for one that cannot be made where it is requested, or with masks that
/// shift scores; (step) parameters, for a path that is no parameter's; (shape, not_finite) the path
/// of one; (memory).
std::unique_ptr<Run> trace_attention(const TraceRequest& request);

/// Attention weights [B, h, T, S] that another program computed, as they are, NaN among them: the
/// step `weights`. With values [B, h, S, d_v], or what broadcasts to that, also `value` and
/// `context`, their weighted sums.
///
/// Throws Error(not_finite) naming value; (rank, shape), which has weights as a and value as b, if
/// there is no product of them; (memory).
std::unique_ptr<Run> trace_weights(const Tensor& weights, const Tensor* value);

}  // namespace ap
