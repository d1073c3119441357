#include "attention_playground/tensor/portable_math.hpp"

#include <cstdint>
#include <limits>

namespace ap {

namespace {

constexpr double ln_2_high =
    6.93147180369123816490e-01;  // 33 bits: its products with exponents are exact
constexpr double ln_2_low = 1.90821492927058770002e-10;

/// 2ⁿ for a normal result.
double power_of_two(int n) {
  return __builtin_bit_cast(double, static_cast<std::uint64_t>(n + 1023) << 52);
}

/// Nearest whole number of |x| < 2⁵¹: adding 1.5·2⁵² leaves no bits for a fraction.
double rounded(double x) {
  constexpr double magic = 6755399441055744.0;
  return (x + magic) - magic;
}

/// Σ x^(first + k·step) · sign^k / (first + k·step)!, `terms` terms, by Horner's rule.
double factorial_series(double x, int first, int step, double sign, int terms) {
  double sum = 0;
  for (int k = terms - 1; k >= 0; --k) {
    double divisor = 1;
    for (int i = first + k * step + 1; i <= first + (k + 1) * step; ++i) divisor *= i;
    sum = 1 + sum * sign * x / divisor;
  }
  return sum;
}

}  // namespace

double portable_exp(double x) {
  if (!(x > -746)) return x != x ? x : 0;
  if (x > 709.782712893384) return std::numeric_limits<double>::infinity();
  const double n = rounded(x * 1.44269504088896340736);
  const double r = (x - n * ln_2_high) - n * ln_2_low;
  const double y = factorial_series(r, 0, 1, 1, 15);  // |r| ≤ 0.35: the next term is below 1e-18
  const int exponent = static_cast<int>(n);
  // In two steps, because 2ⁿ itself may be subnormal or 2¹⁰²⁴.
  return y * power_of_two(exponent / 2) * power_of_two(exponent - exponent / 2);
}

double portable_log(double x) {
  if (!(x >= 0)) return std::numeric_limits<double>::quiet_NaN();
  const auto bits = __builtin_bit_cast(std::uint64_t, x);
  int exponent = static_cast<int>(bits >> 52) - 1023;
  double mantissa = __builtin_bit_cast(double, (bits & 0xFFFFFFFFFFFFFULL) | (1023ULL << 52));
  if (mantissa > 1.4142135623730951) {
    mantissa *= 0.5;
    ++exponent;
  }
  // 2·artanh((m − 1) / (m + 1))
  const double z = (mantissa - 1) / (mantissa + 1);
  double series = 0;
  for (int n = 21; n >= 1; n -= 2) series = series * z * z + 1.0 / n;
  return exponent * ln_2_high + (exponent * ln_2_low + 2 * z * series);
}

double portable_tanh(double x) {
  const double size = x < 0 ? -x : x;
  // tanh |x| = (eʸ − 1) / (eʸ + 1), y = 2|x|. Near 0 a series gives eʸ − 1, because the subtraction
  // would cancel.
  const double y = 2 * size;
  const double less_one = y < 0.7 ? y * factorial_series(y, 1, 1, 1, 17) : portable_exp(y) - 1;
  const double result = size > 20 ? 1 : less_one / (less_one + 2);
  return x < 0 ? -result : result;
}

double portable_erf(double x) {
  constexpr double one_over_root_pi = 0.56418958354775628695;
  const double size = x < 0 ? -x : x;
  if (size > 6) return x < 0 ? -1 : 1;
  const double square = x * x;
  if (size < 1.5) {
    // 2/√π e^(−x²) Σ 2ᵏ x^(2k + 1) / (1 · 3 · … · (2k + 1)): all terms have the same sign.
    double sum = 0;
    for (int k = 32; k >= 1; --k) sum = (1 + sum) * 2 * square / (2 * k + 1);
    return 2 * one_over_root_pi * portable_exp(-square) * (x + x * sum);
  }
  // 1 − erfc, where erfc is small: e^(−x²) / √π divided by the continued fraction x + ½/(x + 1/(x +
  // 3⁄2/(x + …))).
  double fraction = size;
  for (int k = 80; k >= 1; --k) fraction = size + 0.5 * k / fraction;
  const double result = 1 - one_over_root_pi * portable_exp(-square) / fraction;
  return x < 0 ? -result : result;
}

SineCosine portable_sin_cos(double angle) {
  constexpr double half_pi[] = {1.57079632673412561417e+00, 6.07710050630396597660e-11,
                                2.02226624879595063154e-21};  // 33 bits each, then the rest
  const double n = rounded(angle * 0.63661977236758134308);
  const double r = ((angle - n * half_pi[0]) - n * half_pi[1]) - n * half_pi[2];
  const double square = r * r;  // |r| ≤ π/4
  const double sine = r * factorial_series(square, 1, 2, -1, 10);
  const double cosine = factorial_series(square, 0, 2, -1, 10);
  switch (static_cast<std::int64_t>(n) & 3) {
    case 0:
      return {sine, cosine};
    case 1:
      return {cosine, -sine};
    case 2:
      return {-sine, -cosine};
    default:
      return {-cosine, sine};
  }
}

}  // namespace ap
