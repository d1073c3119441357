#include "attention_playground/simd/curves.hpp"

#include <cmath>
#include <cstring>

#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

struct Curve {
  simd::float4 (*run)(simd::float4);
  double (*exact)(double);

  float at(float x) const { return run(simd::splat(x))[0]; }
};
const Curve erf_curve = {simd::erf, [](double x) { return std::erf(x); }};
const Curve tanh_curve = {simd::tanh, [](double x) { return std::tanh(x); }};
const Curve log_curve = {simd::log, [](double x) { return std::log(x); }};

/// The largest error in units of the last place, over every 997th float (by bits) between two
/// positive numbers.
double worst(const Curve& curve, float first, float last) {
  double largest = 0;
  std::uint32_t bits = to_bits(first);
  for (float x = first; x < last; x = from_bits(bits += 997)) {
    const double exact = curve.exact(static_cast<double>(x));
    int exponent = 0;
    std::frexp(exact, &exponent);
    const double ulp = std::ldexp(1.0, std::max(exponent, -125) - 24);
    largest = std::fmax(largest, std::fabs(static_cast<double>(curve.at(x)) - exact) / ulp);
  }
  return largest;
}

}  // namespace

TEST_CASE("erf and tanh: within 4 ulp below 1, 8 ulp beyond, over all floats") {
  for (const Curve& curve : {erf_curve, tanh_curve}) {
    CHECK(worst(curve, 1e-45F, 1) <= 4);
    CHECK(worst(curve, 1, 3e38F) <= 8);
  }
}

TEST_CASE("erf and tanh: odd, never beyond ±1, and ±1 for large numbers") {
  for (const Curve& curve : {erf_curve, tanh_curve}) {
    bool right = true;
    for (int i = 0; i < 12000; ++i) {
      const float x = static_cast<float>(i) / 1000;
      right = right && same_bits(curve.at(-x), -curve.at(x)) && curve.at(x) <= 1;
    }
    CHECK(right);
    for (float x : {9.1F, 30.0F, 1e20F, 3e38F, infinity}) {
      CHECK(curve.at(x) == 1);
      CHECK(curve.at(-x) == -1);
    }
    CHECK(same_bits(curve.at(-0.0F), -0.0F));
    CHECK(std::isnan(curve.at(not_a_number)));
  }
}

TEST_CASE("log: within 3 ulp over all positive floats, 0 at 1, NaN for NaN and −1") {
  CHECK(worst(log_curve, 1e-45F, 0.999F) <= 3);
  CHECK(worst(log_curve, 0.999F, 1.001F) <= 3);
  CHECK(worst(log_curve, 1.001F, 3e38F) <= 3);
  CHECK(log_curve.at(1) == 0);
  CHECK(std::isnan(log_curve.at(not_a_number)));
  CHECK(std::isnan(log_curve.at(-1)));
}

TEST_CASE("curves: committed bits, equal on every platform") {
  std::uint32_t hash = 0;
  for (int i = 1; i < 20000; ++i) {
    const float x = static_cast<float>(i) / 1000;
    for (const Curve& curve : {erf_curve, tanh_curve, log_curve})
      hash = hash * 31 + to_bits(curve.at(x));
  }
  CHECK(hash == 0xA0960DF6);
}

TEST_CASE("curves: lanes are independent") {
  const simd::float4 x = {0.5F, 2, not_a_number, 11};
  for (const Curve& curve : {erf_curve, tanh_curve, log_curve}) {
    const simd::float4 y = curve.run(x);
    for (int lane : {0, 1, 3}) CHECK(same_bits(y[lane], curve.at(x[lane])));
    CHECK(std::isnan(y[2]));
  }
}

}  // namespace ap::test
