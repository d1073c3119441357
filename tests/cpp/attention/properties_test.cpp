// Properties of attention over random shapes; what failed is printed with its shapes and seed.

#include <cmath>

#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/tensors.hpp"
#include "tensor/random.hpp"

namespace ap::test {

namespace {

constexpr int trials = 40;
constexpr Index softmax_roundings = 8;

/// Shapes drawn from (seed, trial): B ≥ 1, T and S apart, d_v apart from d_k.
struct Shapes {
  Index batch, heads, queries, keys, d_k, d_v;
  int trial;

  Index width() const { return heads * d_k; }
  std::string text() const {
    return "trial " + std::to_string(trial) + ": B " + std::to_string(batch) + ", h " +
           std::to_string(heads) + ", T " + std::to_string(queries) + ", S " +
           std::to_string(keys) + ", d_k " + std::to_string(d_k) + ", d_v " + std::to_string(d_v);
  }
};

Shapes draw(int trial) {
  constexpr std::uint32_t seed = 11;
  const auto up_to = [&](std::uint64_t index, Index largest) {
    const float part = uniform(seed, static_cast<std::uint64_t>(trial), index);
    return 1 + static_cast<Index>(part * static_cast<float>(largest));
  };
  return {up_to(0, 3), up_to(1, 4), up_to(2, 11), up_to(3, 11), up_to(4, 9), up_to(5, 9), trial};
}

Tensor drawn(const Shapes& shapes, const Dims& shape, const std::string& name, float limit = 2) {
  return random_tensor(shape, name + std::to_string(shapes.trial), limit);
}

GivenProjections projections(const Shapes& s, bool bias) {
  const Index values = s.heads * s.d_v;
  GivenProjections given{drawn(s, {s.width(), s.width()}, "wq", 1),
                         drawn(s, {s.width(), s.width()}, "wk", 1),
                         drawn(s, {s.width(), values}, "wv", 1),
                         drawn(s, {values, s.width()}, "wo", 1),
                         {},
                         {},
                         {},
                         {}};
  if (!bias) return given;
  given.bq = drawn(s, {s.width()}, "bq");
  given.bk = drawn(s, {s.width()}, "bk");
  given.bv = drawn(s, {values}, "bv");
  given.bo = drawn(s, {s.width()}, "bo");
  return given;
}

/// The columns (or rows) of one head put in another order.
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
    const Index seen = s.queries / 2;  // queries 0 … seen see nothing behind `seen`
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
    std::vector<Index> order;  // turned by one: 1, 2, …, 0
    for (Index head = 0; head < s.heads; ++head) order.push_back((head + 1) % s.heads);
    const Tensor x = drawn(s, {s.batch, s.queries, s.width()}, "x");
    const Tensor y = drawn(s, {s.batch, s.keys, s.width()}, "y");
    const GivenProjections given = projections(s, false);
    GivenProjections turned = given;
    turned.wq = permuted(given.wq, 1, order);
    turned.wk = permuted(given.wk, 1, order);
    turned.wv = permuted(given.wv, 1, order);
    turned.wo = permuted(given.wo, 0, order);
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

TEST_CASE("property: a padded batch equals its sentences run alone, real rows, bit for bit") {
  for (int trial = 0; trial < trials; ++trial) {
    const Shapes s = draw(trial);
    Sentences sentences;
    for (Index b = 0; b < s.batch; ++b) {
      const Index length = 1 + (s.queries + 3 * b) % 9;
      sentences.emplace_back();
      for (Index i = 0; i < length; ++i)
        sentences.back().push_back("word" + std::to_string((i * 7 + b) % 5));
    }
    INFO(s.text());
    const auto configured = [&](const Sentences& of) {
      TraceRequest request = request_for(of, s.width(), s.heads);
      request.bias = trial % 2 == 0;
      request.positions = Positions::sinusoidal;
      request.weights.mask.causal = trial % 3 == 0;
      return trace_attention(request);
    };
    const Tensor together = value(*configured(sentences), "output");
    for (Index b = 0; b < s.batch; ++b) {
      const Sentences one = {sentences[static_cast<std::size_t>(b)]};
      const Tensor alone = value(*configured(one), "output");
      const Tensor real = part(part(together, 0, b, 1), 1, 0, alone.size(1));
      // Padding adds zeros to the sums of softmax and of the context, in other lanes.
      const double allowed =
          tolerance(4 * (together.size(1) + softmax_roundings), 2 * largest_magnitude(alone) + 4);
      CHECK(first_difference(real, alone, allowed) == "");
    }
  }
}

TEST_CASE("property: what stands in the padding changes nothing, to the last bit") {
  for (int trial = 0; trial < trials; ++trial) {
    const Shapes s = draw(trial);
    const Index real = 1 + s.keys / 2;
    INFO(s.text());
    const Tensor q = drawn(s, {s.batch, s.queries, s.d_k}, "q");
    const Tensor k = drawn(s, {s.batch, s.keys, s.d_k}, "k");
    const Tensor v = drawn(s, {s.batch, s.keys, s.d_v}, "v");
    Tensor padding = Tensor::filled({s.batch, s.keys}, 0);
    Tensor other_k = k.clone();
    Tensor other_v = v.clone();
    for (Index b = 0; b < s.batch; ++b) {
      for (Index key = real; key < s.keys; ++key) {
        padding.set({b, key}, -infinity);
        other_k.set({b, key, 0}, 99);
        other_v.set({b, key, s.d_v - 1}, -99);
      }
    }
    const GivenMasks masks{{}, padding};
    CHECK(first_bit_difference(
              scaled_dot_product_attention(q, other_k, other_v, masks, {}, false).output,
              scaled_dot_product_attention(q, k, v, masks, {}, false).output) == "");
  }
}

TEST_CASE("property: a batch equals its sentences one by one, bit for bit") {
  for (int trial = 0; trial < trials; ++trial) {
    const Shapes s = draw(trial);
    INFO(s.text());
    const Tensor x = drawn(s, {s.batch, s.queries, s.width()}, "x");
    const Tensor y = drawn(s, {s.batch, s.keys, s.width()}, "y");
    const GivenProjections given = projections(s, true);
    const Tensor all = multi_head_attention(x, y, y, given, s.heads, {}, {}, false).output;
    for (Index b = 0; b < s.batch; ++b) {
      const Tensor one = multi_head_attention(part(x, 0, b, 1), part(y, 0, b, 1), part(y, 0, b, 1),
                                              given, s.heads, {}, {}, false)
                             .output;
      CHECK(first_bit_difference(part(all, 0, b, 1), one) == "");
    }
  }
}

TEST_CASE("property: inputs may lie in memory in any order") {
  for (int trial = 0; trial < 12; ++trial) {
    const Shapes s = draw(trial);
    INFO(s.text());
    const Tensor q = drawn(s, {s.batch, s.queries, s.d_k}, "q");
    const Tensor k = drawn(s, {s.batch, s.keys, s.d_k}, "k");
    const Tensor v = drawn(s, {s.batch, s.keys, s.d_v}, "v");
    const Tensor mask = drawn(s, {s.queries, s.keys}, "mask");
    const auto attend = [&](Arrangement how) {
      return scaled_dot_product_attention(arranged(q, how), arranged(k, how), arranged(v, how),
                                          {arranged(mask, how), {}}, {}, false)
          .output;
    };
    for (Arrangement arrangement : arrangements)
      CHECK(first_bit_difference(attend(arrangement), attend(Arrangement::plain)) == "");
  }
}

}  // namespace ap::test
