#include "support/comparison.hpp"

#include <cmath>
#include <cstring>

#include "support/tensors.hpp"

namespace ap::test {

namespace {

/// Enough digits to distinguish any two floats.
std::string exact(double number) {
  char text[32];
  std::snprintf(text, sizeof text, "%.9g", number);
  return text;
}

std::string cell_text(const Tensor& tensor, std::size_t position, double actual, double expected) {
  return to_text(index_at(static_cast<Index>(position), tensor.shape())) + " is " + exact(actual) +
         ", expected " + exact(expected);
}

}  // namespace

std::string first_difference(const Tensor& actual, const std::vector<double>& expected,
                             double allowed) {
  const std::vector<float> values = values_of(actual);
  if (values.size() != expected.size())
    return std::to_string(values.size()) + " cells, expected " + std::to_string(expected.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double value = values[i];
    if (value == expected[i] || std::fabs(value - expected[i]) <= allowed) continue;
    return cell_text(actual, i, value, expected[i]) + " ± " + exact(allowed);
  }
  return "";
}

std::string first_difference(const Tensor& actual, const std::vector<float>& expected,
                             double allowed) {
  return first_difference(actual, std::vector<double>(expected.begin(), expected.end()), allowed);
}

std::string first_difference(const Tensor& actual, const Tensor& expected, double allowed) {
  if (actual.shape() != expected.shape())
    return to_text(actual.shape()) + ", expected " + to_text(expected.shape());
  return first_difference(actual, values_of(expected), allowed);
}

bool same_bits(float a, float b) { return to_bits(a) == to_bits(b); }

float from_bits(std::uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

std::uint32_t to_bits(float value) {
  std::uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

std::string first_bit_difference(const Tensor& actual, const Tensor& expected) {
  if (actual.shape() != expected.shape())
    return to_text(actual.shape()) + ", expected " + to_text(expected.shape());
  const std::vector<float> a = values_of(actual);
  const std::vector<float> b = values_of(expected);
  for (std::size_t i = 0; i < a.size(); ++i)
    if (!same_bits(a[i], b[i])) return cell_text(actual, i, a[i], b[i]) + ", bit for bit";
  return "";
}

double largest_magnitude(const Tensor& tensor) {
  double largest = 0;
  for (float value : values_of(tensor))
    if (std::isfinite(value)) largest = std::fmax(largest, std::fabs(static_cast<double>(value)));
  return largest;
}

std::string error_of(Callback<void()> call) {
  try {
    call();
  } catch (const Error& error) {
    return std::string(name_of(error.code)) + " " + error.argument;
  }
  return "no error";
}

}  // namespace ap::test
