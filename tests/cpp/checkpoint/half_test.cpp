// Numbers of sixteen bits: all 65,536 of either type, and how floats between them are rounded.

#include "attention_playground/checkpoint/half.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

#include "catch.hpp"

namespace ap::test {

namespace {

constexpr unsigned patterns = 1U << 16;

/// By definition: (−1)^sign · 2^(exponent − bias) · fraction.
double value_of(unsigned bits, int fraction_bits, int bias) {
  const int exponent = static_cast<int>((bits & 0x7FFFU) >> fraction_bits);
  const unsigned fraction = bits & ((1U << fraction_bits) - 1);
  const double one = exponent > 0 ? std::ldexp(1, fraction_bits) : 0;
  const double size = std::ldexp(one + fraction, std::max(exponent, 1) - bias - fraction_bits);
  return (bits & 0x8000U) != 0 ? -size : size;
}

struct Narrow {
  float (*widen)(std::uint16_t);
  std::uint16_t (*narrow)(float);
  int fraction_bits, bias;
  std::uint16_t infinity;
};

constexpr Narrow half = {float_of_half, half_of_float, 10, 15, 0x7C00};
constexpr Narrow bfloat = {float_of_bfloat, bfloat_of_float, 7, 127, 0x7F80};

/// How many of the patterns are widened or narrowed to anything but themselves.
int wrong_patterns(const Narrow& type) {
  int wrong = 0;
  for (unsigned bits = 0; bits < patterns; ++bits) {
    const auto pattern = static_cast<std::uint16_t>(bits);
    const float number = type.widen(pattern);
    const unsigned size = bits & 0x7FFFU;
    if (size > type.infinity) {
      if (!std::isnan(number) || !std::isnan(type.widen(type.narrow(number)))) ++wrong;
      continue;
    }
    const double expected = size == type.infinity
                                ? std::copysign(std::numeric_limits<double>::infinity(),
                                                (bits & 0x8000U) != 0 ? -1.0 : 1.0)
                                : value_of(bits, type.fraction_bits, type.bias);
    const bool exact = static_cast<double>(number) == expected;
    if (!exact || type.narrow(number) != pattern) ++wrong;
  }
  return wrong;
}

/// The float half-way between each two neighbours goes to the even one, the floats beside it to
/// the nearer.
int wrong_roundings(const Narrow& type) {
  int wrong = 0;
  for (std::uint16_t low = 0; low + 1 < type.infinity; ++low) {
    const auto high = static_cast<std::uint16_t>(low + 1);
    const auto middle = static_cast<float>(
        (static_cast<double>(type.widen(low)) + static_cast<double>(type.widen(high))) / 2);
    const std::uint16_t even = low % 2 == 0 ? low : high;
    if (type.narrow(middle) != even || type.narrow(-middle) != (even | 0x8000)) ++wrong;
    if (type.narrow(std::nextafter(middle, 0.0F)) != low) ++wrong;
    if (type.narrow(std::nextafter(middle, std::numeric_limits<float>::max())) != high) ++wrong;
  }
  return wrong;
}

}  // namespace

TEST_CASE("half: every number of sixteen bits is widened exactly and narrowed to itself") {
  CHECK(wrong_patterns(half) == 0);
  CHECK(wrong_patterns(bfloat) == 0);
}

TEST_CASE("half: floats are rounded to nearest, ties to even") {
  CHECK(wrong_roundings(half) == 0);
  CHECK(wrong_roundings(bfloat) == 0);
}

TEST_CASE("half: what is too large becomes infinite") {
  CHECK(half_of_float(65504) == 0x7BFF);
  CHECK(half_of_float(65519.996F) == 0x7BFF);
  CHECK(half_of_float(65520) == 0x7C00);
  CHECK(half_of_float(-1e30F) == 0xFC00);
  CHECK(bfloat_of_float(std::numeric_limits<float>::max()) == 0x7F80);
  CHECK(half_of_float(1e-30F) == 0);
}

}  // namespace ap::test
