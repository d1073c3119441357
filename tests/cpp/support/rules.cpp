#include "support/rules.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "support/tensors.hpp"

namespace ap::test {

namespace {

template <typename... Visitors>
struct Overloaded : Visitors... {
  using Visitors::operator()...;
};
template <typename... Visitors>
Overloaded(Visitors...) -> Overloaded<Visitors...>;

double as_double(const Operand& operand) { return static_cast<double>(operand.value); }

double inverse_deviation(const NormaliseRule& norm) {
  return 1 / std::sqrt(norm.variance + static_cast<double>(norm.epsilon));
}

/// The distance from the mean, in standard deviations.
double normalised(const NormaliseRule& norm) {
  const double own = as_double(norm.operands[static_cast<std::size_t>(norm.position)]);
  return (own - norm.mean) * inverse_deviation(norm);
}

/// An error of the mean shifts each cell and the deviation that it is divided by.
double magnitude_of(const NormaliseRule& norm) {
  double mean_magnitude = 0;
  for (const Operand& operand : norm.operands)
    mean_magnitude += std::fabs(as_double(operand)) / static_cast<double>(norm.operands.size());
  const double z = std::fabs(normalised(norm));
  const double weight = norm.weight ? std::fabs(as_double(*norm.weight)) : 1;
  const double bias = norm.bias ? std::fabs(as_double(*norm.bias)) : 0;
  return (mean_magnitude * inverse_deviation(norm) * (1 + z) + z) * weight + bias;
}

/// A relative error of the sum is an absolute error of its logarithm.
double magnitude_of_logarithm(const SoftmaxRule& softmax) {
  if (softmax.fully_masked) return 0;
  const double own = as_double(softmax.operands[static_cast<std::size_t>(softmax.position)]);
  return 1 + std::fabs(own - softmax.maximum) + std::log(softmax.sum);
}

/// An error δ of the mean changes the variance by δ².
double magnitude_of(const SumRule& sum) {
  double magnitude = 0;
  double mean_magnitude = 0;
  for (double term : sum.terms) magnitude += std::fabs(term);
  for (const Operand& operand : sum.operands)
    mean_magnitude += std::fabs(as_double(operand)) / static_cast<double>(sum.operands.size());
  if (sum.of == SumRule::Terms::variance) magnitude += mean_magnitude * mean_magnitude;
  return magnitude;
}

bool is_gelu(const FunctionRule& rule) {
  return rule.function == FunctionRule::Function::gelu ||
         rule.function == FunctionRule::Function::gelu_tanh;
}

/// Equal except for the last bits of the C library's functions.
bool nearly(double a, double b, double size) {
  return a == b || std::fabs(a - b) <= 1e-14 * size + 1e-300;
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
  if (nothing) return sum == 0 && result == (softmax.logarithm ? maximum : 0);
  for (std::size_t i = 0; i < softmax.operands.size(); ++i) {
    const double exact = std::exp(as_double(softmax.operands[i]) - maximum);
    if (std::fabs(softmax.exponentials[i] - exact) > 1e-14 * exact + 1e-300) return false;
  }
  const auto own = static_cast<std::size_t>(softmax.position);
  if (!softmax.logarithm) return result == softmax.exponentials[own] / sum;
  const double difference = as_double(softmax.operands[own]) - maximum;
  return nearly(result, difference - std::log(sum), 1 + std::fabs(difference));
}

bool adds_up(const NormaliseRule& norm, double result) {
  const auto n = static_cast<double>(norm.operands.size());
  double sum = 0;
  double squares = 0;
  for (const Operand& operand : norm.operands) sum += as_double(operand);
  for (const Operand& operand : norm.operands)
    squares += (as_double(operand) - norm.mean) * (as_double(operand) - norm.mean);
  if (norm.sum != sum || norm.mean != sum / n) return false;
  if (norm.sum_of_squares != squares || norm.variance != squares / n) return false;
  if (norm.differences.size() != norm.operands.size()) return false;
  if (norm.squares.size() != norm.operands.size()) return false;
  for (std::size_t i = 0; i < norm.operands.size(); ++i) {
    const double difference = as_double(norm.operands[i]) - norm.mean;
    if (norm.differences[i] != difference || norm.squares[i] != difference * difference)
      return false;
  }
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
      case ElementwiseRule::Join::add:
        expected += parts[i];
        break;
      case ElementwiseRule::Join::multiply:
        expected *= parts[i];
        break;
      case ElementwiseRule::Join::divide:
        expected = parts[i] == 0 ? 0 : expected / parts[i];
        break;
    }
  }
  return result == expected;
}

bool adds_up(const FunctionRule& rule, double result) {
  const double x = as_double(rule.operands.at(0));
  const double pi = std::acos(-1.0);
  switch (rule.function) {
    case FunctionRule::Function::relu:
      return rule.inner == 0 && result == std::fmax(0, x);
    case FunctionRule::Function::gelu:
      return nearly(rule.inner, std::erf(x / std::sqrt(2.0)), 1) &&
             result == x * (0.5 * (1 + rule.inner));
    case FunctionRule::Function::gelu_tanh: {
      const double exact = std::tanh(std::sqrt(2 / pi) * (x + 0.044715 * x * x * x));
      return nearly(rule.inner, exact, 1) && result == x * (0.5 * (1 + rule.inner));
    }
    case FunctionRule::Function::softcap: {
      // The cap is an attribute: the result is cap · inner.
      const double cap = rule.inner == 0 ? 1 : result / rule.inner;
      return rule.inner == 0 ? result == 0 : nearly(rule.inner, std::tanh(x / cap), 1);
    }
    case FunctionRule::Function::exp_difference: {
      const double minus_infinity = -static_cast<double>(infinity);
      const double difference = x - as_double(rule.operands.at(1));
      const double exact = std::exp(rule.inner);
      return rule.inner == (x == minus_infinity ? x : difference) && nearly(result, exact, exact) &&
             (x != minus_infinity || result == 0);
    }
    case FunctionRule::Function::invert_mask:
      return result == (x == 0 ? -static_cast<double>(infinity) : 0);
    case FunctionRule::Function::finite_mask:
      return result == std::fmax(x, -1e9);
    case FunctionRule::Function::square_root:
      return rule.inner == 0 && (result == std::sqrt(x) || (std::isnan(result) && !(x >= 0)));
    case FunctionRule::Function::clip_factor:
      return result == std::fmin(1, rule.inner / (x + static_cast<double>(1e-6F)));
    case FunctionRule::Function::hide: {
      const bool seen = std::all_of(rule.operands.begin() + 1, rule.operands.end(),
                                    [](const Operand& mask) { return mask.value == 0; });
      return rule.inner == (seen ? 1 : 0) && result == x * rule.inner;
    }
  }
  return false;
}

double term_of(const SumRule& sum, double x, double factor) {
  const auto n = static_cast<double>(sum.operands.size());
  switch (sum.of) {
    case SumRule::Terms::plain:
      return x;
    case SumRule::Terms::mean:
      return x / n;
    case SumRule::Terms::variance:
      return (x - sum.mean) * (x - sum.mean) / n;
    case SumRule::Terms::entropy:
      return x == 0 ? 0 : -x * std::log(x);
    case SumRule::Terms::softmax_gradient:
      return x * (1 - x);
    case SumRule::Terms::cross_entropy:
      return -x / n;
    case SumRule::Terms::smoothed:
      return x * factor;
  }
  return 0;
}

bool adds_up(const SumRule& sum, double result) {
  if (sum.terms.size() != sum.operands.size()) return false;
  if (sum.sums.size() != sum.operands.size()) return false;
  // The smoothed labels of each position are probabilities.
  const bool smoothed = sum.of == SumRule::Terms::smoothed;
  if (sum.factors.size() != (smoothed ? sum.operands.size() : 0)) return false;
  const double all = std::accumulate(sum.factors.begin(), sum.factors.end(), 0.0);
  if (!sum.factors.empty() && std::fabs(all + 1) > 1e-6) return false;
  double total = 0;
  double expected = 0;
  for (std::size_t i = 0; i < sum.terms.size(); ++i) {
    const double factor = sum.factors.empty() ? 1 : sum.factors.at(i);
    const double term = term_of(sum, as_double(sum.operands[i]), factor);
    if (!nearly(sum.terms[i], term, std::fabs(term))) return false;
    total += as_double(sum.operands[i]);
    expected += sum.terms[i];
    if (sum.sums[i] != expected) return false;
  }
  const double mean = total / static_cast<double>(sum.operands.size());
  return result == expected && sum.mean == (sum.of == SumRule::Terms::variance ? mean : 0);
}

bool adds_up(const MaximumRule& rule, double result) {
  double largest = -static_cast<double>(infinity);
  for (const Operand& operand : rule.operands) largest = std::fmax(largest, as_double(operand));
  return result == largest &&
         (std::isinf(largest) ||
          as_double(rule.operands.at(static_cast<std::size_t>(rule.position))) == result);
}

/// Products and running sums, each from the ones before it; without terms the result is 0.
bool adds_up(const ChainRule& chain, double result) {
  const std::size_t n = chain.upstream.size();
  if (chain.derivatives.size() != n || chain.products.size() != n || chain.sums.size() != n)
    return false;
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double derivative = chain.derivatives[i];
    const double product = derivative == 0 ? 0 : as_double(chain.upstream[i]) * derivative;
    sum += product;
    if (chain.products[i] != product || chain.sums[i] != sum) return false;
  }
  return result == sum;
}

/// A derivative may be a difference of numbers as large as these.
double magnitude_of(const ChainRule& chain) {
  double magnitude = 0;
  double largest = 1;
  for (const Operand& operand : chain.operands)
    largest = std::fmax(largest, std::fabs(as_double(operand)));
  for (std::size_t i = 0; i < chain.upstream.size(); ++i)
    magnitude += std::fabs(as_double(chain.upstream[i])) *
                 (std::fabs(chain.derivatives[i]) + std::fmax(1, std::fabs(chain.inner)) * largest);
  return magnitude;
}

/// How many come before a place: larger numbers, and equal ones at lower places.
Index rank_of(const std::vector<Operand>& row, std::size_t place) {
  Index rank = 0;
  for (std::size_t i = 0; i < row.size(); ++i)
    rank += row[i].value > row[place].value || (row[i].value == row[place].value && i < place);
  return rank;
}

/// Every place once, the ones that come before first.
bool is_ordered(const ChoiceRule& choice) {
  if (choice.order.size() != choice.operands.size()) return false;
  for (std::size_t i = 0; i < choice.order.size(); ++i)
    if (rank_of(choice.operands, static_cast<std::size_t>(choice.order[i])) !=
        static_cast<Index>(i))
      return false;
  return true;
}

bool adds_up(const ChoiceRule& choice, double result) {
  const auto place = static_cast<std::size_t>(choice.position);
  if (!is_ordered(choice) || choice.rank != rank_of(choice.operands, place) + 1) return false;
  if (choice.way == ChoiceRule::Way::argmax)
    return result == static_cast<double>(place) && rank_of(choice.operands, place) == 0;
  const double own = as_double(choice.operands.at(place));
  if (choice.way == ChoiceRule::Way::top_k)
    return choice.kept == (rank_of(choice.operands, place) < choice.count) &&
           result == (choice.kept ? own : -static_cast<double>(infinity));
  double sum = 0;
  std::size_t first = choice.sums.size();
  if (choice.sums.size() != choice.operands.size()) return false;
  for (std::size_t i = 0; i < choice.sums.size(); ++i) {
    sum += as_double(choice.operands[i]);
    if (choice.sums[i] != sum) return false;
  }
  if (choice.target != choice.draw * sum) return false;
  for (std::size_t i = choice.sums.size(); i-- > 0;)
    if (choice.sums[i] > choice.target) first = i;
  return result == static_cast<double>(place) && (sum == 0 || (first == place && own > 0));
}

}  // namespace

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
                 [&](const RotationRule& turn) {
                   const double exact = as_double(turn.operands.at(0)) * turn.cosine +
                                        as_double(turn.operands.at(1)) * turn.sine;
                   return result == exact && nearly(turn.cosine, std::cos(turn.angle), 1) &&
                          nearly(std::fabs(turn.sine), std::fabs(std::sin(turn.angle)), 1);
                 },
                 [&](const VisibilityRule& visibility) {
                   return visibility.visible ? result == 0 : std::isinf(result) && result < 0;
                 },
                 [](const LeafRule&) { return true; },
                 [&](const auto& rule) { return adds_up(rule, result); }},
      explanation.rule);
}

double magnitude_of(const Explanation& explanation) {
  if (std::holds_alternative<SinusoidRule>(explanation.rule)) return 1;
  double magnitude = std::fabs(explanation.result);
  if (const auto* dot = std::get_if<DotRule>(&explanation.rule)) {
    for (double product : dot->products) magnitude += std::fabs(product);
    if (dot->bias) magnitude += std::fabs(static_cast<double>(dot->bias->value));
  }
  if (const auto* sum = std::get_if<ElementwiseRule>(&explanation.rule);
      sum && sum->join == ElementwiseRule::Join::add)
    for (const Operand& operand : sum->operands)
      magnitude += std::fabs(static_cast<double>(operand.value));
  if (const auto* turn = std::get_if<RotationRule>(&explanation.rule))
    for (const Operand& operand : turn->operands) magnitude += std::fabs(as_double(operand));
  if (const auto* norm = std::get_if<NormaliseRule>(&explanation.rule))
    magnitude += magnitude_of(*norm);
  if (const auto* softmax = std::get_if<SoftmaxRule>(&explanation.rule))
    magnitude += softmax->logarithm ? magnitude_of_logarithm(*softmax) : 0;
  if (const auto* curve = std::get_if<FunctionRule>(&explanation.rule); curve && is_gelu(*curve))
    magnitude += std::fabs(as_double(curve->operands.at(0)));
  if (const auto* sum = std::get_if<SumRule>(&explanation.rule)) magnitude += magnitude_of(*sum);
  if (const auto* chain = std::get_if<ChainRule>(&explanation.rule))
    magnitude += magnitude_of(*chain);
  return magnitude;
}

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
                 [&](const FunctionRule& function) { operands = function.operands; },
                 [&](const RotationRule& turn) { operands = turn.operands; },
                 [&](const SumRule& sum) { operands = sum.operands; },
                 [&](const MaximumRule& maximum) { operands = maximum.operands; },
                 [&](const ChoiceRule& choice) { operands = choice.operands; },
                 [&](const ChainRule& chain) {
                   operands = chain.upstream;
                   operands.insert(operands.end(), chain.operands.begin(), chain.operands.end());
                 },
                 [&](const NormaliseRule& norm) {
                   operands = norm.operands;
                   if (norm.weight) operands.push_back(*norm.weight);
                   if (norm.bias) operands.push_back(*norm.bias);
                 },
                 [](const SinusoidRule&) {}, [](const VisibilityRule&) {}, [](const LeafRule&) {}},
      rule);
  return operands;
}

}  // namespace ap::test
