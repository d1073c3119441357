// Compiled for speed: loops over cells.
#include "attention_playground/ops/softmax_backward.hpp"

#include <cmath>

#include "attention_playground/ops/chain.hpp"
#include "attention_playground/ops/elementwise.hpp"
#include "attention_playground/ops/row_sums.hpp"
#include "attention_playground/ops/scratch.hpp"
#include "attention_playground/tensor/error.hpp"
#include "attention_playground/tensor/portable_math.hpp"
#include "attention_playground/tensor/small.hpp"

namespace ap::ops {

namespace {

using simd::float4;

AP_SMALL Layout softmax_backward_layout(InputLayouts inputs, const Attributes& attributes) {
  require(inputs[0]->rank() > 0, ErrorCode::rank, "x", {inputs[0]->shape}, {"at least 1 axis"});
  require(inputs[1]->shape == inputs[0]->shape, ErrorCode::shape, "y", {inputs[1]->shape},
          {inputs[0]->shape});
  checked_axis(as<Along>(attributes).axis, inputs[0]->rank(), "axis");
  return contiguous_layout(inputs[0]->shape);
}

/// The probability that a cell of y stands for.
float4 probability(float4 y, bool logarithm) {
  // Below −88, and for −∞, the exponential is 0.
  return logarithm ? simd::exp(simd::min(y, simd::zero())) : y;
}

/// One row: first the sum of g ⊙ y (or of g), then the cells.
void backward_row(const float* g, const float* y, float* to, Index n, bool logarithm) {
  const float sum = logarithm ? sum_of(g, n) : dot_of(g, y, n);
  fill_row(to, n, [&](Index i, Index count) {
    const float4 four = simd::load_tail(g + i, count);
    const float4 p = probability(simd::load_tail(y + i, count), logarithm);
    return logarithm ? four - p * sum : p * (four - sum);
  });
}

/// Calls row(first, step) for each row along the axis, with the place and the distance of its
/// cells.
void for_each_row_along(const Dims& shape, int axis, Callback<void(Index, Index)> row) {
  if (element_count(shape) == 0) return;
  const Layout layout = contiguous_layout(shape);
  Dims rows = shape;
  rows[axis] = 1;
  Dims index = first_index(shape.rank());
  do row(layout.offset_of(index), layout.strides[axis]);
  while (next_index(index, rows));
}

void run_backward_rows(Inputs inputs, const Attributes& attributes, bool logarithm, Tensor& out) {
  const int axis = checked_axis(as<Along>(attributes).axis, out.rank(), "axis");
  const Index n = out.size(axis);
  const Tensor g = inputs[0]->contiguous();
  const Tensor y = inputs[1]->contiguous();
  float* const to = out.mutable_data();
  float* const gathered = axis == out.rank() - 1 ? nullptr : scratch(Count(n) * 3);
  for_each_row_along(out.shape(), axis, [&](Index first, Index step) {
    if (gathered == nullptr)
      return backward_row(g.data() + first, y.data() + first, to + first, n, logarithm);
    for (Index i = 0; i < n; ++i) {
      gathered[i] = g.data()[first + i * step];
      gathered[n + i] = y.data()[first + i * step];
    }
    backward_row(gathered, gathered + n, gathered + 2 * n, n, logarithm);
    for (Index i = 0; i < n; ++i) to[first + i * step] = gathered[2 * n + i];
  });
}

AP_SMALL Explanation explained_gradient(Inputs inputs, const Attributes& attributes, bool logarithm,
                                        const Dims& index) {
  const int axis = checked_axis(as<Along>(attributes).axis, index.rank(), "axis");
  Explanation explanation = explained_by<ChainRule>();
  auto& rule = rule_of<ChainRule>(explanation);
  rule.position = index[axis];
  const auto y = [&](const Dims& cell) {
    const auto value = static_cast<double>(inputs[1]->at(cell));
    return logarithm ? portable_exp(value) : value;
  };
  const double own = y(index);
  double magnitude = 0;
  for (Index i = 0; i < inputs[0]->size(axis); ++i) {
    Dims cell = index;
    cell[axis] = i;
    rule.operands.push_back({1, cell, inputs[1]->at(cell)});
    const double same = i == rule.position ? 1 : 0;
    const double derivative = logarithm ? same - own : y(cell) * (same - own);
    add_term(rule, cell, inputs, derivative);
    const double g = std::fabs(static_cast<double>(rule.upstream.back().value));
    magnitude += g * (logarithm ? own + same : own * (y(cell) + same));
  }
  set_chain(explanation, 8, magnitude);
  return explanation;
}

Index softmax_backward_roundings(InputLayouts inputs) { return inputs[0]->shape.back() + 8; }

template <bool logarithm>
Explanation explain(Inputs inputs, const Attributes& attributes, const Dims& index) {
  return explained_gradient(inputs, attributes, logarithm, index);
}

template <bool logarithm>
constexpr Operation backward_of(const char* name, const Texts& texts) {
  return {
      .name = name,
      .arity = 2,
      .texts = texts,
      .layout = softmax_backward_layout,
      .run = [](Inputs inputs, const Attributes& attributes,
                Tensor& out) { run_backward_rows(inputs, attributes, logarithm, out); },
      .reference = tested<by_explanation<explain<logarithm>>>,
      .explain = explain<logarithm>,
      .roundings = softmax_backward_roundings,
      .stops = Stop::gradient,
  };
}

}  // namespace

const Operation softmax_backward = backward_of<false>(
    "softmax_backward", {R"({1} \odot \left({0} - \textstyle\sum {0} \odot {1}\right))",
                         "{1} * ({0} - ({0} * {1}).sum({axis}, keepdim=True))",
                         "{1} * ({0} - ({0} * {1}).sum({axis}, keepdims=True))"});

const Operation log_softmax_backward = backward_of<true>(
    "log_softmax_backward",
    {R"({0} - e^{{1!}} \textstyle\sum {0})", "{0} - {1}.exp() * {0}.sum({axis}, keepdim=True)",
     "{0} - np.exp({1}) * {0}.sum({axis}, keepdims=True)"});

}  // namespace ap::ops
