#include "attention_playground/ops/softmax.hpp"

#include <cmath>
#include <limits>

#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/operation_check.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

std::vector<double> exact_softmax(const std::vector<float>& row) {
  double maximum = -static_cast<double>(infinity);
  for (float x : row) maximum = std::fmax(maximum, x);
  double sum = 0;
  std::vector<double> weights;
  for (float x : row) sum += std::exp(static_cast<double>(x) - maximum);
  for (float x : row) weights.push_back(std::exp(static_cast<double>(x) - maximum) / sum);
  return weights;
}

Tensor softmax_of(const std::vector<float>& row) {
  return run(ops::softmax, {tensor({static_cast<Index>(row.size())}, row)}, Along{-1});
}

Tensor log_softmax_of(const std::vector<float>& row) {
  return run(ops::log_softmax, {tensor({static_cast<Index>(row.size())}, row)}, Along{-1});
}

/// Uses many rows, because a sum in another order often has the same bits.
void check_padding(const Operation& operation, Index length, Index longer) {
  constexpr Index rows = 16;
  const Tensor seen = random_tensor({rows, length}, "rows", 5);
  Tensor padded = Tensor::filled({rows, longer}, -infinity);
  for (Index i = 0; i < seen.count(); ++i) padded.set({i / length, i % length}, seen.data()[i]);
  const Tensor alone = run(operation, {seen}, Along{-1});
  const Tensor result = run(operation, {padded}, Along{-1});
  INFO(operation.name << " " << length << " of " << longer);
  CHECK(first_bit_difference(part(result, 1, 0, length), alone) == "");
  const float hidden = &operation == &ops::softmax ? 0.0F : -infinity;
  CHECK(values_of(part(result, 1, length, longer - length)) ==
        std::vector<float>(static_cast<std::size_t>(rows * (longer - length)), hidden));
}

}  // namespace

TEST_CASE("softmax: SIMD, reference and explanation agree at every length and order in memory") {
  for (Index length : chain_lengths) {
    const Tensor x = random_tensor({3, length}, "x", 9);
    for (Arrangement arrangement : arrangements) {
      INFO(length << " " << name_of(arrangement));
      CHECK(what_is_wrong(ops::softmax, {arranged(x, arrangement)}, Along{-1}) == "");
    }
  }
}

TEST_CASE("softmax: each weight is the exact one within the roundings of its row") {
  for (Index length : chain_lengths) {
    const Tensor x = random_tensor({length}, "row", 4);
    INFO(length);
    CHECK(first_difference(run(ops::softmax, {x}, Along{0}), exact_softmax(values_of(x)),
                           tolerance(length + softmax_roundings + 8, 1)) == "");
  }
}

TEST_CASE("softmax: rows sum to one") {
  for (Index length : chain_lengths) {
    double sum = 0;
    for (float weight :
         values_of(run(ops::softmax, {random_tensor({length}, "sum", 20)}, Along{-1}))) {
      CHECK(weight >= 0);
      sum += static_cast<double>(weight);
    }
    CHECK(std::fabs(sum - 1) <= tolerance(length + softmax_roundings, 1));
  }
}

TEST_CASE("softmax: works along any axis") {
  const Tensor x = random_tensor({3, 5, 7}, "x", 5);
  for (Index axis : {0, 1, 2, -1, -2, -3}) {
    for (Arrangement arrangement : arrangements) {
      INFO(axis << " " << name_of(arrangement));
      CHECK(what_is_wrong(ops::softmax, {arranged(x, arrangement)}, Along{axis}) == "");
    }
  }
  const Tensor first = run(ops::softmax, {x}, Along{0});
  const Tensor moved = run(ops::softmax, {x.transpose(0, 2).contiguous()}, Along{-1});
  CHECK(first_bit_difference(first, moved.transpose(0, 2)) == "");
  CHECK(error_of([&] { run(ops::softmax, {x}, Along{3}); }) == "range axis");
  CHECK(error_of([&] { run(ops::softmax, {x}, Along{-4}); }) == "range axis");
  CHECK(error_of([&] { run(ops::softmax, {tensor({}, {1})}, Along{0}); }) == "rank x");
}

TEST_CASE("softmax: a row that is all −∞ gives zeros, and the explanation says so") {
  const Tensor x = tensor({2, 3}, {-infinity, -infinity, -infinity, 1, 2, 3});
  for (const Tensor& result : {run(ops::softmax, {x}), run_reference(ops::softmax, {x})}) {
    CHECK(values_of(result)[0] == 0);
    CHECK(values_of(result)[1] == 0);
    CHECK(values_of(result)[2] == 0);
    CHECK(values_of(result)[5] > 0.6F);
  }
  CHECK(what_is_wrong(ops::softmax, {x}) == "");
  CHECK(std::get<SoftmaxRule>(explain(ops::softmax, {x}, {}, {0, 1}).rule).fully_masked);
  CHECK_FALSE(std::get<SoftmaxRule>(explain(ops::softmax, {x}, {}, {1, 1}).rule).fully_masked);
}

TEST_CASE("softmax: a row's bits do not depend on the rows before and after it") {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  for (Index length : chain_lengths) {
    Tensor x = random_tensor({7, length}, "rows", 30);
    for (Index column = 0; column < length; ++column) {
      x.set({1, column}, -infinity);
      x.set({3, column}, column == length / 2 ? nan : -infinity);
      x.set({6, column}, x.at({6, column}) - 60);
    }
    x.set({4, length - 1}, 90);
    for (const Operation* operation : {&ops::softmax, &ops::log_softmax}) {
      const Tensor together = run(*operation, {x}, Along{-1});
      for (Index row = 0; row < 7; ++row) {
        const Tensor alone = run(*operation, {part(x, 0, row, 1)}, Along{-1});
        INFO(operation->name << " row " << row << " of " << length);
        CHECK(first_bit_difference(part(together, 0, row, 1), alone) == "");
      }
    }
  }
}

TEST_CASE("softmax: fully masked rows are counted, whatever lies beside them in memory") {
  Tensor x = random_tensor({4, 5}, "x");
  for (Index column = 0; column < 5; ++column) {
    x.set({1, column}, -infinity);
    x.set({3, column}, -infinity);
  }
  x.set({0, 2}, -infinity);
  for (Index column = 0; column < 5; ++column) x.set({2, column}, -3e38F);
  for (Arrangement arrangement : arrangements)
    CHECK(ops::fully_masked_rows(arranged(x, arrangement)) == 2);
  CHECK(ops::fully_masked_rows(Tensor(Dims{0, 3})) == 0);
}

TEST_CASE("softmax: a masked key has weight 0 and the others are as if it were not there") {
  const std::vector<float> seen = {0.5F, 2, 1.5F};
  for (std::size_t hidden = 0; hidden <= 3; ++hidden) {
    std::vector<float> row = seen;
    row.insert(row.begin() + static_cast<std::ptrdiff_t>(hidden), 5, -infinity);
    std::vector<double> expected = exact_softmax(seen);
    expected.insert(expected.begin() + static_cast<std::ptrdiff_t>(hidden), 5, 0);
    CHECK(first_difference(softmax_of(row), expected, tolerance(8 + softmax_roundings, 1)) == "");
  }
}

TEST_CASE("softmax: NaN stays visible, also among only −∞") {
  for (Index length : {1, 3, 4, 5, 9}) {
    for (float others : {1.0F, -infinity}) {
      Tensor x = Tensor::filled({length}, others);
      x.set({length - 1}, not_a_number);
      INFO(length << " " << others);
      CHECK(std::isnan(run(ops::softmax, {x}).at({length - 1})));
      CHECK(std::isnan(run_reference(ops::softmax, {x}).at({length - 1})));
    }
  }
  CHECK(std::isnan(softmax_of({infinity, 1}).at({0})));
}

TEST_CASE("softmax: scores of any size neither overflow nor vanish") {
  CHECK(values_of(softmax_of({1e30F, -1e30F, 1e30F})) == std::vector<float>{0.5F, 0, 0.5F});
  CHECK(values_of(softmax_of({-1e30F, -1e30F})) == std::vector<float>{0.5F, 0.5F});
  CHECK(values_of(softmax_of({3e38F, -3e38F})) == std::vector<float>{1, 0});
  CHECK(values_of(softmax_of({-3e38F, -infinity})) == std::vector<float>{1, 0});
  CHECK(values_of(softmax_of({1e-40F, 0})) == std::vector<float>{0.5F, 0.5F});
  const Tensor large = tensor({2, 3}, {1e30F, -1e30F, 1e30F, -1e30F, 5, -3e38F});
  CHECK(what_is_wrong(ops::softmax, {large}) == "");
}

TEST_CASE("softmax: adding the same number to a row changes only the rounding") {
  const Tensor x = random_tensor({17}, "shift", 2);
  Tensor shifted = x.clone();
  for (Index i = 0; i < 17; ++i) shifted.set({i}, x.at({i}) + 64);
  // x + 64 is itself rounded by ε·66, which the exponential turns into a relative error.
  CHECK(first_difference(run(ops::softmax, {shifted}), run(ops::softmax, {x}),
                         tolerance(17 + softmax_roundings + 66, 1)) == "");
}

TEST_CASE("softmax: no keys at all give empty rows, not a crash") {
  CHECK(run(ops::softmax, {Tensor(Dims{2, 0})}).shape() == Dims{2, 0});
}

TEST_CASE("softmax: a single key has all the weight") {
  for (float score : {-1e30F, -1.0F, 0.0F, 88.0F}) CHECK(softmax_of({score}).at({0}) == 1);
}

TEST_CASE("softmax: masked places after a row change no bit of its weights") {
  // So generating token by token with cached keys gives the same bits as a pass over all tokens,
  // where later keys are masked instead of missing.
  for (const Operation* operation : {&ops::softmax, &ops::log_softmax}) {
    for (Index length = 1; length <= 40; ++length)
      for (Index longer = length + 1; longer <= 64; ++longer)
        check_padding(*operation, length, longer);
    for (Index length : {120, 127, 128, 129, 131, 132, 135, 136, 137, 250, 256, 257, 300})
      for (Index more : {1, 2, 3, 4, 5, 7, 8, 9, 127, 128, 129})
        check_padding(*operation, length, length + more);
  }
}

TEST_CASE(
    "log softmax: SIMD, reference and explanation agree at every length and order in memory") {
  for (Index length : chain_lengths) {
    const Tensor x = random_tensor({3, length}, "x", 9);
    for (Arrangement arrangement : arrangements) {
      INFO(length << " " << name_of(arrangement));
      CHECK(what_is_wrong(ops::log_softmax, {arranged(x, arrangement)}, Along{-1}) == "");
      CHECK(what_is_wrong(ops::log_softmax, {arranged(x, arrangement)}, Along{0}) == "");
    }
  }
}

TEST_CASE("log softmax: each is the logarithm of its weight") {
  for (Index length : chain_lengths) {
    const Tensor x = random_tensor({length}, "row", 4);
    std::vector<double> expected;
    for (double weight : exact_softmax(values_of(x))) expected.push_back(std::log(weight));
    INFO(length);
    CHECK(first_difference(run(ops::log_softmax, {x}, Along{0}), expected,
                           tolerance(length + softmax_roundings + 8, 2)) == "");
  }
  CHECK(values_of(log_softmax_of({5})) == std::vector<float>{0});
  CHECK(values_of(log_softmax_of({-2, 300, -infinity})) == std::vector<float>{-302, 0, -infinity});
}

TEST_CASE("log softmax: a row that is all −∞ stays, NaN reaches all of its row") {
  const Tensor x = tensor({2, 5}, {-infinity, -infinity, -infinity, -infinity, -infinity,  //
                                   1, 2, 3, -infinity, 5});
  for (const Tensor& result : {run(ops::log_softmax, {x}), run_reference(ops::log_softmax, {x})}) {
    for (Index i = 0; i < 5; ++i) CHECK(result.at({0, i}) == -infinity);
    CHECK(result.at({1, 3}) == -infinity);
    CHECK(std::isfinite(result.at({1, 4})));
  }
  CHECK(what_is_wrong(ops::log_softmax, {x}) == "");
  for (Index length : {1, 3, 4, 5, 9}) {
    const Tensor bad = with_last({length}, not_a_number);
    INFO(length);
    for (const Tensor& result :
         {run(ops::log_softmax, {bad}), run_reference(ops::log_softmax, {bad})})
      for (float each : values_of(result)) CHECK(std::isnan(each));
  }
  const std::vector<float> hidden = values_of(log_softmax_of({-infinity, not_a_number}));
  CHECK(hidden[0] == -infinity);
  CHECK(std::isnan(hidden[1]));
  CHECK(std::isnan(log_softmax_of({infinity, 1}).at({0})));
}

TEST_CASE("log softmax: errors and empty rows are softmax's") {
  const Tensor x = random_tensor({3, 5}, "x");
  CHECK(error_of([&] { run(ops::log_softmax, {x}, Along{2}); }) == "range axis");
  CHECK(error_of([] { run(ops::log_softmax, {tensor({}, {1})}, Along{0}); }) == "rank x");
  CHECK(run(ops::log_softmax, {Tensor(Dims{2, 0})}).shape() == Dims{2, 0});
}

}  // namespace ap::test
