#include "attention_playground/ops/arithmetic.hpp"

#include <cmath>

#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/operation_check.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

const std::vector<const Operation*> pairs = {&ops::multiply, &ops::divide, &ops::exp_difference};

/// Numbers between −20 and 0; with those of `right`, between 0 and 1, they are valid inputs of all
/// three operations.
Tensor left(const Dims& shape) {
  Tensor x = random_tensor(shape, "left", 10);
  for (Index i = 0; i < x.count(); ++i) x.mutable_data()[i] -= 10;
  return x;
}
Tensor right(const Dims& shape) {
  Tensor x = random_tensor(shape, "right", 0.5F);
  for (Index i = 0; i < x.count(); ++i) x.mutable_data()[i] += 0.5F;
  return x;
}

}  // namespace

TEST_CASE("arithmetic: SIMD, reference and explanation agree at every length, order in memory") {
  for (const Operation* pair : pairs) {
    for (Index length : lengths) {
      for (Arrangement one : arrangements) {
        for (Arrangement other : arrangements) {
          const Tensor a = arranged(left({3, length}), one);
          const Tensor b = arranged(right({3, length}), other);
          INFO(pair->name << " " << length << " " << name_of(one) << ", " << name_of(other));
          CHECK(what_is_wrong(*pair, {a, b}) == "");
        }
      }
    }
  }
}

TEST_CASE("arithmetic: broadcasts either operand along any axis") {
  for (const Operation* pair : pairs) {
    for (const Dims& shape : {Dims{7}, Dims{1}, Dims{}, Dims{3, 1}, Dims{1, 7}, Dims{2, 1, 1},
                              Dims{2, 3, 1}, Dims{1, 3, 7}}) {
      INFO(pair->name << " " << to_text(shape));
      CHECK(what_is_wrong(*pair, {left({2, 3, 7}), right(shape)}) == "");
      CHECK(what_is_wrong(*pair, {left(shape), right({2, 3, 7})}) == "");
    }
    CHECK(run(*pair, {left({3, 1}), right({1, 4})}).shape() == Dims{3, 4});
    CHECK(run(*pair, {left({}), right({})}).shape() == Dims{});
    CHECK(run(*pair, {left({0, 3}), right({3})}).shape() == Dims{0, 3});
    CHECK(error_of([&] { run(*pair, {counting({3}), counting({4})}); }) == "shape other");
  }
}

TEST_CASE("multiply and divide: rounded once") {
  const Tensor a = left({2, 9});
  const Tensor b = right({2, 9});
  const Tensor product = run(ops::multiply, {a, b});
  const Tensor quotient = run(ops::divide, {a, b});
  for (Index i = 0; i < a.count(); ++i) {
    CHECK(same_bits(product.data()[i], a.data()[i] * b.data()[i]));
    CHECK(same_bits(quotient.data()[i], a.data()[i] / b.data()[i]));
  }
}

TEST_CASE("divide: by 0 is 0, as for a query that sees no key; NaN stays NaN") {
  const Tensor a = tensor({2, 3}, {1, 0, -2, 3, 6, 9});
  const Tensor sums = tensor({2, 1}, {0, 3});
  CHECK(what_is_wrong(ops::divide, {a, sums}) == "");
  CHECK(values_of(run(ops::divide, {a, sums})) == std::vector<float>{0, 0, 0, 1, 2, 3});
  CHECK(values_of(run(ops::divide, {a, tensor({2, 1}, {-0.0F, 3})}))[0] == 0);
  const Tensor bad = run(ops::divide, {with_last({5}, not_a_number), counting({5})});
  CHECK(bad.at({0}) == 0);
  CHECK(std::isnan(bad.at({4})));
  CHECK(std::isnan(run(ops::divide, {counting({5}), with_last({5}, not_a_number)}).at({4})));
}

TEST_CASE("exp difference: exact within 2 ulp and the rounding of the difference") {
  const Tensor a = left({40});
  const Tensor b = right({40});
  const Tensor result = run(ops::exp_difference, {a, b});
  for (Index i = 0; i < 40; ++i) {
    const double difference = static_cast<double>(a.data()[i]) - static_cast<double>(b.data()[i]);
    const double exact = std::exp(difference);
    CHECK(std::fabs(static_cast<double>(result.data()[i]) - exact) <=
          (4 - difference) * float_epsilon * exact);
  }
}

TEST_CASE("exp difference: 1 for equal numbers, 0 for −∞ minus anything, 0 for numbers far below") {
  const Tensor a = tensor({7}, {-infinity, -infinity, -3, -1e30F, -90, 2, -infinity});
  const Tensor b = tensor({7}, {-infinity, 5, -3, 1, 0, 2, 3e38F});
  CHECK(what_is_wrong(ops::exp_difference, {a, b}) == "");
  CHECK(values_of(run(ops::exp_difference, {a, b})) == std::vector<float>{0, 0, 1, 0, 0, 1, 0});
  const Tensor bad = with_last({5}, not_a_number);
  CHECK(std::isnan(run(ops::exp_difference, {bad, Tensor::filled({5}, 2)}).at({4})));
}

TEST_CASE("exp difference: a maximum that was edited to be lower gives large numbers, then ∞") {
  const Tensor a = tensor({5}, {0.5F, 20, 85, 95, 3e38F});
  const Tensor zeros = Tensor::filled({5}, 0);
  const Tensor first = part(a, 0, 0, 3);
  CHECK(what_is_wrong(ops::exp_difference, {first, Tensor::filled({1}, 0)}) == "");
  const std::vector<float> result = values_of(run(ops::exp_difference, {a, zeros}));
  CHECK(result[3] == infinity);
  CHECK(result[4] == infinity);
}

}  // namespace ap::test
