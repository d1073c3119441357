#include "attention_playground/ops/rows.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

constexpr Index longest = 70;

/// n whole numbers from −n / 2 up, misaligned, with NaN before and after them.
struct GuardedRow {
  std::vector<float> all;

  explicit GuardedRow(Index n) : all(static_cast<std::size_t>(n + 8), not_a_number) {
    for (Index i = 0; i < n; ++i) data()[i] = static_cast<float>(i - n / 2);
  }
  float* data() { return all.data() + 3; }
};

float exponentials(const float* x, float* y, Index n, float maximum) {
  NothingBeside nothing;
  return exponential_row(x, y, n, simd::Exp{maximum}, nothing);
}

}  // namespace

TEST_CASE("rows: a sum takes every element once and none beside them, at every length") {
  const auto add = [](simd::float4 sum, simd::float4 x) { return sum + x; };
  for (Index n = 0; n <= longest; ++n) {
    GuardedRow row(n);
    INFO(n);
    const float expected = std::accumulate(row.data(), row.data() + n, 0.0F);
    CHECK(simd::sum(reduce_row(row.data(), n, 0, 0, add, add)) == expected);
  }
}

TEST_CASE("rows: the maximum is found at every place of every length, NaN ignored") {
  for (Index n = 0; n <= longest; ++n) {
    GuardedRow row(n);
    INFO(n);
    CHECK(row_maximum(row.data(), n) == (n == 0 ? -infinity : row.data()[n - 1]));
    bool found = true;
    for (Index place = 0; place < n; ++place) {
      std::fill_n(row.data(), n, -2.0F);
      row.data()[(place + 1) % n] = not_a_number;
      row.data()[place] = -1;
      found = found && row_maximum(row.data(), n) == -1;
    }
    CHECK(found);
  }
}

TEST_CASE("rows: exponentials are those of each element, in place too, and their sum is right") {
  std::vector<Index> lengths = {127, 128, 129, 132, 135, 136, 137, 255, 256, 257, 300};
  for (Index n = 1; n <= longest; ++n) lengths.push_back(n);
  for (Index n : lengths) {
    GuardedRow from(n);
    GuardedRow to(n);
    to.data()[-1] = to.data()[n] = 5;
    const float maximum = row_maximum(from.data(), n);
    const float sum = exponentials(from.data(), to.data(), n, maximum);
    bool right = to.data()[-1] == 5 && to.data()[n] == 5;
    double exact = 0;
    for (Index i = 0; i < n; ++i) {
      const float own = simd::exp(simd::splat(from.data()[i] - maximum))[0];
      right = right && same_bits(to.data()[i], own);
      exact += static_cast<double>(own);
    }
    GuardedRow same(n);
    right = right && exponentials(same.data(), same.data(), n, maximum) == sum;
    for (Index i = 0; i < n; ++i) right = right && same_bits(same.data()[i], to.data()[i]);
    INFO(n);
    CHECK(right);
    CHECK(std::fabs(static_cast<double>(sum) - exact) <= tolerance(n, exact));
  }
}

TEST_CASE(
    "rows: elements whose exponential is 0 change no bit of a sum, so whole groups give it too") {
  for (Index n = 1; n <= longest; ++n) {
    GuardedRow row(n);
    const float maximum = row_maximum(row.data(), n);
    const Index whole = (n + exponential_group - 1) / exponential_group * exponential_group;
    std::vector<float> filled(static_cast<std::size_t>(whole), -infinity);
    std::copy_n(row.data(), n, filled.data());
    NothingBeside nothing;
    simd::float4 sums[2] = {simd::zero(), simd::zero()};
    INFO(n);
    CHECK(exponential_groups(filled.data(), filled.data(), whole, simd::Exp{maximum}, sums,
                             nothing) == whole);
    CHECK(
        same_bits(simd::sum(sums[0] + sums[1]), exponentials(row.data(), row.data(), n, maximum)));
  }
}

TEST_CASE("rows: the exponential of −∞ is 0 and of NaN is NaN, at every place") {
  for (Index n = 1; n <= 20; ++n) {
    for (Index place = 0; place < n; ++place) {
      std::vector<float> row(static_cast<std::size_t>(n), -1);
      const auto at = static_cast<std::size_t>(place);
      row[at] = -infinity;
      std::vector<float> result(row.size());
      exponentials(row.data(), result.data(), n, -1);
      INFO(n << ", place " << place);
      CHECK(result[at] == 0);
      CHECK(std::count(result.begin(), result.end(), 1.0F) == n - 1);
      row[at] = not_a_number;
      CHECK(std::isnan(exponentials(row.data(), row.data(), n, -1)));
      CHECK(std::isnan(row[at]));
    }
  }
}

TEST_CASE("rows: scaling writes every element and nothing beside them") {
  for (Index n = 0; n <= longest; ++n) {
    GuardedRow from(n);
    GuardedRow to(n);
    to.all.front() = to.data()[-1] = to.data()[n] = to.all.back() = 5;
    scale_row(from.data(), to.data(), n, 0.5F);
    bool right = to.all.front() == 5 && to.data()[-1] == 5 && to.data()[n] == 5;
    for (Index i = 0; i < n; ++i) right = right && to.data()[i] == from.data()[i] / 2;
    INFO(n);
    CHECK(right);
  }
}

}  // namespace ap::test
