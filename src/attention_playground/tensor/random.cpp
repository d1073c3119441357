#include "attention_playground/tensor/random.hpp"

#include <cmath>

#include "attention_playground/tensor/portable_math.hpp"

namespace ap {

namespace {

constexpr std::uint32_t philox_key = 0x61747470;  // second word of the key; any constant will do

double evaluate(const double* coefficients, int count, double x) {
  double result = 0;
  for (int i = count - 1; i >= 0; --i) result = result * x + coefficients[i];
  return result;
}

/// Standard normal quantile by rational functions (coefficients: P. J. Acklam, relative
/// error 1.2e-9).
double normal_quantile(double p) {
  constexpr double tail_a[] = {2.938163982698783,  4.374664141464968,   -2.549732539343734,
                               -2.400758277161838, -0.3223964580411365, -0.007784894002430293};
  constexpr double tail_b[] = {1, 3.754408661907416, 2.445134137142996, 0.3224671290700398,
                               0.007784695709041462};
  constexpr double middle_a[] = {2.506628277459239,  -30.66479806614716, 138.3577518672690,
                                 -275.9285104469687, 220.9460984245205,  -39.69683028665376};
  constexpr double middle_b[] = {1,
                                 -13.28068155288572,
                                 66.80131188771972,
                                 -155.6989798598866,
                                 161.5858368580409,
                                 -54.47609879822406};
  constexpr double tail = 0.02425;
  if (p >= tail && p <= 1 - tail) {
    const double q = p - 0.5;
    return q * evaluate(middle_a, 6, q * q) / evaluate(middle_b, 6, q * q);
  }
  const double q = std::sqrt(-2 * portable_log(p < tail ? p : 1 - p));
  const double x = evaluate(tail_a, 6, q) / evaluate(tail_b, 5, q);
  return p < tail ? x : -x;
}

}  // namespace

std::uint64_t stream_of(std::string_view name) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (unsigned char byte : name) hash = (hash ^ byte) * 0x100000001b3ULL;
  return hash;
}

std::array<std::uint32_t, 4> philox(std::uint32_t seed, std::uint64_t stream,
                                    std::uint64_t counter) {
  std::array<std::uint32_t, 4> c = {
      static_cast<std::uint32_t>(counter), static_cast<std::uint32_t>(counter >> 32),
      static_cast<std::uint32_t>(stream), static_cast<std::uint32_t>(stream >> 32)};
  std::uint32_t k0 = seed;
  std::uint32_t k1 = philox_key;
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53} * c[0];
    const std::uint64_t b = std::uint64_t{0xCD9E8D57} * c[2];
    c = {static_cast<std::uint32_t>(b >> 32) ^ c[1] ^ k0, static_cast<std::uint32_t>(b),
         static_cast<std::uint32_t>(a >> 32) ^ c[3] ^ k1, static_cast<std::uint32_t>(a)};
    k0 += 0x9E3779B9;
    k1 += 0xBB67AE85;
  }
  return c;
}

namespace {

float uniform_of(std::uint32_t word) { return static_cast<float>(word >> 8) * 0x1p-24F; }

float normal_of(std::uint32_t word) {
  return static_cast<float>(normal_quantile((static_cast<double>(word) + 0.5) * 0x1p-32));
}

/// Fills `values` with number(word) for the first `count` words of a stream; one Philox call gives
/// four.
template <typename Number>
void fill(float* values, Index count, std::uint32_t seed, std::uint64_t stream, Number number) {
  std::array<std::uint32_t, 4> words{};
  for (Index i = 0; i < count; ++i) {
    if (i % 4 == 0) words = philox(seed, stream, static_cast<std::uint64_t>(i / 4));
    values[i] = number(words[static_cast<std::size_t>(i % 4)]);
  }
}

}  // namespace

float uniform(std::uint32_t seed, std::uint64_t stream, std::uint64_t index) {
  return uniform_of(philox(seed, stream, index / 4)[index % 4]);
}

float normal(std::uint32_t seed, std::uint64_t stream, std::uint64_t index) {
  return normal_of(philox(seed, stream, index / 4)[index % 4]);
}

Tensor uniform_tensor(const Dims& shape, float limit, std::uint32_t seed, std::uint64_t stream) {
  Tensor tensor(shape);
  fill(tensor.mutable_data(), tensor.count(), seed, stream,
       [limit](std::uint32_t word) { return (2 * uniform_of(word) - 1) * limit; });
  return tensor;
}

Tensor xavier_uniform(const Dims& shape, std::uint32_t seed, std::uint64_t stream) {
  const auto fans = static_cast<float>(shape[0] + shape[1]);
  return uniform_tensor(shape, std::sqrt(6.0F / fans), seed, stream);
}

Tensor xavier_normal(const Dims& shape, std::uint32_t seed, std::uint64_t stream) {
  const auto fans = static_cast<float>(shape[0] + shape[1]);
  return normal_rows({&stream, 1}, element_count(shape), seed, std::sqrt(2.0F / fans)).view(shape);
}

Tensor normal_rows(std::span<const std::uint64_t> streams, Index width, std::uint32_t seed,
                   float deviation) {
  Tensor tensor(Dims{static_cast<Index>(streams.size()), width});
  float* row = tensor.mutable_data();
  for (std::uint64_t stream : streams) {
    fill(row, width, seed, stream,
         [deviation](std::uint32_t word) { return normal_of(word) * deviation; });
    row += width;
  }
  return tensor;
}

Tensor identity(Index rows, Index columns) {
  Tensor tensor = Tensor::filled(Dims{rows, columns}, 0);
  for (Index i = 0; i < rows && i < columns; ++i) tensor.set(Dims{i, i}, 1);
  return tensor;
}

}  // namespace ap
