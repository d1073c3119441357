#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap {

/// Where cached keys or values [B, h, tokens, d] lie, with room for later tokens: heads are
/// `capacity` rows apart.
Layout cache_layout(const Dims& heads, Index capacity);

/// A copy in new memory that lies as `layout` says, with rows one after the other or further apart;
/// memory between them is 0.
Tensor copy_with_layout(const Tensor& tensor, const Layout& layout);

namespace ops {

/// Leaves: tensors supplied from outside the graph. Each explanation names the leaf's origin. No
/// inputs; the attribute Leaf gives the result's shape.
extern const Operation given;     // by the caller
extern const Operation random;    // from a seed: untrained
extern const Operation identity;  // ones on the diagonal
extern const Operation constant;  // one number everywhere
extern const Operation cached;    // computed by an earlier pass and kept

/// The operation for a leaf's attributes.
const Operation& leaf(const Leaf& leaf);

}  // namespace ops

}  // namespace ap
