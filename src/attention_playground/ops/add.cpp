// Compiled for speed: loops over cells.
#include "attention_playground/ops/add.hpp"

#include <cmath>

#include "attention_playground/ops/elementwise.hpp"
#include "attention_playground/ops/gradient.hpp"
#include "attention_playground/tensor/small.hpp"

namespace ap::ops {

namespace {

Layout add_layout(InputLayouts inputs, const Attributes&) { return broadcast_all(inputs, "other"); }

// A mask must not enlarge the scores: an extra axis means a wrong mask, not a broadcast.
Layout mask_layout(InputLayouts inputs, const Attributes&) {
  for (const Layout* mask : inputs.subspan(1)) broadcast_layout(*mask, inputs[0]->shape, "mask");
  return contiguous_layout(inputs[0]->shape);
}

AP_SMALL void add_reference(Inputs inputs, const Attributes&, Tensor& out) {
  for_each_cell(out, [&](const Dims& index) {
    float sum = operand_at(inputs, 0, index).value;
    for (int i = 1; i < static_cast<int>(inputs.size()); ++i)
      sum += operand_at(inputs, i, index).value;
    return sum;
  });
}

void add_row(const Row& row, float* to, Index length) {
  Index i = 0;
  for (; i + simd::lanes <= length; i += simd::lanes)
    simd::store(to + i, simd::load(to + i) + row.load(i));
  for (; i < length; ++i) to[i] += row.at(i);
}

void add_run(Inputs inputs, const Attributes&, Tensor& out) {
  copy_rows(*inputs[0], out);
  for (const Tensor* input : inputs.subspan(1)) {
    for_each_row(*input, out,
                 [](const Row& row, float* to, Index length, Index) { add_row(row, to, length); });
  }
}

AP_SMALL Explanation add_explain(Inputs inputs, const Attributes&, const Dims& index) {
  Explanation explanation = explained_by<ElementwiseRule>();
  auto& rule = rule_of<ElementwiseRule>(explanation);
  rule.join = ElementwiseRule::Join::add;
  double magnitude = 0;
  for (int i = 0; i < static_cast<int>(inputs.size()); ++i) {
    rule.operands.push_back(operand_at(inputs, i, index));
    const double value = rule.operands.back().value;
    explanation.result += value;
    magnitude += std::fabs(value);
  }
  const double n = static_cast<double>(inputs.size() - 1);
  if (std::isfinite(magnitude)) explanation.bound = n * float_epsilon * magnitude;
  return explanation;
}

Index add_roundings(InputLayouts inputs) { return static_cast<Index>(inputs.size()) - 1; }

/// Every input gets what the sum gets.
AP_SMALL void add_gradient(Gradient& gradient) {
  for (int input = 0; input < gradient.inputs(); ++input)
    gradient.give_broadcast(input, gradient.upstream());
}

constexpr Texts sum = {"{*: + }", "{*: + }", "{*: + }"};

}  // namespace

const Operation add = {
    .name = "add",
    .arity = {1, many},
    .texts = sum,
    .layout = add_layout,
    .run = add_run,
    .reference = tested<add_reference>,
    .explain = add_explain,
    .roundings = add_roundings,
    .gradient = add_gradient,
    .only_adds = true,
};

const Operation mask = {
    .name = "mask",
    .arity = {1, many},
    .texts = sum,
    .layout = mask_layout,
    .run = add_run,
    .reference = tested<add_reference>,
    .explain = add_explain,
    .roundings = add_roundings,
    .gradient = add_gradient,
};

}  // namespace ap::ops
