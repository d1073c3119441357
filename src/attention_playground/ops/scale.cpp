// Compiled for speed: loops over cells.
#include "attention_playground/ops/scale.hpp"

#include "attention_playground/ops/elementwise.hpp"
#include "attention_playground/ops/gradient.hpp"
#include "attention_playground/ops/rows.hpp"
#include "attention_playground/tensor/small.hpp"

namespace ap::ops {

namespace {

/// The factor's name in explanations.
const char* name_of(Factor::Name name) {
  static constexpr const char* names[] = {"factor", "1/√d_k", "scale", "1/τ",
                                          "√D",     "1",      "1/√D",  "1/√h"};
  return names[static_cast<int>(name)];
}

Layout scale_layout(InputLayouts inputs, const Attributes&) {
  return contiguous_layout(inputs[0]->shape);
}

AP_SMALL void scale_reference(Inputs inputs, const Attributes& attributes, Tensor& out) {
  const float factor = as<Factor>(attributes).value;
  for_each_cell(out, [&](const Dims& index) { return inputs[0]->at(index) * factor; });
}

void scale_run(Inputs inputs, const Attributes& attributes, Tensor& out) {
  float* const to = out.mutable_data();
  const bool in_rows = inputs[0]->layout().is_contiguous();
  if (!in_rows) copy_rows(*inputs[0], out);
  scale_row(in_rows ? inputs[0]->data() : to, to, out.count(), as<Factor>(attributes).value);
}

AP_SMALL Explanation scale_explain(Inputs inputs, const Attributes& attributes, const Dims& index) {
  const Operand x = operand_at(inputs, 0, index);
  const auto& [factor, name] = as<Factor>(attributes);
  const double result = static_cast<double>(x.value) * static_cast<double>(factor);
  return {result, product_bound(result),
          ElementwiseRule{ElementwiseRule::Join::multiply, {x}, {{name_of(name), factor}}}};
}

AP_SMALL void scale_gradient(Gradient& gradient) {
  gradient.give(0, scale, {gradient.upstream()}, gradient.attributes());
}

}  // namespace

// Each kind of factor has its own notation.
const Operation scale = {
    .name = "scale",
    .texts = {R"({?plain:{0} \cdot {factor}}{?sqrt_d_k:\dfrac{{0!}}{\sqrt{d_k}}})"
              R"({?scale:{0} \cdot \mathrm{scale}}{?temperature:\dfrac{{0!}}{\tau}})"
              R"({?sqrt_d:\sqrt{D}\, {0}}{?unscaled:{0!}})"
              R"({?sqrt_d_model:\dfrac{{0!}}{\sqrt{D}}}{?sqrt_h:\dfrac{{0!}}{\sqrt{h}}})",
              "{0}{?plain: * {factor}}{?sqrt_d_k: / math.sqrt(d_k)}{?scale: * scale}"
              "{?temperature: / temperature}"
              "{?sqrt_d: * math.sqrt(d_model)}{?sqrt_d_model: / math.sqrt(d_model)}"
              "{?sqrt_h: / math.sqrt(n_heads)}{?unscaled:  # not divided by math.sqrt(d_k)}",
              "{0}{?plain: * {factor}}{?sqrt_d_k: / math.sqrt(d_k)}{?scale: * scale}"
              "{?temperature: / temperature}"
              "{?sqrt_d: * math.sqrt(d_model)}{?sqrt_d_model: / math.sqrt(d_model)}"
              "{?sqrt_h: / math.sqrt(n_heads)}{?unscaled:  # not divided by math.sqrt(d_k)}"},
    .layout = scale_layout,
    .run = scale_run,
    .reference = tested<scale_reference>,
    .explain = scale_explain,
    .roundings = one_rounding,
    .gradient = scale_gradient,
};

}  // namespace ap::ops
