#include "attention_playground/ops/leaf.hpp"

namespace ap::ops {

namespace {

Layout leaf_layout(InputLayouts, const Attributes& attributes) {
  return contiguous_layout(attributes.shape);
}

// A leaf has no operands; the graph puts its recorded number into `result`.
template <LeafRule::Origin Origin>
Explanation leaf_explain(Inputs, const Attributes&, const Dims&) {
  return {0, 0, LeafRule{Origin}};
}

template <LeafRule::Origin Origin>
constexpr Operation leaf(const char* name) {
  return {name, 0, leaf_layout, nullptr, nullptr, leaf_explain<Origin>, no_rounding};
}

}  // namespace

const Operation given = leaf<LeafRule::Origin::given>("given");
const Operation random = leaf<LeafRule::Origin::random>("random");
const Operation identity = leaf<LeafRule::Origin::identity>("identity");
const Operation constant = leaf<LeafRule::Origin::constant>("constant");
const Operation cached = leaf<LeafRule::Origin::cached>("cached");

}  // namespace ap::ops
