// REFERENCE.md §1 and §7: similarity before there are Q, K and V; every number of the worked
// example.

#include <cmath>

#include "attention_playground/ops/softmax.hpp"
#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/operation_check.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

/// "I am good".
Tensor i_am_good() { return tensor({1, 3, 3}, {1, 3, 2, 1, 1, 3, 1, 2, 1}); }

/// Attention of the word vectors themselves: no projections, and the given scale.
std::unique_ptr<Run> similarity(std::optional<float> scale) {
  TraceRequest request = request_for(i_am_good(), 1);
  request.projections.reset();
  request.weights.scale = scale;
  return trace_attention(request);
}

const std::vector<double> unscaled_weights = {0.975559, 0.017868, 0.006573, 0.267623, 0.727475,
                                              0.004902, 0.909443, 0.045279, 0.045279};
/// The numbers are at most 3, and a sum of three of them is rounded three times.
constexpr double printed_and_rounded = six_decimals + tolerance(3, 3);

const std::vector<double> unscaled_words = {1,        2.957691, 2.011295, 1, 1.540148,
                                            2.722573, 1,        2.864164, 2};

}  // namespace

TEST_CASE("I am good: X Xᵀ holds every pair's similarity") {
  const auto run = similarity(1);
  CHECK(values_of(value(*run, "scores")) == std::vector<float>{14, 10, 9, 10, 11, 6, 9, 6, 6});
}

TEST_CASE("I am good: without scaling") {
  const auto run = similarity(1);
  CHECK(first_difference(value(*run, "weights"), unscaled_weights, six_decimals) == "");
  CHECK(first_difference(value(*run, "context"), unscaled_words, printed_and_rounded) == "");
}

TEST_CASE("I am good: scaled by 1/√3 the first weight is 0.865743") {
  const auto run = similarity(std::nullopt);
  CHECK(std::fabs(static_cast<double>(value(*run, "weights").at({0, 0, 0})) - 0.865743) <=
        six_decimals);
}

TEST_CASE("I am good: identity projections and scale 1 turn attention back into similarity") {
  TraceRequest request = request_for(i_am_good(), 1);
  request.projections = Projections::identity;
  request.weights.scale = 1;
  const auto run = trace_attention(request);
  CHECK(first_difference(value(*run, "weights").view({3, 3}), unscaled_weights, six_decimals) ==
        "");
  CHECK(first_difference(value(*run, "output"), unscaled_words, printed_and_rounded) == "");
  request.weights.scale.reset();
  const auto scaled = trace_attention(request);
  CHECK(std::fabs(static_cast<double>(value(*scaled, "weights").at({0, 0, 0, 0})) - 0.865743) <=
        six_decimals);
}

TEST_CASE("I am good against 我 / 很好: Z = softmax(X Yᵀ) Y, cross-attention without projections") {
  const Tensor y = tensor({1, 2, 3}, {1, 2, 2, 2, 1, 0});
  TraceRequest request = request_for(i_am_good(), 1);
  request.memory = SentenceInput{y, {}, {}};
  request.projections.reset();
  request.weights.scale = 1;
  const auto run = trace_attention(request);
  CHECK(values_of(value(*run, "scores")) == std::vector<float>{11, 5, 9, 3, 7, 4});
  // Each of two weights is the logistic function of the difference of their scores.
  std::vector<double> words;
  for (double difference : {6.0, 6.0, 3.0}) {
    const double first = 1 / (1 + std::exp(-difference));
    for (Index column = 0; column < 3; ++column)
      words.push_back(first * static_cast<double>(y.at({0, 0, column})) +
                      (1 - first) * static_cast<double>(y.at({0, 1, column})));
  }
  CHECK(first_difference(value(*run, "context"), words, tolerance(16, 2)) == "");
}

TEST_CASE("write-ups' mistakes: softmax gives the right values") {
  const auto softmax = [](const std::vector<float>& row) {
    return run(ops::softmax, {tensor({static_cast<Index>(row.size())}, row)});
  };
  CHECK(first_difference(softmax({1, 3, 2}), std::vector<double>{0.0900, 0.6652, 0.2447},
                         four_decimals) == "");
  CHECK(first_difference(softmax({0.5, 2, 1.5}), std::vector<double>{0.121952, 0.546549, 0.331499},
                         six_decimals) == "");
  const Tensor words = softmax({39, 20, 31, 35});
  CHECK(first_difference(words, std::vector<double>{0.981690, 5.5e-9, 0.000329, 0.017980},
                         six_decimals) == "");
  CHECK(std::fabs(static_cast<double>(words.at({1})) - 5.5e-9) <= 0.05e-9);
}

}  // namespace ap::test
