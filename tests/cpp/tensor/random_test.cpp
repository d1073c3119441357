#include "attention_playground/tensor/random.hpp"

#include <cmath>
#include <cstring>

#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

using Words = std::array<std::uint32_t, 4>;

constexpr std::uint64_t some_stream = 0x123456789ABCDEF;

}  // namespace

// The vectors were computed by a separate program in Python that gives Random123's known answers
// (6627e8d5 e169c58d bc57ac4c 9b00dbd8 for zeros, d16cfe09 94fdcceb 5001e420 24126ea1 for the
// digits of π); our second key word is a constant, so this function cannot compute those.
TEST_CASE("philox: known answers") {
  constexpr auto ones = ~std::uint64_t{0};
  CHECK(philox(0, 0, 0) == Words{0x6F376D6F, 0x1B052714, 0xCB3F699C, 0xDAAE587F});
  CHECK(philox(0xFFFFFFFF, ones, ones) == Words{0x68B1D9F0, 0xE391E162, 0xF5CFADB5, 0xEBA05B91});
  CHECK(philox(0xA4093822, 0x0370734413198A2E, 0x85A308D3243F6A88) ==
        Words{0x56C01586, 0x1C397BB0, 0x89965EC7, 0x5656984C});
}

TEST_CASE("stream_of: FNV-1a of the name") {
  CHECK(stream_of("") == 0xCBF29CE484222325);
  CHECK(stream_of("scores") == 0x1986B0B27400FB2);
  CHECK(stream_of("a") != stream_of("b"));
}

TEST_CASE("uniform: committed numbers, equal on every platform") {
  const float expected[] = {0.587970495223999F,   0.7852809429168701F, 0.4073832631111145F,
                            0.9890961647033691F,  0.7073715925216675F, 0.08156329393386841F,
                            0.27763062715530396F, 0.786753237247467F};
  for (std::uint64_t i = 0; i < 8; ++i) CHECK(same_bits(uniform(42, some_stream, i), expected[i]));
}

// Acklam's quantile has a relative error of 1.2e-9, below half a float's ε: the numbers are the
// exact quantiles (Python's statistics.NormalDist), rounded, except perhaps for the last bit.
TEST_CASE("normal: the exact quantile of the same words, to the last bit or the one before") {
  const double expected[] = {0.22232749982494987, 0.7901537037501714, -0.23428133967732517,
                             2.2937013171664398,  0.5457223966623344, -1.3946327907427893,
                             -0.5898946285245307, 0.7952064443179039};
  for (std::uint64_t i = 0; i < 8; ++i) {
    const double value = normal(42, some_stream, i);
    CHECK(std::fabs(value - expected[i]) <= tolerance(1, std::fabs(expected[i])));
  }
}

TEST_CASE("normal: committed bits, equal on every platform") {
  // Far in either tail and in the middle, where the quantile takes other branches.
  std::uint32_t hash = 0;
  for (std::uint64_t i = 0; i < 4096; ++i) {
    const float value = normal(1, some_stream, i);
    std::uint32_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    hash = hash * 31 + bits;
  }
  CHECK(hash == 0xD6D0C7C3);
}

TEST_CASE("normal: mean 0, variance 1, skewness 0, kurtosis 3 within five standard errors") {
  constexpr int n = 200000;
  double sums[4] = {};
  for (int i = 0; i < n; ++i) {
    const double x = normal(3, some_stream, static_cast<std::uint64_t>(i));
    for (int power = 0; power < 4; ++power) sums[power] += std::pow(x, power + 1);
  }
  // Variances of xᵖ for a standard normal x: 1, 2, 15, 96.
  const double expected[] = {0, 1, 0, 3};
  const double variances[] = {1, 2, 15, 96};
  for (int power = 0; power < 4; ++power) {
    INFO("moment " << power + 1);
    CHECK(std::fabs(sums[power] / n - expected[power]) < 5 * std::sqrt(variances[power] / n));
  }
}

TEST_CASE("uniform: in [0, 1), each tenth as often as the others, neighbours unrelated") {
  constexpr int n = 100000;
  int counts[10] = {};
  double products = 0;
  float before = 0.5F;
  for (int i = 0; i < n; ++i) {
    const float x = uniform(5, some_stream, static_cast<std::uint64_t>(i));
    if (!(x >= 0 && x < 1)) FAIL("number " << i << " is " << x);
    ++counts[static_cast<int>(x * 10)];
    products += (static_cast<double>(x) - 0.5) * (static_cast<double>(before) - 0.5);
    before = x;
  }
  for (int count : counts) CHECK(std::abs(count - n / 10) < 5 * std::sqrt(n * 0.09));
  CHECK(std::fabs(products / n) < 5 / 12.0 / std::sqrt(n));
}

TEST_CASE("random tensors: seed and stream each change every number") {
  const Tensor a = uniform_tensor({4, 8}, 1, 1, 1);
  const Tensor other_seed = uniform_tensor({4, 8}, 1, 2, 1);
  const Tensor other_stream = uniform_tensor({4, 8}, 1, 1, 2);
  CHECK(first_bit_difference(a, uniform_tensor({4, 8}, 1, 1, 1)) == "");
  for (Index i = 0; i < 32; ++i) {
    CHECK(a.data()[i] != other_seed.data()[i]);
    CHECK(a.data()[i] != other_stream.data()[i]);
  }
}

TEST_CASE("xavier: uniform up to ±√(6 / (rows + columns)), with variance a third of its square") {
  const Dims shape = {100, 50};
  const double limit = std::sqrt(6.0 / 150);
  double largest = 0;
  double squares = 0;
  for (float value : values_of(xavier_uniform(shape, 9, some_stream))) {
    largest = std::fmax(largest, std::fabs(static_cast<double>(value)));
    squares += static_cast<double>(value) * static_cast<double>(value);
  }
  CHECK(largest <= limit);
  CHECK(largest > 0.99 * limit);
  const double variance = limit * limit / 3;
  CHECK(std::fabs(squares / 5000 - variance) < 5 * variance * std::sqrt(0.8 / 5000));
}

TEST_CASE("normal_rows: a row depends only on its own stream and the seed") {
  const std::vector<std::uint64_t> three = {stream_of("cat"), stream_of("sat"), stream_of("mat")};
  const std::vector<std::uint64_t> two = {stream_of("mat"), stream_of("cat")};
  const Tensor a = normal_rows(three, 6, 1);
  const Tensor b = normal_rows(two, 6, 1);
  for (Index column = 0; column < 6; ++column) {
    CHECK(same_bits(a.at({0, column}), b.at({1, column})));
    CHECK(same_bits(a.at({2, column}), b.at({0, column})));
    CHECK(a.at({0, column}) != a.at({1, column}));
  }
}

TEST_CASE("identity: ones on the diagonal, also of matrices that are not square") {
  CHECK(values_of(identity(2, 3)) == std::vector<float>{1, 0, 0, 0, 1, 0});
  CHECK(values_of(identity(3, 2)) == std::vector<float>{1, 0, 0, 1, 0, 0});
}

}  // namespace ap::test
