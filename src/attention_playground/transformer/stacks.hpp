#pragma once

#include "attention_playground/attention/multi_head.hpp"
#include "attention_playground/transformer/options.hpp"

namespace ap {

/// Keys and values of one attention, as generation keeps them: [B, h, S, d].
struct CachedSteps {
  StepId keys, values;
};

/// What a decoder leaves behind.
struct DecoderSteps {
  StepId output;                    // [B, T, D]
  std::vector<CachedSteps> own;     // of each layer's self-attention
  std::vector<CachedSteps> memory;  // of each layer's cross-attention
};

/// N encoder layers (Vaswani et al. 2017, §3.1) in the scopes `encoder.0` … x [B, S, D] → [B, S,
/// D].
StepId declare_encoder(PlanBuilder& builder, StepId x, const ModelOptions& model,
                       const MaskOptions& mask);

/// What the decoder reads of the other sentence.
struct Memory {
  std::optional<StepId> output;  // [B, S, D] of the encoder
  Index cached = 0;              // else how many keys and values the cache has
};

/// N decoder layers in the scopes `decoder.0` …: masked self-attention, cross-attention where there
/// is a memory, feed-forward. x [B, T, D] → [B, T, D]; `past` keys come before those of x.
DecoderSteps declare_decoder(PlanBuilder& builder, StepId x, const std::optional<Memory>& memory,
                             const ModelOptions& model, const MaskOptions& own_mask,
                             const MaskOptions& memory_mask, Index past);

}  // namespace ap
