#pragma once

#include "attention_playground/attention/attention.hpp"
#include "attention_playground/transformer/options.hpp"

namespace ap {

/// weight [in, out], bias [out]
struct GivenLinear {
  Tensor weight;
  std::optional<Tensor> bias;
};

/// γ and β, [D]
struct GivenNorm {
  Tensor weight;
  std::optional<Tensor> bias;
};

/// The parameters of nn.TransformerEncoderLayer, and with the second attention and the third norm
/// those of nn.TransformerDecoderLayer.
struct GivenLayer {
  GivenProjections self_attn;
  std::optional<GivenProjections> multihead_attn;
  GivenLinear linear1, linear2;
  GivenNorm norm1, norm2;
  std::optional<GivenNorm> norm3;
};

/// One encoder layer by the fused kernels: src [B, S, D] → [B, S, D]. Of the options it reads
/// nhead, activation, norm_first, layer_norm_eps, dropout and seed. Throws Error naming src, one of
/// these options, a mask (src_masks.attn_mask), or a parameter (linear1.weight).
Tensor encoder_layer(const Tensor& src, const GivenLayer& layer, const LayerOptions& options,
                     const GivenMasks& src_masks, bool causal);

/// One decoder layer: tgt [B, T, D], memory [B, S, D] → [B, T, D]. Throws Error naming tgt, memory,
/// a mask (tgt_masks.attn_mask, memory_masks.key_padding_mask …), and as above.
Tensor decoder_layer(const Tensor& tgt, const Tensor& memory, const GivenLayer& layer,
                     const LayerOptions& options, const GivenMasks& tgt_masks,
                     const GivenMasks& memory_masks, bool causal, bool memory_causal);

}  // namespace ap
