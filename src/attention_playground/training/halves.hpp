#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap {

// Operations of passes that hold less, which no trace has: nothing checks or explains them.

/// The numbers of a row-major tensor as 16-bit floats (IEEE 754 binary16), two in each float of the
/// result [4 · ⌈count / 8⌉]: rounded to nearest, and at most ±65504 if they are finite.
extern const Operation to_halves;

/// The floats of such a tensor: `ToShape` says how they lay.
extern const Operation from_halves;

}  // namespace ap
