#include "support/operation_check.hpp"

#include <cmath>

#include "support/comparison.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

template <typename... Visitors>
struct Overloaded : Visitors... {
  using Visitors::operator()...;
};
template <typename... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>;

std::vector<const Tensor*> pointers(const std::vector<Tensor>& tensors) {
  std::vector<const Tensor*> result;
  for (const Tensor& each : tensors) result.push_back(&each);
  return result;
}

Layout layout_of(const Operation& operation, const std::vector<Tensor>& inputs,
                 const Attributes& attributes) {
  std::vector<const Layout*> layouts;
  for (const Tensor& input : inputs) layouts.push_back(&input.layout());
  return operation.layout(layouts, attributes);
}

double as_double(const Operand& operand) { return static_cast<double>(operand.value); }

double inverse_deviation(const NormaliseRule& norm) {
  return 1 / std::sqrt(norm.variance + static_cast<double>(norm.epsilon));
}

/// The distance from the mean, in deviations.
double normalised(const NormaliseRule& norm) {
  const double own = as_double(norm.operands[static_cast<std::size_t>(norm.position)]);
  return (own - norm.mean) * inverse_deviation(norm);
}

/// What was added up to the mean moves each cell, and the deviation that it is divided by.
double magnitude_of(const NormaliseRule& norm) {
  double mean_magnitude = 0;
  for (const Operand& operand : norm.operands)
    mean_magnitude += std::fabs(as_double(operand)) / static_cast<double>(norm.operands.size());
  const double z = std::fabs(normalised(norm));
  const double weight = norm.weight ? std::fabs(as_double(*norm.weight)) : 1;
  const double bias = norm.bias ? std::fabs(as_double(*norm.bias)) : 0;
  return (mean_magnitude * inverse_deviation(norm) * (1 + z) + z) * weight + bias;
}

/// The size of what was added or multiplied on the way to a cell.
double magnitude_of(const Explanation& explanation) {
  if (std::holds_alternative<SinusoidRule>(explanation.rule)) return 1;
  double magnitude = std::fabs(explanation.result);
  if (const auto* dot = std::get_if<DotRule>(&explanation.rule)) {
    for (double product : dot->products) magnitude += std::fabs(product);
    if (dot->bias) magnitude += std::fabs(static_cast<double>(dot->bias->value));
  }
  if (const auto* sum = std::get_if<ElementwiseRule>(&explanation.rule); sum && sum->join == ElementwiseRule::Join::add)
    for (const Operand& operand : sum->operands)
      magnitude += std::fabs(static_cast<double>(operand.value));
  if (const auto* norm = std::get_if<NormaliseRule>(&explanation.rule))
    magnitude += magnitude_of(*norm);
  return magnitude;
}

/// Products and running sums, each from the ones before it.
bool adds_up(const DotRule& dot, double result) {
  double sum = 0;
  bool right = dot.left.size() == dot.right.size() && dot.products.size() == dot.left.size() &&
               dot.sums.size() == dot.left.size();
  for (std::size_t k = 0; right && k < dot.left.size(); ++k) {
    sum += as_double(dot.left[k]) * as_double(dot.right[k]);
    right =
        dot.products[k] == as_double(dot.left[k]) * as_double(dot.right[k]) && dot.sums[k] == sum;
  }
  return right && result == (dot.bias ? sum + as_double(*dot.bias) : sum);
}

bool adds_up(const SoftmaxRule& softmax, double result) {
  double maximum = -static_cast<double>(infinity);
  double sum = 0;
  for (const Operand& operand : softmax.operands) maximum = std::fmax(maximum, as_double(operand));
  for (double exponential : softmax.exponentials) sum += exponential;
  if (softmax.exponentials.size() != softmax.operands.size()) return false;
  if (softmax.maximum != maximum || softmax.sum != sum) return false;
  const bool nothing = std::isinf(maximum) && maximum < 0;
  if (softmax.fully_masked != nothing) return false;
  if (nothing) return result == 0 && sum == 0;
  for (std::size_t i = 0; i < softmax.operands.size(); ++i) {
    const double exact = std::exp(as_double(softmax.operands[i]) - maximum);
    if (std::fabs(softmax.exponentials[i] - exact) > 1e-14 * exact + 1e-300) return false;
  }
  return result == softmax.exponentials[static_cast<std::size_t>(softmax.position)] / sum;
}

bool adds_up(const NormaliseRule& norm, double result) {
  const auto n = static_cast<double>(norm.operands.size());
  double sum = 0;
  double squares = 0;
  for (const Operand& operand : norm.operands) sum += as_double(operand);
  for (const Operand& operand : norm.operands)
    squares += (as_double(operand) - norm.mean) * (as_double(operand) - norm.mean);
  if (norm.mean != sum / n || norm.variance != squares / n) return false;
  double expected = normalised(norm);
  if (norm.weight) expected *= as_double(*norm.weight);
  if (norm.bias) expected += as_double(*norm.bias);
  return result == expected;
}

bool adds_up(const ElementwiseRule& each, double result) {
  std::vector<double> parts;
  for (const Operand& operand : each.operands) parts.push_back(as_double(operand));
  for (const auto& constant : each.constants) parts.push_back(static_cast<double>(constant.value));
  double expected = parts.at(0);
  for (std::size_t i = 1; i < parts.size(); ++i) {
    switch (each.join) {
      case ElementwiseRule::Join::add: expected += parts[i]; break;
      case ElementwiseRule::Join::multiply: expected *= parts[i]; break;
      case ElementwiseRule::Join::divide: expected = parts[i] == 0 ? 0 : expected / parts[i]; break;
    }
  }
  return result == expected;
}

/// What the rule shows leads to the result that it gives.
bool adds_up(const Explanation& explanation) {
  const double result = explanation.result;
  return std::visit(
      Overloaded{[&](const CopyRule& copy) { return result == as_double(copy.source); },
                 [&](const SelectRule& select) { return result == as_double(select.source); },
                 [&](const DropoutRule& dropout) {
                   return result == as_double(dropout.source) * static_cast<double>(dropout.factor);
                 },
                 [&](const SinusoidRule& wave) {
                   const double exact = wave.sine ? std::sin(wave.angle) : std::cos(wave.angle);
                   return std::fabs(result - exact) <= 1e-15;
                 },
                 [&](const VisibilityRule& visibility) {
                   return visibility.visible ? result == 0 : std::isinf(result) && result < 0;
                 },
                 [](const LeafRule&) { return true; },
                 [&](const auto& rule) { return adds_up(rule, result); }},
      explanation.rule);
}

}  // namespace

std::vector<Operand> operands_of(const Rule& rule) {
  std::vector<Operand> operands;
  std::visit(
      Overloaded{[&](const DotRule& dot) {
                   operands = dot.left;
                   operands.insert(operands.end(), dot.right.begin(), dot.right.end());
                   if (dot.bias) operands.push_back(*dot.bias);
                 },
                 [&](const SoftmaxRule& softmax) { operands = softmax.operands; },
                 [&](const CopyRule& copy) { operands = {copy.source}; },
                 [&](const SelectRule& select) {
                   operands = {select.id, select.source};
                 },
                 [&](const ElementwiseRule& each) { operands = each.operands; },
                 [&](const DropoutRule& dropout) { operands = {dropout.source}; },
                 [&](const NormaliseRule& norm) {
                   operands = norm.operands;
                   if (norm.weight) operands.push_back(*norm.weight);
                   if (norm.bias) operands.push_back(*norm.bias);
                 },
                 [](const SinusoidRule&) {}, [](const VisibilityRule&) {}, [](const LeafRule&) {}},
      rule);
  return operands;
}

std::string what_is_wrong(const Explanation& explanation, const std::vector<Tensor>& inputs,
                          float recorded) {
  for (const Operand& operand : operands_of(explanation.rule)) {
    const Tensor& input = inputs.at(static_cast<std::size_t>(operand.input));
    if (!same_bits(operand.value, input.at(operand.index)))
      return "operand " + to_text(operand.index) + " of input " + std::to_string(operand.input);
  }
  if (!adds_up(explanation)) return "what the rule shows does not give its result";
  const double bound = explanation.bound;
  // A subnormal rounding is absolute: no part of the cell.
  constexpr double smallest_normal = 1.1754943508222875e-38;
  const double largest =
      largest_relative_bound * magnitude_of(explanation) +
      static_cast<double>(operands_of(explanation.rule).size() + 2) * smallest_normal;
  if (!(bound >= 0 && bound <= largest)) return "the bound says nothing";
  const double actual = recorded;
  if (actual == explanation.result) return "";
  if (std::fabs(actual - explanation.result) <= bound) return "";
  return "the cell lies outside the bound";
}

std::string what_is_wrong(const Operation& operation, const std::vector<Tensor>& inputs,
                          const Attributes& attributes) {
  const std::vector<const Tensor*> read = pointers(inputs);
  const Dims shape = layout_of(operation, inputs, attributes).shape;
  GuardedOutput simd(shape);
  operation.run(read, attributes, simd.tensor());
  GuardedOutput reference(shape);
  operation.reference(read, attributes, reference.tensor());
  if (!simd.intact()) return "SIMD wrote outside its result";
  if (!reference.intact()) return "the reference wrote outside its result";
  for (Index i = 0; i < element_count(shape); ++i) {
    const Dims index = index_at(i, shape);
    const Explanation explanation = operation.explain(read, attributes, index);
    for (GuardedOutput* result : {&simd, &reference}) {
      const float recorded = result->tensor().at(index);
      const std::string wrong = what_is_wrong(explanation, inputs, recorded);
      if (wrong.empty()) continue;
      return std::string(operation.name) + (result == &simd ? " (SIMD) " : " (reference) ") +
             to_text(index) + ": " + wrong + ": " + std::to_string(recorded) + " against " +
             std::to_string(explanation.result) + " ± " + std::to_string(explanation.bound);
    }
  }
  return "";
}

Tensor run(const Operation& operation, const std::vector<Tensor>& inputs,
           const Attributes& attributes) {
  Tensor out(layout_of(operation, inputs, attributes).shape);
  operation.run(pointers(inputs), attributes, out);
  return out;
}

Tensor run_reference(const Operation& operation, const std::vector<Tensor>& inputs,
                     const Attributes& attributes) {
  Tensor out(layout_of(operation, inputs, attributes).shape);
  operation.reference(pointers(inputs), attributes, out);
  return out;
}

Explanation explain(const Operation& operation, const std::vector<Tensor>& inputs,
                    const Attributes& attributes, const Dims& index) {
  return operation.explain(pointers(inputs), attributes, index);
}

}  // namespace ap::test
