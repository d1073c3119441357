#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "attention_playground/attention/options.hpp"
#include "attention_playground/steps/run.hpp"

namespace ap {

/// Masks as they are given: additive, 0 sees and −∞ hides.
struct GivenMasks {
  std::optional<Tensor> attn_mask;         // broadcastable to the scores
  std::optional<Tensor> key_padding_mask;  // [B, S]
};

/// Matrices [in, out] and biases as they are given.
struct GivenProjections {
  Tensor wq, wk, wv, wo;
  std::optional<Tensor> bq, bk, bv, bo;
};

struct AttentionResult {
  Tensor output;
  Tensor weights;  // empty where not asked for; dropped out in training, as PyTorch returns them
};

/// softmax(Q Kᵀ · scale + masks) V of q [..., T, d_k], k [..., S, d_k], v [..., S, d_v], up to two
/// leading axes, by the fused kernel. The output goes into `out` where that is given. Throws Error
/// naming query, key, value, attn_mask, scale, dropout_p, out.
AttentionResult scaled_dot_product_attention(const Tensor& query, const Tensor& key,
                                             const Tensor& value, const GivenMasks& masks,
                                             WeightOptions options, bool need_weights,
                                             const Tensor* out = nullptr);

/// Multi-head attention of query [B, T, D], key and value [B, S, D], in the same way: projections,
/// the fused kernel on the heads where they lie, output projection.
AttentionResult multi_head_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                                     const GivenProjections& projections, Index num_heads,
                                     const GivenMasks& masks, WeightOptions options,
                                     bool need_weights, const Tensor* out = nullptr);

/// One sentence, or a batch of them, as a trace reads it: tokens (their texts, ids and lengths) or
/// vectors.
struct SentenceInput {
  std::optional<Tensor> vectors;  // [B, length, D]
  std::optional<Tensor> ids;      // [B, length], padded
  std::optional<Tensor> lengths;  // [B]; absent where nothing is padded
};

struct TraceRequest {
  SentenceInput x;
  std::optional<SentenceInput> memory;
  std::vector<std::string> vocabulary;  // token texts, by id
  Index d_model = 64;
  Positions positions = Positions::none;
  std::optional<Projections> projections = Projections::xavier;  // none: X is Q, K and V
  std::optional<GivenProjections> given;
  Index num_heads = 1;
  bool bias = false;
  bool separate = false;
  Index workers = 1;
  bool mask_padding = true;
  GivenMasks masks;
  WeightOptions weights;
};

/// Declares (or finds) the plan, makes the seeded parameters, and runs it, everything kept.
std::unique_ptr<Run> trace_attention(TraceRequest request);

/// Every kind of step with every variant of its formula, in the order of the walk.
std::vector<Declaration> attention_declarations();

}  // namespace ap
