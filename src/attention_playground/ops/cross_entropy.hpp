#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap::ops {

/// −Σ log p[label] / n over the n positions whose label is not −1 (padding): a tensor without axes,
/// as nn.CrossEntropyLoss gives it. 0 where every label is −1.
/// Inputs: log-probabilities [..., V] in nats, labels [...] (whole numbers 0 … V − 1, or −1) → [].
/// Errors: rank naming `x`; shape, range naming `labels`.
extern const Operation cross_entropy;

}  // namespace ap::ops
