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

void set_chain(Explanation& explanation, double roundings) {
  double magnitude = 0;
  for (const double product : rule_of<ChainRule>(explanation).products)
    magnitude += std::fabs(product);
  set_chain(explanation, roundings, magnitude);
}

void set_chain(Explanation& explanation, double roundings, double magnitude) {
  const std::vector<double>& sums = rule_of<ChainRule>(explanation).sums;
  if (sums.empty()) return;
  explanation.result = sums.back();
  const double terms = static_cast<double>(sums.size());
  const double bound = (roundings + terms) * (float_epsilon * magnitude + product_bound(0));
  if (std::isfinite(bound)) explanation.bound = bound;
}

}  // namespace ap
