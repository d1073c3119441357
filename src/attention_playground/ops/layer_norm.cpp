// Compiled for speed.
#include "attention_playground/ops/layer_norm.hpp"

#include <cmath>
#include <limits>

#include "attention_playground/ops/arithmetic.hpp"
#include "attention_playground/ops/elementwise.hpp"
#include "attention_playground/ops/gradient.hpp"
#include "attention_playground/ops/layer_norm_backward.hpp"
#include "attention_playground/ops/rows.hpp"
#include "attention_playground/ops/summary.hpp"
#include "attention_playground/tensor/error.hpp"
#include "attention_playground/tensor/small.hpp"

namespace ap::ops {

namespace {

using simd::float4;

AP_SMALL Layout layer_norm_layout(InputLayouts inputs, const Attributes& attributes) {
  const Dims& x = inputs[0]->shape;
  const Dims& normalised = as<Normalised>(attributes).shape;
  require(normalised.rank() > 0 && element_count(normalised) > 0, ErrorCode::size,
          "normalized_shape", {normalised}, {"at least one axis, with at least one element"});
  const int leading = x.rank() - normalised.rank();
  bool ends = leading >= 0;
  for (int axis = 0; ends && axis < normalised.rank(); ++axis)
    ends = x[leading + axis] == normalised[axis];
  require(ends, ErrorCode::shape, "input", {x}, {"a shape that ends in ", normalised});
  for (std::size_t i = 1; i < inputs.size(); ++i)
    require(inputs[i]->shape == normalised, ErrorCode::shape, i == 1 ? "weight" : "bias",
            {inputs[i]->shape}, {normalised});
  return contiguous_layout(x);
}

struct Parameters {
  Parameters(Inputs inputs)
      : weight(inputs.size() > 1 ? inputs[1]->contiguous() : Tensor()),
        bias(inputs.size() > 2 ? inputs[2]->contiguous() : Tensor()) {}

  Tensor weight, bias;  // empty if not given
};

/// Calls row(x, y) for each part of x that is normalised separately.
void for_each_part(Inputs inputs, Index n, Tensor& out, Callback<void(const float*, float*)> row) {
  if (out.count() == 0) return;
  const Tensor x = inputs[0]->contiguous();
  const float* from = x.data();
  float* to = out.mutable_data();
  for (const float* const end = from + x.count(); from < end; from += n, to += n) row(from, to);
}

AP_SMALL void reference_row(const float* x, const Parameters& parameters, float epsilon, float* y,
                            Index n) {
  const auto [total, mean, squares, variance] = statistics(x, n);
  for (Index i = 0; i < n; ++i) {
    double z =
        (static_cast<double>(x[i]) - mean) / std::sqrt(variance + static_cast<double>(epsilon));
    if (parameters.weight) z *= static_cast<double>(parameters.weight.data()[i]);
    if (parameters.bias) z += static_cast<double>(parameters.bias.data()[i]);
    y[i] = static_cast<float>(z);
  }
}

AP_SMALL void layer_norm_reference(Inputs inputs, const Attributes& attributes, Tensor& out) {
  const Index n = element_count(as<Normalised>(attributes).shape);
  const Parameters parameters(inputs);
  for_each_part(inputs, n, out, [&](const float* x, float* y) {
    reference_row(x, parameters, as<Normalised>(attributes).epsilon, y, n);
  });
}

/// Reads a row three times, but only once from memory: it stays in the first-level cache.
void layer_norm_row(const float* x, const float* weight, const float* bias, float epsilon, float* y,
                    Index n) {
  const auto [mean, inverse] = scaling_of_row(x, n, epsilon);
  Index i = 0;
  for (; i + simd::lanes <= n; i += simd::lanes) {
    float4 z = (simd::load(x + i) - mean) * inverse;
    if (weight != nullptr) z *= simd::load(weight + i);
    if (bias != nullptr) z += simd::load(bias + i);
    simd::store(y + i, z);
  }
  for (; i < n; ++i) {
    float z = (x[i] - mean) * inverse;
    if (weight != nullptr) z *= weight[i];
    if (bias != nullptr) z += bias[i];
    y[i] = z;
  }
}

void layer_norm_run(Inputs inputs, const Attributes& attributes, Tensor& out) {
  const Index n = element_count(as<Normalised>(attributes).shape);
  const Parameters parameters(inputs);
  const float* weight = parameters.weight ? parameters.weight.data() : nullptr;
  const float* bias = parameters.bias ? parameters.bias.data() : nullptr;
  for_each_part(inputs, n, out, [&](const float* x, float* y) {
    layer_norm_row(x, weight, bias, as<Normalised>(attributes).epsilon, y, n);
  });
}

AP_SMALL Explanation layer_norm_explain(Inputs inputs, const Attributes& attributes,
                                        const Dims& index) {
  const Tensor& x = *inputs[0];
  const auto& [shape, epsilon] = as<Normalised>(attributes);
  const Index n = element_count(shape);
  const Index position = position_of(index, x.shape());
  Explanation explanation = explained_by<NormaliseRule>();
  auto& rule = rule_of<NormaliseRule>(explanation);
  rule.position = position % n;
  rule.epsilon = epsilon;
  std::vector<float> row;
  double magnitude = 0;
  for (Index i = position / n * n; static_cast<Index>(row.size()) < n; ++i) {
    const Dims own = index_at(i, x.shape());
    rule.operands.push_back({0, own, x.at(own)});
    row.push_back(rule.operands.back().value);
    magnitude += std::fabs(static_cast<double>(row.back()));
  }
  const auto [total, mean, squares, variance] = statistics(row.data(), n);
  rule.sum = total;
  rule.mean = mean;
  rule.sum_of_squares = squares;
  rule.variance = variance;
  for (const float x_i : row) {
    const double off = static_cast<double>(x_i) - mean;
    rule.differences.push_back(off);
    rule.squares.push_back(off * off);
  }
  const double inverse = 1 / std::sqrt(variance + static_cast<double>(epsilon));
  const double z =
      (static_cast<double>(row[static_cast<std::size_t>(rule.position)]) - mean) * inverse;
  double& result = explanation.result = z;
  double weight = 1;
  double bias = 0;
  const Dims own = index_at(rule.position, shape);
  if (inputs.size() > 1) {
    rule.weight = Operand{1, own, inputs[1]->at(own)};
    weight = static_cast<double>(rule.weight->value);
    result *= weight;
  }
  if (inputs.size() > 2) {
    rule.bias = Operand{2, own, inputs[2]->at(own)};
    bias = static_cast<double>(rule.bias->value);
    result += bias;
  }
  // The error of the mean is n roundings of the sum; it shifts x − mean and thereby the deviation.
  // Then come n roundings of the sum of squares and a few others.
  const auto roundings = static_cast<double>(n) + 8;
  const double mean_off = roundings * float_epsilon * magnitude / static_cast<double>(n) * inverse;
  const double bound = (mean_off * (1 + std::fabs(z)) + roundings * float_epsilon * std::fabs(z)) *
                           std::fabs(weight) +
                       float_epsilon * (std::fabs(result) + std::fabs(bias));
  // Squares that float32 cannot hold make the recorded variance infinite and the cell 0, as in
  // PyTorch.
  const double largest = std::numeric_limits<float>::max();
  const bool overflows = squares > largest || magnitude > largest;
  explanation.bound = overflows ? std::numeric_limits<double>::infinity() : bound;
  return explanation;
}

/// y = x̂ γ + β: dx̂ = dy γ, then through x̂ = (x − μ) / σ; dγ = Σ dy x̂, dβ = Σ dy.
AP_SMALL void layer_norm_gradient(Gradient& gradient) {
  const GradientValue x = gradient.input(0);
  const GradientValue upstream = gradient.upstream();
  const bool has_weight = gradient.inputs() > 1;
  const Attributes& attributes = gradient.attributes();
  if (gradient.wants(0) || (has_weight && gradient.wants(1))) {
    const GradientValue z = gradient.aid(aids::normalised, layer_norm, {x}, attributes);
    if (gradient.wants(0)) {
      const GradientValue d_z =
          has_weight ? gradient.aid_gradient(z, multiply, {upstream, gradient.input(1)}) : upstream;
      gradient.give(0, layer_norm_backward, {d_z, z, x}, attributes);
    }
    if (has_weight) gradient.give_broadcast(1, upstream, z);
  }
  if (gradient.inputs() > 2) gradient.give_broadcast(2, upstream);
}

Index layer_norm_roundings(InputLayouts inputs) { return inputs[0]->shape.back() + 8; }

}  // namespace

const Operation layer_norm = {
    .name = "layer_norm",
    .arity = {1, 3},
    .texts = {R"(\dfrac{{0!} - \mu}{\sqrt{\sigma^2 + \varepsilon}}{?1: \odot {1}}{?2: + {2}})",
              "F.layer_norm({0}, ({normalized_shape},){?1:, {1}}{?2:, {2}}, eps={eps})",
              "({0} - {0}.mean(-1, keepdims=True)) / np.sqrt({0}.var(-1, keepdims=True) + {eps})"
              "{?1: * {1}}{?2: + {2}}"},
    .layout = layer_norm_layout,
    .run = layer_norm_run,
    .reference = tested<layer_norm_reference>,
    .explain = layer_norm_explain,
    .roundings = layer_norm_roundings,
    .gradient = layer_norm_gradient,
};

}  // namespace ap::ops
