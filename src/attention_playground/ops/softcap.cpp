// Compiled for speed: loops over cells.
#include "attention_playground/ops/softcap.hpp"

#include "attention_playground/ops/activation_backward.hpp"
#include "attention_playground/ops/elementwise.hpp"
#include "attention_playground/ops/gradient.hpp"
#include "attention_playground/simd/curves.hpp"
#include "attention_playground/tensor/portable_math.hpp"
#include "attention_playground/tensor/small.hpp"

namespace ap::ops {

namespace {

/// Of tanh within 8 ulp, the quotient and the product.
constexpr Index roundings_of_softcap = 10;

Layout softcap_layout(InputLayouts inputs, const Attributes&) {
  return contiguous_layout(inputs[0]->shape);
}

void softcap_run(Inputs inputs, const Attributes& attributes, Tensor& out) {
  const float cap = as<Capped>(attributes).cap;
  copy_rows(*inputs[0], out);
  float* const to = out.mutable_data();
  fill_row(to, out.count(), [to, cap](Index i, Index count) {
    return simd::tanh(simd::load_tail(to + i, count) / cap) * cap;
  });
}

double tanh_inside(float x, float cap) {
  return portable_tanh(static_cast<double>(x) / static_cast<double>(cap));
}

AP_SMALL void softcap_reference(Inputs inputs, const Attributes& attributes, Tensor& out) {
  const float cap = as<Capped>(attributes).cap;
  for_each_cell(out, [&](const Dims& index) {
    return static_cast<float>(static_cast<double>(cap) * tanh_inside(inputs[0]->at(index), cap));
  });
}

AP_SMALL Explanation softcap_explain(Inputs inputs, const Attributes& attributes,
                                     const Dims& index) {
  const float cap = as<Capped>(attributes).cap;
  const Operand x = operand_at(inputs, 0, index);
  const double inner = tanh_inside(x.value, cap);
  const double result = static_cast<double>(cap) * inner;
  // The quotient may be a subnormal float, whose last bit counts c times.
  const double bound = roundings_of_softcap * product_bound(result) + product_bound(0) * cap;
  return {result, bound, FunctionRule{FunctionRule::Function::softcap, {x}, inner}};
}

AP_SMALL void softcap_gradient(Gradient& gradient) {
  gradient.give(0, softcap_backward, {gradient.upstream(), gradient.input(0)},
                gradient.attributes());
}

}  // namespace

const Operation softcap = {
    .name = "softcap",
    .texts = {R"({cap} \tanh\dfrac{{0!}}{{cap}})", "{cap} * torch.tanh({0} / {cap})",
              "{cap} * np.tanh({0} / {cap})"},
    .layout = softcap_layout,
    .run = softcap_run,
    .reference = tested<softcap_reference>,
    .explain = softcap_explain,
    .roundings = [](InputLayouts) { return roundings_of_softcap; },
    .gradient = softcap_gradient,
};

}  // namespace ap::ops
