// Properties of attention over random shapes; a failure is printed with its shapes and seed.

#include <cmath>

#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/drawn.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

/// Reorders the heads' blocks of columns (or rows).
Tensor permuted(const Tensor& matrix, int axis, const std::vector<Index>& order) {
  Tensor result(matrix.shape());
  const Index width = matrix.size(axis) / static_cast<Index>(order.size());
  for (Index i = 0; i < matrix.count(); ++i) {
    Dims to = index_at(i, matrix.shape());
    Dims from = to;
    from[axis] = order[static_cast<std::size_t>(to[axis] / width)] * width + to[axis] % width;
    result.set(to, matrix.at(from));
  }
  return result;
}

}  // namespace

TEST_CASE("property: rows of weights sum to one, none is negative") {
  for (int trial = 0; trial < trials; ++trial) {
    const Shapes s = draw(trial);
    INFO(s.text());
    const Tensor q = drawn(s, {s.batch, s.heads, s.queries, s.d_k}, "q");
    const Tensor k = drawn(s, {s.batch, s.heads, s.keys, s.d_k}, "k");
    const Tensor v = drawn(s, {s.batch, s.heads, s.keys, s.d_v}, "v");
    const AttentionResult result = scaled_dot_product_attention(q, k, v, {}, {}, true);
    CHECK(result.output.shape() == Dims{s.batch, s.heads, s.queries, s.d_v});
    CHECK(result.weights.shape() == Dims{s.batch, s.heads, s.queries, s.keys});
    const std::vector<float> weights = values_of(result.weights);
    double worst = 0;
    bool negative = false;
    for (std::size_t row = 0; row < weights.size(); row += static_cast<std::size_t>(s.keys)) {
      double sum = 0;
      for (std::size_t key = row; key < row + static_cast<std::size_t>(s.keys); ++key) {
        sum += static_cast<double>(weights[key]);
        negative = negative || weights[key] < 0;
      }
      worst = std::fmax(worst, std::fabs(sum - 1));
    }
    CHECK(worst <= tolerance(s.keys + softmax_roundings, 1));
    CHECK_FALSE(negative);
  }
}

TEST_CASE("property: every output lies between the smallest and the largest value of its column") {
  for (int trial = 0; trial < trials; ++trial) {
    const Shapes s = draw(trial);
    INFO(s.text());
    const Tensor v = drawn(s, {s.keys, s.d_v}, "v");
    const Tensor output =
        scaled_dot_product_attention(drawn(s, {s.queries, s.d_k}, "q", 5),
                                     drawn(s, {s.keys, s.d_k}, "k", 5), v, {}, {}, false)
            .output;
    const double allowed = tolerance(2 * s.keys + softmax_roundings + 1, largest_magnitude(v));
    for (Index column = 0; column < s.d_v; ++column) {
      float smallest = infinity;
      float largest = -infinity;
      for (Index key = 0; key < s.keys; ++key) {
        smallest = std::fmin(smallest, v.at({key, column}));
        largest = std::fmax(largest, v.at({key, column}));
      }
      bool inside = true;
      for (Index query = 0; query < s.queries; ++query) {
        const double cell = output.at({query, column});
        inside = inside && cell >= static_cast<double>(smallest) - allowed &&
                 cell <= static_cast<double>(largest) + allowed;
      }
      CHECK(inside);
    }
  }
}

TEST_CASE("causal mask: no query sees a later key, to the last bit") {
  for (int trial = 0; trial < trials; ++trial) {
    const Shapes s = draw(trial);
    const Tensor x = drawn(s, {s.batch, s.queries, s.width()}, "x");
    const GivenProjections given = projections(s, trial % 2 == 0);
    WeightOptions options;
    options.mask.causal = true;
    const Index seen = s.queries / 2;  // queries 0 … seen see no key after `seen`
    Tensor other = x.clone();
    Tensor later = part(other, 1, seen + 1 > s.queries ? s.queries : seen + 1,
                        std::max<Index>(s.queries - seen - 1, 0));
    for (Index i = 0; i < later.count(); ++i)
      later.set(index_at(i, later.shape()), 1000 * static_cast<float>(i % 7 - 3));
    INFO(s.text());
    const auto output = [&](const Tensor& keys) {
      return multi_head_attention(x, keys, keys, given, s.heads, {}, options, false).output;
    };
    CHECK(first_bit_difference(part(output(other), 1, 0, seen + 1),
                               part(output(x), 1, 0, seen + 1)) == "");
  }
}

TEST_CASE("property: permuting the heads' matrices permutes the heads and leaves the output") {
  for (int trial = 0; trial < trials; ++trial) {
    const Shapes s = draw(trial);
    if (s.heads == 1) continue;
    INFO(s.text());
    std::vector<Index> order;  // rotated by one: 1, 2, …, 0
    for (Index head = 0; head < s.heads; ++head) order.push_back((head + 1) % s.heads);
    const Tensor x = drawn(s, {s.batch, s.queries, s.width()}, "x");
    const Tensor y = drawn(s, {s.batch, s.keys, s.width()}, "y");
    const GivenProjections given = projections(s, false);
    GivenProjections turned = given;
    turned.wq = permuted(given.wq, 1, order);
    turned.wk = permuted(given.wk, 1, order);
    turned.wv = permuted(given.wv, 1, order);
    turned.wo = permuted(*given.wo, 0, order);
    const auto attend = [&](const GivenProjections& with) {
      return multi_head_attention(x, y, y, with, s.heads, {}, {}, true);
    };
    const AttentionResult before = attend(given);
    const AttentionResult after = attend(turned);
    CHECK(first_bit_difference(after.weights, permuted(before.weights, 1, order)) == "");
    // The last sum runs over the heads in another order.
    const Index terms = s.heads * s.d_v;
    const double magnitude = largest_magnitude(drawn(s, {s.batch, s.keys, s.width()}, "y")) *
                             static_cast<double>(s.width() * terms);
    CHECK(first_difference(after.output, before.output, tolerance(2 * terms, magnitude)) == "");
  }
}

TEST_CASE("property: permuting keys and values together leaves the output") {
  for (int trial = 0; trial < trials; ++trial) {
    const Shapes s = draw(trial);
    INFO(s.text());
    const Tensor q = drawn(s, {s.queries, s.d_k}, "q");
    const Tensor k = drawn(s, {s.keys, s.d_k}, "k");
    const Tensor v = drawn(s, {s.keys, s.d_v}, "v");
    std::vector<Index> order;
    for (Index key = 0; key < s.keys; ++key) order.push_back(s.keys - 1 - key);
    const AttentionResult before = scaled_dot_product_attention(q, k, v, {}, {}, true);
    const AttentionResult after =
        scaled_dot_product_attention(q, permuted(k, 0, order), permuted(v, 0, order), {}, {}, true);
    CHECK(first_difference(after.weights, permuted(before.weights, 1, order),
                           tolerance(2 * (s.keys + softmax_roundings), 1)) == "");
    CHECK(first_difference(after.output, before.output,
                           tolerance(4 * (s.keys + softmax_roundings), largest_magnitude(v))) ==
          "");
  }
}

}  // namespace ap::test
