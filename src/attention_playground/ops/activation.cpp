// Compiled for speed: loops over cells.
#include "attention_playground/ops/activation.hpp"

#include "attention_playground/ops/activation_backward.hpp"
#include "attention_playground/ops/elementwise.hpp"
#include "attention_playground/ops/gelu.hpp"
#include "attention_playground/ops/gradient.hpp"
#include "attention_playground/simd/curves.hpp"
#include "attention_playground/tensor/portable_math.hpp"
#include "attention_playground/tensor/small.hpp"

namespace ap::ops {

namespace {

using simd::float4;

// gelu: erf's argument is x/√2; gelu_tanh: tanh's is √(2/π)(x + 0.044715 x³).

Layout curve_layout(InputLayouts inputs, const Attributes&) {
  return contiguous_layout(inputs[0]->shape);
}

/// NaN compares false and stays.
float4 relu_four(float4 x) { return simd::max(x, simd::zero()); }

float4 gelu_four(float4 x) {
  return x * (simd::erf(x * static_cast<float>(root_half)) * 0.5F + 0.5F);
}

float4 gelu_tanh_four(float4 x) {
  const float4 factor =
      x * x * static_cast<float>(root_two_over_pi * cubic) + static_cast<float>(root_two_over_pi);
  return x * (simd::tanh(x * factor) * 0.5F + 0.5F);
}

double erf_inside(double x) { return portable_erf(x * root_half); }
double tanh_inside(double x) { return portable_tanh(root_two_over_pi * (x + cubic * x * x * x)); }

double half_of(double x, double inner) { return x * (0.5 * (1 + inner)); }

template <float4 (*curve)(float4)>
void curve_run(Inputs inputs, const Attributes&, Tensor& out) {
  float* const to = out.mutable_data();
  const bool in_rows = inputs[0]->layout().is_contiguous();
  if (!in_rows) copy_rows(*inputs[0], out);
  const float* from = in_rows ? inputs[0]->data() : to;
  fill_row(to, out.count(),
           [from](Index i, Index count) { return curve(simd::load_tail(from + i, count)); });
}

AP_SMALL void relu_reference(Inputs inputs, const Attributes&, Tensor& out) {
  for_each_cell(out, [&](const Dims& index) {
    const float x = inputs[0]->at(index);
    return x < 0 ? 0.0F : x;
  });
}

/// The inner value of the formula: the erf or the tanh.
using Inside = double (*)(double x);

void gelu_cells(Inputs inputs, Inside inside, Tensor& out) {
  for_each_cell(out, [&](const Dims& index) {
    const auto x = static_cast<double>(inputs[0]->at(index));
    return static_cast<float>(half_of(x, inside(x)));
  });
}

AP_SMALL Explanation relu_explain(Inputs inputs, const Attributes&, const Dims& index) {
  const Operand x = operand_at(inputs, 0, index);
  const double result = x.value < 0 ? 0 : static_cast<double>(x.value);
  return {result, 0, FunctionRule{FunctionRule::Function::relu, {x}, 0}};
}

/// The bound is relative to |x|, not to the result: for negative x the 1 and the erf (or tanh)
/// cancel, and their absolute error remains.
AP_SMALL Explanation explained_gelu(Inputs inputs, FunctionRule::Function function, Inside inside,
                                    const Dims& index) {
  const Operand operand = operand_at(inputs, 0, index);
  const auto x = static_cast<double>(operand.value);
  const double inner = inside(x);
  return {half_of(x, inner), 4 * product_bound(x), FunctionRule{function, {operand}, inner}};
}

AP_SMALL void relu_gradient(Gradient& gradient) {
  gradient.give(0, threshold_backward, {gradient.upstream(), gradient.result()}, Above{0});
}

AP_SMALL void gelu_gradient(Gradient& gradient, const Operation& backward) {
  gradient.give(0, backward, {gradient.upstream(), gradient.input(0)});
}

template <FunctionRule::Function function, Inside inside, float4 (*four)(float4)>
constexpr Operation gelu_of(const char* name, const Texts& texts) {
  return {
      .name = name,
      .texts = texts,
      .layout = curve_layout,
      .run = curve_run<four>,
      .reference = tested<[](Inputs inputs, const Attributes&, Tensor& out) {
        gelu_cells(inputs, inside, out);
      }>,
      .explain = [](Inputs inputs, const Attributes&,
                    const Dims& index) { return explained_gelu(inputs, function, inside, index); },
      .roundings = [](InputLayouts) -> Index { return 4; },
      .gradient =
          [](Gradient& gradient) {
            constexpr bool by_tanh = function == FunctionRule::Function::gelu_tanh;
            gelu_gradient(gradient, by_tanh ? gelu_tanh_backward : gelu_backward);
          },
  };
}

}  // namespace

using Function = FunctionRule::Function;

const Operation relu = {
    .name = "relu",
    .texts = {R"(\max(0,\; {0!}))", "F.relu({0})", "np.maximum(0, {0})"},
    .layout = curve_layout,
    .run = curve_run<relu_four>,
    .reference = tested<relu_reference>,
    .explain = relu_explain,
    .roundings = no_rounding,
    .gradient = relu_gradient,
};

// NumPy has no erf.
const Operation gelu = gelu_of<Function::gelu, erf_inside, gelu_four>(
    "gelu", {R"({0} \cdot \tfrac12\left(1 + \mathrm{erf}\tfrac{{0!}}{\sqrt2}\right))",
             "F.gelu({0})", "{0} * (1 + np.vectorize(math.erf, 'f')({0} / 2**0.5)) / 2"});

const Operation gelu_tanh = gelu_of<Function::gelu_tanh, tanh_inside, gelu_tanh_four>(
    "gelu_tanh",
    {R"({0} \cdot \tfrac12\left(1 + \tanh\left(\sqrt{\tfrac2\pi}\,({0!} + 0.044715\, {0}^3)\right)\right))",
     "F.gelu({0}, approximate='tanh')",
     "{0} * (1 + np.tanh((2 / np.pi)**0.5 * ({0} + 0.044715 * {0}**3))) / 2"});

}  // namespace ap::ops
