#include "attention_playground/ops/scale.hpp"

#include "attention_playground/ops/elementwise.hpp"
#include "attention_playground/ops/rows.hpp"
#include "attention_playground/tensor/small.hpp"

namespace ap::ops {

namespace {

Layout scale_layout(InputLayouts inputs, const Attributes&) {
  return contiguous_layout(inputs[0]->shape);
}

AP_SMALL void scale_reference(Inputs inputs, const Attributes& attributes, Tensor& out) {
  for_each_cell(out, [&](const Dims& index) { return inputs[0]->at(index) * attributes.factor; });
}

void scale_run(Inputs inputs, const Attributes& attributes, Tensor& out) {
  const Tensor x = inputs[0]->contiguous();
  scale_row(x.data(), out.mutable_data(), out.count(), attributes.factor);
}

AP_SMALL Explanation scale_explain(Inputs inputs, const Attributes& attributes, const Dims& index) {
  const Operand x = operand_at(inputs, 0, index);
  const double result = static_cast<double>(x.value) * static_cast<double>(attributes.factor);
  return {result, product_bound(result),
          ElementwiseRule{
              ElementwiseRule::Join::multiply, {x}, {{attributes.factor_name, attributes.factor}}}};
}

}  // namespace

const Operation scale = {"scale",       1,           scale_layout, scale_run, scale_reference,
                         scale_explain, one_rounding};

}  // namespace ap::ops
