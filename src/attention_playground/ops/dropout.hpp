#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap::ops {

/// Each element is zeroed with probability p, the others multiplied by 1 / (1 − p) (Srivastava et
/// al. 2014, in the inverted form that PyTorch uses). Whether an element stays depends only on
/// (seed, stream, its row-major position): editing another element never reshuffles it. Inputs: x
/// [...] → [...], and a round [] if passes are to drop other elements each: then the seed is
/// seed_of_round(). Attributes: probability in [0, 1), seed, stream. Errors: (shape) `round`.
extern const Operation dropout;

/// The same by a given mask: x · m / (1 − p), where m is 1 for elements that stay and 0 for others.
/// Inputs: x [...], the mask, broadcastable to it → [...]. Attributes: probability in [0, 1).
/// Errors: (shape, not_finite) `dropout_mask`.
extern const Operation masked_dropout;

/// The seed of a round, a tensor with one whole number from 0 to below 2²⁴ (another is 0).
std::uint32_t seed_of_round(std::uint32_t seed, const Tensor& round);

/// The same in place for `count` elements, the first of which has the row-major position `first`.
void drop_out(float* row, Index count, std::uint64_t first, float probability, std::uint32_t seed,
              std::uint64_t stream);

}  // namespace ap::ops
