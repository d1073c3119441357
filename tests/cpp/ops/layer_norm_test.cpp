#include "attention_playground/ops/layer_norm.hpp"

#include <cmath>

#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/operation_check.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

constexpr Index longest_norm = 70;

/// The result of layer_norm for a row of n in double precision, and the error that rounding may
/// cause.
struct ExactNorm {
  std::vector<double> cells;
  double allowed = 0;
};

/// By definition. The mean has one rounding for each addition, and its error shifts every cell.
ExactNorm exact_layer_norm(const Tensor& x, Index n, const Tensor& weight, const Tensor& bias,
                           double epsilon) {
  const std::vector<float> values = values_of(x);
  const auto count = static_cast<std::size_t>(n);
  ExactNorm exact;
  for (std::size_t row = 0; row < values.size(); row += count) {
    double mean = 0;
    double magnitude = 0;
    double variance = 0;
    for (std::size_t i = row; i < row + count; ++i) {
      mean += static_cast<double>(values[i]) / static_cast<double>(n);
      magnitude += std::fabs(static_cast<double>(values[i])) / static_cast<double>(n);
    }
    for (std::size_t i = row; i < row + count; ++i)
      variance += std::pow(static_cast<double>(values[i]) - mean, 2) / static_cast<double>(n);
    const double inverse = 1 / std::sqrt(variance + epsilon);
    for (std::size_t i = row; i < row + count; ++i) {
      const double z = (static_cast<double>(values[i]) - mean) * inverse;
      const double w = static_cast<double>(weight.data()[i - row]);
      const double b = static_cast<double>(bias.data()[i - row]);
      exact.cells.push_back(z * w + b);
      const double parts = (magnitude * inverse * (1 + std::fabs(z)) + std::fabs(z)) * std::fabs(w);
      exact.allowed = std::fmax(exact.allowed, tolerance(n + 8, parts + std::fabs(b)));
    }
  }
  return exact;
}

/// Uniform in ±3 around `middle`.
Tensor input(const Dims& shape, float middle) {
  Tensor x = random_tensor(shape, "x", 3);
  for (Index i = 0; i < x.count(); ++i) x.mutable_data()[i] += middle;
  return x;
}

std::vector<Index> all_lengths() {
  std::vector<Index> lengths;
  for (Index n = 1; n <= longest_norm; ++n) lengths.push_back(n);
  lengths.push_back(768);
  return lengths;
}

}  // namespace

TEST_CASE("layer norm: SIMD, reference and explanation agree at every length") {
  for (Index n : all_lengths()) {
    const Tensor x = input({n > longest_norm ? 1 : 2, n}, 1);
    const Tensor weight = random_tensor({n}, "weight", 2);
    const Tensor bias = random_tensor({n}, "bias", 2);
    const Attributes attributes = Normalised{{n}};
    INFO(n);
    CHECK(what_is_wrong(ops::layer_norm, {x}, attributes) == "");
    CHECK(what_is_wrong(ops::layer_norm, {x, weight}, attributes) == "");
    CHECK(what_is_wrong(ops::layer_norm, {x, weight, bias}, attributes) == "");
  }
}

TEST_CASE("layer norm: SIMD, reference and explanation agree for every order in memory") {
  for (Index n : {1, 5, 16, 19, 33}) {
    for (Arrangement arrangement : arrangements) {
      const Tensor x = arranged(input({2, 3, n}, 0), arrangement);
      const Tensor weight = arranged(random_tensor({n}, "weight", 2), arrangement);
      const Tensor bias = arranged(random_tensor({n}, "bias", 2), arrangement);
      INFO(n << " " << name_of(arrangement));
      CHECK(what_is_wrong(ops::layer_norm, {x, weight, bias}, Normalised{{n}}) == "");
    }
  }
}

TEST_CASE("layer norm: each cell is the formula's within the roundings of its row") {
  for (Index n : all_lengths()) {
    for (float middle : {0.0F, 20.0F}) {
      for (float epsilon : {1e-5F, 0.5F}) {
        const Tensor x = input({3, n}, middle);
        const Tensor weight = random_tensor({n}, "weight", 2);
        const Tensor bias = random_tensor({n}, "bias", 2);
        const ExactNorm exact = exact_layer_norm(x, n, weight, bias, static_cast<double>(epsilon));
        const Tensor result = run(ops::layer_norm, {x, weight, bias}, Normalised{{n}, epsilon});
        INFO(n << " around " << middle << ", epsilon " << epsilon);
        CHECK(first_difference(result, exact.cells, exact.allowed) == "");
      }
    }
  }
}

TEST_CASE("layer norm: no weight is a weight of ones, no bias a bias of zeros") {
  const Tensor x = input({3, 21}, 1);
  const Attributes attributes = Normalised{{21}};
  const Tensor ones = Tensor::filled({21}, 1);
  const Tensor plain = run(ops::layer_norm, {x}, attributes);
  CHECK(first_bit_difference(run(ops::layer_norm, {x, ones}, attributes), plain) == "");
  CHECK(first_bit_difference(run(ops::layer_norm, {x, ones, Tensor::filled({21}, 0)}, attributes),
                             plain) == "");
}

TEST_CASE("layer norm: several trailing axes are normalised as one row") {
  const Tensor x = input({2, 3, 4, 5}, 1);
  const Tensor weight = random_tensor({4, 5}, "weight", 2);
  const Tensor bias = random_tensor({4, 5}, "bias", 2);
  const Attributes two_axes = Normalised{{4, 5}};
  CHECK(what_is_wrong(ops::layer_norm, {x, weight, bias}, two_axes) == "");
  CHECK(what_is_wrong(ops::layer_norm, {x}, Normalised{{2, 3, 4, 5}}) == "");
  const Tensor flat =
      run(ops::layer_norm, {x.view({6, 20}), weight.view({20}), bias.view({20})}, Normalised{{20}});
  CHECK(first_bit_difference(run(ops::layer_norm, {x, weight, bias}, two_axes),
                             flat.view({2, 3, 4, 5})) == "");
}

TEST_CASE("layer norm: a row of equal numbers gives the bias") {
  const Tensor x = Tensor::filled({2, 16}, 3);
  const Tensor bias = random_tensor({16}, "bias");
  const Tensor result = run(ops::layer_norm, {x, Tensor::filled({16}, 2), bias}, Normalised{{16}});
  for (Index i = 0; i < 16; ++i) CHECK(result.at({1, i}) == bias.at({i}));
}

TEST_CASE("layer norm: no rows at all give an empty result") {
  CHECK(run(ops::layer_norm, {Tensor(Dims{0, 3})}, Normalised{{3}}).shape() == Dims{0, 3});
}

TEST_CASE("layer norm: NaN reaches all of its row and no other") {
  Tensor x = input({3, 18}, 0);
  x.set({1, 17}, not_a_number);
  const Tensor result = run(ops::layer_norm, {x}, Normalised{{18}});
  bool right = true;
  for (Index i = 0; i < result.count(); ++i)
    right = right && std::isnan(result.data()[i]) == (i / 18 == 1);
  CHECK(right);
}

TEST_CASE("layer norm: a row whose squares overflow is 0, and its explanation claims no bound") {
  Tensor x = input({1, 4}, 0);
  x.set({0, 0}, -3.4e38f);
  const Tensor result = run(ops::layer_norm, {x}, Normalised{{4}});
  for (Index i = 0; i < 4; ++i) {
    CHECK(result.at({0, i}) == 0);
    CHECK(std::isinf(explain(ops::layer_norm, {x}, Normalised{{4}}, {0, i}).bound));
  }
}

TEST_CASE("layer norm: operands that do not fit are errors that name them") {
  const auto error = [](const std::vector<Dims>& shapes, const Dims& normalised) {
    std::vector<Tensor> inputs;
    for (const Dims& shape : shapes) inputs.push_back(Tensor::filled(shape, 1));
    return error_of([&] { run(ops::layer_norm, inputs, Normalised{normalised}); });
  };
  CHECK(error({{2, 3}}, {}) == "size normalized_shape");
  CHECK(error({{2, 0}}, {0}) == "size normalized_shape");
  CHECK(error({{2, 3}}, {4}) == "shape input");
  CHECK(error({{2, 3}}, {3, 3}) == "shape input");
  CHECK(error({{3}}, {2, 3}) == "shape input");
  CHECK(error({{2, 3}, {2}}, {3}) == "shape weight");
  CHECK(error({{2, 3}, {1, 3}}, {3}) == "shape weight");
  CHECK(error({{2, 3}, {3}, {2}}, {3}) == "shape bias");
  CHECK(error({{2, 3}, {3}, {3}}, {3}) == "no error");
}

}  // namespace ap::test
