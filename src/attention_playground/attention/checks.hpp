#pragma once

#include <initializer_list>

#include "attention_playground/attention/attention.hpp"

namespace ap {

/// Throws Error(rank, shape) naming query, key or value, unless these can be projected: [B, T,
/// width], [B, S, width] and [B, S, width].
void check_projected(const Tensor& query, const Tensor& key, const Tensor& value);

/// Throws Error(not_finite) naming query, key or value.
void require_finite_operands(const Tensor& query, const Tensor& key, const Tensor& value);

/// Throws Error(not_finite, range) naming `scale`, `temperature`, `softcap` or `dropout_p`.
void check_weights(const WeightOptions& options);

/// Throws Error(not_finite) naming `scale`, unless it is finite.
void check_scale(const std::optional<float>& scale);

/// Throws Error(range) naming `temperature`, unless it is from 1e-30 to 1e30. In that range 1/τ is
/// a finite float, and so is a score of up to 3e8 divided by τ. At the lower end scores that differ
/// by more than 1e-28 give weights of 0 and 1; at the upper end scores below 1e22 give equal
/// weights.
void check_temperature(float temperature);

/// The names that errors give to the masks of a call.
struct MaskNames {
  const char* attn_mask = "attn_mask";
  const char* key_padding_mask = "key_padding_mask";
};

/// Checks the given masks and sets the options that they determine.
/// Throws Error(not_finite, shape) naming one of `names`, and (range) naming `dropout_mask`.
void take_masks(const GivenMasks& masks, Index batch, Index keys, MaskOptions& options,
                const MaskNames& names = {});

/// Throws Error(conflict) naming `faults` if one of them uses masks only to tell which keys are
/// visible, but a given mask shifts scores.
void check_faults(const Faults& faults, std::initializer_list<const GivenMasks*> masks);

/// Throws Error(range) naming `name`, unless `dropout` is a probability below 1.
void check_dropout(float dropout, const char* name = "dropout_p");

/// Checks the given matrices against the widths of their inputs, and returns the shapes that
/// follow. Throws Error(not_finite, rank, shape) naming the matrix or bias, and (missing) naming
/// `wo` if only its bias is given.
ProjectionOptions take_projections(const GivenProjections& given, Index num_heads,
                                   Index query_width, Index key_width, Index value_width);

}  // namespace ap
