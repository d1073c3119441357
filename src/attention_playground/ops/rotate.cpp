// Compiled for speed: loops over cells.
#include "attention_playground/ops/rotate.hpp"

#include <cmath>

#include "attention_playground/ops/elementwise.hpp"
#include "attention_playground/ops/embedding.hpp"
#include "attention_playground/ops/gradient.hpp"
#include "attention_playground/tensor/count.hpp"
#include "attention_playground/tensor/error.hpp"
#include "attention_playground/tensor/portable_math.hpp"

namespace ap::ops {

namespace {

Layout rotate_layout(InputLayouts inputs, const Attributes& attributes) {
  const Dims& x = inputs[0]->shape;
  require(x.rank() >= 2, ErrorCode::rank, "x", {x}, {"at least 2 axes: [..., T, d]"});
  require(x.back() > 0 && x.back() % 2 == 0, ErrorCode::shape, "x", {x},
          {"an even last axis, whose cells form pairs"});
  const Index first = as<Rotated>(attributes).first;
  require(first >= 0 && first < Count::too_many, ErrorCode::range, "first", {first},
          {"a position from 0 to below 2^29"});
  return contiguous_layout(x);
}

/// cos and sin of a pair's angle at a position; the sine of the opposite angle if it rotates back.
SineCosine turn_of(Index position, Index pair, Index width, bool back) {
  SineCosine turn = portable_sin_cos(sinusoid_angle(position, pair, width));
  if (back) turn.sine = -turn.sine;
  return turn;
}

double turned(float own, float other, double cosine, double sine) {
  return static_cast<double>(own) * cosine + static_cast<double>(other) * sine;
}

/// Each angle serves all sentences and heads.
void rotate_run(Inputs inputs, const Attributes& attributes, Tensor& out) {
  if (out.count() == 0) return;
  const Tensor& x = *inputs[0];
  const auto& [first, back] = as<Rotated>(attributes);
  const int rank = x.rank();
  const Index width = x.size(-1);
  const Index half = width / 2;
  const Index step = x.stride(-1);
  Dims leading = x.shape();
  leading[rank - 2] = leading[rank - 1] = 1;
  for (Index row = 0; row < x.size(-2); ++row) {
    for (Index pair = 0; pair < half; ++pair) {
      const SineCosine turn = turn_of(first + row, pair, width, back);
      float* to = out.mutable_data() + row * width + pair;
      Dims index = first_index(rank);
      do {
        const float* const from =
            x.storage()->data() + x.layout().offset_of(index) + row * x.stride(-2) + pair * step;
        const float a = from[0];
        const float b = from[half * step];
        to[0] = static_cast<float>(turned(a, b, turn.cosine, -turn.sine));
        to[half] = static_cast<float>(turned(b, a, turn.cosine, turn.sine));
        to += x.size(-2) * width;
      } while (next_index(index, leading));
    }
  }
}

Explanation rotate_explain(Inputs inputs, const Attributes& attributes, const Dims& index) {
  const auto& [first, back] = as<Rotated>(attributes);
  Explanation explanation = explained_by<RotationRule>();
  auto& rule = rule_of<RotationRule>(explanation);
  const int last = index.rank() - 1;
  rule.width = inputs[0]->size(-1);
  const Index half = rule.width / 2;
  const bool is_first = index[last] < half;
  rule.pair = index[last] % half;
  rule.position = first + index[last - 1];
  rule.angle = sinusoid_angle(rule.position, rule.pair, rule.width);
  if (back) rule.angle = -rule.angle;
  const SineCosine turn = turn_of(rule.position, rule.pair, rule.width, back);
  rule.cosine = turn.cosine;
  rule.sine = is_first ? -turn.sine : turn.sine;
  Dims other = index;
  other[last] += is_first ? half : -half;
  for (const Dims& cell : {index, other}) rule.operands.push_back({0, cell, inputs[0]->at(cell)});
  explanation.result =
      turned(rule.operands[0].value, rule.operands[1].value, rule.cosine, rule.sine);
  // Added in double precision, rounded once.
  if (std::isfinite(explanation.result)) explanation.bound = product_bound(explanation.result);
  return explanation;
}

void rotate_reference(Inputs inputs, const Attributes& attributes, Tensor& out) {
  const Rotated& own = as<Rotated>(attributes);
  const Index width = out.size(-1);
  const Index half = width / 2;
  for_each_cell(out, [&](const Dims& index) {
    Dims other = index;
    const Index column = index.back();
    other[index.rank() - 1] = column < half ? column + half : column - half;
    const SineCosine turn =
        turn_of(own.first + index[index.rank() - 2], column % half, width, own.back);
    const double sine = column < half ? -turn.sine : turn.sine;
    return static_cast<float>(
        turned(inputs[0]->at(index), inputs[0]->at(other), turn.cosine, sine));
  });
}

/// A rotation's transpose is the rotation back.
void rotate_gradient(Gradient& gradient) {
  Rotated turn = as<Rotated>(gradient.attributes());
  turn.back = !turn.back;
  gradient.give(0, rotate, {gradient.upstream()}, turn);
}

}  // namespace

const Operation rotate = {
    .name = "rotate",
    .texts =
        {R"({out}[t, i] = {0}[t, i] \cos \theta - {0}[t,\; i + d/2] \sin \theta, \quad {out}[t,\; i + d/2] = {0}[t,\; i + d/2] \cos \theta + {0}[t, i] \sin \theta, \quad \theta = {?back:-}\dfrac{t}{10000^{2i/d}})",
         "torch.cat(((z := torch.complex(*{0}.chunk(2, -1)) * torch.exp({?back:-}1j * "
         "torch.arange({?first:{first}, {first} + }{0}.shape[-2])[:, None] / "
         "10000**(torch.arange(0, {0}.shape[-1], 2).double() / {0}.shape[-1]))).real, z.imag), "
         "-1).float()",
         "np.concatenate(((z := ({0}[..., :{0}.shape[-1] // 2] + 1j * {0}[..., {0}.shape[-1] // "
         "2:]) * np.exp({?back:-}1j * np.arange({?first:{first}, {first} + }{0}.shape[-2])[:, "
         "None] / 10000**(np.arange(0, {0}.shape[-1], 2) / {0}.shape[-1]))).real, z.imag), "
         "-1).astype(np.float32)"},
    .layout = rotate_layout,
    .run = rotate_run,
    .reference = tested<rotate_reference>,
    .explain = rotate_explain,
    .roundings = one_rounding,
    .gradient = rotate_gradient,
};

}  // namespace ap::ops
