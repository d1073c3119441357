#pragma once

#include <cmath>

#include "attention_playground/ops/operation.hpp"

namespace ap {

/// Σ left[k]·right[k] (+ bias) in double precision; `left_at(k)` and `right_at(k)` give the
/// operands. The bound is (n + 1)·ε·Σ|left·right|: Higham 2002, §3.1, for sums in any order.
template <typename LeftAt, typename RightAt>
Explanation explain_dot(Index n, LeftAt left_at, RightAt right_at, std::optional<Operand> bias) {
  DotRule rule{{}, {}, {}, {}, bias};
  double sum = 0;
  double magnitude = 0;
  for (Index k = 0; k < n; ++k) {
    rule.left.push_back(left_at(k));
    rule.right.push_back(right_at(k));
    const double product =
        static_cast<double>(rule.left.back().value) * static_cast<double>(rule.right.back().value);
    sum += product;
    magnitude += std::fabs(product);
    rule.products.push_back(product);
    rule.sums.push_back(sum);
  }
  if (bias) {
    sum += static_cast<double>(bias->value);
    magnitude += std::fabs(static_cast<double>(bias->value));
  }
  constexpr double smallest_normal = 1.1754943508222875e-38;
  const double roundings = static_cast<double>(n) + 1;
  return {sum, roundings * (float_epsilon * magnitude + smallest_normal), std::move(rule)};
}

}  // namespace ap
