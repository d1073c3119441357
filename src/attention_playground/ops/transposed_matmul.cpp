#include "attention_playground/ops/transposed_matmul.hpp"

#include "attention_playground/ops/matmul.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap::ops {

namespace {

Dims leading(const Dims& shape) {
  Dims axes;
  for (int axis = 0; axis < shape.rank() - 1; ++axis) axes.push_back(shape[axis]);
  return axes;
}

/// a with its last two axes swapped, in the same memory.
Layout swapped(const Layout& a) {
  require(a.rank() >= 2, ErrorCode::rank, "a", {a.shape}, {"at least 2 axes"});
  return transpose_layout(a, a.rank() - 2, a.rank() - 1);
}

Layout transposed_layout(InputLayouts inputs, const Attributes& attributes) {
  const Layout left = swapped(*inputs[0]);
  const Layout* const layouts[] = {&left, inputs[1]};
  return matmul.layout({layouts, 2}, attributes);
}

template <auto product>
void transposed_run(Inputs inputs, const Attributes& attributes, Tensor& out) {
  const Tensor left = inputs[0]->transpose(-2, -1);
  const Tensor* const swapped[] = {&left, inputs[1]};
  (matmul.*product)({swapped, 2}, attributes, out);
}

Explanation transposed_explain(Inputs inputs, const Attributes& attributes, const Dims& index) {
  const Tensor left = inputs[0]->transpose(-2, -1);
  const Tensor* const swapped[] = {&left, inputs[1]};
  Explanation explained = matmul.explain({swapped, 2}, attributes, index);
  for (Operand& operand : std::get<DotRule>(explained.rule).left) {
    const int last = operand.index.rank() - 1;
    std::swap(operand.index[last - 1], operand.index[last]);
  }
  return explained;
}

Index transposed_roundings(InputLayouts inputs) {
  return inputs[0]->shape[inputs[0]->rank() - 2] + 1;
}

double transposed_multiply_adds(InputLayouts inputs) {
  const Layout left = swapped(*inputs[0]);
  const Layout* const layouts[] = {&left, inputs[1]};
  return matmul.multiply_adds({layouts, 2});
}

Layout rows_layout(InputLayouts inputs, const Attributes&) {
  const Dims& a = inputs[0]->shape;
  const Dims& b = inputs[1]->shape;
  require(a.rank() >= 1, ErrorCode::rank, "a", {a}, {"at least 1 axis"});
  require(b.rank() >= 1, ErrorCode::rank, "b", {b}, {"at least 1 axis"});
  require(leading(a) == leading(b), ErrorCode::shape, "b", {b}, {"the leading axes of ", a});
  return contiguous_layout({a.back(), b.back()});
}

/// All rows one below the other, as columns of the left operand.
Tensor as_rows(const Tensor& x) {
  const Index rows = element_count(leading(x.shape()));
  return x.contiguous().view({rows, x.size(-1)});
}

template <auto product>
void rows_run(Inputs inputs, const Attributes& attributes, Tensor& out) {
  const Tensor left = as_rows(*inputs[0]).transpose(0, 1);
  const Tensor right = as_rows(*inputs[1]);
  const Tensor* const rows[] = {&left, &right};
  (matmul.*product)({rows, 2}, attributes, out);
}

Explanation rows_explain(Inputs inputs, const Attributes& attributes, const Dims& index) {
  const Tensor left = as_rows(*inputs[0]).transpose(0, 1);
  const Tensor right = as_rows(*inputs[1]);
  const Tensor* const rows[] = {&left, &right};
  Explanation explained = matmul.explain({rows, 2}, attributes, index);
  auto& dot = std::get<DotRule>(explained.rule);
  const Dims axes = leading(inputs[0]->shape());
  const auto place = [&](Operand& operand, Index row, Index column) {
    operand.index = index_at(row, axes);
    operand.index.push_back(column);
  };
  for (Operand& operand : dot.left) place(operand, operand.index[1], operand.index[0]);
  for (Operand& operand : dot.right) place(operand, operand.index[0], operand.index[1]);
  return explained;
}

Index rows_roundings(InputLayouts inputs) { return element_count(leading(inputs[0]->shape)) + 1; }

double rows_multiply_adds(InputLayouts inputs) {
  double products = static_cast<double>(inputs[1]->shape.back());
  for (const Index size : inputs[0]->shape) products *= static_cast<double>(size);
  return products;
}

}  // namespace

const Operation transposed_matmul = {
    .name = "transposed_matmul",
    .arity = 2,
    .texts = {R"({0}^{\top}\, {1})", "{0}.transpose(-2, -1) @ {1}", "{0}.swapaxes(-2, -1) @ {1}"},
    .layout = transposed_layout,
    .run = transposed_run<&Operation::run>,
    .reference = tested<transposed_run<&Operation::reference>>,
    .explain = transposed_explain,
    .roundings = transposed_roundings,
    .stops = Stop::gradient,
    .multiply_adds = transposed_multiply_adds,
};

const Operation rows_matmul = {
    .name = "rows_matmul",
    .arity = 2,
    .texts = {R"({0}^{\top}\, {1})", "{0}.flatten(0, -2).T @ {1}.flatten(0, -2)",
              "{0}.reshape(-1, {0}.shape[-1]).T @ {1}.reshape(-1, {1}.shape[-1])"},
    .layout = rows_layout,
    .run = rows_run<&Operation::run>,
    .reference = tested<rows_run<&Operation::reference>>,
    .explain = rows_explain,
    .roundings = rows_roundings,
    .stops = Stop::gradient,
    .multiply_adds = rows_multiply_adds,
};

}  // namespace ap::ops
