// Compiled for speed: loops over cells.
#include "attention_playground/ops/layer_norm_backward.hpp"

#include <cmath>
#include <limits>

#include "attention_playground/ops/chain.hpp"
#include "attention_playground/ops/elementwise.hpp"
#include "attention_playground/ops/layer_norm.hpp"
#include "attention_playground/ops/norm_backward.hpp"
#include "attention_playground/ops/rows.hpp"
#include "attention_playground/ops/summary.hpp"
#include "attention_playground/tensor/error.hpp"
#include "attention_playground/tensor/small.hpp"

namespace ap::ops {

namespace {

AP_SMALL Layout layer_norm_backward_layout(InputLayouts inputs, const Attributes& attributes) {
  const Dims& x = inputs[2]->shape;
  require(inputs[1]->shape == x, ErrorCode::shape, "normalised", {inputs[1]->shape}, {x});
  require(inputs[0]->shape == x, ErrorCode::shape, "input", {x}, {inputs[0]->shape});
  return layer_norm.layout(inputs.subspan(2), attributes);
}

void layer_norm_backward_run(Inputs inputs, const Attributes& attributes, Tensor& out) {
  const auto& [shape, epsilon] = as<Normalised>(attributes);
  const Index n = element_count(shape);
  const Tensor g = inputs[0]->contiguous();
  const Tensor z = inputs[1]->contiguous();
  const Tensor x = inputs[2]->contiguous();
  float* const to = out.mutable_data();
  for (Index row = 0; row < out.count(); row += n)
    norm_backward_row(g.data() + row, z.data() + row,
                      scaling_of_row(x.data() + row, n, epsilon).inverse, to + row, n);
}

AP_SMALL Explanation layer_norm_backward_explain(Inputs inputs, const Attributes& attributes,
                                                 const Dims& index) {
  const Tensor& x = *inputs[2];
  const auto& [shape, epsilon] = as<Normalised>(attributes);
  const Index n = element_count(shape);
  const Index position = position_of(index, x.shape());
  const Index first = position / n * n;
  std::vector<float> row;
  double size_of_x = 0;
  for (Index i = first; i < first + n; ++i) {
    row.push_back(x.at(index_at(i, x.shape())));
    size_of_x += std::fabs(static_cast<double>(row.back()));
  }
  const auto [total, mean, squares, variance] = statistics(row.data(), n);
  const auto count = static_cast<double>(n);
  Explanation explanation = explained_by<ChainRule>();
  auto& rule = rule_of<ChainRule>(explanation);
  rule.position = position - first;
  rule.inner = 1 / std::sqrt(variance + static_cast<double>(epsilon));
  const auto own = static_cast<double>(inputs[1]->at(index));
  double magnitude = 0;
  for (Index i = first; i < first + n; ++i) {
    const Dims cell = index_at(i, x.shape());
    const Operand z{1, cell, inputs[1]->at(cell)};
    const double along = own * static_cast<double>(z.value) / count;
    const double same = i == position ? 1 : 0;
    rule.operands.push_back(z);
    add_term(rule, cell, inputs, (same - 1 / count - along) * rule.inner);
    magnitude += std::fabs(static_cast<double>(rule.upstream.back().value)) *
                 (same + 1 / count + std::fabs(along)) * rule.inner;
  }
  // An error δ of the mean changes the variance by up to 2δσ + δ², and 1/σ by half that share.
  const double mean_off = (count + 8) * float_epsilon * size_of_x / count;
  const double deviation_off =
      mean_off * (std::sqrt(variance) + mean_off) * rule.inner * rule.inner;
  const double largest = std::numeric_limits<float>::max();
  set_chain(explanation, 2 * count + 16 + deviation_off / float_epsilon, magnitude);
  if (squares > largest || size_of_x > largest)
    explanation.bound = std::numeric_limits<double>::infinity();
  return explanation;
}

Index layer_norm_backward_roundings(InputLayouts inputs) {
  return 2 * inputs[0]->shape.back() + 16;
}

}  // namespace

const Operation layer_norm_backward = {
    .name = "layer_norm_backward",
    .arity = 3,
    .texts =
        {R"(\dfrac1{\sigma}\left({0} - \overline{{0!}} - {1} \odot \overline{{0} \odot {1}}\right))",
         "({0} - {0}.mean(-1, keepdim=True) - {1} * ({0} * {1}).mean(-1, keepdim=True)) / "
         "({2}.var(-1, unbiased=False, keepdim=True) + {eps}).sqrt()",
         "({0} - {0}.mean(-1, keepdims=True) - {1} * ({0} * {1}).mean(-1, keepdims=True)) / "
         "np.sqrt({2}.var(-1, keepdims=True) + {eps})"},
    .layout = layer_norm_backward_layout,
    .run = layer_norm_backward_run,
    .reference = tested<by_explanation<layer_norm_backward_explain>>,
    .explain = layer_norm_backward_explain,
    .roundings = layer_norm_backward_roundings,
    .stops = Stop::gradient,
};

}  // namespace ap::ops
