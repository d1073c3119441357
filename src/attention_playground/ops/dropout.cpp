#include "attention_playground/ops/dropout.hpp"

#include "attention_playground/ops/elementwise.hpp"
#include "attention_playground/tensor/random.hpp"
#include "attention_playground/tensor/small.hpp"

namespace ap::ops {

namespace {

Layout dropout_layout(InputLayouts inputs, const Attributes&) {
  return contiguous_layout(inputs[0]->shape);
}

float draw_of(const Attributes& attributes, Index position) {
  return uniform(attributes.seed, attributes.stream, static_cast<std::uint64_t>(position));
}

float factor_of(const Attributes& attributes, float draw) {
  return draw >= attributes.probability ? 1 / (1 - attributes.probability) : 0.0F;
}

AP_SMALL void dropout_reference(Inputs inputs, const Attributes& attributes, Tensor& out) {
  for_each_cell(out, [&](const Dims& index) {
    const float draw = draw_of(attributes, position_of(index, out.shape()));
    return inputs[0]->at(index) * factor_of(attributes, draw);
  });
}

void dropout_run(Inputs inputs, const Attributes& attributes, Tensor& out) {
  copy_rows(*inputs[0], out);
  drop_out(out.mutable_data(), out.count(), 0, attributes.probability, attributes.seed,
           attributes.stream);
}

AP_SMALL Explanation dropout_explain(Inputs inputs, const Attributes& attributes,
                                     const Dims& index) {
  const Operand x = operand_at(inputs, 0, index);
  const float draw = draw_of(attributes, position_of(index, inputs[0]->shape()));
  const float factor = factor_of(attributes, draw);
  const double result = static_cast<double>(x.value) * static_cast<double>(factor);
  return {result, product_bound(result), DropoutRule{x, draw, attributes.probability, factor}};
}

}  // namespace

const Operation dropout = {
    "dropout", 1, dropout_layout, dropout_run, dropout_reference, dropout_explain, one_rounding};

// Philox gives four words at a time: one call serves four lanes.
void drop_out(float* row, Index count, std::uint64_t first, float probability, std::uint32_t seed,
              std::uint64_t stream) {
  const float keep = 1 / (1 - probability);
  std::array<std::uint32_t, 4> words{};
  for (Index i = 0; i < count; ++i) {
    const std::uint64_t position = first + static_cast<std::uint64_t>(i);
    if (i == 0 || position % 4 == 0) words = philox(seed, stream, position / 4);
    const float draw = static_cast<float>(words[position % 4] >> 8) * 0x1p-24F;
    row[i] *= draw >= probability ? keep : 0.0F;
  }
}

}  // namespace ap::ops
