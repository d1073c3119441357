#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap::ops {

// Inputs: a [...], b [...], broadcasting as NumPy and PyTorch do → their common shape. Errors:
// shape naming `other`, if they do not broadcast.

/// a · b
extern const Operation multiply;

/// a / b, and 0 where b is 0: the output of a query without any visible key, whose sum is 0.
extern const Operation divide;

/// exp(a − b), and 0 where a is −∞: a tile's weights before they are divided by their sum, and the
/// factor that corrects earlier tiles when the running maximum grows (Milakov & Gimelshein 2018). b
/// ≥ a.
extern const Operation exp_difference;

}  // namespace ap::ops
