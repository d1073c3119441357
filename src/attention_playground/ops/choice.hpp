#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap::ops {

// What becomes of a row of numbers, one for each candidate. Inputs: x [..., V]. Errors: rank and
// shape naming `x`, unless V is from 1 to 2²⁴.

/// Place of the largest, the first where several are equal: [...].
extern const Operation argmax;

/// x where it is among the k largest (the first ones, where several are equal), −∞ elsewhere: [...,
/// V]. Attributes: length = k. Errors: range naming `length`, unless 1 ≤ k ≤ V.
extern const Operation top_k;

/// The first place whose running sum of probabilities exceeds draw · (their sum): [...]; never one
/// whose probability is 0. Row r uses draw number start + r of the stream, uniform in [0, 1).
/// Attributes: seed, stream, start.
extern const Operation sample;

}  // namespace ap::ops
