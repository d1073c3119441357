#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap::ops {

/// Row ids[...] of a table, for each id.
/// Inputs: ids [...] (whole numbers), table [V, D] → [..., D]. Errors: rank naming `table`; range
/// naming `ids`, if one lies outside the table.
extern const Operation embedding;

/// The gradient of a table: row i is the sum of g's rows whose id is i.
/// Inputs: g = ∂L/∂result [..., D], ids [...]. Attributes: count, the table's rows → [count, D].
/// Errors: shape naming `ids`; range naming `ids`.
extern const Operation embedding_backward;

/// Sinusoidal positions [length, d_model] (Vaswani et al. 2017, §3.5): P(pos, 2i) = sin(pos /
/// 10000^(2i/D)), P(pos, 2i+1) = cos of the same. No inputs. Attributes: shape; first, the first
/// position. Errors: rank naming `shape`, range naming `first`.
extern const Operation positional_encoding;

/// The angle of a pair of cells at a position: position / 10000^(2·pair / width), in radians.
double sinusoid_angle(Index position, Index pair, Index width);

}  // namespace ap::ops
