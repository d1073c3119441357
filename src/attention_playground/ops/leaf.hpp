#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap::ops {

/// Leaves: tensors supplied from outside the graph. Each explanation names the leaf's origin. No
/// inputs; the attribute Leaf gives the result's shape.
extern const Operation given;     // by the caller
extern const Operation random;    // from a seed: untrained
extern const Operation identity;  // ones on the diagonal
extern const Operation constant;  // one number everywhere
extern const Operation cached;    // computed by an earlier pass and kept

/// The operation for a leaf's attributes.
const Operation& leaf(const Leaf& leaf);

}  // namespace ap::ops
