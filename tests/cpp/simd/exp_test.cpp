#include <cmath>
#include <cstring>

#include "attention_playground/simd/float4.hpp"
#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

constexpr double two_ulp = 2;

float exp_of(float x) { return simd::exp(simd::splat(x))[0]; }
float exp_over_power_of(float x, float power = 0) {
  const simd::LowExpOverPower exponential(power);
  return exponential(simd::splat(x))[0];
}

/// The error, in units of the last place of a float as large as the exact value.
double ulps_off(float actual, double exact) {
  int exponent = 0;
  std::frexp(exact, &exponent);
  const double ulp = std::ldexp(1.0, std::max(exponent, -125) - 24);
  return std::fabs(static_cast<double>(actual) - exact) / ulp;
}

/// The largest error over every `step`-th float (by bits) from `first` to `last`, which have the
/// same sign, `first` the smaller magnitude.
double worst(float first, float last, std::uint32_t step, float& at) {
  double largest = 0;
  for (std::uint32_t bits = to_bits(first); bits <= to_bits(last); bits += step) {
    const float x = from_bits(bits);
    const double off = ulps_off(exp_of(x), std::exp(static_cast<double>(x)));
    if (off <= largest) continue;
    largest = off;
    at = x;
  }
  return largest;
}

}  // namespace

TEST_CASE("exp: within 2 ulp from −87.3 to 0, every 200th float, and all near the edge") {
  float at = 0;
  const double sweep = worst(-0.0F, -87.3F, 200, at);
  INFO("worst " << sweep << " ulp at " << at);
  CHECK(sweep <= two_ulp);
  CHECK(worst(-87.29F, -87.3F, 1, at) <= two_ulp);
  // Both sides of every change of n, where the remainder is largest.
  for (int n = 0; n < 126; ++n) {
    const auto middle = static_cast<float>(-(n + 0.5) * std::log(2.0));
    const double beside =
        worst(from_bits(to_bits(middle) - 20), from_bits(to_bits(middle) + 20), 1, at);
    INFO("at " << at);
    CHECK(beside <= two_ulp);
  }
}

TEST_CASE("exp: 1 at 0, 0 where the result would be subnormal, NaN stays NaN") {
  CHECK(exp_of(0.0F) == 1);
  CHECK(exp_of(-0.0F) == 1);
  CHECK(exp_of(from_bits(to_bits(-1e-30F))) == 1);
  CHECK(exp_of(-87.3F) > 0);
  CHECK(exp_of(-87.69F) == 0);
  CHECK(exp_of(-104.0F) == 0);
  CHECK(exp_of(-1e30F) == 0);
  CHECK(exp_of(-infinity) == 0);
  CHECK(std::isnan(exp_of(not_a_number)));
}

TEST_CASE("exp: every rest of a reduction is covered: every float near 0, and a grid between") {
  // The rest of x after n · ln 2 or n / 2 lies within these limits, where the polynomial is used.
  float at = 0;
  for (const float sign : {-1.0F, 1.0F}) {
    CHECK(worst(sign * 0x1p-12F, sign * 0.35F, 37, at) <= two_ulp);
    CHECK(worst(sign * 0.34F, sign * 0.35F, 1, at) <= two_ulp);
    CHECK(worst(sign * 0x1p-24F, sign * 0x1p-12F, 999, at) <= two_ulp);
  }
}

TEST_CASE("exp over a power: within 1 ulp wherever a maximum needs no offset") {
  for (float maximum = -1000; maximum <= 1000; maximum += 12.34F) {
    const float power = 2 * std::nearbyint(maximum * 0.72134752F);
    double largest = 0;
    for (int i = 0; i < 3000; ++i) {
      const float x = maximum - static_cast<float>(i) / 35;
      const double exact =
          std::exp(static_cast<double>(x) - std::log(2.0) * static_cast<double>(power));
      largest = std::fmax(largest, ulps_off(exp_over_power_of(x, power), exact));
    }
    INFO("maximum " << maximum);
    CHECK(largest <= 1);
  }
}

TEST_CASE("exp over a power: the power changes no other bit") {
  for (const float power : {-1442.0F, -300.0F, -2.0F, 0.0F, 2.0F, 20.0F, 128.0F, 1442.0F}) {
    const simd::LowExpOverPower exponential(power);
    CHECK(exp_over_power_of(exponential.zero(), power) == 0);
    CHECK(exp_over_power_of(-infinity, power) == 0);
    CHECK(std::isnan(exp_over_power_of(not_a_number, power)));
    bool equal = true;
    for (int i = 0; i < 20000; ++i) {
      const float x = power * 0.693147181F + static_cast<float>(i % 997 - 700) / 8.1F;
      const float other = power + static_cast<float>(i % 9 * 2 - 8);
      const double bits = static_cast<double>(x) / std::log(2.0);
      const auto normal = [&](float base) {
        return std::fabs(bits - static_cast<double>(base)) < 126;
      };
      if (!normal(power) || !normal(other)) continue;
      const float moved = std::ldexp(exp_over_power_of(x, other), static_cast<int>(other - power));
      equal = equal && same_bits(exp_over_power_of(x, power), moved);
    }
    CHECK(equal);
  }
  CHECK(exp_over_power_of(0) == 1);
}

TEST_CASE("exp: lanes are independent") {
  const simd::float4 x = {0, -1, not_a_number, -infinity};
  const simd::float4 y = simd::exp(x);
  CHECK(y[0] == 1);
  CHECK(same_bits(y[1], exp_of(-1)));
  CHECK(std::isnan(y[2]));
  CHECK(y[3] == 0);
}

TEST_CASE("exp: never falls as x rises, over a power neither") {
  for (float (*const function)(float) :
       {+[](float x) { return exp_of(x); }, +[](float x) { return exp_over_power_of(x); }}) {
    float before = 0;
    bool rises = true;
    for (int i = -90000; i <= 0; ++i) {
      const float value = function(static_cast<float>(i) / 1000);
      rises = rises && value >= before;
      before = value;
    }
    CHECK(rises);
  }
}

}  // namespace ap::test
