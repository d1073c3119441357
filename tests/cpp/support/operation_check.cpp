#include "support/operation_check.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "support/comparison.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

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

/// An operand that a rule names a second time, if there is one. Only a sum of products may: a
/// factor may be broadcast.
std::optional<Operand> named_twice(const Rule& rule) {
  if (std::holds_alternative<DotRule>(rule)) return std::nullopt;
  std::vector<Operand> operands = operands_of(rule);
  const auto before = [](const Operand& a, const Operand& b) {
    if (a.input != b.input) return a.input < b.input;
    return std::lexicographical_compare(a.index.begin(), a.index.end(), b.index.begin(),
                                        b.index.end());
  };
  std::sort(operands.begin(), operands.end(), before);
  const auto twice = std::adjacent_find(
      operands.begin(), operands.end(),
      [&](const Operand& a, const Operand& b) { return !before(a, b) && !before(b, a); });
  return twice == operands.end() ? std::nullopt : std::optional(*twice);
}

}  // namespace

std::string what_is_wrong(const Explanation& explanation, const std::vector<Tensor>& inputs,
                          float recorded) {
  for (const Operand& operand : operands_of(explanation.rule)) {
    const Tensor& input = inputs.at(static_cast<std::size_t>(operand.input));
    if (!same_bits(operand.value, input.at(operand.index)))
      return "operand " + to_text(operand.index) + " of input " + std::to_string(operand.input);
  }
  if (const auto twice = named_twice(explanation.rule))
    return "operand " + to_text(twice->index) + " of input " + std::to_string(twice->input) +
           " is named twice";
  if (!adds_up(explanation)) return "what the rule shows does not give its result";
  const double bound = explanation.bound;
  // The rounding of a subnormal number is absolute, not a fraction of the cell.
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
