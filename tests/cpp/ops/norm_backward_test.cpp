#include "attention_playground/ops/norm_backward.hpp"

#include <cmath>

#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

constexpr float epsilon = 1e-3F;

/// The definition, in double precision.
struct ExactNormBackward {
  std::vector<double> d_x, d_weight, d_bias;

  ExactNormBackward(const Tensor& x, const Tensor* weight, const Tensor& d_y) {
    const Index n = x.size(-1);
    const auto count = static_cast<double>(n);
    d_weight.resize(static_cast<std::size_t>(n));
    d_bias.resize(static_cast<std::size_t>(n));
    const std::vector<float> xs = values_of(x), upstream = values_of(d_y);
    for (std::size_t first = 0; first < xs.size(); first += static_cast<std::size_t>(n)) {
      double mean = 0, variance = 0, mean_g = 0, along = 0;
      std::vector<double> z, g;
      const auto each = [&](auto body) {
        for (std::size_t i = 0; i < static_cast<std::size_t>(n); ++i) body(i);
      };
      const auto at = [first](const std::vector<float>& values, std::size_t i) {
        return static_cast<double>(values[first + i]);
      };
      each([&](std::size_t i) { mean += at(xs, i) / count; });
      each([&](std::size_t i) { variance += std::pow(at(xs, i) - mean, 2) / count; });
      const double inverse = 1 / std::sqrt(variance + static_cast<double>(epsilon));
      each([&](std::size_t i) {
        z.push_back((at(xs, i) - mean) * inverse);
        const float scale = weight == nullptr ? 1 : weight->at({static_cast<Index>(i)});
        g.push_back(at(upstream, i) * static_cast<double>(scale));
        mean_g += g[i] / count;
        along += g[i] * z[i] / count;
        d_weight[i] += at(upstream, i) * z[i];
        d_bias[i] += at(upstream, i);
      });
      each([&](std::size_t i) { d_x.push_back((g[i] - mean_g - z[i] * along) * inverse); });
    }
  }
};

/// The roundings of two sums over a row, then of the sums over rows, of numbers of a few units.
double allowed(Index n, Index rows) { return tolerance(4 * n + rows + 16, 64); }

}  // namespace

TEST_CASE("norm backward: gives all three gradients, at every width and order in memory") {
  for (const Index n : {1, 2, 3, 4, 5, 16, 17, 64, 67}) {
    for (const Index rows : {1, 2, 33}) {
      const Tensor x = random_tensor({rows, n}, "x", 2);
      const Tensor own_weight = random_tensor({n}, "weight");
      const Tensor d_y = random_tensor({rows, n}, "d_y");
      for (const Tensor* weight : {&own_weight, static_cast<const Tensor*>(nullptr)}) {
        const ExactNormBackward exact(x, weight, d_y);
        for (const Arrangement arrangement : arrangements) {
          GuardedOutput d_x(x.shape()), d_weight({n}), d_bias({n});
          norm_backward(arranged(x, arrangement), weight, arranged(d_y, arrangement), epsilon,
                        &d_x.tensor(), &d_weight.tensor(), &d_bias.tensor());
          INFO(rows << " × " << n << ", " << name_of(arrangement));
          CHECK((d_x.intact() && d_weight.intact() && d_bias.intact()));
          CHECK(first_difference(d_x.tensor(), exact.d_x, allowed(n, 1)) == "");
          CHECK(first_difference(d_weight.tensor(), exact.d_weight, allowed(n, rows)) == "");
          CHECK(first_difference(d_bias.tensor(), exact.d_bias, allowed(1, rows)) == "");
        }
      }
    }
  }
}

TEST_CASE("norm backward: what is not wanted is not computed, and changes no bit of the rest") {
  const Tensor x = random_tensor({3, 5, 6}, "x");
  const Tensor weight = random_tensor({6}, "weight");
  const Tensor d_y = random_tensor({3, 5, 6}, "d_y");
  Tensor all[] = {Tensor(x.shape()), Tensor({6}), Tensor({6})};
  norm_backward(x, &weight, d_y, epsilon, &all[0], &all[1], &all[2]);
  for (int wanted = 0; wanted < 8; ++wanted) {
    Tensor some[] = {Tensor(x.shape()), Tensor({6}), Tensor({6})};
    const auto result = [&](int i) { return (wanted >> i & 1) != 0 ? &some[i] : nullptr; };
    norm_backward(x, &weight, d_y, epsilon, result(0), result(1), result(2));
    for (int i = 0; i < 3; ++i)
      if (result(i) != nullptr) CHECK(first_bit_difference(some[i], all[i]) == "");
  }
}

TEST_CASE("norm backward: refuses tensors that do not fit, and no rows give 0") {
  const Tensor x = random_tensor({2, 4}, "x");
  const Tensor weight = random_tensor({4}, "weight");
  const Tensor d_y = random_tensor({2, 4}, "d_y");
  Tensor d_x({2, 4}), d_weight({4}), d_bias({4}), wrong({3});
  const auto error = [&](const Tensor* of_weight, const Tensor& upstream, Tensor* to_x,
                         Tensor* to_weight, Tensor* to_bias) {
    return error_of(
        [&] { norm_backward(x, of_weight, upstream, epsilon, to_x, to_weight, to_bias); });
  };
  CHECK(error(&wrong, d_y, &d_x, &d_weight, &d_bias) == "shape weight");
  CHECK(error(&weight, wrong, &d_x, &d_weight, &d_bias) == "shape d_output");
  CHECK(error(&weight, d_y, &wrong, &d_weight, &d_bias) == "shape d_input");
  CHECK(error(&weight, d_y, &d_x, &wrong, &d_bias) == "shape d_weight");
  CHECK(error(&weight, d_y, &d_x, &d_weight, &wrong) == "shape d_bias");
  norm_backward(Tensor({0, 4}), &weight, Tensor({0, 4}), epsilon, nullptr, &d_weight, &d_bias);
  CHECK(values_of(d_weight) == std::vector<float>(4, 0));
  CHECK(values_of(d_bias) == std::vector<float>(4, 0));
}

}  // namespace ap::test
