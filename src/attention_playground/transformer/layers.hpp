#pragma once

#include "attention_playground/attention/attention.hpp"
#include "attention_playground/transformer/options.hpp"

namespace ap {

/// A linear layer. PyTorch's nn.Linear stores the transpose of this weight.
struct GivenLinear {
  Tensor weight;               // [in, out]
  std::optional<Tensor> bias;  // [out]
};

/// A layer norm, or none.
struct GivenNorm {
  Tensor weight;               // γ, [D]
  std::optional<Tensor> bias;  // β, [D]
};

/// The parameters of nn.TransformerEncoderLayer, and with the second attention and the third norm
/// those of nn.TransformerDecoderLayer, with PyTorch's names.
struct GivenLayer {
  GivenProjections self_attn;
  std::optional<GivenProjections> multihead_attn;  // a decoder's cross-attention
  GivenLinear linear1;                             // [D, d_ff]
  GivenLinear linear2;                             // [d_ff, D]
  GivenNorm norm1, norm2;                          // empty with Norm::none
  std::optional<GivenNorm> norm3;                  // a decoder's
};

/// One encoder layer by the fused kernels (Vaswani et al. 2017, §3.1): src [B, S, D] → [B, S, D].
/// It reads the options nhead, activation, norm, norm_first, layer_norm_eps, scale, dropout and
/// seed; widths are those of src and of the parameters.
///
/// Throws Error(rank, not_finite) naming src; (heads) naming nhead, (range) naming dropout or
/// layer_norm_eps; (not_finite) naming scale; (missing, conflict) naming a norm; (shape,
/// not_finite) naming src_masks.attn_mask or src_masks.key_padding_mask; (rank, shape, not_finite)
/// naming a parameter, such as linear1.weight or self_attn.wq; (memory).
Tensor encoder_layer(const Tensor& src, const GivenLayer& layer, const LayerOptions& options,
                     const GivenMasks& src_masks, bool causal);

/// One decoder layer: tgt [B, T, D], memory [B, S, D] → [B, T, D]. `tgt_masks` are for the
/// self-attention, `memory_masks` for the attention to the memory.
///
/// Throws as above, naming tgt, memory, tgt_masks.attn_mask, memory_masks.key_padding_mask and so
/// on, and Error(missing) naming multihead_attn or norm3.
Tensor decoder_layer(const Tensor& tgt, const Tensor& memory, const GivenLayer& layer,
                     const LayerOptions& options, const GivenMasks& tgt_masks,
                     const GivenMasks& memory_masks, bool causal, bool memory_causal);

}  // namespace ap
