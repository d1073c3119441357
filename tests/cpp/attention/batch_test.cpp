// Properties of batches over random shapes: sentences, padding and memory stay separate.

#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/drawn.hpp"
#include "support/tensors.hpp"

namespace ap::test {

TEST_CASE("property: the real rows of a padded batch equal its sentences run alone") {
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

TEST_CASE("property: the contents of the padding change nothing, to the last bit") {
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

TEST_CASE("padding: a given mask replaces the sentences' lengths") {
  TraceRequest request = request_for({{"a", "b", "c"}, {"d"}}, 8, 2);
  const auto lengths = trace_attention(request);
  CHECK(value(*lengths, "weights").at({1, 0, 0, 1}) == 0);
  request.masks.key_padding_mask = additive(tensor({2, 3}, {1, 0, 1, 1, 1, 0}));
  const auto given = trace_attention(request);
  const Tensor weights = value(*given, "weights");
  CHECK(weights.at({1, 0, 0, 1}) > 0);
  CHECK(weights.at({1, 0, 0, 2}) == 0);
  CHECK(weights.at({0, 1, 2, 1}) == 0);
  CHECK(error_of([&] { given->plan().find("lengths"); }) == "step path");
  request.masks.key_padding_mask.reset();
  request.mask_padding = false;
  CHECK(value(*trace_attention(request), "weights").at({1, 0, 0, 1}) > 0);
}

}  // namespace ap::test
