#pragma once

#include "attention_playground/attention/multi_head.hpp"
#include "attention_playground/transformer/sublayers.hpp"

namespace ap {

/// Keys and values of one attention, as generation keeps them: [B, h, S, d].
struct CachedSteps {
  StepId keys, values;
};

/// The steps of a decoder layer that others read.
struct DecoderLayerSteps {
  StepId output;            // [B, T, D]
  CachedSteps own, memory;  // of its self-attention, and of its cross-attention if it has one
};

/// The steps of a decoder that others read; `own` and `memory` for each layer.
struct DecoderSteps {
  StepId output;  // [B, T, D]
  std::vector<CachedSteps> own, memory;
};

/// The decoder's input from the other sentence.
struct Memory {
  std::optional<StepId> output;  // [B, S, D] of the encoder
  std::optional<StepId> values;  // [B, S, D] that values come from, if not from that
  Index cached = 0;              // else the number of keys and values in the cache
};

/// The masks that all layers of a stack share: for the encoder's self-attention, for the decoder's
/// (with `past` keys before those of x), and for its attention to the memory. x [B, T, D].
Masks declare_encoder_masks(PlanBuilder& builder, const MaskOptions& mask, StepId x, Index heads);
Masks declare_decoder_masks(PlanBuilder& builder, const MaskOptions& mask, StepId x, Index heads,
                            Index past);
Masks declare_memory_masks(PlanBuilder& builder, const MaskOptions& mask, StepId x, Index heads,
                           const Memory& memory);

/// One encoder layer (Vaswani et al. 2017, §3.1). x [B, S, D] → [B, S, D].
StepId declare_encoder_layer(PlanBuilder& builder, StepId x, const LayerParts& layer,
                             const Masks& masks);

/// One decoder layer: masked self-attention, cross-attention if there is a memory, feed-forward. x
/// [B, T, D] → [B, T, D]; `cache` describes the keys and values of its own sentence.
DecoderLayerSteps declare_decoder_layer(PlanBuilder& builder, StepId x,
                                        const std::optional<Memory>& memory,
                                        const LayerParts& layer, const Masks& own_masks,
                                        const Masks& memory_masks, const CacheOptions& cache);

/// N encoder layers in the scopes `encoder.0` … x [B, S, D] → [B, S, D].
StepId declare_encoder(PlanBuilder& builder, StepId x, const ModelOptions& model,
                       const MaskOptions& mask);

/// An encoder whose last layer ends with the scores of its self-attention: those of its first head,
/// masked, [B, S, S]. x [B, S, D].
StepId declare_pointer(PlanBuilder& builder, StepId x, const ModelOptions& model,
                       const MaskOptions& mask);

/// The kinds of step that are declared here.
std::span<const Declaration> stack_kinds();

/// N decoder layers in the scopes `decoder.0` …
DecoderSteps declare_decoder(PlanBuilder& builder, StepId x, const std::optional<Memory>& memory,
                             const ModelOptions& model, const MaskOptions& own_mask,
                             const MaskOptions& memory_mask, const CacheOptions& cache);

}  // namespace ap
