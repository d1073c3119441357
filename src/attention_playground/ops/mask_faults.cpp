#include "attention_playground/ops/mask_faults.hpp"

#include <algorithm>
#include <limits>

#include "attention_playground/ops/activation_backward.hpp"
#include "attention_playground/ops/elementwise.hpp"
#include "attention_playground/ops/gradient.hpp"

namespace ap::ops {

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

float inverted(float mask) { return mask == 0 ? -infinity : 0.0F; }
float finite(float mask) { return std::max(mask, -1e9F); }

Layout faulty_mask_layout(InputLayouts inputs, const Attributes&) {
  return contiguous_layout(inputs[0]->shape);
}

template <float (*change)(float)>
void mask_run(Inputs inputs, const Attributes&, Tensor& out) {
  for_each_cell(out, [&](const Dims& index) { return change(inputs[0]->at(index)); });
}

template <float (*change)(float), FunctionRule::Function function>
Explanation mask_explain(Inputs inputs, const Attributes&, const Dims& index) {
  const Operand mask = operand_at(inputs, 0, index);
  return {change(mask.value), 0, FunctionRule{function, {mask}, 0}};
}

/// What the clamp moved gets nothing.
void finite_gradient(Gradient& gradient) {
  gradient.give(0, threshold_backward, {gradient.upstream(), gradient.result()}, Above{-1e9F});
}

/// A mask decides which weights pass it on.
void hide_gradient(Gradient& gradient) {
  std::vector<GradientValue> read = {gradient.upstream()};
  for (int mask = 1; mask < gradient.inputs(); ++mask) read.push_back(gradient.input(mask));
  gradient.give(0, hide, read);
}

template <float (*change)(float), FunctionRule::Function function>
constexpr Operation mask_fault(const char* name, const Texts& texts,
                               void (*gradient)(Gradient&) = nullptr) {
  return {
      .name = name,
      .texts = texts,
      .layout = faulty_mask_layout,
      .run = mask_run<change>,
      .reference = tested<mask_run<change>>,
      .explain = mask_explain<change, function>,
      .roundings = no_rounding,
      .gradient = gradient,
      .stops = gradient == nullptr ? Stop::rule : Stop::none,
  };
}

Layout hide_layout(InputLayouts inputs, const Attributes&) {
  for (const Layout* mask : inputs.subspan(1)) broadcast_layout(*mask, inputs[0]->shape, "mask");
  return contiguous_layout(inputs[0]->shape);
}

Explanation hide_explain(Inputs inputs, const Attributes&, const Dims& index) {
  Explanation explanation = explained_by<FunctionRule>();
  auto& rule = rule_of<FunctionRule>(explanation);
  rule.function = FunctionRule::Function::hide;
  rule.inner = 1;
  for (int i = 0; i < static_cast<int>(inputs.size()); ++i) {
    rule.operands.push_back(operand_at(inputs, i, index));
    if (i > 0 && rule.operands.back().value != 0) rule.inner = 0;
  }
  explanation.result = rule.operands[0].value * rule.inner;
  return explanation;
}

void hide_run(Inputs inputs, const Attributes& attributes, Tensor& out) {
  for_each_cell(out, [&](const Dims& index) {
    return static_cast<float>(hide_explain(inputs, attributes, index).result);
  });
}

}  // namespace

const Operation invert_mask = mask_fault<inverted, FunctionRule::Function::invert_mask>(
    "invert_mask",
    {R"({out} = \begin{cases} -\infty & {0} = 0 \\ 0 & {0} = -\infty \end{cases})",
     "torch.where({0} == 0, -torch.inf, 0.)", "np.where({0} == 0, -np.inf, 0).astype(np.float32)"});

const Operation finite_mask = mask_fault<finite, FunctionRule::Function::finite_mask>(
    "finite_mask", {R"(\max({0!},\; -10^9))", "{0}.clamp(min=-1e9)", "np.maximum({0}, -1e9)"},
    finite_gradient);

const Operation hide = {
    .name = "hide",
    .arity = {2, many},
    .texts = {R"({0} \odot [{1*: + } = 0])", "{0} * ({1*: + } == 0)", "{0} * ({1*: + } == 0)"},
    .layout = hide_layout,
    .run = hide_run,
    .reference = tested<hide_run>,
    .explain = hide_explain,
    .roundings = no_rounding,
    .gradient = hide_gradient,
    .passes_to = first_input,
};

}  // namespace ap::ops
