// Compiled for speed: loops over cells.
#include "attention_playground/ops/activation_backward.hpp"

#include <cmath>

#include "attention_playground/ops/chain.hpp"
#include "attention_playground/ops/elementwise.hpp"
#include "attention_playground/ops/gelu.hpp"
#include "attention_playground/simd/curves.hpp"
#include "attention_playground/tensor/error.hpp"
#include "attention_playground/tensor/portable_math.hpp"
#include "attention_playground/tensor/small.hpp"

namespace ap::ops {

namespace {

using simd::float4;

constexpr double density_at_0 = 0.39894228040143267794;  // 1/√(2π)

AP_SMALL Layout activation_backward_layout(InputLayouts inputs, const Attributes&) {
  require(inputs[1]->shape == inputs[0]->shape, ErrorCode::shape, "x", {inputs[1]->shape},
          {inputs[0]->shape});
  return contiguous_layout(inputs[0]->shape);
}

float4 threshold_four(float4 y, float threshold) {
  return y > threshold ? simd::splat(1) : simd::zero();
}

float4 softcap_four(float4 x, float cap) {
  const float4 t = simd::tanh(x / cap);
  return 1.0F - t * t;
}

float4 gelu_four(float4 x, float) {
  const float4 below = simd::erf(x * static_cast<float>(root_half)) * 0.5F + 0.5F;
  // Where its exponential is 0, x² may be infinite.
  const float4 bounded = simd::max(simd::min(x, simd::splat(20)), simd::splat(-20));
  return below + bounded * simd::exp(bounded * bounded * -0.5F) * static_cast<float>(density_at_0);
}

float4 gelu_tanh_four(float4 x, float) {
  constexpr auto root = static_cast<float>(root_two_over_pi);
  constexpr auto cube = static_cast<float>(root_two_over_pi * cubic);
  const float4 bounded = simd::max(simd::min(x, simd::splat(20)), simd::splat(-20));
  const float4 square = bounded * bounded;
  const float4 t = simd::tanh(bounded * (square * cube + root));
  return t * 0.5F + 0.5F + bounded * (1.0F - t * t) * (square * (3 * cube) + root) * 0.5F;
}

double threshold_one(double y, double threshold) { return y > threshold ? 1 : 0; }

double softcap_one(double x, double cap) {
  const double t = portable_tanh(x / cap);
  return 1 - t * t;
}

double gelu_one(double x, double) {
  return 0.5 * (1 + portable_erf(x * root_half)) + x * portable_exp(-0.5 * x * x) * density_at_0;
}

double gelu_tanh_one(double x, double) {
  const double t = portable_tanh(root_two_over_pi * (x + cubic * x * x * x));
  const double inside = root_two_over_pi * (1 + 3 * cubic * x * x);
  return 0.5 * (1 + t) + (t * t == 1 ? 0 : 0.5 * x * (1 - t * t) * inside);
}

/// The number that shapes a curve.
using Parameter = float (*)(const Attributes& attributes);
float threshold_of(const Attributes& attributes) { return as<Above>(attributes).threshold; }
float cap_of(const Attributes& attributes) { return as<Capped>(attributes).cap; }

using Slope = float4 (*)(float4 x, float parameter);

/// The slope is called through a pointer, so that the loop is compiled once.
void run_curve(Inputs inputs, float parameter, Slope slope, Tensor& out) {
  copy_rows(*inputs[0], out);
  for_each_row(*inputs[1], out, [&](const Row& x, float* to, Index length, Index) {
    fill_row(to, length, [&](Index i, Index count) {
      return simd::load_tail(to + i, count) * slope(x.load(i, count), parameter);
    });
  });
}

using Derivative = double (*)(double x, double parameter);

AP_SMALL Explanation explained_curve(Inputs inputs, float parameter, Derivative derivative,
                                     bool smooth, const Dims& index) {
  Explanation explanation = explained_by<ChainRule>();
  auto& rule = rule_of<ChainRule>(explanation);
  rule.operands.push_back(operand_at(inputs, 1, index));
  const auto x = static_cast<double>(rule.operands[0].value);
  add_term(rule, index, inputs, derivative(x, static_cast<double>(parameter)));
  const double g = std::fabs(static_cast<double>(rule.upstream[0].value));
  // The derivative of a smooth curve adds and subtracts numbers of up to about 1; those of its
  // exponential and tanh lose some bits where x is large.
  if (smooth)
    set_chain(explanation, 64, g);
  else
    set_chain(explanation, 1);
  return explanation;
}

template <Derivative one, bool smooth, Parameter parameter>
Explanation explain(Inputs inputs, const Attributes& attributes, const Dims& index) {
  return explained_curve(inputs, parameter(attributes), one, smooth, index);
}

template <Slope slope, Derivative one, bool smooth, Parameter parameter = threshold_of>
constexpr Operation backward_of(const char* name, const Texts& texts) {
  return {
      .name = name,
      .arity = 2,
      .texts = texts,
      .layout = activation_backward_layout,
      .run = [](Inputs inputs, const Attributes& attributes,
                Tensor& out) { run_curve(inputs, parameter(attributes), slope, out); },
      .reference = tested<by_explanation<explain<one, smooth, parameter>>>,
      .explain = explain<one, smooth, parameter>,
      .roundings = [](InputLayouts) -> Index { return smooth ? 64 : 1; },
      .stops = Stop::gradient,
  };
}

}  // namespace

const Operation threshold_backward = backward_of<threshold_four, threshold_one, false>(
    "threshold_backward",
    {"{0} \\odot [{1!} > {threshold}]", "{0} * ({1} > {threshold})", "{0} * ({1} > {threshold})"});

const Operation softcap_backward = backward_of<softcap_four, softcap_one, true, cap_of>(
    "softcap_backward",
    {R"({0} \odot \left(1 - \tanh^2\dfrac{{1!}}{{cap}}\right))",
     "{0} * (1 - torch.tanh({1} / {cap})**2)", "{0} * (1 - np.tanh({1} / {cap})**2)"});

const Operation gelu_backward = backward_of<gelu_four, gelu_one, true>(
    "gelu_backward",
    {R"({0} \odot \left(\tfrac12\left(1 + \mathrm{erf}\tfrac{{1!}}{\sqrt2}\right) + \tfrac{{1!}}{\sqrt{2 \pi}}\, e^{-{1}^2 / 2}\right))",
     "{0} * (torch.special.ndtr({1}) + {1} * torch.exp(-{1}**2 / 2) / math.sqrt(2 * math.pi))",
     "{0} * ((1 + np.vectorize(math.erf, 'f')({1} / 2**0.5)) / 2 + {1} * np.exp(-{1}**2 / 2) / "
     "(2 * np.pi)**0.5)"});

const Operation gelu_tanh_backward = backward_of<gelu_tanh_four, gelu_tanh_one, true>(
    "gelu_tanh_backward",
    {R"({0} \odot \tfrac12\left(1 + \tau + {1} (1 - \tau^2) \sqrt{\tfrac2\pi}(1 + 3 \cdot 0.044715\, {1}^2)\right), \quad \tau = \tanh\left(\sqrt{\tfrac2\pi}\,({1!} + 0.044715\, {1}^3)\right))",
     "{0} * (1 + (t := torch.tanh((2 / math.pi)**0.5 * ({1} + 0.044715 * {1}**3))) + {1} * (1 - "
     "t**2) * (2 / math.pi)**0.5 * (1 + 3 * 0.044715 * {1}**2)) / 2",
     "{0} * (1 + (t := np.tanh((2 / np.pi)**0.5 * ({1} + 0.044715 * {1}**3))) + {1} * (1 - t**2) * "
     "(2 / np.pi)**0.5 * (1 + 3 * 0.044715 * {1}**2)) / 2"});

}  // namespace ap::ops
