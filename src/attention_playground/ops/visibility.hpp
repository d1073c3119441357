#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap::ops {

/// [..., T, S]: 0 where key ≤ query + past, −∞ elsewhere; aligned top-left as PyTorch's
/// `is_causal`. No inputs. Attributes: shape, past (number of keys before the first query). Errors:
/// rank naming `shape`. Source: Vaswani et al. 2017, §3.2.3.
extern const Operation causal_mask;

/// Lengths [B] → [B, 1, ..., S]: 0 for the first lengths[b] keys, −∞ for the padding after them.
/// Attributes: shape. Errors: shape naming `shape` or `lengths`.
extern const Operation padding_mask;

}  // namespace ap::ops
