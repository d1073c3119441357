// Compiled for speed: loops over cells.
#include "attention_playground/ops/reduce.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "attention_playground/ops/elementwise.hpp"
#include "attention_playground/ops/gradient.hpp"
#include "attention_playground/ops/reduce_backward.hpp"
#include "attention_playground/ops/rows.hpp"
#include "attention_playground/ops/scratch.hpp"
#include "attention_playground/simd/curves.hpp"
#include "attention_playground/tensor/error.hpp"
#include "attention_playground/tensor/portable_math.hpp"
#include "attention_playground/tensor/small.hpp"

namespace ap::ops {

namespace {

using simd::float4;
using Terms = SumRule::Terms;

AP_SMALL Layout reduced_layout(InputLayouts inputs, const Attributes&) {
  Dims shape = inputs[0]->shape;
  require(shape.rank() > 0, ErrorCode::rank, "x", {shape}, {"at least 1 axis"});
  require(shape.back() > 0, ErrorCode::shape, "x", {shape}, {"rows of at least 1 number"});
  shape[shape.rank() - 1] = 1;
  for (const Layout* running : inputs.subspan(1))
    require(running->shape == shape, ErrorCode::shape, "maximum", {running->shape}, {shape});
  return contiguous_layout(shape);
}

Index reduced_roundings(InputLayouts inputs) { return inputs[0]->shape.back() + 8; }

/// Calls row(x, n, y) for each row of the first input, contiguous at x, and its cell y.
void for_each_reduced(Inputs inputs, Tensor& out, Callback<void(const float*, Index, float&)> row) {
  const Tensor x = inputs[0]->contiguous();
  const Index n = x.size(-1);
  float* const to = out.mutable_data();
  for (Index i = 0, rows = out.count(); i < rows; ++i) row(x.data() + i * n, n, to[i]);
}

/// The cells of the row that contains `index`.
AP_SMALL std::vector<Operand> row_of(const Tensor& x, Dims index) {
  std::vector<Operand> operands;
  Index& place = index[index.rank() - 1];
  for (place = 0; place < x.size(-1); ++place) operands.push_back({0, index, x.at(index)});
  return operands;
}

// ---- sums: one term for each number, four at a time and in double precision ----

float4 term(Terms of, float4 x, float mean) {
  switch (of) {
    case Terms::variance:
      return (x - mean) * (x - mean);
    case Terms::entropy:
      return x == 0.0F ? simd::zero() : -x * simd::log(x);
    case Terms::softmax_gradient:
      return x * (1.0F - x);
    default:
      return x;
  }
}

AP_SMALL double term(Terms of, double x, double mean) {
  switch (of) {
    case Terms::variance:
      return (x - mean) * (x - mean);
    case Terms::entropy:
      return x == 0 ? 0 : -x * portable_log(x);
    case Terms::softmax_gradient:
      return x * (1 - x);
    default:
      return x;
  }
}

/// The divisor of a sum of n terms.
Index divisor(Terms of, Index n) { return of == Terms::mean || of == Terms::variance ? n : 1; }

float sum_of_row(const float* x, Index n) {
  const auto add = [](float4 sum, float4 next) { return sum + next; };
  return simd::sum(reduce_row(x, n, 0, 0, add, add));
}

/// Writes the terms to scratch memory and then adds them up, so that only one loop computes terms.
void sum_of_terms(Terms of, Inputs inputs, Tensor& out) {
  const bool plain = of == Terms::plain || of == Terms::mean;
  float* const terms = plain ? nullptr : scratch(inputs[0]->size(-1));
  for_each_reduced(inputs, out, [&](const float* x, Index n, float& y) {
    const float* summed = x;
    if (!plain) {
      const float mean = of == Terms::variance ? sum_of_row(x, n) / static_cast<float>(n) : 0;
      fill_row(terms, n,
               [&](Index i, Index count) { return term(of, simd::load_tail(x + i, count), mean); });
      summed = terms;
    }
    y = sum_of_row(summed, n) / static_cast<float>(divisor(of, n));
  });
}

AP_SMALL double mean_of(const float* x, Index n) {
  double sum = 0;
  for (Index i = 0; i < n; ++i) sum += static_cast<double>(x[i]);
  return sum / static_cast<double>(n);
}

void reference_sum(Terms of, Inputs inputs, Tensor& out) {
  for_each_reduced(inputs, out, [&](const float* x, Index n, float& y) {
    const double mean = mean_of(x, n);
    double sum = 0;
    for (Index i = 0; i < n; ++i) sum += term(of, static_cast<double>(x[i]), mean);
    y = static_cast<float>(sum / static_cast<double>(divisor(of, n)));
  });
}

AP_SMALL Explanation explained_sum(Terms of, Inputs inputs, const Dims& index) {
  Explanation explanation = explained_by<SumRule>();
  auto& rule = rule_of<SumRule>(explanation);
  rule.of = of;
  rule.operands = row_of(*inputs[0], index);
  const auto n = static_cast<double>(rule.operands.size());
  const auto divided_by = static_cast<double>(divisor(of, inputs[0]->size(-1)));
  double sum = 0;
  double size = 0;
  for (const Operand& operand : rule.operands) {
    sum += static_cast<double>(operand.value);
    size += std::fabs(static_cast<double>(operand.value));
  }
  if (of == Terms::variance) rule.mean = sum / n;
  double magnitude = 0;
  for (const Operand& operand : rule.operands) {
    rule.terms.push_back(term(of, static_cast<double>(operand.value), rule.mean) / divided_by);
    rule.sums.push_back(explanation.result += rule.terms.back());
    magnitude += std::fabs(rule.terms.back());
  }
  const double relative = (n + 8) * float_epsilon;
  double bound = relative * magnitude + n * product_bound(0);
  // An error δ of the mean changes the variance by δ².
  if (of == Terms::variance) bound += relative * size / n * (relative * size / n);
  if (std::isfinite(bound)) explanation.bound = bound;
  return explanation;
}

// ---- the maximum ----

void maximum_run(Inputs inputs, const Attributes&, Tensor& out) {
  const Tensor running = inputs.size() > 1 ? inputs[1]->contiguous() : Tensor();
  for_each_reduced(inputs, out, [&](const float* x, Index n, float& y) {
    const float before =
        running ? running.data()[&y - out.data()] : -std::numeric_limits<float>::infinity();
    y = std::fmax(before, ap::row_maximum(x, n));
  });
}

void maximum_reference(Inputs inputs, const Attributes&, Tensor& out) {
  for_each_cell(out, [&](const Dims& index) {
    float largest = -std::numeric_limits<float>::infinity();
    if (inputs.size() > 1) largest = std::fmax(largest, inputs[1]->at(index));
    for (const Operand& operand : row_of(*inputs[0], index))
      largest = std::fmax(largest, operand.value);
    return largest;
  });
}

AP_SMALL Explanation maximum_explain(Inputs inputs, const Attributes&, const Dims& index) {
  Explanation explanation = explained_by<MaximumRule>();
  auto& rule = rule_of<MaximumRule>(explanation);
  rule.operands = row_of(*inputs[0], index);
  if (inputs.size() > 1) rule.operands.push_back({1, index, inputs[1]->at(index)});
  float largest = -std::numeric_limits<float>::infinity();
  for (std::size_t i = 0; i < rule.operands.size(); ++i) {
    if (!(rule.operands[i].value > largest)) continue;
    largest = rule.operands[i].value;
    rule.position = static_cast<Index>(i);
  }
  explanation.result = static_cast<double>(largest);
  return explanation;
}

const Operation& backward_of(Terms of) {
  switch (of) {
    case Terms::mean:
      return mean_backward;
    case Terms::variance:
      return variance_backward;
    case Terms::entropy:
      return entropy_backward;
    case Terms::softmax_gradient:
      return softmax_gradient_backward;
    default:
      return row_sum_backward;
  }
}

AP_SMALL void sum_gradient(Terms of, Gradient& gradient) {
  gradient.give(0, backward_of(of), {gradient.upstream(), gradient.input(0)});
}

/// The first of equal cells gets it all.
AP_SMALL void maximum_gradient(Gradient& gradient) {
  std::vector<GradientValue> read = {gradient.upstream(), gradient.input(0)};
  const bool has_others = gradient.inputs() > 1;
  if (has_others) read.push_back(gradient.input(1));
  if (gradient.wants(0)) gradient.give(0, maximum_backward, read, Tie{false});
  if (!has_others || !gradient.wants(1)) return;
  std::swap(read[1], read[2]);
  gradient.give(1, maximum_backward, read, Tie{true});
}

template <Terms of>
constexpr Operation summing(const char* name, const Texts& texts) {
  return {
      .name = name,
      .texts = texts,
      .layout = reduced_layout,
      .run = [](Inputs inputs, const Attributes&, Tensor& out) { sum_of_terms(of, inputs, out); },
      .reference = tested<[](Inputs inputs, const Attributes&, Tensor& out) {
        reference_sum(of, inputs, out);
      }>,
      .explain = [](Inputs inputs, const Attributes&,
                    const Dims& index) { return explained_sum(of, inputs, index); },
      .roundings = reduced_roundings,
      .gradient = [](Gradient& gradient) { sum_gradient(of, gradient); },
  };
}

}  // namespace

const Operation row_sum = summing<Terms::plain>(
    "row_sum",
    {R"(\textstyle\sum_s {0})", "{0}.sum(-1, keepdim=True)", "{0}.sum(-1, keepdims=True)"});

const Operation mean = summing<Terms::mean>(
    "mean", {R"(\dfrac1n \sum {0})", "{0}.mean(-1, keepdim=True)", "{0}.mean(-1, keepdims=True)"});

const Operation variance = summing<Terms::variance>(
    "variance", {R"(\dfrac1n \sum \left({0!} - \mu\right)^2)",
                 "{0}.var(-1, unbiased=False, keepdim=True)", "{0}.var(-1, keepdims=True)"});

const Operation entropy = summing<Terms::entropy>(
    "entropy", {R"(-\sum_s {0} \ln {0})", "-({0} * {0}.log()).nansum(-1, keepdim=True)",
                "-np.nansum({0} * np.log({0}), -1, keepdims=True)"});

const Operation softmax_gradient = summing<Terms::softmax_gradient>(
    "softmax_gradient", {R"(\sum_s {0} (1 - {0!}))", "({0} * (1 - {0})).sum(-1, keepdim=True)",
                         "({0} * (1 - {0})).sum(-1, keepdims=True)"});

const Operation row_maximum = {
    .name = "row_maximum",
    .arity = {1, 2},
    .texts = {R"({?1:\max({1!},\; }\max_s {0}{?1:)})",
              "{?1:torch.maximum({1}, }{0}.amax(-1, keepdim=True){?1:)}",
              "{?1:np.maximum({1}, }{0}.max(-1, keepdims=True){?1:)}"},
    .layout = reduced_layout,
    .run = maximum_run,
    .reference = tested<maximum_reference>,
    .explain = maximum_explain,
    .roundings = no_rounding,
    .gradient = maximum_gradient,
};

}  // namespace ap::ops
