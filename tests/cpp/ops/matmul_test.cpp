#include "attention_playground/ops/matmul.hpp"

#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/operation_check.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

struct ProductSizes {
  Index m, k, n;
};
const std::vector<ProductSizes> product_sizes = {{1, 1, 1},  {2, 3, 5},  {5, 4, 9},  {4, 8, 8},
                                                 {3, 17, 2}, {9, 7, 33}, {1, 33, 1}, {6, 1, 6}};

void check_everywhere(const Operation& operation, const Tensor& a, const Tensor& b) {
  for (Arrangement left : arrangements) {
    for (Arrangement right : arrangements) {
      INFO(to_text(a.shape()) << " " << name_of(left) << ", " << to_text(b.shape()) << " "
                              << name_of(right));
      CHECK(what_is_wrong(operation, {arranged(a, left), arranged(b, right)}) == "");
    }
  }
}

}  // namespace

TEST_CASE("matmul: SIMD, reference and explanation agree for every order in memory") {
  for (const ProductSizes& size : product_sizes) {
    check_everywhere(ops::matmul, random_tensor({size.m, size.k}, "a"),
                     random_tensor({size.k, size.n}, "b"));
    check_everywhere(ops::matmul_transposed, random_tensor({size.m, size.k}, "a"),
                     random_tensor({size.n, size.k}, "b"));
  }
}

TEST_CASE("matmul: leading axes broadcast") {
  check_everywhere(ops::matmul, random_tensor({2, 1, 3, 4}, "a"), random_tensor({3, 4, 5}, "b"));
  check_everywhere(ops::matmul, random_tensor({3, 4}, "a"), random_tensor({2, 4, 5}, "b"));
  check_everywhere(ops::matmul_transposed, random_tensor({2, 2, 3, 4}, "a"),
                   random_tensor({2, 1, 5, 4}, "b"));
  CHECK(run(ops::matmul, {counting({2, 1, 3, 4}), counting({3, 4, 5})}).shape() ==
        Dims{2, 3, 3, 5});
}

TEST_CASE("matmul: by the second operand's rows equals by its columns") {
  const Tensor a = random_tensor({5, 7}, "a");
  const Tensor b = random_tensor({9, 7}, "b");
  const Tensor rows = run(ops::matmul_transposed, {a, b});
  CHECK(first_bit_difference(rows, run(ops::matmul, {a, b.transpose(0, 1)})) == "");
  CHECK(first_difference(rows, run(ops::matmul, {a, b.transpose(0, 1).contiguous()}),
                         tolerance(8, 7)) == "");
}

TEST_CASE("matmul: exact where the numbers are whole") {
  const Tensor a = tensor({2, 3}, {1, 2, 3, 4, 5, 6});
  const Tensor b = tensor({3, 2}, {7, 8, 9, 10, 11, 12});
  CHECK(values_of(run(ops::matmul, {a, b})) == std::vector<float>{58, 64, 139, 154});
}

TEST_CASE("matmul: zero weights behind a query's change no bit of its output") {
  const Tensor values = random_tensor({2, 70, 19}, "values");
  for (Index seen = 1; seen <= 40; ++seen) {
    const Tensor weights = random_tensor({2, 1, seen}, "weights");
    const Tensor alone = run(ops::matmul, {weights, part(values, 1, 0, seen)});
    bool equal = true;
    for (Index longer = seen + 1; longer <= 70; ++longer) {
      // Only the last of `seen` queries, or two, or all of them as in a pass over all tokens.
      for (Index rows : {Index{1}, Index{2}, seen}) {
        Tensor padded = Tensor::filled({2, rows, longer}, 0);
        for (Index i = 0; i < weights.count(); ++i)
          padded.set({i / seen, rows - 1, i % seen}, weights.data()[i]);
        const Tensor all = run(ops::matmul, {padded, part(values, 1, 0, longer)});
        equal = equal && first_bit_difference(part(all, 1, rows - 1, 1).contiguous(), alone) == "";
      }
    }
    INFO(seen);
    CHECK(equal);
  }
}

TEST_CASE("matmul: NaN and infinity reach the cells that read them and no others") {
  const Tensor a = tensor({2, 2}, {not_a_number, 1, 1, 1});
  const std::vector<float> product = values_of(run(ops::matmul, {a, tensor({2, 1}, {1, 2})}));
  CHECK(product[0] != product[0]);
  CHECK(product[1] == 3);
  CHECK(values_of(run(ops::matmul, {tensor({1, 1}, {infinity}), tensor({1, 1}, {2})}))[0] ==
        infinity);
}

TEST_CASE("matmul: empty axes give empty results and empty sums") {
  CHECK(run(ops::matmul, {Tensor(Dims{0, 3}), counting({3, 2})}).shape() == Dims{0, 2});
  CHECK(values_of(run(ops::matmul, {Tensor(Dims{2, 0}), Tensor(Dims{0, 2})})) ==
        std::vector<float>{0, 0, 0, 0});
}

TEST_CASE("matmul: operands that do not fit are errors that name them") {
  const auto error = [](const Operation& operation, const Dims& a, const Dims& b) {
    return error_of([&] { run(operation, {Tensor(a), Tensor(b)}); });
  };
  CHECK(error(ops::matmul, {3}, {3, 2}) == "rank a");
  CHECK(error(ops::matmul, {2, 3}, {3}) == "rank b");
  CHECK(error(ops::matmul, {2, 3}, {2, 3}) == "shape b");
  CHECK(error(ops::matmul_transposed, {2, 3}, {3, 2}) == "shape b");
  CHECK(error(ops::matmul, {2, 2, 3}, {3, 3, 2}) == "shape b");
  CHECK(error(ops::matmul, {2, 3}, {2, 3, 2}) == "no error");
}

TEST_CASE("linear: SIMD, reference and explanation agree, with and without bias") {
  for (const ProductSizes& size : product_sizes) {
    const Tensor x = random_tensor({size.m, size.k}, "x");
    const Tensor w = random_tensor({size.k, size.n}, "w");
    const Tensor b = random_tensor({size.n}, "b");
    check_everywhere(ops::linear, x, w);
    for (Arrangement arrangement : arrangements) {
      INFO("bias " << name_of(arrangement));
      CHECK(what_is_wrong(ops::linear, {x, w, arranged(b, arrangement)}) == "");
    }
  }
}

TEST_CASE("linear: takes any number of leading axes, including none") {
  const Tensor w = random_tensor({4, 3}, "w");
  for (const Dims& shape : {Dims{4}, Dims{2, 4}, Dims{2, 5, 4}, Dims{2, 1, 3, 4}}) {
    const Tensor x = random_tensor(shape, "x");
    INFO(to_text(shape));
    check_everywhere(ops::linear, x, w);
    const Index rows = x.count() / 4;
    CHECK(first_bit_difference(run(ops::linear, {x, w}).view({rows, 3}),
                               run(ops::linear, {x.view({rows, 4}), w})) == "");
  }
}

TEST_CASE("linear: a token's row does not depend on how many tokens there are") {
  const Tensor w = random_tensor({13, 11}, "w");
  const Tensor b = random_tensor({11}, "b");
  const Tensor x = random_tensor({9, 13}, "x");
  const Tensor all = run(ops::linear, {x, w, b});
  for (Index row = 0; row < 9; ++row) {
    const Tensor alone(x.storage(), narrow_layout(x.layout(), 0, row, 1));
    const Tensor expected(all.storage(), narrow_layout(all.layout(), 0, row, 1));
    CHECK(first_bit_difference(run(ops::linear, {alone, w, b}), expected) == "");
  }
}

TEST_CASE("linear: operands that do not fit are errors that name them") {
  const auto error = [](const Dims& x, const Dims& w, const Dims& b) {
    return error_of([&] { run(ops::linear, {Tensor(x), Tensor(w), Tensor(b)}); });
  };
  CHECK(error({}, {3, 2}, {2}) == "rank input");
  CHECK(error({2, 3}, {3}, {2}) == "rank weight");
  CHECK(error({2, 3}, {2, 3}, {3}) == "shape weight");
  CHECK(error({2, 3}, {3, 2}, {3}) == "shape bias");
  CHECK(error({2, 3}, {3, 2}, {1, 2}) == "shape bias");
  CHECK(error({2, 3}, {3, 2}, {2, 1}) == "shape bias");
  CHECK(error({2, 3}, {3, 2}, {2}) == "no error");
}

}  // namespace ap::test
