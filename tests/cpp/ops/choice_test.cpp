#include "attention_playground/ops/choice.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attention_playground/ops/softmax.hpp"
#include "attention_playground/tensor/random.hpp"
#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/operation_check.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

/// Numbers many of which are equal.
Tensor with_ties(const Dims& shape) {
  Tensor x = random_tensor(shape, "ties", 3);
  for (Index i = 0; i < x.count(); ++i) x.mutable_data()[i] = std::round(x.data()[i]);
  return x;
}

Tensor weights(const Dims& shape) {
  return run(ops::softmax, {random_tensor(shape, "scores", 3)}, Along{-1});
}

float argmax_of(const std::vector<float>& row) {
  return run(ops::argmax, {tensor({static_cast<Index>(row.size())}, row)}).at({});
}

std::vector<float> top_k_of(const std::vector<float>& row, Index k) {
  return values_of(run(ops::top_k, {tensor({static_cast<Index>(row.size())}, row)}, Largest{k}));
}

}  // namespace

TEST_CASE("argmax: SIMD, reference and explanation agree at every length and order in memory") {
  for (Index length : lengths) {
    for (const Tensor& x : {random_tensor({2, 3, length}, "x"), with_ties({2, 3, length})}) {
      for (Arrangement arrangement : arrangements) {
        INFO(length << " " << name_of(arrangement));
        CHECK(what_is_wrong(ops::argmax, {arranged(x, arrangement)}) == "");
      }
      CHECK(run(ops::argmax, {x}).shape() == Dims{2, 3});
    }
  }
}

TEST_CASE("argmax: the first of equal numbers, the first NaN, the first if all are −∞") {
  CHECK(run(ops::argmax, {counting({5})}).shape() == Dims{});
  CHECK(argmax_of({1, 3, 2, 3}) == 1);
  CHECK(argmax_of({-infinity, -infinity}) == 0);
  CHECK(argmax_of({-infinity, -3e38F}) == 1);
  CHECK(argmax_of({5, not_a_number, infinity, not_a_number}) == 1);
  CHECK(argmax_of({0.0F, -0.0F}) == 0);
  CHECK(argmax_of({-0.0F, 0.0F}) == 0);
}

TEST_CASE("top k: SIMD, reference and explanation agree for every k") {
  for (Index length : lengths) {
    for (const Tensor& x : {random_tensor({3, length}, "x"), with_ties({3, length})}) {
      for (Index k = 1; k <= length; k += 1 + length / 8) {
        for (Arrangement arrangement : arrangements) {
          const Tensor given = arranged(x, arrangement);
          INFO(k << " of " << length << " " << name_of(arrangement));
          CHECK(what_is_wrong(ops::top_k, {given}, Largest{k}) == "");
          CHECK(first_bit_difference(run(ops::top_k, {given}, Largest{k}),
                                     run_reference(ops::top_k, {given}, Largest{k})) == "");
        }
      }
    }
  }
}

TEST_CASE("top k: exactly k stay, bit for bit, and none that is removed is larger") {
  const Tensor x = with_ties({40});
  for (Index k = 1; k <= 40; ++k) {
    const std::vector<float> kept = values_of(run(ops::top_k, {x}, Largest{k}));
    std::vector<float> sorted = values_of(x);
    std::sort(sorted.rbegin(), sorted.rend());
    std::vector<float> kept_sorted;
    for (float each : kept)
      if (each != -infinity) kept_sorted.push_back(each);
    std::sort(kept_sorted.rbegin(), kept_sorted.rend());
    sorted.resize(static_cast<std::size_t>(k));
    INFO(k);
    CHECK(kept_sorted == sorted);
  }
}

TEST_CASE("top k: the first of equal numbers stay; −∞ may stay; NaN is the largest") {
  CHECK(top_k_of({2, 1, 2, 2}, 2) == std::vector<float>{2, -infinity, 2, -infinity});
  CHECK(top_k_of({1, -infinity, -infinity}, 2) == std::vector<float>{1, -infinity, -infinity});
  const Tensor hidden = tensor({3}, {-infinity, 1, -infinity});
  const auto kept = [&](Index place) {
    return std::get<ChoiceRule>(explain(ops::top_k, {hidden}, Largest{2}, {place}).rule).kept;
  };
  CHECK(kept(0));
  CHECK(kept(1));
  CHECK_FALSE(kept(2));
  const std::vector<float> bad = top_k_of({5, not_a_number, 7}, 2);
  CHECK(bad[0] == -infinity);
  CHECK(std::isnan(bad[1]));
  CHECK(bad[2] == 7);
}

TEST_CASE("sample: SIMD, reference and explanation agree at every length and order in memory") {
  for (Index length : lengths) {
    const Tensor p = weights({4, 5, length});
    for (Arrangement arrangement : arrangements) {
      const Attributes attributes = Drawn{3, 11, 99};
      INFO(length << " " << name_of(arrangement));
      CHECK(what_is_wrong(ops::sample, {arranged(p, arrangement)}, attributes) == "");
      CHECK(run(ops::sample, {p}, attributes).shape() == Dims{4, 5});
    }
  }
}

TEST_CASE("sample: row r takes draw first + r of its stream") {
  // With 1024 equal weights the place is the draw's first ten bits.
  const Tensor p = Tensor::filled({6, 1024}, 0.5F);
  const Tensor places = run(ops::sample, {p}, Drawn{5, 2, 77});
  for (Index row = 0; row < 6; ++row) {
    const float draw = uniform(2, 77, static_cast<std::uint64_t>(5 + row));
    CHECK(places.at({row}) == std::floor(draw * 1024));
    const Explanation explanation = explain(ops::sample, {p}, Drawn{5, 2, 77}, {row});
    CHECK(std::get<ChoiceRule>(explanation.rule).draw == static_cast<double>(draw));
  }
  // One row at a time, as tokens are generated, or all at once.
  for (Index row = 0; row < 6; ++row) {
    const Attributes attributes = Drawn{5 + row, 2, 77};
    CHECK(run(ops::sample, {Tensor::filled({1024}, 0.5F)}, attributes).at({}) == places.at({row}));
  }
}

TEST_CASE("sample: never a place of probability 0, also at the ends and if all are tiny") {
  const std::vector<float> probabilities = {0, 0, 1e-30F, 0, 2e-30F, 0, 0};
  for (Index start = 0; start < 500; ++start) {
    const float place = run(ops::sample, {tensor({7}, probabilities)}, Drawn{start}).at({});
    CHECK((place == 2 || place == 4));
  }
  CHECK(run(ops::sample, {tensor({4}, {0, 0, 0, 1})}).at({}) == 3);
  CHECK(run(ops::sample, {tensor({4}, {1, 0, 0, 0})}).at({}) == 0);
}

TEST_CASE("sample: as often as the probabilities say") {
  const std::vector<float> row = {0.1F, 0.4F, 0, 0.3F, 0.2F};
  constexpr Index rows = 20000;
  std::vector<float> all;
  for (Index i = 0; i < rows; ++i) all.insert(all.end(), row.begin(), row.end());
  std::vector<double> counts(5);
  for (float place : values_of(run(ops::sample, {tensor({rows, 5}, all)}, Drawn{0, 4})))
    counts[static_cast<std::size_t>(place)] += 1.0 / rows;
  // Four standard deviations of a frequency over `rows` rows.
  for (std::size_t i = 0; i < 5; ++i)
    CHECK(std::fabs(counts[i] - static_cast<double>(row[i])) <= 4 * 0.5 / std::sqrt(1.0 * rows));
}

TEST_CASE("choice: inputs that leave no choice are errors that name the argument") {
  for (const Operation* operation : {&ops::argmax, &ops::top_k, &ops::sample}) {
    CHECK(error_of([&] { run(*operation, {Tensor(Dims{2, 0})}, Largest{1}); }) == "shape x");
    CHECK(error_of([&] { run(*operation, {tensor({}, {1})}, Largest{1}); }) == "rank x");
  }
  CHECK(run(ops::argmax, {Tensor(Dims{0, 3})}).shape() == Dims{0});
  CHECK(run(ops::top_k, {Tensor(Dims{0, 3})}, Largest{2}).shape() == Dims{0, 3});
  CHECK(run(ops::sample, {Tensor(Dims{0, 3})}).shape() == Dims{0});
  for (Index k : {-1, 0, 6})
    CHECK(error_of([&] { run(ops::top_k, {counting({2, 5})}, Largest{k}); }) == "range count");
}

TEST_CASE("sample: the number of a draw may exceed the largest index") {
  constexpr Index last = std::numeric_limits<Index>::max();
  const Tensor p = Tensor::filled({3, 4}, 0.25F);
  CHECK(run(ops::sample, {p}, Drawn{last, 2}).at({0}) ==
        run(ops::sample, {p}, Drawn{last - 1, 2}).at({1}));
}

}  // namespace ap::test
