#include "attention_playground/ops/leaf.hpp"

namespace ap::ops {

namespace {

/// The memory of cached keys and values has room for later tokens: heads are `capacity` rows apart.
Layout leaf_layout(InputLayouts, const Attributes& attributes) {
  const auto& leaf = as<Leaf>(attributes);
  if (leaf.capacity == 0) return contiguous_layout(leaf.shape);
  Dims room = leaf.shape;
  room[2] = leaf.capacity;
  return narrow_layout(contiguous_layout(room), 2, 0, leaf.shape[2]);
}

// A leaf has no operands; the graph puts its recorded value into `result`.
template <LeafRule::Origin origin>
Explanation leaf_explain(Inputs, const Attributes&, const Dims&) {
  return {0, 0, LeafRule{origin}};
}

template <LeafRule::Origin origin>
constexpr Operation leaf_of(const char* name, const char* torch, const char* numpy) {
  return {
      .name = name,
      .arity = 0,
      .texts = {R"({out} \in \mathbb{R}^{{shape}})", torch, numpy},
      .layout = leaf_layout,
      .explain = leaf_explain<origin>,
      .roundings = no_rounding,
  };
}

using Origin = LeafRule::Origin;

}  // namespace

const Operation given =
    leaf_of<Origin::given>("given", "torch.tensor([...])", "np.array([...], np.float32)");
const Operation random =
    leaf_of<Origin::random>("random",
                            "{?xavier_uniform:nn.init.xavier_uniform_(torch.empty({shape}))}"
                            "{?bias_uniform:torch.empty({shape}).uniform_(-bound, bound)}"
                            "{?normal:torch.randn({shape})}",
                            "{?xavier_uniform:rng.uniform(-bound, bound, ({shape}))}"
                            "{?bias_uniform:rng.uniform(-bound, bound, ({shape},))}"
                            "{?normal:rng.standard_normal(({shape}))}");
const Operation identity =
    leaf_of<Origin::identity>("identity", "torch.eye({shape})", "np.eye({shape})");
const Operation constant = leaf_of<Origin::constant>(
    "constant", "{?ones:torch.ones({shape})}{?zeros:torch.zeros({shape})}",
    "{?ones:np.ones({shape})}{?zeros:np.zeros({shape})}");
const Operation cached = leaf_of<Origin::cached>("cached", "cache[layer]", "cache[layer]");

const Operation& leaf(const Leaf& leaf) {
  if (leaf.source == Leaf::Source::cache) return cached;
  if (leaf.source == Leaf::Source::data || leaf.given) return given;
  if (leaf.initialiser == Initialiser::identity) return identity;
  const bool filled =
      leaf.initialiser == Initialiser::ones || leaf.initialiser == Initialiser::zeros;
  return filled ? constant : random;
}

}  // namespace ap::ops
