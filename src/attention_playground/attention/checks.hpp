#pragma once

#include <initializer_list>

#include "attention_playground/attention/attention.hpp"

namespace ap {

/// Throws Error(not_finite, range) naming `scale`, `temperature` or `dropout_p`.
void check_weights(const WeightOptions& options);

/// Throws Error(range) naming `temperature`, unless it is from 1e-30 to 1e30. There 1/τ is a float,
/// and so is a score of up to 3e8 divided by τ; at the ends any two scores that differ by more than
/// 1e-28 are as far apart as can be, and those below 1e22 all alike.
void check_temperature(float temperature);

/// What the masks of a call are named.
struct MaskNames {
  const char* attn_mask = "attn_mask";
  const char* key_padding_mask = "key_padding_mask";
};

/// Checks the given masks and puts the parts of the options that they decide.
/// Throws Error(not_finite, shape) naming one of `names`.
void take_masks(const GivenMasks& masks, Index batch, Index keys, MaskOptions& options,
                const MaskNames& names = {});

/// Throws Error(conflict) naming `faults`, where one of them makes masks say which keys are seen,
/// and nothing else, but a given mask shifts scores.
void check_faults(const Faults& faults, std::initializer_list<const GivenMasks*> masks);

/// Throws Error(range) naming `dropout_p`, or what it is named, unless it is a probability below 1.
void check_dropout(float dropout, const char* name = "dropout_p");

/// Checks the given matrices against the widths of what they project, and says what shapes they
/// make. Throws Error(not_finite, rank, shape) naming the matrix or bias.
ProjectionOptions take_projections(const GivenProjections& given, Index num_heads,
                                   Index query_width, Index key_width, Index value_width);

}  // namespace ap
