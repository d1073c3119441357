#include "attention_playground/ops/padding.hpp"

#include <algorithm>

#include "attention_playground/ops/chain.hpp"
#include "attention_playground/ops/elementwise.hpp"
#include "attention_playground/tensor/count.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap::ops {

namespace {

Layout pad_layout(InputLayouts inputs, const Attributes& attributes) {
  const auto& [axis, before, after] = as<Padding>(attributes);
  Dims shape = inputs[0]->shape;
  const int place = checked_axis(axis, shape.rank(), "axis");
  require(before >= 0 && after >= 0, ErrorCode::range, "padding", {Dims{before, after}},
          {"numbers of 0 or more"});
  shape[place] = (Count(shape[place]) + before + after).value();
  return contiguous_layout(shape);
}

/// The cell of the input that stands at an index of the result; false among the zeros.
bool find_source(const Tensor& x, const Padding& padding, Dims& index) {
  const int axis = checked_axis(padding.axis, index.rank(), "axis");
  index[axis] -= padding.before;
  return index[axis] >= 0 && index[axis] < x.size(axis);
}

void pad_run(Inputs inputs, const Attributes& attributes, Tensor& out) {
  const auto& [axis, before, after] = as<Padding>(attributes);
  float* const to = out.mutable_data();
  std::fill_n(to, out.count(), 0.0F);
  const int place = checked_axis(axis, out.rank(), "axis");
  const Layout part =
      narrow_layout(contiguous_layout(out.shape()), place, before, inputs[0]->size(place));
  const Tensor x = inputs[0]->contiguous();
  Dims pieces = x.shape();
  Index length = 1;
  for (int i = place; i < pieces.rank(); ++i) {
    length *= pieces[i];
    pieces[i] = 1;
  }
  if (x.count() == 0) return;
  const float* from = x.data();
  Dims index = first_index(pieces.rank());
  do {
    std::copy_n(from, length, to + part.offset_of(index));
    from += length;
  } while (next_index(index, pieces));
}

Explanation pad_explain(Inputs inputs, const Attributes& attributes, const Dims& index) {
  Explanation explanation = explained_by<ChainRule>();
  Dims source = index;
  if (find_source(*inputs[0], as<Padding>(attributes), source))
    add_term(rule_of<ChainRule>(explanation), source, inputs, 1);
  set_chain(explanation, 0);
  return explanation;
}

}  // namespace

const Operation pad = {
    .name = "pad",
    .texts = {R"(\mathrm{pad}({0!}))", "F.pad({0}, ({padding}))", "np.pad({0}, [{pads}])"},
    .layout = pad_layout,
    .run = pad_run,
    .reference = tested<by_explanation<pad_explain>>,
    .explain = pad_explain,
    .roundings = no_rounding,
    .stops = Stop::gradient,
    .only_adds = true,
};

}  // namespace ap::ops
