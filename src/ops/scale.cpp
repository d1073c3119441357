#include "ops/scale.hpp"

#include "ops/elementwise.hpp"

namespace ap::ops {

namespace {

Layout scale_layout(InputLayouts inputs, const Attributes&) {
  return contiguous_layout(inputs[0]->shape);
}

void scale_reference(Inputs inputs, const Attributes& attributes, Tensor& out) {
  for_each_cell(out, [&](const Dims& index) { return inputs[0]->at(index) * attributes.factor; });
}

void scale_run(Inputs inputs, const Attributes& attributes, Tensor& out) {
  const float factor = attributes.factor;
  for_each_row(*inputs[0], out, [factor](const Row& row, float* to, Index length, Index) {
    Index i = 0;
    for (; i + simd::lanes <= length; i += simd::lanes) simd::store(to + i, row.load(i) * factor);
    for (; i < length; ++i) to[i] = row.at(i) * factor;
  });
}

Explanation scale_explain(Inputs inputs, const Attributes& attributes, const Dims& index) {
  const Operand x = operand_at(inputs, 0, index);
  const double result = static_cast<double>(x.value) * static_cast<double>(attributes.factor);
  return {result, product_bound(result),
          ElementwiseRule{
              ElementwiseRule::Join::multiply, {x}, {{attributes.factor_name, attributes.factor}}}};
}

}  // namespace

const Operation scale = {"scale",         scale_layout,  scale_run,
                         scale_reference, scale_explain, one_rounding};

}  // namespace ap::ops
