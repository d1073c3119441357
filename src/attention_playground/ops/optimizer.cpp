#include "attention_playground/ops/optimizer.hpp"

#include <cmath>

#include "attention_playground/ops/elementwise.hpp"

namespace ap::ops {

namespace {

constexpr float smallest_norm = 1e-6F;

Layout same_layout(InputLayouts inputs, const Attributes&) {
  return contiguous_layout(inputs[0]->shape);
}

void root_run(Inputs inputs, const Attributes&, Tensor& out) {
  for_each_cell(out, [&](const Dims& index) { return std::sqrt(inputs[0]->at(index)); });
}

void clip_run(Inputs inputs, const Attributes& attributes, Tensor& out) {
  const float most = as<Above>(attributes).threshold;
  for_each_cell(out, [&](const Dims& index) { return clipping(inputs[0]->at(index), most); });
}

Explanation explained(FunctionRule::Function function, const Operand& x, double inner,
                      double result) {
  Explanation explanation = explained_by<FunctionRule>();
  auto& rule = rule_of<FunctionRule>(explanation);
  rule.function = function;
  rule.operands.push_back(x);
  rule.inner = inner;
  explanation.result = result;
  return explanation;
}

Explanation root_explain(Inputs inputs, const Attributes&, const Dims& index) {
  const Operand x = operand_at(inputs, 0, index);
  const double root = std::sqrt(static_cast<double>(x.value));
  Explanation explanation = explained(FunctionRule::Function::square_root, x, 0, root);
  explanation.bound = product_bound(root);
  return explanation;
}

Explanation clip_explain(Inputs inputs, const Attributes& attributes, const Dims& index) {
  const Operand norm = operand_at(inputs, 0, index);
  const auto most = static_cast<double>(as<Above>(attributes).threshold);
  const double factor =
      most / (static_cast<double>(norm.value) + static_cast<double>(smallest_norm));
  const double result = factor < 1 ? factor : 1;
  Explanation explanation = explained(FunctionRule::Function::clip_factor, norm, most, result);
  explanation.bound = 2 * product_bound(result);
  return explanation;
}

Index two_roundings(InputLayouts) { return 2; }

}  // namespace

float clipping(float norm, float max_norm) {
  const float factor = max_norm / (norm + smallest_norm);
  return factor < 1 ? factor : 1;
}

const Operation square_root = {
    .name = "square_root",
    .texts = {R"(\sqrt{{0!}})", "torch.sqrt({0})", "np.sqrt({0})"},
    .layout = same_layout,
    .run = root_run,
    .reference = tested<root_run>,
    .explain = root_explain,
    .roundings = one_rounding,
    .stops = Stop::gradient,
};

const Operation clip_factor = {
    .name = "clip_factor",
    .texts = {R"(\min\left(1, \dfrac{{threshold}}{{0!} + 10^{-6}}\right))",
              "({threshold} / ({0} + 1e-6)).clamp(max=1)",
              "np.float32(min({threshold} / ({0} + 1e-6), 1))"},
    .layout = same_layout,
    .run = clip_run,
    .reference = tested<clip_run>,
    .explain = clip_explain,
    .roundings = two_roundings,
    .stops = Stop::gradient,
};

}  // namespace ap::ops
