#include "attention_playground/ops/cross_entropy.hpp"

#include <cmath>

#include "attention_playground/ops/softmax.hpp"
#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/operation_check.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

Tensor log_probabilities(const Dims& shape) {
  return run(ops::log_softmax, {random_tensor(shape, "logits", 4)}, Along{-1});
}

/// Labels that cycle through −1 … V − 1.
Tensor labels_of(const Dims& shape, Index vocabulary) {
  Tensor labels = counting(shape);
  for (Index i = 0; i < labels.count(); ++i)
    labels.mutable_data()[i] = static_cast<float>(i * 7 % (vocabulary + 1) - 1);
  return labels;
}

}  // namespace

TEST_CASE("cross entropy: SIMD, reference and explanation agree for every order in memory") {
  for (Index vocabulary : {1, 2, 5, 16, 33}) {
    for (const Dims& positions : {Dims{1}, Dims{4}, Dims{2, 3}, Dims{2, 3, 2}, Dims{}}) {
      Dims shape = positions;
      shape.push_back(vocabulary);
      const Tensor x = log_probabilities(shape);
      const Tensor labels = labels_of(positions, vocabulary);
      for (Arrangement one : arrangements) {
        for (Arrangement other : arrangements) {
          INFO(to_text(shape) << " " << name_of(one) << ", " << name_of(other));
          CHECK(what_is_wrong(ops::cross_entropy, {arranged(x, one), arranged(labels, other)}) ==
                "");
        }
      }
      CHECK(run(ops::cross_entropy, {x, labels}).shape() == Dims{});
    }
  }
}

TEST_CASE("cross entropy: smoothed labels mean a part of every entry") {
  const Tensor x = log_probabilities({3, 4, 5});
  const Tensor labels = labels_of({3, 4}, 5);
  CHECK(what_is_wrong(ops::cross_entropy, {x, labels}, Labelled{0.1F}) == "");
  double sum = 0;
  int n = 0;
  for (Index i = 0; i < 12; ++i) {
    const auto label = static_cast<Index>(labels.data()[i]);
    if (label < 0) continue;
    for (Index v = 0; v < 5; ++v)
      sum -= static_cast<double>(x.at({i / 4, i % 4, v})) * (v == label ? 0.9 + 0.02 : 0.02);
    ++n;
  }
  CHECK(n < 12);
  CHECK(first_difference(run(ops::cross_entropy, {x, labels}, Labelled{0.1F}),
                         std::vector<double>{sum / n}, 1e-6) == "");
  for (const float bad : {-0.1F, 1.0F, not_a_number})
    CHECK(error_of([&] {
            run(ops::cross_entropy, {x, labels}, Labelled{bad});
          }) == "range smoothing");
}

TEST_CASE("cross entropy: the mean over positions that have a label") {
  const Tensor x = log_probabilities({3, 4, 9});
  const Tensor labels = labels_of({3, 4}, 9);
  double sum = 0;
  int n = 0;
  for (Index i = 0; i < 12; ++i) {
    const auto label = static_cast<Index>(labels.data()[i]);
    if (label < 0) continue;
    sum -= static_cast<double>(x.at({i / 4, i % 4, label}));
    ++n;
  }
  CHECK(n < 12);
  CHECK(first_difference(run(ops::cross_entropy, {x, labels}), std::vector<double>{sum / n},
                         tolerance(1, sum / n)) == "");
}

TEST_CASE(
    "cross entropy: log V for uniform predictions, 0 if all is padding, ∞ for impossible labels") {
  const Tensor equal = Tensor::filled({3, 8}, -std::log(8.0F));
  CHECK(run(ops::cross_entropy, {equal, tensor({3}, {0, 7, 3})}).at({}) == std::log(8.0F));
  const Tensor padding = Tensor::filled({3}, -1);
  CHECK(run(ops::cross_entropy, {equal, padding}).at({}) == 0);
  CHECK(what_is_wrong(ops::cross_entropy, {equal, padding}) == "");
  const Tensor impossible = tensor({1, 2}, {0, -infinity});
  CHECK(run(ops::cross_entropy, {impossible, tensor({1}, {1})}).at({}) == infinity);
  CHECK(what_is_wrong(ops::cross_entropy, {impossible, tensor({1}, {1})}) == "");
  CHECK(run(ops::cross_entropy, {Tensor(Dims{0, 4}), Tensor(Dims{0})}).at({}) == 0);
}

TEST_CASE("cross entropy: the explanation names only the cells of the labels") {
  const Tensor x = log_probabilities({3, 5});
  const Tensor labels = tensor({3}, {4, -1, 0});
  const auto rule = std::get<SumRule>(explain(ops::cross_entropy, {x, labels}, {}, {}).rule);
  REQUIRE(rule.operands.size() == 2);
  CHECK(rule.operands[0].index == Dims{0, 4});
  CHECK(rule.operands[1].index == Dims{2, 0});
}

TEST_CASE("cross entropy: labels that do not fit are errors that name them") {
  const Tensor x = log_probabilities({2, 4});
  const auto error = [&](const Tensor& labels) {
    return error_of([&] { run(ops::cross_entropy, {x, labels}); });
  };
  CHECK(error(tensor({2}, {0, 3})) == "no error");
  CHECK(error(tensor({3}, {0, 1, 2})) == "shape labels");
  CHECK(error(tensor({2, 1}, {0, 1})) == "shape labels");
  CHECK(error(tensor({2}, {0, 4})) == "range labels");
  CHECK(error(tensor({2}, {0, -2})) == "range labels");
  CHECK(error(tensor({2}, {0, 1.5F})) == "range labels");
  CHECK(error(tensor({2}, {0, not_a_number})) == "range labels");
  CHECK(error_of([] { run(ops::cross_entropy, {tensor({}, {1}), tensor({}, {0})}); }) == "rank x");
}

}  // namespace ap::test
