// Compiled for speed.
#include "attention_playground/ops/softmax.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attention_playground/ops/elementwise.hpp"
#include "attention_playground/ops/gradient.hpp"
#include "attention_playground/ops/rows.hpp"
#include "attention_playground/ops/scratch.hpp"
#include "attention_playground/ops/softmax_backward.hpp"
#include "attention_playground/simd/float4.hpp"
#include "attention_playground/tensor/error.hpp"
#include "attention_playground/tensor/portable_math.hpp"
#include "attention_playground/tensor/small.hpp"

namespace ap::ops {

namespace {

Layout softmax_layout(InputLayouts inputs, const Attributes& attributes) {
  require(inputs[0]->rank() > 0, ErrorCode::rank, "x", {inputs[0]->shape}, {"at least 1 axis"});
  checked_axis(as<Along>(attributes).axis, inputs[0]->rank(), "axis");
  return contiguous_layout(inputs[0]->shape);
}

float exp_of(float x) { return static_cast<float>(portable_exp(static_cast<double>(x))); }

float log_of(float x) { return static_cast<float>(portable_log(static_cast<double>(x))); }

/// By definition, cell by cell: the row is read three times for each of its cells.
void reference_rows(Inputs inputs, const Attributes& attributes, bool logarithm, Tensor& out) {
  const Tensor& x = *inputs[0];
  const int axis = checked_axis(as<Along>(attributes).axis, out.rank(), "axis");
  for_each_cell(out, [&](Dims index) {
    const float own = x.at(index);
    float maximum = minus_infinity;
    for (index[axis] = 0; index[axis] < x.size(axis); ++index[axis])
      maximum = std::fmax(maximum, x.at(index));
    float sum = 0;
    for (index[axis] = 0; index[axis] < x.size(axis); ++index[axis])
      sum += exp_of(x.at(index) - maximum);
    const bool fully_masked = maximum == minus_infinity && !std::isnan(own);
    if (fully_masked) return logarithm ? minus_infinity : 0.0F;
    return logarithm ? (own - maximum) - log_of(sum) : exp_of(own - maximum) / sum;
  });
}

constexpr float unknown = std::numeric_limits<float>::quiet_NaN();

/// The maximum of a row, found four vectors at a time.
class Maximum {
 public:
  explicit Maximum(const float* row) : row_(row) {}

  void take(Index i) {
    largest_ = simd::max(largest_, simd::load(row_ + i));
    largest_ = simd::max(largest_, simd::load(row_ + i + simd::lanes));
    largest_ = simd::max(largest_, simd::load(row_ + i + 2 * simd::lanes));
    largest_ = simd::max(largest_, simd::load(row_ + i + 3 * simd::lanes));
    taken_ = i + 4 * simd::lanes;
  }
  /// Of the whole row, of n elements.
  float of(Index n) const {
    float maximum = simd::largest(largest_);
    for (Index i = taken_; i < n; ++i) maximum = std::max(maximum, row_[i]);
    return maximum;
  }

 private:
  const float* row_;
  simd::float4 largest_ = simd::splat(minus_infinity);
  Index taken_ = 0;
};

/// x and y must be different rows. Returns the maximum of the row `next`, or unknown. It reads
/// `next` from memory while it computes exponentials, which read little.
float softmax_row(const float* x, float maximum, const float* next, float* y, Index n,
                  bool logarithm) {
  if (maximum == minus_infinity) {
    // No number exceeds −∞, so no key may be attended to; a NaN must stay visible.
    const float nothing = logarithm ? minus_infinity : 0.0F;
    for (Index i = 0; i < n; ++i) y[i] = std::isnan(x[i]) ? x[i] : nothing;
    return unknown;
  }
  Maximum next_maximum(next);
  const float sum = exponential_row(x, y, n, simd::Exp(maximum), next_maximum);
  if (!logarithm) {
    scale_row(y, y, n, 1 / sum);
    return next_maximum.of(n);
  }
  const float log_sum = log_of(sum);
  fill_row(y, n, [=](Index i, Index count) {
    return (simd::load_tail(x + i, count) - maximum) - log_sum;
  });
  return next_maximum.of(n);
}

void run_rows(Inputs inputs, const Attributes& attributes, bool logarithm, Tensor& out) {
  if (out.count() == 0) return;
  const int axis = checked_axis(as<Along>(attributes).axis, out.rank(), "axis");
  const Tensor& x = *inputs[0];
  const Index n = x.size(axis);
  const Index from_step = x.stride(axis);
  const Index to_step = out.stride(axis);
  const bool in_rows = from_step == 1 && to_step == 1;
  float* const gathered = in_rows ? nullptr : scratch(Count(2) * n);
  Dims rows = out.shape();
  Dims index = first_index(out.rank());
  rows[axis] = 1;
  const auto row_of_x = [&] { return x.storage()->data() + x.layout().offset_of(index); };
  const float* from = row_of_x();
  float maximum = unknown;
  for (bool more = true; more;) {
    float* const to = out.storage()->mutable_data() + out.layout().offset_of(index);
    more = next_index(index, rows);
    const float* const next = more ? row_of_x() : from;
    if (!in_rows)
      for (Index i = 0; i < n; ++i) gathered[i] = from[i * from_step];
    const float* const row = in_rows ? from : gathered;
    if (std::isnan(maximum)) maximum = ap::row_maximum(row, n);
    maximum =
        softmax_row(row, maximum, in_rows ? next : row, in_rows ? to : gathered + n, n, logarithm);
    if (!in_rows) {
      for (Index i = 0; i < n; ++i) to[i * to_step] = gathered[n + i];
      maximum = unknown;
    }
    from = next;
  }
}

AP_SMALL Explanation explained_cell(Inputs inputs, const Attributes& attributes, bool logarithm,
                                    const Dims& index) {
  const Tensor& x = *inputs[0];
  const int axis = checked_axis(as<Along>(attributes).axis, x.rank(), "axis");
  constexpr double nothing = -std::numeric_limits<double>::infinity();
  Explanation explanation = explained_by<SoftmaxRule>();
  auto& rule = rule_of<SoftmaxRule>(explanation);
  rule.position = index[axis];
  rule.maximum = nothing;
  rule.logarithm = logarithm;
  for (Index i = 0; i < x.size(axis); ++i) {
    Dims own = index;
    own[axis] = i;
    rule.operands.push_back({0, own, x.at(own)});
    rule.maximum = std::fmax(rule.maximum, static_cast<double>(rule.operands.back().value));
  }
  rule.fully_masked = rule.maximum == nothing;
  for (const Operand& operand : rule.operands) {
    const double shifted = static_cast<double>(operand.value) - rule.maximum;
    rule.exponentials.push_back(rule.fully_masked ? 0 : portable_exp(shifted));
    rule.sum += rule.exponentials.back();
  }
  double& result = explanation.result;
  if (rule.fully_masked) {
    if (logarithm) result = nothing;
    return explanation;
  }
  const auto at = static_cast<std::size_t>(rule.position);
  const double difference = static_cast<double>(rule.operands[at].value) - rule.maximum;
  const auto n = static_cast<double>(rule.operands.size());
  if (!logarithm) {
    result = rule.exponentials[at] / rule.sum;
    explanation.bound = exponential_bound(result, difference, n);
    return explanation;
  }
  const double log_sum = portable_log(rule.sum);
  result = difference - log_sum;
  // A relative error of the sum (n roundings, and 4 of each exponential) is an absolute error of
  // its logarithm. The roundings of the logarithm and of two differences come on top.
  const double sizes = std::fabs(difference) + log_sum + std::fabs(result);
  const double bound = (n + 4 + sizes) * float_epsilon;
  if (std::isfinite(bound)) explanation.bound = bound;
  return explanation;
}

Index softmax_roundings(InputLayouts inputs) { return inputs[0]->shape.back() + 8; }

AP_SMALL void softmax_gradient(Gradient& gradient, const Operation& backward) {
  gradient.give(0, backward, {gradient.upstream(), gradient.result()}, gradient.attributes());
}

template <bool logarithm>
constexpr Operation softmax_of(const char* name, const Texts& texts) {
  return {
      .name = name,
      .texts = texts,
      .layout = softmax_layout,
      .run = [](Inputs inputs, const Attributes& attributes,
                Tensor& out) { run_rows(inputs, attributes, logarithm, out); },
      .reference = tested<[](Inputs inputs, const Attributes& attributes,
                      Tensor& out) { reference_rows(inputs, attributes, logarithm, out); }>,
      .explain =
          [](Inputs inputs, const Attributes& attributes, const Dims& index) {
            return explained_cell(inputs, attributes, logarithm, index);
          },
      .roundings = softmax_roundings,
      .gradient =
          [](Gradient& gradient) {
            softmax_gradient(gradient, logarithm ? log_softmax_backward : softmax_backward);
          },
      .exponentiates = true,
      .hidden_rows = logarithm ? nullptr
                               : +[](const Tensor& x, const Attributes& attributes) {
                                   const auto axis = static_cast<int>(as<Along>(attributes).axis);
                                   return fully_masked_rows(x.transpose(axis, -1));
                                 },
  };
}

}  // namespace

// The NumPy text names the numerator with `:=`, so that one line computes each exponential once.
const Operation softmax = softmax_of<false>(
    "softmax", {R"(\dfrac{e^{{0!} - m}}{\sum_j e^{{0!} - m}}, \quad m = \max_j {0})",
                "{0}.softmax(dim={axis})"
                "{?empty:.masked_fill(({0} == -torch.inf).all({axis}, True), 0)}",
                "{?empty:np.where(({0} == -np.inf).all({axis}, keepdims=True), 0, }"
                "(e := np.exp({0} - {0}.max({axis}, keepdims=True))) / e.sum({axis}, "
                "keepdims=True){?empty:)}"});

const Operation log_softmax =
    softmax_of<true>("log_softmax", {R"({0} - m - \log \sum_j e^{{0!} - m}, \quad m = \max_j {0})",
                                     "{0}.log_softmax(dim={axis})",
                                     "(d := {0} - {0}.max({axis}, keepdims=True)) - "
                                     "np.log(np.exp(d).sum({axis}, keepdims=True))"});

Index fully_masked_rows(const Tensor& x) {
  if (x.count() == 0) return 0;
  const Index n = x.size(-1);
  const Tensor rows = x.contiguous();
  const float* row = rows.data();
  Index count = 0;
  for (const float* end = row + rows.count(); row < end; row += n) {
    Index hidden = 0;
    while (hidden < n && row[hidden] == minus_infinity) ++hidden;
    count += hidden == n ? 1 : 0;
  }
  return count;
}

}  // namespace ap::ops
