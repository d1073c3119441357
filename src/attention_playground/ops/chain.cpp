#include "attention_playground/ops/chain.hpp"

#include <cmath>

#include "attention_playground/ops/elementwise.hpp"

namespace ap {

void explained_cells(Explain explain, Inputs inputs, const Attributes& attributes, Tensor& out) {
  for_each_cell(out, [&](const Dims& index) {
    return static_cast<float>(explain(inputs, attributes, index).result);
  });
}

void add_term(ChainRule& rule, const Dims& upstream, Inputs inputs, double derivative) {
  const Operand cell{0, upstream, inputs[0]->at(upstream)};
  const double product = derivative == 0 ? 0 : static_cast<double>(cell.value) * derivative;
  const double before = rule.sums.empty() ? 0 : rule.sums.back();
  rule.upstream.push_back(cell);
  rule.derivatives.push_back(derivative);
  rule.products.push_back(product);
  rule.sums.push_back(before + product);
}

Explanation chained(ChainRule rule, double roundings) {
  double magnitude = 0;
  for (const double product : rule.products) magnitude += std::fabs(product);
  return chained(std::move(rule), roundings, magnitude);
}

Explanation chained(ChainRule rule, double roundings, double magnitude) {
  const auto n = static_cast<double>(rule.products.size());
  const double result = rule.sums.empty() ? 0 : rule.sums.back();
  const double bound = (roundings + n) * (float_epsilon * magnitude + product_bound(0));
  return {result, std::isfinite(bound) && n > 0 ? bound : 0, std::move(rule)};
}

}  // namespace ap
