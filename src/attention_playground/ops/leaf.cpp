#include "attention_playground/ops/leaf.hpp"

#include "attention_playground/ops/movement.hpp"

namespace ap {

Layout cache_layout(const Dims& heads, Index capacity) {
  Dims room = heads;
  room[2] = capacity;
  return narrow_layout(contiguous_layout(room), 2, 0, heads[2]);
}

Tensor copy_with_layout(const Tensor& tensor, const Layout& layout) {
  Tensor copy(Tensor::filled({layout.shape[0] * layout.strides[0]}, 0).storage(), layout);
  const Tensor* const from = &tensor;
  ops::concat.run({&from, 1}, Along{-1}, copy);
  return copy;
}

namespace ops {

namespace {

Layout leaf_layout(InputLayouts, const Attributes& attributes) {
  const auto& leaf = as<Leaf>(attributes);
  return leaf.capacity == 0 ? contiguous_layout(leaf.shape)
                            : cache_layout(leaf.shape, leaf.capacity);
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
      .stops = Stop::leaf,
  };
}

using Origin = LeafRule::Origin;

}  // namespace

const Operation given =
    leaf_of<Origin::given>("given", "torch.tensor([...])", "np.array([...], np.float32)");
const Operation random =
    leaf_of<Origin::random>("random",
                            "{?xavier_uniform:nn.init.xavier_uniform_(torch.empty({shape}))}"
                            "{?xavier_normal:nn.init.xavier_normal_(torch.empty({shape}))}"
                            "{?bias_uniform:torch.empty({shape}).uniform_(-bound, bound)}"
                            "{?normal:torch.randn({shape})}"
                            "{?narrow_normal:torch.randn({shape}) / d_model**0.5}",
                            "{?xavier_uniform:rng.uniform(-bound, bound, ({shape}))}"
                            "{?xavier_normal:rng.normal(0, std, ({shape}))}"
                            "{?bias_uniform:rng.uniform(-bound, bound, ({shape},))}"
                            "{?normal:rng.standard_normal(({shape}))}"
                            "{?narrow_normal:rng.normal(0, d_model**-0.5, ({shape}))}");
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

}  // namespace ops

}  // namespace ap
