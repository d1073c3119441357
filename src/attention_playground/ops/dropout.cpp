// Compiled for speed: loops over cells.
#include "attention_playground/ops/dropout.hpp"

#include "attention_playground/ops/elementwise.hpp"
#include "attention_playground/ops/finite.hpp"
#include "attention_playground/ops/gradient.hpp"
#include "attention_playground/tensor/error.hpp"
#include "attention_playground/tensor/random.hpp"
#include "attention_playground/tensor/small.hpp"

namespace ap::ops {

namespace {

Layout dropout_layout(InputLayouts inputs, const Attributes&) {
  if (inputs.size() > 1)
    require(inputs[1]->rank() == 0, ErrorCode::shape, "round", {inputs[1]->shape}, {Dims{}});
  return contiguous_layout(inputs[0]->shape);
}

/// The attributes, with the seed of the round if there is one.
Dropped dropped_by(Inputs inputs, const Attributes& attributes) {
  Dropped dropped = as<Dropped>(attributes);
  if (inputs.size() > 1) dropped.seed = seed_of_round(dropped.seed, *inputs[1]);
  return dropped;
}

float draw_of(const Dropped& dropped, Index position) {
  return uniform(dropped.seed, dropped.stream, static_cast<std::uint64_t>(position));
}

float factor_of(const Dropped& dropped, float draw) {
  return draw >= dropped.probability ? 1 / (1 - dropped.probability) : 0.0F;
}

AP_SMALL void dropout_reference(Inputs inputs, const Attributes& attributes, Tensor& out) {
  const Dropped dropped = dropped_by(inputs, attributes);
  for_each_cell(out, [&](const Dims& index) {
    const float draw = draw_of(dropped, position_of(index, out.shape()));
    return inputs[0]->at(index) * factor_of(dropped, draw);
  });
}

void dropout_run(Inputs inputs, const Attributes& attributes, Tensor& out) {
  copy_rows(*inputs[0], out);
  const auto [probability, seed, stream] = dropped_by(inputs, attributes);
  drop_out(out.mutable_data(), out.count(), 0, probability, seed, stream);
}

AP_SMALL Explanation dropout_explain(Inputs inputs, const Attributes& attributes,
                                     const Dims& index) {
  const Operand x = operand_at(inputs, 0, index);
  const Dropped dropped = dropped_by(inputs, attributes);
  const float draw = draw_of(dropped, position_of(index, inputs[0]->shape()));
  const float factor = factor_of(dropped, draw);
  const double result = static_cast<double>(x.value) * static_cast<double>(factor);
  return {result, product_bound(result), DropoutRule{x, draw, dropped.probability, factor}};
}

/// The same cells are dropped: the random stream is an attribute.
AP_SMALL void dropout_gradient(Gradient& gradient) {
  std::vector<GradientValue> inputs = {gradient.upstream()};
  if (gradient.inputs() > 1) inputs.push_back(gradient.input(1));
  gradient.give(0, dropout, inputs, gradient.attributes());
}

Layout masked_layout(InputLayouts inputs, const Attributes&) {
  broadcast_layout(*inputs[1], inputs[0]->shape, "dropout_mask");
  return contiguous_layout(inputs[0]->shape);
}

float factor_of_kept(const Attributes& attributes) {
  return 1 / (1 - as<DropoutRate>(attributes).probability);
}

AP_SMALL void masked_reference(Inputs inputs, const Attributes& attributes, Tensor& out) {
  require_finite(*inputs[1], "dropout_mask");
  for_each_cell(out, [&](const Dims& index) {
    return inputs[0]->at(index) * operand_at(inputs, 1, index).value * factor_of_kept(attributes);
  });
}

void masked_run(Inputs inputs, const Attributes& attributes, Tensor& out) {
  require_finite(*inputs[1], "dropout_mask");
  const float factor = factor_of_kept(attributes);
  copy_rows(*inputs[0], out);
  for_each_row(*inputs[1], out, [factor](const Row& mask, float* to, Index length, Index) {
    fill_row(to, length, [&](Index i, Index count) {
      return simd::load_tail(to + i, count) * mask.load(i, count) * factor;
    });
  });
}

AP_SMALL Explanation masked_explain(Inputs inputs, const Attributes& attributes,
                                    const Dims& index) {
  const Operand x = operand_at(inputs, 0, index);
  const Operand mask = operand_at(inputs, 1, index);
  const float factor = factor_of_kept(attributes);
  const double result =
      static_cast<double>(x.value) * static_cast<double>(mask.value) * static_cast<double>(factor);
  return {result, 2 * product_bound(result),
          ElementwiseRule{ElementwiseRule::Join::multiply, {x, mask}, {{"1/(1 − p)", factor}}}};
}

AP_SMALL void masked_gradient(Gradient& gradient) {
  gradient.give(0, masked_dropout, {gradient.upstream(), gradient.input(1)}, gradient.attributes());
}

}  // namespace

const Operation dropout = {
    .name = "dropout",
    .arity = {1, 2},
    .texts = {R"(\dfrac{{0!}}{1 - p}\,[u \ge p])",
              "{0} * {kept} / (1 - {p})  # F.dropout({0}, {p})", "{0} * {kept} / (1 - {p})"},
    .layout = dropout_layout,
    .run = dropout_run,
    .reference = tested<dropout_reference>,
    .explain = dropout_explain,
    .roundings = one_rounding,
    .gradient = dropout_gradient,
    .passes_to = 0b1,
};

const Operation masked_dropout = {
    .name = "masked_dropout",
    .arity = 2,
    .texts = {R"(\dfrac{{0!} \odot {1!}}{1 - p})", "{0} * {1} / (1 - {p})",
              "{0} * {1} / (1 - {p})"},
    .layout = masked_layout,
    .run = masked_run,
    .reference = tested<masked_reference>,
    .explain = masked_explain,
    .roundings = [](InputLayouts) -> Index { return 2; },
    .gradient = masked_gradient,
    .passes_to = first_input,
};

std::uint32_t seed_of_round(std::uint32_t seed, const Tensor& round) {
  const float number = *round.data();
  const bool is_one = number >= 0 && number < 0x1p24F;
  return philox(seed, stream_of("round"), is_one ? static_cast<std::uint64_t>(number) : 0)[0];
}

// Philox gives four words at a time: one call serves four elements.
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
