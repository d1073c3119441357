#include "attention_playground/ops/reduce.hpp"

#include <algorithm>
#include <cmath>

#include "attention_playground/ops/softmax.hpp"
#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/operation_check.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

/// A reduction, its formula, and whether it is meant for weights.
struct Reduction {
  const Operation& operation;
  bool of_weights;
  double (*exact)(const std::vector<float>& row);

  Tensor input(const Dims& shape) const {
    const Tensor x = random_tensor(shape, "x", 3);
    return of_weights ? run(ops::softmax, {x}, Along{-1}) : x;
  }
};

double sum(const std::vector<float>& row, double (*term)(double)) {
  double result = 0;
  for (float x : row) result += term(static_cast<double>(x));
  return result;
}
double plain_sum(const std::vector<float>& row) {
  return sum(row, [](double x) { return x; });
}
double plain_mean(const std::vector<float>& row) {
  return plain_sum(row) / static_cast<double>(row.size());
}
double plain_variance(const std::vector<float>& row) {
  double result = 0;
  for (float x : row) result += std::pow(static_cast<double>(x) - plain_mean(row), 2);
  return result / static_cast<double>(row.size());
}
double plain_entropy(const std::vector<float>& row) {
  return sum(row, [](double p) { return p == 0 ? 0 : -p * std::log(p); });
}
double plain_gradient(const std::vector<float>& row) {
  return sum(row, [](double p) { return p * (1 - p); });
}
double plain_maximum(const std::vector<float>& row) {
  return static_cast<double>(*std::max_element(row.begin(), row.end()));
}

const std::vector<Reduction> reductions = {
    {ops::row_sum, false, plain_sum},    {ops::row_maximum, false, plain_maximum},
    {ops::mean, false, plain_mean},      {ops::variance, false, plain_variance},
    {ops::entropy, true, plain_entropy}, {ops::softmax_gradient, true, plain_gradient},
};

}  // namespace

TEST_CASE("reductions: SIMD, reference and explanation agree at every length, order in memory") {
  for (const Reduction& reduction : reductions) {
    for (Index length : chain_lengths) {
      const Tensor x = reduction.input({2, 3, length});
      for (Arrangement arrangement : arrangements) {
        INFO(reduction.operation.name << " " << length << " " << name_of(arrangement));
        CHECK(what_is_wrong(reduction.operation, {arranged(x, arrangement)}) == "");
      }
      CHECK(run(reduction.operation, {x}).shape() == Dims{2, 3, 1});
    }
  }
}

TEST_CASE("reductions: each cell is its formula's within the roundings of its row") {
  for (const Reduction& reduction : reductions) {
    for (Index length : chain_lengths) {
      const Tensor x = reduction.input({length});
      const Tensor result = run(reduction.operation, {x});
      INFO(reduction.operation.name << " " << length);
      // Sums of numbers up to 3, of squared distances up to 6, or of weights that add up to 1.
      const double size = reduction.of_weights ? 6 : 9.0 * static_cast<double>(length);
      CHECK(first_difference(result, std::vector<double>{reduction.exact(values_of(x))},
                             tolerance(length + 8, size)) == "");
    }
  }
}

TEST_CASE("reductions: a row of one number, and rows of equal ones") {
  const Tensor one = tensor({1}, {2.5F});
  CHECK(run(ops::row_sum, {one}).at({0}) == 2.5F);
  CHECK(run(ops::row_maximum, {one}).at({0}) == 2.5F);
  CHECK(run(ops::mean, {one}).at({0}) == 2.5F);
  CHECK(run(ops::variance, {one}).at({0}) == 0);
  const Tensor equal = Tensor::filled({2, 21}, 1000.1F);
  for (const Operation* operation : {&ops::row_sum, &ops::mean, &ops::variance})
    CHECK(what_is_wrong(*operation, {equal}) == "");
}

TEST_CASE("entropy and softmax's gradient: 0 for a single weight of 1, largest for equal weights") {
  Tensor single = Tensor::filled({3, 8}, 0);
  for (Index row = 0; row < 3; ++row) single.set({row, 3 * row}, 1);
  const Tensor equal = Tensor::filled({1, 8}, 0.125F);
  const Tensor masked = tensor({1, 5}, {0.5F, 0, 0.5F, 0, 0});
  for (const Operation* operation : {&ops::entropy, &ops::softmax_gradient}) {
    CHECK(values_of(run(*operation, {single})) == std::vector<float>{0, 0, 0});
    CHECK(what_is_wrong(*operation, {single}) == "");
    CHECK(what_is_wrong(*operation, {masked}) == "");
    CHECK(what_is_wrong(*operation, {Tensor::filled({2, 6}, 0)}) == "");
  }
  CHECK(std::fabs(run(ops::entropy, {equal}).at({0, 0}) - std::log(8.0F)) <= 1e-6F);
  CHECK(std::fabs(run(ops::entropy, {masked}).at({0, 0}) - std::log(2.0F)) <= 1e-6F);
  CHECK(run(ops::softmax_gradient, {equal}).at({0, 0}) == 0.875F);
  CHECK(run(ops::softmax_gradient, {masked}).at({0, 0}) == 0.5F);
  // Subnormal weights are weights too.
  CHECK(what_is_wrong(ops::entropy, {tensor({5}, {1, 1e-45F, 1e-39F, 1e-38F, 1e-30F})}) == "");
}

TEST_CASE("entropy: a negative weight, which only an edit can make, has none") {
  const Tensor edited = tensor({2, 3}, {-0.5F, 1, 0.5F, 0.5F, 0.25F, 0.25F});
  for (const Tensor& result :
       {run(ops::entropy, {edited}), run_reference(ops::entropy, {edited})}) {
    CHECK(std::isnan(result.at({0, 0})));
    CHECK(std::isfinite(result.at({1, 0})));
  }
}

TEST_CASE("softmax's gradient: the trace of the Jacobian diag(p) − p pᵀ") {
  const Tensor p = run(ops::softmax, {random_tensor({7}, "scores", 2)}, Along{-1});
  double trace = 0;
  for (Index i = 0; i < 7; ++i) {
    const auto own = static_cast<double>(p.at({i}));
    trace += own - own * own;
  }
  CHECK(first_difference(run(ops::softmax_gradient, {p}), std::vector<double>{trace},
                         tolerance(15, 1)) == "");
}

TEST_CASE("maximum: the running one counts as one cell more") {
  for (Index length : chain_lengths) {
    const Tensor x = random_tensor({4, length}, "x");
    const Tensor before = tensor({4, 1}, {-infinity, -2, 2, 0});
    for (Arrangement arrangement : arrangements) {
      const std::vector<Tensor> inputs = {arranged(x, arrangement), arranged(before, arrangement)};
      INFO(length << " " << name_of(arrangement));
      CHECK(what_is_wrong(ops::row_maximum, inputs) == "");
    }
    const Tensor alone = run(ops::row_maximum, {x});
    const Tensor result = run(ops::row_maximum, {x, before});
    for (Index row = 0; row < 4; ++row)
      CHECK(result.at({row, 0}) == std::max(alone.at({row, 0}), before.at({row, 0})));
  }
}

TEST_CASE("maximum: −∞ if all are −∞, NaN ignored as in softmax") {
  const Tensor hidden = Tensor::filled({2, 5}, -infinity);
  CHECK(values_of(run(ops::row_maximum, {hidden})) == std::vector<float>{-infinity, -infinity});
  CHECK(what_is_wrong(ops::row_maximum, {hidden}) == "");
  CHECK(what_is_wrong(ops::row_maximum, {hidden, Tensor::filled({2, 1}, -infinity)}) == "");
  const Tensor bad = with_last({6}, not_a_number);
  CHECK(run(ops::row_maximum, {bad}).at({0}) == 1);
  CHECK(run_reference(ops::row_maximum, {bad}).at({0}) == 1);
}

TEST_CASE("reductions: NaN reaches its row's sum and no other") {
  for (const Reduction& reduction : reductions) {
    if (&reduction.operation == &ops::row_maximum) continue;
    Tensor x = Tensor::filled({3, 18}, 0.25F);
    x.set({1, 17}, not_a_number);
    for (const Tensor& result :
         {run(reduction.operation, {x}), run_reference(reduction.operation, {x})}) {
      INFO(reduction.operation.name);
      for (Index row = 0; row < 3; ++row) CHECK(std::isnan(result.at({row, 0})) == (row == 1));
    }
  }
}

TEST_CASE("reductions: empty rows, no axes and a maximum of another shape are errors") {
  for (const Reduction& reduction : reductions) {
    const auto error = [&](const std::vector<Tensor>& inputs) {
      return error_of([&] { run(reduction.operation, inputs); });
    };
    CHECK(error({Tensor(Dims{2, 0})}) == "shape x");
    CHECK(error({tensor({}, {1})}) == "rank x");
    CHECK(run(reduction.operation, {Tensor(Dims{0, 3})}).shape() == Dims{0, 1});
  }
  const auto error = [](const Dims& running) {
    return error_of([&] { run(ops::row_maximum, {counting({2, 3}), Tensor::filled(running, 0)}); });
  };
  CHECK(error({2}) == "shape maximum");
  CHECK(error({2, 3}) == "shape maximum");
  CHECK(error({2, 1}) == "no error");
}

}  // namespace ap::test
