#include "attention_playground/ops/rotate.hpp"

#include <cmath>

#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/operation_check.hpp"
#include "support/tensors.hpp"

namespace ap::test {

TEST_CASE("rotate: run, reference and explanation agree for every order in memory") {
  for (const Dims& shape : {Dims{1, 2}, Dims{5, 6}, Dims{3, 4, 8}, Dims{2, 3, 4, 2}}) {
    const Tensor x = random_tensor(shape, "x");
    for (Arrangement order : arrangements) {
      for (const Rotated turn : {Rotated{}, Rotated{7}, Rotated{3, true}}) {
        INFO(to_text(shape) << " " << name_of(order) << " from " << turn.first);
        CHECK(what_is_wrong(ops::rotate, {arranged(x, order)}, turn) == "");
      }
    }
  }
}

TEST_CASE("rotate: cells i and i + d/2 turn by position / 10000^(2i/d)") {
  const Tensor x = random_tensor({3, 4}, "x");
  std::vector<double> expected;
  for (Index t = 0; t < 3; ++t) {
    for (Index column = 0; column < 4; ++column) {
      const double angle = static_cast<double>(t + 2) / (column % 2 == 0 ? 1 : 100);
      const double other = static_cast<double>(x.at({t, (column + 2) % 4}));
      expected.push_back(static_cast<double>(x.at({t, column})) * std::cos(angle) +
                         (column < 2 ? -other : other) * std::sin(angle));
    }
  }
  CHECK(first_difference(run(ops::rotate, {x}, Rotated{2}), expected, 1e-6) == "");
}

TEST_CASE("rotate: products of rotated rows depend on the distance of their positions alone") {
  const Tensor q = random_tensor({1, 8}, "q");
  const Tensor k = random_tensor({1, 8}, "k");
  const auto product = [&](Index query, Index key) {
    const std::vector<float> a = values_of(run(ops::rotate, {q}, Rotated{query}));
    const std::vector<float> b = values_of(run(ops::rotate, {k}, Rotated{key}));
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
      sum += static_cast<double>(a[i]) * static_cast<double>(b[i]);
    return sum;
  };
  CHECK(std::fabs(product(5, 2) - product(1003, 1000)) < 1e-5);
  CHECK(std::fabs(product(5, 2) - product(6, 2)) > 1e-3);
}

TEST_CASE("rotate: back is the inverse") {
  const Tensor x = random_tensor({2, 5, 6}, "x");
  const Tensor there = run(ops::rotate, {x}, Rotated{9});
  CHECK(first_difference(run(ops::rotate, {there}, Rotated{9, true}), x, 1e-6) == "");
}

TEST_CASE("rotate: errors name the argument") {
  CHECK(error_of([] { run(ops::rotate, {counting({4})}); }) == "rank x");
  CHECK(error_of([] { run(ops::rotate, {counting({4, 3})}); }) == "shape x");
  CHECK(error_of([] { run(ops::rotate, {Tensor({4, 0})}); }) == "shape x");
  CHECK(error_of([] { run(ops::rotate, {counting({4, 2})}, Rotated{-1}); }) == "range first");
}

}  // namespace ap::test
