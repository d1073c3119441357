// Operands that a broadcast repeats (strides of 0), in every kernel: they give the same bits as
// copies of them.

#include "attention_playground/ops/activation.hpp"
#include "attention_playground/ops/add.hpp"
#include "attention_playground/ops/arithmetic.hpp"
#include "attention_playground/ops/choice.hpp"
#include "attention_playground/ops/dropout.hpp"
#include "attention_playground/ops/layer_norm.hpp"
#include "attention_playground/ops/matmul.hpp"
#include "attention_playground/ops/movement.hpp"
#include "attention_playground/ops/reduce.hpp"
#include "attention_playground/ops/scale.hpp"
#include "attention_playground/ops/softcap.hpp"
#include "attention_playground/ops/softmax.hpp"
#include "catch.hpp"
#include "support/any_attributes.hpp"
#include "support/comparison.hpp"
#include "support/operation_check.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

/// All ways to repeat parts of a matrix: one row, one column, one number, or nothing.
std::vector<Tensor> repeated_operands(Index rows, Index columns, const std::string& name) {
  std::vector<Tensor> all;
  for (const Dims& own : {Dims{rows, columns}, Dims{1, columns}, Dims{rows, 1}, Dims{1, 1}})
    all.push_back(random_tensor(own, name).broadcast({rows, columns}, "x"));
  return all;
}

/// The same of masks of dropout.
std::vector<Tensor> repeated_masks(Index rows, Index columns) {
  std::vector<Tensor> all;
  for (const Dims& own : {Dims{rows, columns}, Dims{1, columns}, Dims{rows, 1}, Dims{1, 1}}) {
    Tensor kept(own);
    for (Index i = 0; i < kept.count(); ++i) kept.mutable_data()[i] = i % 3 == 1 ? 0 : 1;
    all.push_back(kept.broadcast({rows, columns}, "kept"));
  }
  return all;
}

/// The difference between the operation's results for `inputs` and for row-major copies.
std::string difference_to_copies(const Operation& operation, const std::vector<Tensor>& inputs,
                                 const Attributes& attributes = {}) {
  std::vector<Tensor> copies;
  for (const Tensor& input : inputs) copies.push_back(input.contiguous());
  return first_bit_difference(run(operation, inputs, attributes),
                              run(operation, copies, attributes));
}

}  // namespace

TEST_CASE("products: repeated operands, at depths and widths below, at and above every tile") {
  for (Index m : {1, 2, 3, 4, 5}) {
    for (Index k : {0, 1, 2, 3, 4, 5, 9}) {
      for (Index n : {0, 1, 3, 4, 5, 15, 16, 17, 20, 33}) {
        const std::vector<Tensor> lefts = repeated_operands(m, k, "a");
        const std::vector<Tensor> rights = repeated_operands(k, n, "b");
        for (std::size_t a = 0; a < lefts.size(); ++a) {
          for (std::size_t b = 0; b < rights.size(); ++b) {
            INFO(m << " × " << k << " × " << n << ", repeated in way " << a << " and " << b);
            const Tensor& left = lefts[a];
            const Tensor& right = rights[b];
            CHECK(difference_to_copies(ops::matmul, {left, right}) == "");
            CHECK(difference_to_copies(ops::matmul_transposed, {left, right.transpose(0, 1)}) ==
                  "");
            CHECK(difference_to_copies(ops::linear, {left, right}) == "");
          }
        }
      }
    }
  }
}

TEST_CASE("products: a right operand that is one row repeated is summed over all of K") {
  const Tensor a = tensor({1, 5}, {1, 2, 3, 4, 5});
  const Tensor b = Tensor::filled({1, 16}, 2).broadcast({5, 16}, "b");
  const Tensor product = run(ops::matmul, {a, b});
  CHECK(values_of(product) == std::vector<float>(16, 30));
}

TEST_CASE("elementwise, row by row and moving kernels: repeated operands at every small size") {
  const std::vector<const Operation*> ones = {&ops::relu,        &ops::gelu,       &ops::gelu_tanh,
                                              &ops::scale,       &ops::dropout,    &ops::softmax,
                                              &ops::log_softmax, &ops::contiguous, &ops::concat,
                                              &ops::argmax,      &ops::softcap};
  const std::vector<const Operation*> of_rows = {
      &ops::row_sum,          &ops::mean,        &ops::variance,   &ops::entropy,
      &ops::softmax_gradient, &ops::row_maximum, &ops::layer_norm, &ops::top_k};
  const std::vector<const Operation*> pairs = {&ops::add,    &ops::mask,           &ops::multiply,
                                               &ops::divide, &ops::exp_difference, &ops::concat};
  for (Index rows : {0, 1, 2, 3}) {
    for (Index columns : {0, 1, 2, 3, 4, 5, 8, 9, 17}) {
      const std::vector<Tensor> firsts = repeated_operands(rows, columns, "x");
      const std::vector<Tensor> others = repeated_operands(rows, columns, "y");
      const std::vector<Tensor> masks = repeated_masks(rows, columns);
      AnyAttributes any{.shape = {columns}, .length = 1, .number = 0.3F, .probability = 0.5F};
      for (std::size_t way = 0; way < firsts.size(); ++way) {
        INFO(rows << " × " << columns << ", repeated in way " << way);
        const Tensor& x = firsts[way];
        for (int axis : {0, 1}) {
          any.axis = axis;
          for (const Operation* operation : ones) {
            INFO(operation->name << " along axis " << axis);
            if (operation == &ops::argmax && columns == 0) continue;
            CHECK(difference_to_copies(*operation, {x}, any.of(*operation)) == "");
          }
        }
        for (const Operation* operation : of_rows) {
          INFO(operation->name);
          if (columns > 0) CHECK(difference_to_copies(*operation, {x}, any.of(*operation)) == "");
        }
        for (const Operation* operation : pairs)
          for (const Tensor& y : others) {
            INFO(operation->name);
            CHECK(difference_to_copies(*operation, {x, y}, any.of(*operation)) == "");
          }
        for (const Tensor& kept : masks)
          CHECK(difference_to_copies(ops::masked_dropout, {x, kept}, DropoutRate{0.5F}) == "");
      }
    }
  }
}

}  // namespace ap::test
