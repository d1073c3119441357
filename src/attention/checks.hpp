#pragma once

#include "attention/attention.hpp"

namespace ap {

/// Throws Error(not_finite, range) naming `scale`, `temperature` or `dropoutP`.
void check_weights(const WeightOptions& options);

/// Checks the given masks and puts the parts of the options that they decide.
/// Throws Error(not_finite, shape) naming `attnMask` or `keyPaddingMask`.
void take_masks(const GivenMasks& masks, Index batch, Index keys, MaskOptions& options);

/// Checks the given matrices against the widths of what they project, and says what shapes they
/// make. Throws Error(not_finite, rank, shape) naming the matrix or bias.
ProjectionOptions take_projections(const GivenProjections& given, Index heads, Index query_width,
                                   Index key_width, Index value_width);

}  // namespace ap
