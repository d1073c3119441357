#include <algorithm>
#include <cmath>

#include "attention_playground/steps/run.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap {

namespace {

/// The largest finite |x|.
double magnitude_of(const Tensor& tensor) {
  const Tensor rows = tensor.contiguous();
  double magnitude = 0;
  for (Index i = 0, n = rows.count(); i < n; ++i) {
    const double x = std::fabs(static_cast<double>(rows.data()[i]));
    if (std::isfinite(x)) magnitude = std::fmax(magnitude, x);
  }
  return magnitude;
}

double largest_difference(const Tensor& a, const Tensor& b) {
  const Tensor a_rows = a.contiguous();
  const Tensor b_rows = b.contiguous();
  double largest = 0;
  for (Index i = 0, n = a_rows.count(); i < n; ++i) {
    const double x = a_rows.data()[i];
    const double y = b_rows.data()[i];
    // Equal infinities and two NaNs are no difference, other pairs with them are.
    if (x == y || (std::isnan(x) && std::isnan(y))) continue;
    largest = std::fmax(largest, std::isnan(x - y) ? HUGE_VAL : std::fabs(x - y));
  }
  return largest;
}

/// How much earlier roundings have grown in a step whose inputs have these gains. Softmax turns an
/// error of a score, which is proportional to the scores, into a relative error of the weight, once
/// by the exponential and once by the sum (or the maximum); in its logarithm that error is
/// absolute. The largest gain of a chain counts: each layer of a stack adds to a stream that a norm
/// rescales, so gains do not multiply.
double gain_of(Run& run, const Step& step, const std::vector<double>& gains) {
  double gain = 1;
  for (StepId input : step.inputs) gain = std::fmax(gain, gains[static_cast<std::size_t>(input)]);
  if (!step.declaration.operation->exponentiates) return gain;
  return std::fmax(gain, 1 + 2 * magnitude_of(run.loan(step.inputs[0])));
}

/// The size of the numbers whose errors a step has: of its own, or, in a backward pass, of those
/// that it adds, which cancel where a gradient is 0.
double size_of(const Tensor& own, const Step& step, const std::vector<double>& sizes) {
  double size = magnitude_of(own);
  if (!step.backward || !step.declaration.operation->only_adds) return size;
  for (StepId input : step.inputs) size = std::fmax(size, sizes[static_cast<std::size_t>(input)]);
  return size;
}

}  // namespace

std::vector<Difference> compare(Run& first, Run& second) {
  std::vector<Difference> differences;
  std::vector<double> gains;
  std::vector<double> sizes;
  for (StepId id = 0; id < first.plan().count(); ++id) {
    const Step& step = first.plan()[id];
    gains.push_back(gain_of(first, step, gains));
    const auto& others = second.plan().steps();
    const auto other = std::find_if(others.begin(), others.end(), [&](const Step& candidate) {
      return candidate.path == step.path && candidate.layout.shape == step.layout.shape;
    });
    // A copy: both runs may compute what they do not keep in one arena.
    const Tensor a = first.value(id);
    sizes.push_back(size_of(a, step, sizes));
    if (other == others.end()) continue;
    const Tensor b = second.loan(static_cast<StepId>(other - others.begin()));
    const auto n = static_cast<double>(std::max(step.roundings, other->roundings));
    differences.push_back(
        {id, largest_difference(a, b), n * float_epsilon * gains.back() * sizes.back()});
  }
  return differences;
}

Tensor difference(Run& first, StepId a, Run& second, StepId b) {
  // A copy: both runs may compute what they do not keep in one arena.
  const Tensor a_rows = first.value(a);
  const Tensor b_rows = second.loan(b).contiguous();
  require(a_rows.shape() == b_rows.shape(), ErrorCode::shape, "other", {b_rows.shape()},
          {a_rows.shape()});
  Tensor result(a_rows.shape());
  float* const cells = result.mutable_data();
  for (Index i = 0, n = result.count(); i < n; ++i) {
    const float x = a_rows.data()[i], y = b_rows.data()[i];
    const bool same = x == y || (std::isnan(x) && std::isnan(y));
    cells[i] = same ? 0 : x - y;
  }
  return result;
}

}  // namespace ap
