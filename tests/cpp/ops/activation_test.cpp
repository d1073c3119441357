#include "attention_playground/ops/activation.hpp"

#include <cmath>
#include <cstring>

#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/operation_check.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

const std::vector<const Operation*> curves = {&ops::relu, &ops::gelu, &ops::gelu_tanh};

double exact_gelu(double x) { return x * 0.5 * (1 + std::erf(x / std::sqrt(2.0))); }
double exact_gelu_tanh(double x) {
  const double inner = std::sqrt(2 / std::acos(-1.0)) * (x + 0.044715 * x * x * x);
  return x * 0.5 * (1 + std::tanh(inner));
}

/// Every float of both signs whose bits are a multiple of 4999, none infinite.
Tensor floats_of_every_size() {
  std::vector<float> values;
  for (std::uint32_t bits = 0; bits < 0x7F800000; bits += 4999) {
    float value;
    std::memcpy(&value, &bits, sizeof value);
    values.push_back(value);
    values.push_back(-value);
  }
  return tensor({static_cast<Index>(values.size())}, values);
}

float value_at(const Operation& curve, float x) { return run(curve, {tensor({1}, {x})}).at({0}); }

}  // namespace

TEST_CASE("activation: SIMD, reference and explanation agree at every length and order in memory") {
  for (const Operation* curve : curves) {
    for (Index length : lengths) {
      const Tensor x = random_tensor({3, length}, "x", 6);
      for (Arrangement arrangement : arrangements) {
        INFO(curve->name << " " << length << " " << name_of(arrangement));
        CHECK(what_is_wrong(*curve, {arranged(x, arrangement)}) == "");
      }
    }
  }
}

TEST_CASE("activation: large, tiny and zero numbers, a scalar, an empty tensor") {
  const Tensor x = tensor({9}, {0, -0.0F, 1e-45F, -1e-45F, 1e-38F, -1e-20F, 3e38F, -3e38F, -1e4F});
  for (const Operation* curve : curves) {
    INFO(curve->name);
    CHECK(what_is_wrong(*curve, {x}) == "");
    CHECK(what_is_wrong(*curve, {tensor({}, {-1.5F})}) == "");
    CHECK(run(*curve, {Tensor(Dims{2, 0})}).shape() == Dims{2, 0});
  }
}

TEST_CASE("relu: negative numbers become 0, all others keep their bits") {
  const Tensor x = random_tensor({5, 13}, "x");
  const Tensor y = run(ops::relu, {x});
  for (Index i = 0; i < x.count(); ++i)
    CHECK(same_bits(y.data()[i], x.data()[i] < 0 ? 0.0F : x.data()[i]));
  CHECK(first_bit_difference(y, run_reference(ops::relu, {x})) == "");
  CHECK(value_at(ops::relu, infinity) == infinity);
  CHECK(value_at(ops::relu, -infinity) == 0);
}

TEST_CASE("gelu: within 4 ulp of |x| of the exact value, for floats of every size") {
  const Tensor x = floats_of_every_size();
  using Exact = double (*)(double);
  const std::pair<const Operation*, Exact> gelus[] = {{&ops::gelu, exact_gelu},
                                                      {&ops::gelu_tanh, exact_gelu_tanh}};
  for (const auto& [curve, exact] : gelus) {
    const Tensor y = run(*curve, {x});
    double worst = 0;
    for (Index i = 0; i < x.count(); ++i) {
      const auto own = static_cast<double>(x.data()[i]);
      const double off = std::fabs(static_cast<double>(y.data()[i]) - exact(own));
      // A subnormal result is rounded to a multiple of the smallest float.
      worst = std::fmax(worst, (off - 1.5e-45) / std::fmax(std::fabs(own), 1e-45));
    }
    INFO(curve->name << ": " << worst / float_epsilon << " ulp");
    CHECK(worst <= 4 * float_epsilon);
  }
}

TEST_CASE("gelu: x for large x, 0 for large −x, never the opposite sign") {
  for (const Operation* curve : {&ops::gelu, &ops::gelu_tanh}) {
    for (float x : {12.0F, 1e10F, 3e38F, infinity}) CHECK(value_at(*curve, x) == x);
    for (float x : {-12.0F, -1e10F, -3e38F}) CHECK(value_at(*curve, x) == 0);
    bool right = true;
    for (int i = 1; i < 12000; ++i) {
      const float x = static_cast<float>(i) / 1000;
      right = right && value_at(*curve, -x) <= 0 && value_at(*curve, x) > 0;
    }
    CHECK(right);
  }
}

TEST_CASE("activation: NaN stays visible; gelu of −∞ is −∞ · 0, as in PyTorch") {
  for (const Operation* curve : curves) {
    for (Index length : lengths) {
      const Tensor x = with_last({length}, not_a_number);
      INFO(curve->name << " " << length);
      CHECK(std::isnan(run(*curve, {x}).at({length - 1})));
      CHECK(std::isnan(run_reference(*curve, {x}).at({length - 1})));
    }
  }
  CHECK(std::isnan(value_at(ops::gelu, -infinity)));
  CHECK(std::isnan(value_at(ops::gelu_tanh, -infinity)));
}

}  // namespace ap::test
