// Compiled for speed: loops over cells.
#include "attention_playground/ops/sum_to.hpp"

#include <algorithm>
#include <cmath>

#include "attention_playground/ops/chain.hpp"
#include "attention_playground/ops/elementwise.hpp"
#include "attention_playground/ops/row_sums.hpp"
#include "attention_playground/ops/scratch.hpp"
#include "attention_playground/tensor/small.hpp"

namespace ap::ops {

namespace {

AP_SMALL Layout sum_to_layout(InputLayouts inputs, const Attributes& attributes) {
  const Layout result = contiguous_layout(as<Summed>(attributes).shape);
  broadcast_layout(result, inputs[0]->shape, "shape");
  if (inputs.size() > 1) broadcast_layout(*inputs[1], inputs[0]->shape, "other");
  return result;
}

void add_row(const float* x, float* to, Index n) {
  fill_row(to, n, [&](Index i, Index count) {
    return simd::load_tail(to + i, count) + simd::load_tail(x + i, count);
  });
}

/// The rows of an input, broadcast to the first one's shape.
struct Rows {
  Rows(const Tensor& tensor, const Dims& shape)
      : data(tensor.storage()->data()),
        layout(broadcast_layout(tensor.layout(), shape, "other")),
        step(shape.rank() == 0 ? 0 : layout.strides[shape.rank() - 1]) {}

  Row at(const Dims& index) const { return {data + layout.offset_of(index), step}; }

  const float* data;
  Layout layout;
  Index step;
};

/// Row by row: a row's sum is added to a cell, or the row to a row of the result.
void sum_to_run(Inputs inputs, const Attributes&, Tensor& out) {
  const Dims& shape = inputs[0]->shape();
  float* const to = out.mutable_data();
  std::fill_n(to, out.count(), 0.0F);
  if (inputs[0]->count() == 0) return;
  const int last = shape.rank() - 1;
  const Index n = last < 0 ? 1 : shape[last];
  const Layout target = broadcast_layout(contiguous_layout(out.shape()), shape, "shape");
  const bool joins = last < 0 || target.strides[last] == 0;
  const bool of_products = inputs.size() > 1;
  const Rows left(*inputs[0], shape);
  const Rows right(*inputs.back(), shape);
  float* const terms = scratch(n);
  Dims rows = shape;
  if (last >= 0) rows[last] = 1;
  Dims index = first_index(shape.rank());
  do {
    const Row a = left.at(index);
    const Row b = right.at(index);
    const bool in_place = !of_products && a.step == 1;
    const bool in_rows = of_products && a.step == 1 && b.step == 1;
    if (in_rows) {
      fill_row(terms, n, [&](Index i, Index count) {
        return simd::load_tail(a.data + i, count) * simd::load_tail(b.data + i, count);
      });
    } else if (!in_place) {
      for (Index i = 0; i < n; ++i) terms[i] = of_products ? a.at(i) * b.at(i) : a.at(i);
    }
    const float* const row = in_place ? a.data : terms;
    float* const cells = to + target.offset_of(index);
    if (joins)
      *cells += sum_of(row, n);
    else
      add_row(row, cells, n);
  } while (next_index(index, rows));
}

/// Calls each(index) for every cell of `shape` that a broadcast of `own` would fill from `cell`.
AP_SMALL void for_each_copy(const Dims& cell, const Dims& own, const Dims& shape,
                            Callback<void(const Dims&)> each) {
  if (element_count(shape) == 0) return;
  const int before = shape.rank() - own.rank();
  Dims first = first_index(shape.rank());
  Dims span = shape;
  for (int axis = 0; axis < own.rank(); ++axis) {
    if (own[axis] != shape[before + axis]) continue;
    first[before + axis] = cell[axis];
    span[before + axis] = 1;
  }
  Dims index = first_index(shape.rank());
  do {
    Dims place = first;
    for (int axis = 0; axis < shape.rank(); ++axis) place[axis] += index[axis];
    each(place);
  } while (next_index(index, span));
}

AP_SMALL Explanation sum_to_explain(Inputs inputs, const Attributes& attributes,
                                    const Dims& index) {
  const bool of_products = inputs.size() > 1;
  Explanation explanation = of_products ? explained_by<DotRule>() : explained_by<SumRule>();
  double magnitude = 0;
  double n = 1;
  for_each_copy(index, as<Summed>(attributes).shape, inputs[0]->shape(), [&](const Dims& cell) {
    const Operand left = operand_at(inputs, 0, cell);
    double term = static_cast<double>(left.value);
    if (of_products)
      term = add_term(rule_of<DotRule>(explanation), left, operand_at(inputs, 1, cell));
    else
      add_term(rule_of<SumRule>(explanation), left, term);
    explanation.result += term;
    magnitude += std::fabs(term);
    ++n;
  });
  const double bound = n * (float_epsilon * magnitude + product_bound(0));
  if (std::isfinite(bound)) explanation.bound = bound;
  return explanation;
}

/// The shape of the result is not known here: as if it had one cell.
Index sum_to_roundings(InputLayouts inputs) { return element_count(inputs[0]->shape) + 1; }

}  // namespace

Summed summed_to(const Dims& shape, const Dims& from) {
  Summed summed{shape, {}, {}};
  for (int axis = -from.rank(); axis < 0; ++axis) {
    if (axis < -shape.rank())
      summed.removed.push_back(axis);
    else if (shape[shape.rank() + axis] != from[from.rank() + axis])
      summed.kept.push_back(axis);
  }
  return summed;
}

const Operation sum_to = {
    .name = "sum_to",
    .arity = {1, 2},
    .texts = {R"(\textstyle\sum {0}{?1: \odot {1}})",
              "{?1:(}{0}{?1: * {1})}{?removed:.sum(({removed},))}{?reduced:.sum(({reduced},), "
              "keepdim=True)}",
              "{?1:(}{0}{?1: * {1})}{?removed:.sum(({removed},))}{?reduced:.sum(({reduced},), "
              "keepdims=True)}"},
    .layout = sum_to_layout,
    .run = sum_to_run,
    .reference = tested<by_explanation<sum_to_explain>>,
    .explain = sum_to_explain,
    .roundings = sum_to_roundings,
    .stops = Stop::gradient,
    .only_adds = true,
};

}  // namespace ap::ops
