// Operations against xtensor expressions in double precision. Each reducer is assigned to a
// separate array: in 0.24.3 one inside a larger expression reads out of bounds, and
// xt::evaluation_strategy::immediate writes to a null pointer.

#include "attention_playground/ops/add.hpp"
#include "attention_playground/ops/matmul.hpp"
#include "attention_playground/ops/movement.hpp"
#include "attention_playground/ops/softmax.hpp"
#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/operation_check.hpp"
#include "support/tensors.hpp"
#include "support/xtensor.hpp"

namespace ap::test {

namespace {

using Array = xt::xarray<double>;

Array doubles(const Tensor& tensor) { return xt::cast<double>(to_xtensor(tensor)); }

std::string first_difference_from(const Tensor& actual, const Array& expected, double allowed) {
  const std::vector<std::size_t> shape(actual.shape().begin(), actual.shape().end());
  if (!std::equal(shape.begin(), shape.end(), expected.shape().begin(), expected.shape().end()))
    return "another shape";
  return first_difference(actual, std::vector<double>(expected.begin(), expected.end()), allowed);
}

/// a [..., M, K] · b [..., K, N] as products side by side, then summed.
Array matmul_of(const Array& a, const Array& b) {
  std::vector<std::size_t> left_shape(a.shape().begin(), a.shape().end());
  std::vector<std::size_t> right_shape(b.shape().begin(), b.shape().end());
  left_shape.push_back(1);
  right_shape.insert(right_shape.end() - 2, 1);
  Array left = a;
  Array right = b;
  left.reshape(left_shape);
  right.reshape(right_shape);
  const Array products = left * right;
  return xt::sum(products, std::vector<std::size_t>{products.dimension() - 2});
}

Array softmax_of(const Array& x, std::size_t axis) {
  const auto along = std::vector<std::size_t>{axis};
  const Array top = xt::amax(x, along, xt::keep_dims);
  const Array exponentials = xt::exp(x - top);
  const Array sums = xt::sum(exponentials, along, xt::keep_dims);
  return exponentials / sums;
}

}  // namespace

TEST_CASE("xtensor oracle: matmul at sizes around every tile") {
  for (Index m : {1, 4, 5}) {
    for (Index n : {1, 3, 8, 9, 17}) {
      for (Index k : {1, 4, 7, 16, 33}) {
        const Tensor a = random_tensor({m, k}, "a");
        const Tensor b = random_tensor({k, n}, "b");
        INFO(m << " × " << k << " · " << k << " × " << n);
        const Array expected = matmul_of(doubles(a), doubles(b));
        const double allowed = tolerance(k + 1, static_cast<double>(k));
        CHECK(first_difference_from(run(ops::matmul, {a, b}), expected, allowed) == "");
        const Tensor turned = b.transpose(0, 1);
        CHECK(first_difference_from(run(ops::matmul_transposed, {a, turned}), expected, allowed) ==
              "");
        CHECK(first_difference_from(run(ops::linear, {a, b}), expected, allowed) == "");
      }
    }
  }
}

TEST_CASE("xtensor oracle: matmul with leading axes that broadcast") {
  const Tensor a = random_tensor({2, 1, 3, 5}, "a");
  const Tensor b = random_tensor({4, 5, 6}, "b");
  CHECK(first_difference_from(run(ops::matmul, {a, b}), matmul_of(doubles(a), doubles(b)),
                              tolerance(6, 5)) == "");
}

TEST_CASE("xtensor oracle: add broadcasts as xtensor and NumPy do") {
  for (const auto& [left, right] : {std::pair{Dims{2, 3, 4}, Dims{4}},
                                    {Dims{3, 1}, Dims{1, 5}},
                                    {Dims{2, 1, 4}, Dims{3, 1}},
                                    {Dims{7}, Dims{2, 1}}}) {
    const Tensor a = random_tensor(left, "a");
    const Tensor b = random_tensor(right, "b");
    INFO(to_text(left) << " + " << to_text(right));
    const Array expected = doubles(a) + doubles(b);
    CHECK(first_difference_from(run(ops::add, {a, b}), expected, tolerance(1, 2)) == "");
  }
}

TEST_CASE("xtensor oracle: softmax along every axis") {
  const Tensor x = random_tensor({3, 5, 9}, "x", 6);
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const Tensor result = run(ops::softmax, {x}, Along{static_cast<Index>(axis)});
    // x − max is up to 12, and the exponential turns its rounding into a relative error.
    CHECK(first_difference_from(result, softmax_of(doubles(x), axis), tolerance(9 + 8 + 12, 1)) ==
          "");
  }
}

TEST_CASE("xtensor oracle: transpose and concat") {
  const Tensor x = random_tensor({2, 3, 4}, "x");
  const Array turned = xt::transpose(doubles(x), {2, 1, 0});
  CHECK(first_difference_from(x.transpose(0, 2), turned, 0) == "");
  const Tensor y = random_tensor({2, 3, 2}, "y");
  const Array joined = xt::concatenate(xt::xtuple(doubles(x), doubles(y)), 2);
  CHECK(first_difference_from(run(ops::concat, {x, y}, Along{2}), joined, 0) == "");
}

TEST_CASE("xtensor oracle: scaled dot-product attention of a whole batch") {
  const Tensor q = random_tensor({2, 3, 4, 5}, "q", 2);  // [batch, heads, queries, d_k]
  const Tensor k = random_tensor({2, 3, 6, 5}, "k", 2);
  const Tensor v = random_tensor({2, 3, 6, 7}, "v");
  const Array scores = matmul_of(doubles(q), doubles(k.transpose(2, 3))) / std::sqrt(5.0);
  const Array expected = matmul_of(softmax_of(scores, 3), doubles(v));
  const Tensor raw = run(ops::matmul_transposed, {q, k});
  Tensor scaled = raw.clone();
  for (Index i = 0; i < raw.count(); ++i)
    scaled.mutable_data()[i] = raw.data()[i] / std::sqrt(5.0F);
  const Tensor weights = run(ops::softmax, {scaled}, Along{-1});
  // The exponential turns roundings of scores up to 5·4/√5 into relative errors.
  const double allowed = tolerance(6 + 8 + 7, 1) + tolerance(8, 20 / std::sqrt(5.0));
  CHECK(first_difference_from(run(ops::matmul, {weights, v}), expected, allowed) == "");
}

}  // namespace ap::test
