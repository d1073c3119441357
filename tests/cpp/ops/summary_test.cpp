#include "attention_playground/ops/summary.hpp"

#include <algorithm>
#include <cmath>

#include "attention_playground/tensor/error.hpp"
#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

constexpr double none = static_cast<double>(infinity);

Extent extent_of(const Tensor& x) { return extent(x, none, -none); }

}  // namespace

TEST_CASE("an extent has the smallest and the largest finite number", "[summary]") {
  const Tensor x = tensor({2, 3}, {1, -infinity, 2.5F, not_a_number, -4, infinity});
  CHECK(extent_of(x).low == -4);
  CHECK(extent_of(x).high == 2.5);
  CHECK(extent_of(x).reach == 4);
  CHECK(extent_of(tensor({1}, {3})).low == 3);
  CHECK(extent_of(tensor({1}, {3})).reach == 3);
}

TEST_CASE("an extent is the same for every arrangement in memory", "[summary]") {
  const Tensor x = random_tensor({3, 5, 7}, "x", 2);
  const auto values = values_of(x);
  const auto [low, high] = std::minmax_element(values.begin(), values.end());
  for (Arrangement arrangement : arrangements) {
    const Extent found = extent_of(arranged(x, arrangement));
    CHECK(found.low == static_cast<double>(*low));
    CHECK(found.high == static_cast<double>(*high));
  }
}

TEST_CASE("several tensors have a common extent", "[summary]") {
  const Extent first = extent_of(tensor({2}, {-1, 5}));
  const Extent both = extent(tensor({2}, {-7, 2}), first.low, first.high);
  CHECK(both.low == -7);
  CHECK(both.high == 5);
  CHECK(both.reach == 7);
}

TEST_CASE("a tensor without a finite number has no extent", "[summary]") {
  for (const Tensor& x : {Tensor(Dims{0, 3}), tensor({2}, {-infinity, not_a_number})}) {
    CHECK(extent_of(x).low == none);
    CHECK(extent_of(x).high == -none);
  }
}

TEST_CASE("a histogram counts every number once", "[summary]") {
  const Tensor x = tensor({8}, {-2, -1.5F, -1, 0, 0.99F, 1, 2, not_a_number});
  const Histogram found = histogram(x, 4, 2);
  // The end of the axis belongs to the last part, every other edge to the part that it begins.
  CHECK(found.counts == std::vector<double>{2, 1, 2, 2});
  for (std::size_t i = 0; i <= 4; ++i) CHECK(found.edge(i) == static_cast<double>(i) - 2);
  CHECK(found.largest == 2);
  CHECK(found.outside == 1);
  CHECK(histogram(x, 1, 1).counts == std::vector<double>{4});
  CHECK(histogram(x, 1, 1).outside == 4);
}

TEST_CASE("a row has a sum, a mean and a deviation", "[summary]") {
  const Tensor x = tensor({2, 1, 4}, {1, 2, 3, 6, -1, -1, -1, -1});
  const RowSummary found = row_summary(x);
  CHECK(found.sums == std::vector<double>{12, -4});
  CHECK(found.means == std::vector<double>{3, -1});
  CHECK(found.deviations == std::vector<double>{std::sqrt(3.5), 0});
  CHECK(row_summary(tensor({2, 3}, {1, 2, 3, 4, 5, 6}).transpose(0, 1)).sums ==
        std::vector<double>{5, 7, 9});
  CHECK(row_summary(tensor({2}, {1, -infinity})).sums == std::vector<double>{-none});
}

TEST_CASE("a histogram needs bins and an axis", "[summary]") {
  const Tensor x = tensor({2}, {0, 1});
  for (Index bins : {0, -1}) CHECK(error_of([&] { histogram(x, bins, 1); }) == "range bins");
  for (double reach : {0.0, -1.0, none, std::nan("")})
    CHECK(error_of([&] { histogram(x, 3, reach); }) == "range reach");
}

TEST_CASE("a rank counts the larger numbers along some axes", "[summary]") {
  const Tensor x = tensor({2, 2, 3}, {5, 1, 3, 9, 3, 7, 8, 2, 6, 4, 0, -infinity});
  constexpr unsigned last = 1U << 2;
  constexpr unsigned middle = 1U << 1;
  CHECK(rank_among(x, {0, 0, 0}, last) == 1);
  CHECK(rank_among(x, {0, 0, 2}, last) == 2);
  CHECK(rank_among(x, {0, 0, 2}, middle) == 2);
  CHECK(rank_among(x, {0, 0, 2}, last | middle) == 4);
  CHECK(rank_among(x, {1, 1, 2}, last) == 3);
  CHECK(rank_among(x, {1, 1, 2}, 0) == 1);
  // Equal numbers have one rank.
  CHECK(rank_among(tensor({3}, {2, 2, 1}), {1}, 1) == 1);
  CHECK(rank_among(tensor({3}, {2, 2, 1}), {2}, 1) == 3);
}

}  // namespace ap::test
