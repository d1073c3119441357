// Compiled for speed: loops over cells.
#include "attention_playground/ops/sum_to.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "attention_playground/ops/elementwise.hpp"
#include "attention_playground/ops/rows.hpp"
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
  Index i = 0;
  for (; i + simd::lanes <= n; i += simd::lanes)
    simd::store(to + i, simd::load(to + i) + simd::load(x + i));
  for (; i < n; ++i) to[i] += x[i];
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
  const auto add = [](simd::float4 sum, simd::float4 next) { return sum + next; };
  float* const terms = scratch(n);
  Dims rows = shape;
  if (last >= 0) rows[last] = 1;
  Dims index = first_index(shape.rank());
  do {
    const Row a = left.at(index);
    const Row b = right.at(index);
    const bool in_place = !of_products && a.step == 1;
    if (!in_place) {
      fill_row(terms, n, [&](Index i, Index count) {
        const simd::float4 x = a.load(i, count);
        return of_products ? x * b.load(i, count) : x;
      });
    }
    const float* const row = in_place ? a.data : terms;
    float* const cells = to + target.offset_of(index);
    if (joins)
      *cells += simd::sum(reduce_row(row, n, 0, 0, add, add));
    else
      add_row(row, cells, n);
  } while (next_index(index, rows));
}

AP_SMALL void sum_to_reference(Inputs inputs, const Attributes&, Tensor& out) {
  const Dims& shape = inputs[0]->shape();
  std::vector<double> sums(static_cast<std::size_t>(out.count()));
  for (Index i = 0; i < inputs[0]->count(); ++i) {
    const Dims index = index_at(i, shape);
    double term = static_cast<double>(inputs[0]->at(index));
    if (inputs.size() > 1) term *= static_cast<double>(operand_at(inputs, 1, index).value);
    sums[static_cast<std::size_t>(
        position_of(broadcast_index(index, out.shape()), out.shape()))] += term;
  }
  for (std::size_t i = 0; i < sums.size(); ++i)
    out.mutable_data()[i] = static_cast<float>(sums[i]);
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
  SumRule plain{SumRule::Terms::plain, {}, {}, {}, 0};
  DotRule dot;
  double sum = 0;
  double magnitude = 0;
  for_each_copy(index, as<Summed>(attributes).shape, inputs[0]->shape(), [&](const Dims& cell) {
    const Operand left = operand_at(inputs, 0, cell);
    double term = static_cast<double>(left.value);
    if (of_products) {
      dot.left.push_back(left);
      dot.right.push_back(operand_at(inputs, 1, cell));
      term *= static_cast<double>(dot.right.back().value);
      dot.products.push_back(term);
      dot.sums.push_back(sum + term);
    } else {
      plain.operands.push_back(left);
      plain.terms.push_back(term);
      plain.sums.push_back(sum + term);
    }
    sum += term;
    magnitude += std::fabs(term);
  });
  const auto n = static_cast<double>(plain.terms.size() + dot.products.size());
  const double bound = (n + 1) * (float_epsilon * magnitude + product_bound(0));
  Explanation explanation{sum, std::isfinite(bound) ? bound : 0, {}};
  if (of_products)
    explanation.rule = std::move(dot);
  else
    explanation.rule = std::move(plain);
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
              "{?1:(}{0}{?1: * {1})}{?removed:.sum(({removed},))}{?kept:.sum(({kept},), "
              "keepdim=True)}",
              "{?1:(}{0}{?1: * {1})}{?removed:.sum(({removed},))}{?kept:.sum(({kept},), "
              "keepdims=True)}"},
    .layout = sum_to_layout,
    .run = sum_to_run,
    .reference = sum_to_reference,
    .explain = sum_to_explain,
    .roundings = sum_to_roundings,
    .stops = Stop::gradient,
};

}  // namespace ap::ops
