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
/// 4 to the power x / 2; halves are exact.
float exp2_of(float x) {
  constexpr simd::LowExp4 exponential;
  return exponential.finish(exponential.reduce(simd::splat(x / 2)))[0];
}

/// One of the two functions, and its exact value.
struct Function {
  float (*run)(float);
  double (*exact)(double);
};
const Function natural = {exp_of, [](double x) { return std::exp(x); }};
const Function binary = {exp2_of, [](double x) { return std::exp2(x); }};

/// The error, in units of the last place of a float as large as the exact value.
double ulps_off(const Function& function, float x) {
  const double exact = function.exact(static_cast<double>(x));
  int exponent = 0;
  std::frexp(exact, &exponent);
  const double ulp = std::ldexp(1.0, std::max(exponent, -125) - 24);
  return std::fabs(static_cast<double>(function.run(x)) - exact) / ulp;
}

/// The largest error over every `step`-th float (by bits) from `first` to `last`, which have the
/// same sign, `first` the smaller magnitude.
double worst(const Function& function, float first, float last, std::uint32_t step, float& at) {
  double largest = 0;
  for (std::uint32_t bits = to_bits(first); bits <= to_bits(last); bits += step) {
    const double off = ulps_off(function, from_bits(bits));
    if (off <= largest) continue;
    largest = off;
    at = from_bits(bits);
  }
  return largest;
}

}  // namespace

TEST_CASE("exp: within 2 ulp from −87.3 to 0, every 200th float, and all near the edge") {
  float at = 0;
  const double sweep = worst(natural, -0.0F, -87.3F, 200, at);
  INFO("worst " << sweep << " ulp at " << at);
  CHECK(sweep <= two_ulp);
  CHECK(worst(natural, -87.29F, -87.3F, 1, at) <= two_ulp);
  // Both sides of every change of n, where the remainder is largest.
  for (int n = 0; n < 126; ++n) {
    const auto middle = static_cast<float>(-(n + 0.5) * std::log(2.0));
    const double beside =
        worst(natural, from_bits(to_bits(middle) - 20), from_bits(to_bits(middle) + 20), 1, at);
    INFO("at " << at);
    CHECK(beside <= two_ulp);
  }
}

TEST_CASE("exp2: within 2 ulp from −126 to 0, every 200th float, and all near each half") {
  float at = 0;
  const double sweep = worst(binary, -0.0F, -126.0F, 200, at);
  INFO("worst " << sweep << " ulp at " << at);
  CHECK(sweep <= two_ulp);
  for (int n = 0; n < 126; ++n) {
    const float middle = -(static_cast<float>(n) + 0.5F);
    const double beside =
        worst(binary, from_bits(to_bits(middle) - 200), from_bits(to_bits(middle) + 200), 1, at);
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

TEST_CASE("exp2: a power of two at each whole number, 0 where it would be subnormal, NaN stays") {
  for (int n = 0; n >= -126; --n) CHECK(exp2_of(static_cast<float>(n)) == std::ldexp(1.0F, n));
  CHECK(exp2_of(-0.0F) == 1);
  CHECK(exp2_of(-126.5F) == 0);
  CHECK(exp2_of(-127.0F) == 0);
  CHECK(exp2_of(-1e30F) == 0);
  CHECK(exp2_of(-infinity) == 0);
  CHECK(std::isnan(exp2_of(not_a_number)));
}

TEST_CASE("exp: every rest of a reduction is covered: every float near 0, and a grid between") {
  // The rest of x after n · ln 2 or n / 2 lies within these limits, where the polynomial is used.
  float at = 0;
  for (const float sign : {-1.0F, 1.0F}) {
    CHECK(worst(natural, sign * 0x1p-12F, sign * 0.35F, 37, at) <= two_ulp);
    CHECK(worst(binary, sign * 0x1p-12F, sign * 0.51F, 37, at) <= two_ulp);
    CHECK(worst(natural, sign * 0.34F, sign * 0.35F, 1, at) <= two_ulp);
    CHECK(worst(binary, sign * 0.49F, sign * 0.51F, 1, at) <= two_ulp);
    CHECK(worst(natural, sign * 0x1p-24F, sign * 0x1p-12F, 999, at) <= two_ulp);
    CHECK(worst(binary, sign * 0x1p-24F, sign * 0x1p-12F, 999, at) <= two_ulp);
  }
}

TEST_CASE("exp4: a base is a power of two and changes no other bit") {
  for (const float base : {-524288.0F, -300.0F, -1.0F, 0.0F, 1.0F, 20.0F, 127.0F, 524288.0F}) {
    const simd::LowExp4 exponential{base};
    const auto of = [&](float x) {
      return exponential.finish(exponential.reduce(simd::splat(x)))[0];
    };
    CHECK(of(exponential.zero()) == 0);
    CHECK(of(-infinity) == 0);
    CHECK(std::isnan(of(not_a_number)));
    CHECK(of(base / 2) == 1);
    bool equal = true;
    for (int i = 0; i < 20000; ++i) {
      const float x = static_cast<float>(i % 400 - 200) / 16;
      const float power = std::ldexp(exp2_of(2 * x), static_cast<int>(-base));
      const bool normal = 2 * x - base > -126 && 2 * x - base < 127;
      equal = equal && (!normal || same_bits(of(x), power));
    }
    CHECK(equal);
  }
}

TEST_CASE("exp: lanes are independent") {
  const simd::float4 x = {0, -1, not_a_number, -infinity};
  const simd::float4 y = simd::exp(x);
  CHECK(y[0] == 1);
  CHECK(same_bits(y[1], exp_of(-1)));
  CHECK(std::isnan(y[2]));
  CHECK(y[3] == 0);
}

TEST_CASE("exp and exp2: never fall as x rises") {
  for (const Function& function : {natural, binary}) {
    float before = 0;
    bool rises = true;
    for (int i = -130000; i <= 0; ++i) {
      const float value = function.run(static_cast<float>(i) / 1000);
      rises = rises && value >= before;
      before = value;
    }
    CHECK(rises);
  }
}

}  // namespace ap::test
