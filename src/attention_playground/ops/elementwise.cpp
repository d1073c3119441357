// Compiled for speed: loops over cells.
#include "attention_playground/ops/elementwise.hpp"

#include <cmath>

#include "attention_playground/tensor/small.hpp"

namespace ap {

Layout broadcast_all(InputLayouts inputs, const char* argument) {
  Dims shape = inputs[0]->shape;
  for (std::size_t i = 1; i < inputs.size(); ++i)
    shape = broadcast_shapes(shape, inputs[i]->shape, argument);
  return contiguous_layout(shape);
}

void for_each_row(const Tensor& input, Tensor& out,
                  Callback<void(const Row&, float*, Index, Index)> body) {
  if (out.count() == 0) return;
  if (input.shape() == out.shape() && input.layout().is_contiguous())
    return body({input.data(), 1}, out.mutable_data(), out.count(), 0);
  const Layout from = broadcast_layout(input.layout(), out.shape(), "input");
  const int last = out.rank() - 1;
  const Index length = last < 0 ? 1 : out.shape()[last];
  const Index step = last < 0 ? 0 : from.strides[last];
  Dims rows = out.shape();
  Dims index = first_index(rows.rank());
  if (last >= 0) rows[last] = 1;
  float* const to = out.mutable_data();
  Index first = 0;
  do {
    const Row row{input.storage()->data() + from.offset_of(index), step};
    body(row, to + first, length, first);
    first += length;
  } while (next_index(index, rows));
}

void copy_rows(const Tensor& input, Tensor& out) {
  for_each_row(input, out, [](const Row& row, float* to, Index length, Index) {
    Index i = 0;
    for (; i + simd::lanes <= length; i += simd::lanes) simd::store(to + i, row.load(i));
    for (; i < length; ++i) to[i] = row.at(i);
  });
}

void for_each_cell(Tensor& out, Callback<float(const Dims&)> cell) {
  if (out.count() == 0) return;
  Dims index = first_index(out.rank());
  float* to = out.mutable_data();
  do *to++ = cell(index);
  while (next_index(index, out.shape()));
}

double product_bound(double exact) {
  constexpr double smallest_float = 1.401298464324817e-45;
  return float_epsilon * std::fabs(exact) + smallest_float;
}

double exponential_bound(double exact, double difference, double more_roundings) {
  constexpr double smallest_normal = 1.1754943508222875e-38;
  const double distance = std::isfinite(difference) ? std::fabs(difference) : 0;
  return (distance + 8 + more_roundings) * float_epsilon * exact + 2 * smallest_normal;
}

AP_SMALL double add_term(DotRule& rule, const Operand& left, const Operand& right) {
  const double product = static_cast<double>(left.value) * static_cast<double>(right.value);
  const double before = rule.sums.empty() ? 0 : rule.sums.back();
  rule.left.push_back(left);
  rule.right.push_back(right);
  rule.products.push_back(product);
  rule.sums.push_back(before + product);
  return product;
}

AP_SMALL void add_term(SumRule& rule, const Operand& operand, double term) {
  const double before = rule.sums.empty() ? 0 : rule.sums.back();
  rule.operands.push_back(operand);
  rule.terms.push_back(term);
  rule.sums.push_back(before + term);
}

Operand operand_at(Inputs inputs, int input, const Dims& index) {
  const Tensor& tensor = *inputs[static_cast<std::size_t>(input)];
  const Dims own = broadcast_index(index, tensor.shape());
  return {input, own, tensor.at(own)};
}

}  // namespace ap
