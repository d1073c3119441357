#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap::ops {

/// −Σ log p[label] / n over the n positions whose label is not −1 (padding): a tensor without axes,
/// as nn.CrossEntropyLoss gives it. 0 where every label is −1.
/// With smoothing ε each label means (1 − ε) of its own entry and ε / V of every entry (Szegedy et
/// al. 2016, §7).
/// Inputs: log-probabilities [..., V] in nats, labels [...] (whole numbers 0 … V − 1, or −1) → [].
/// Attributes: smoothing, from 0 to below 1. Errors: rank naming `x`; shape, range naming `labels`;
/// range naming `smoothing`.
extern const Operation cross_entropy;

/// Its gradient: −g / n at each label that is not padding, 0 elsewhere; smoothed as the labels are.
/// Inputs: g = ∂L/∂result [], labels [...]. Attributes: smoothing; entries, the numbers of a row →
/// [..., entries].
/// Errors: shape naming `upstream`; range naming `labels`.
extern const Operation cross_entropy_backward;

}  // namespace ap::ops
