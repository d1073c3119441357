#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap::ops {

/// Leaves: tensors supplied from outside the graph, each with the origin that its explanation
/// names. No inputs; the result has the shape that the attribute Leaf says.
extern const Operation given;     // by the person or the program that calls
extern const Operation random;    // by a seed: untrained
extern const Operation identity;  // ones on the diagonal
extern const Operation constant;  // one number everywhere
extern const Operation cached;    // computed by an earlier pass and kept

/// The one of these that a leaf is.
const Operation& leaf(const Leaf& leaf);

}  // namespace ap::ops
