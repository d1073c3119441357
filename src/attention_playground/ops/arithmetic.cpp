// Compiled for speed: loops over cells.
#include "attention_playground/ops/arithmetic.hpp"

#include <limits>

#include "attention_playground/ops/elementwise.hpp"
#include "attention_playground/ops/gradient.hpp"
#include "attention_playground/ops/scale.hpp"
#include "attention_playground/ops/sum_to.hpp"
#include "attention_playground/tensor/portable_math.hpp"
#include "attention_playground/tensor/small.hpp"

namespace ap::ops {

namespace {

using simd::float4;

Layout pair_layout(InputLayouts inputs, const Attributes&) {
  return broadcast_all(inputs, "other");
}

/// out = each(a, b), four at a time: a is copied into out and then combined with b in place.
template <float4 (*each)(float4 a, float4 b)>
void pair_run(Inputs inputs, const Attributes&, Tensor& out) {
  copy_rows(*inputs[0], out);
  for_each_row(*inputs[1], out, [](const Row& row, float* to, Index length, Index) {
    fill_row(to, length, [&](Index i, Index count) {
      return each(simd::load_tail(to + i, count), row.load(i, count));
    });
  });
}

template <float (*each)(float a, float b)>
void pair_reference(Inputs inputs, const Attributes&, Tensor& out) {
  for_each_cell(out, [&](const Dims& index) {
    return each(operand_at(inputs, 0, index).value, operand_at(inputs, 1, index).value);
  });
}

AP_SMALL Explanation explained_pair(Inputs inputs, ElementwiseRule::Join join, const Dims& index) {
  const Operand left = operand_at(inputs, 0, index);
  const Operand right = operand_at(inputs, 1, index);
  const auto a = static_cast<double>(left.value);
  const auto b = static_cast<double>(right.value);
  double result = a * b;
  if (join == ElementwiseRule::Join::divide) result = b == 0 ? 0 : a / b;
  return {result, product_bound(result), ElementwiseRule{join, {left, right}, {}}};
}

template <ElementwiseRule::Join join>
Explanation pair_explain(Inputs inputs, const Attributes&, const Dims& index) {
  return explained_pair(inputs, join, index);
}

float4 multiply_four(float4 a, float4 b) { return a * b; }
float multiply_one(float a, float b) { return a * b; }

float4 divide_four(float4 a, float4 b) { return b == 0.0F ? simd::zero() : a / b; }
float divide_one(float a, float b) { return b == 0 ? 0 : a / b; }

/// −∞ − −∞ would be NaN. simd::exp is correct up to 88; an edited maximum may be much lower than a,
/// and then the result is ∞.
float4 exp_difference_four(float4 a, float4 b) {
  const float4 difference = simd::min(a - b, simd::splat(89.0F));
  return a == minus_infinity ? simd::zero() : simd::exp(difference);
}
float exp_difference_one(float a, float b) {
  if (a == minus_infinity) return 0;
  return static_cast<float>(portable_exp(static_cast<double>(a - b)));
}

AP_SMALL Explanation exp_difference_explain(Inputs inputs, const Attributes&, const Dims& index) {
  Explanation explanation = explained_by<FunctionRule>();
  auto& rule = rule_of<FunctionRule>(explanation);
  rule.function = FunctionRule::Function::exp_difference;
  for (const int input : {0, 1}) rule.operands.push_back(operand_at(inputs, input, index));
  rule.inner = -std::numeric_limits<double>::infinity();
  const float a = rule.operands[0].value;
  if (a == minus_infinity) return explanation;
  rule.inner = static_cast<double>(a) - static_cast<double>(rule.operands[1].value);
  explanation.result = portable_exp(rule.inner);
  explanation.bound = exponential_bound(explanation.result, rule.inner);
  return explanation;
}

Index exp_difference_roundings(InputLayouts) { return 4; }

// ---- gradients ----

/// Each factor gets the other one's share.
AP_SMALL void multiply_gradient(Gradient& gradient) {
  gradient.give_broadcast(0, gradient.upstream(), gradient.input(1));
  gradient.give_broadcast(1, gradient.upstream(), gradient.input(0));
}

/// Σ upstream ⊙ result, for an input whose gradient is minus that, or a part of it.
AP_SMALL GradientValue before_sign(Gradient& gradient) {
  const GradientValue upstream = gradient.upstream();
  const Dims& own = gradient.shape(gradient.input(1));
  return gradient.aid(aids::before_sign, sum_to, {upstream, gradient.result()},
                      summed_to(own, gradient.shape(upstream)));
}

constexpr Factor minus = {-1};

/// c = a / b: da = dc / b, db = −Σ dc ⊙ c / b.
AP_SMALL void divide_gradient(Gradient& gradient) {
  const GradientValue b = gradient.input(1);
  if (gradient.wants(0))
    gradient.give_broadcast(0, gradient.aid(aids::quotient, divide, {gradient.upstream(), b}));
  if (!gradient.wants(1)) return;
  const GradientValue quotient = gradient.aid(aids::divided, divide, {before_sign(gradient), b});
  gradient.give(1, scale, {quotient}, minus);
}

/// An exponential is its own derivative.
AP_SMALL void exp_difference_gradient(Gradient& gradient) {
  gradient.give_broadcast(0, gradient.upstream(), gradient.result());
  if (gradient.wants(1)) gradient.give(1, scale, {before_sign(gradient)}, minus);
}

}  // namespace

const Operation multiply = {
    .name = "multiply",
    .arity = 2,
    .texts = {R"({0} \cdot {1})", "{0} * {1}", "{0} * {1}"},
    .layout = pair_layout,
    .run = pair_run<multiply_four>,
    .reference = tested<pair_reference<multiply_one>>,
    .explain = pair_explain<ElementwiseRule::Join::multiply>,
    .roundings = one_rounding,
    .gradient = multiply_gradient,
};

const Operation divide = {
    .name = "divide",
    .arity = 2,
    .texts = {R"(\dfrac{{0!}}{{1!}})", "{?empty:(}{0} / {1}{?empty:).masked_fill({1} == 0, 0)}",
              "{?empty:np.where({1} == 0, 0, }{0} / {1}{?empty:)}"},
    .layout = pair_layout,
    .run = pair_run<divide_four>,
    .reference = tested<pair_reference<divide_one>>,
    .explain = pair_explain<ElementwiseRule::Join::divide>,
    .roundings = one_rounding,
    .gradient = divide_gradient,
};

const Operation exp_difference = {
    .name = "exp_difference",
    .arity = 2,
    .texts = {"e^{{0!} - {1!}}", "torch.exp({0} - {1}){?empty:.masked_fill({0} == -torch.inf, 0)}",
              "{?empty:np.where({0} == -np.inf, 0, }np.exp({0} - {1}){?empty:)}"},
    .layout = pair_layout,
    .run = pair_run<exp_difference_four>,
    .reference = tested<pair_reference<exp_difference_one>>,
    .explain = exp_difference_explain,
    .roundings = exp_difference_roundings,
    .gradient = exp_difference_gradient,
    .exponentiates = true,
};

}  // namespace ap::ops
