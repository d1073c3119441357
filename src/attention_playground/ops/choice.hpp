#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap::ops {

// Choices from a row of numbers, one for each candidate. Inputs: x [..., V]. Errors: rank and shape
// naming `x`, unless V is from 1 to 2²⁴.

/// Place of the largest number, the first of equal ones: [...].
extern const Operation argmax;

/// x where it is among the k largest (the first of equal ones), −∞ elsewhere: [..., V]. Attributes:
/// count = k. Errors: range naming `count`, unless 1 ≤ k ≤ V.
extern const Operation top_k;

/// The first place whose running sum of probabilities exceeds draw · (their sum): [...]; never one
/// whose probability is 0. Row r uses draw number first + r of the stream, uniform in [0, 1).
/// Attributes: first, seed, stream.
extern const Operation sample;

}  // namespace ap::ops
