// Compiled for speed: loops over cells.
#include "attention_playground/checkpoint/half.hpp"

#include <cstring>

namespace ap {

namespace {

/// std::bit_cast, which Emscripten 3.1.6 lacks.
template <typename To, typename From>
To bits_as(const From& from) {
  static_assert(sizeof(To) == sizeof(From));
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

constexpr std::uint32_t float_infinity = 0x7F800000;
constexpr std::uint32_t half_infinity = 0x7C00;
constexpr std::uint16_t half_quiet = 0x0200;
constexpr std::uint16_t bfloat_quiet = 0x0040;

/// bits / 2^shift, rounded to nearest, ties to even; 0 < shift < 32.
std::uint32_t rounded(std::uint32_t bits, int shift) {
  const std::uint32_t rest = bits & ((1U << shift) - 1);
  const std::uint32_t tie = 1U << (shift - 1);
  const std::uint32_t kept = bits >> shift;
  return kept + (rest > tie || (rest == tie && (kept & 1) != 0) ? 1 : 0);
}

}  // namespace

float float_of_half(std::uint16_t bits) {
  const std::uint32_t sign = (bits & 0x8000U) << 16;
  const std::uint32_t size = bits & 0x7FFFU;
  if (size >= half_infinity) return bits_as<float>(sign | float_infinity | (size << 13));
  if (size >= 0x0400) return bits_as<float>(sign | ((size << 13) + (112U << 23)));
  // Below 2⁻¹⁴ the numbers are multiples of 2⁻²⁴.
  const float small = static_cast<float>(size) * 0x1p-24F;
  return sign == 0 ? small : -small;
}

std::uint16_t half_of_float(float number) {
  const auto bits = bits_as<std::uint32_t>(number);
  const auto sign = static_cast<std::uint16_t>((bits >> 16) & 0x8000U);
  const std::uint32_t size = bits & 0x7FFFFFFFU;
  std::uint32_t half = half_infinity;
  if (size > float_infinity)
    half = half_infinity | half_quiet | ((size >> 13) & 0x03FFU);
  else if (size < 0x33000000U)  // below 2⁻²⁵: half of the smallest, which ties to 0
    half = 0;
  else if (size < 0x38800000U)  // below 2⁻¹⁴
    half = rounded((size & 0x007FFFFFU) | 0x00800000U, 126 - static_cast<int>(size >> 23));
  else if (size < 0x47800000U)  // below 2¹⁶; rounding may still carry it to ∞
    half = rounded(size - (112U << 23), 13);
  return static_cast<std::uint16_t>(sign | half);
}

float float_of_bfloat(std::uint16_t bits) {
  return bits_as<float>(static_cast<std::uint32_t>(bits) << 16);
}

std::uint16_t bfloat_of_float(float number) {
  const auto bits = bits_as<std::uint32_t>(number);
  if ((bits & 0x7FFFFFFFU) > float_infinity)
    return static_cast<std::uint16_t>((bits >> 16) | bfloat_quiet);
  return static_cast<std::uint16_t>(rounded(bits, 16));
}

}  // namespace ap
