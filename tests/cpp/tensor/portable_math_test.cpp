#include "attention_playground/tensor/portable_math.hpp"

#include <cmath>
#include <cstring>

#include "attention_playground/tensor/random.hpp"
#include "catch.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

constexpr double double_epsilon = 2.220446049250313e-16;
/// Two units in the last place, and one for the C library's own error.
constexpr double three_ulp = 3 * double_epsilon;

double between(double low, double high, int i) {
  const double part = uniform(1, 1, static_cast<std::uint64_t>(i)) +
                      0x1p-24 * uniform(1, 2, static_cast<std::uint64_t>(i));
  return low + (high - low) * part;
}

double relative_error(double actual, double expected) {
  return std::fabs(actual - expected) / std::fabs(expected);
}

std::uint64_t bits_of(double x) {
  std::uint64_t bits;
  std::memcpy(&bits, &x, sizeof bits);
  return bits;
}

}  // namespace

TEST_CASE("portable_exp: the C library's within 3 ulp over all normal results") {
  double worst = 0;
  for (int i = 0; i < 20000; ++i) {
    const double x = between(-708, 709.7, i);
    worst = std::fmax(worst, relative_error(portable_exp(x), std::exp(x)));
    const double small = between(-2, 2, i);
    worst = std::fmax(worst, relative_error(portable_exp(small), std::exp(small)));
  }
  CHECK(worst <= three_ulp);
}

TEST_CASE("portable_exp: the edges") {
  CHECK(portable_exp(0) == 1);
  CHECK(portable_exp(-0.0) == 1);
  CHECK(portable_exp(-1000) == 0);
  CHECK(portable_exp(-std::numeric_limits<double>::infinity()) == 0);
  CHECK(portable_exp(709.9) == std::numeric_limits<double>::infinity());
  CHECK(std::isfinite(portable_exp(709.7)));
  CHECK(std::isnan(portable_exp(std::nan(""))));
  // Subnormal results are correct to the smallest number.
  for (double x : {-709.0, -720.5, -740.0, -745.0})
    CHECK(std::fabs(portable_exp(x) - std::exp(x)) <= 5e-324 + three_ulp * std::exp(x));
}

TEST_CASE("portable_log: the C library's within 3 ulp") {
  double worst = 0;
  for (int i = 1; i < 20000; ++i) {
    const double x = between(0, 1, i);
    worst = std::fmax(worst, relative_error(portable_log(x), std::log(x)));
    const double any = std::ldexp(1 + x, i % 2000 - 1000);
    worst = std::fmax(worst, relative_error(portable_log(any), std::log(any)));
  }
  CHECK(worst <= three_ulp);
  CHECK(portable_log(1) == 0);
  CHECK(std::isnan(portable_log(std::nan(""))));
  CHECK(std::isnan(portable_log(-1)));
}

TEST_CASE("portable_tanh and portable_erf: the C library's within 1e-15, over the whole range") {
  using Curve = double (*)(double);
  const std::pair<Curve, Curve> curves[] = {{portable_tanh, std::tanh}, {portable_erf, std::erf}};
  for (const auto& [own, library] : curves) {
    double worst = 0;
    for (int i = 0; i < 20000; ++i) {
      for (double limit : {1e-300, 1e-8, 0.4, 1.6, 7.0, 25.0}) {
        const double x = between(-limit, limit, i);
        worst = std::fmax(worst, relative_error(own(x), library(x)));
      }
    }
    CHECK(worst <= 1e-15);
    for (double x : {30.0, 1e300, std::numeric_limits<double>::infinity()}) {
      CHECK(own(x) == 1);
      CHECK(own(-x) == -1);
    }
    CHECK(own(0) == 0);
    CHECK(std::signbit(own(-0.0)));
    CHECK(own(5e-324) == library(5e-324));
    CHECK(std::isnan(own(std::nan(""))));
  }
}

TEST_CASE("portable_sin_cos: within 1e-15 up to 2²⁰ and 1e-7 up to 2²⁹") {
  double near = 0;
  double far = 0;
  for (int i = 0; i < 20000; ++i) {
    for (const auto& [limit, worst] : {std::pair{0x1p3, &near}, {0x1p20, &near}, {0x1p29, &far}}) {
      const double angle = between(-limit, limit, i);
      const SineCosine both = portable_sin_cos(angle);
      *worst = std::fmax(*worst, std::fabs(both.sine - std::sin(angle)));
      *worst = std::fmax(*worst, std::fabs(both.cosine - std::cos(angle)));
    }
  }
  CHECK(near <= 1e-15);
  CHECK(far <= 1e-7);
}

TEST_CASE("portable_sin_cos: the quarters of the circle") {
  const double pi = 3.14159265358979323846;
  const double sines[] = {0, 1, 0, -1, 0};
  for (int quarter = 0; quarter <= 4; ++quarter) {
    const SineCosine both = portable_sin_cos(quarter * pi / 2);
    CHECK(std::fabs(both.sine - sines[quarter]) <= 1e-15);
    CHECK(std::fabs(both.cosine - sines[(quarter + 1) % 4]) <= 1e-15);
  }
  CHECK(portable_sin_cos(0).cosine == 1);
}

TEST_CASE("portable mathematics: committed bits, equal on every platform") {
  std::uint64_t hash = 0;
  for (int i = 0; i < 4096; ++i) {
    const SineCosine both = portable_sin_cos(between(-1e6, 1e6, i));
    for (double x : {portable_exp(between(-50, 50, i)), portable_log(between(1e-9, 9, i)),
                     both.sine, both.cosine})
      hash = hash * 31 + bits_of(x);
  }
  CHECK(hash == 0x9F0460E6B2D780BE);
  for (int i = 0; i < 4096; ++i)
    for (double x : {portable_tanh(between(-9, 9, i)), portable_erf(between(-5, 5, i))})
      hash = hash * 31 + bits_of(x);
  CHECK(hash == 0x07B255DB381DAF42);
}

}  // namespace ap::test
