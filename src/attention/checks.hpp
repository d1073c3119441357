#pragma once

#include "attention/attention.hpp"

namespace ap {

/// Throws Error(not_finite, range) naming `scale`, `temperature` or `dropoutP`.
void check_weights(const WeightOptions& options);

/// What the masks of a call are named.
struct MaskNames {
  const char* custom = "attnMask";
  const char* key_padding = "keyPaddingMask";
};

/// Checks the given masks and puts the parts of the options that they decide.
/// Throws Error(not_finite, shape) naming one of `names`.
void take_masks(const GivenMasks& masks, Index batch, Index keys, MaskOptions& options,
                const MaskNames& names = {});

/// Throws Error(range) naming `dropoutP`, or what it is named, unless it is a probability below 1.
void check_dropout(float dropout, const char* name = "dropoutP");

/// Checks the given matrices against the widths of what they project, and says what shapes they
/// make. Throws Error(not_finite, rank, shape) naming the matrix or bias.
ProjectionOptions take_projections(const GivenProjections& given, Index heads, Index query_width,
                                   Index key_width, Index value_width);

}  // namespace ap
