// Bad input to multi-head attention: a typed error that names the argument.

#include "attention_playground/attention/attention.hpp"
#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

struct MultiHeadCall {
  Tensor query = Tensor::filled({2, 3, 8}, 1);
  Tensor key = Tensor::filled({2, 5, 6}, 1);
  Tensor value = Tensor::filled({2, 5, 4}, 1);
  GivenProjections given{Tensor::filled({8, 8}, 1),  Tensor::filled({6, 8}, 1),
                         Tensor::filled({4, 12}, 1), Tensor::filled({12, 7}, 1),
                         Tensor::filled({8}, 1),     Tensor::filled({8}, 1),
                         Tensor::filled({12}, 1),    Tensor::filled({7}, 1)};
  Index heads = 4;
  GivenMasks masks;
  WeightOptions options;

  std::string error() const {
    return error_of(
        [&] { multi_head_attention(query, key, value, given, heads, masks, options, true); });
  }
};

template <typename Change>
std::string multi_head_error(Change change) {
  MultiHeadCall call;
  change(call);
  return call.error();
}

}  // namespace

TEST_CASE("bad input: multi-head attention of wrong ranks and shapes") {
  const auto error = [](auto change) { return multi_head_error(change); };
  using Call = MultiHeadCall;
  CHECK(error([](Call&) {}) == "no error");
  CHECK(error([](Call& c) { c.query = Tensor::filled({3, 8}, 1); }) == "rank query");
  CHECK(error([](Call& c) { c.key = Tensor::filled({1, 2, 5, 6}, 1); }) == "rank key");
  CHECK(error([](Call& c) { c.value = Tensor::filled({5, 4}, 1); }) == "rank value");
  CHECK(error([](Call& c) { c.key = Tensor::filled({1, 5, 6}, 1); }) == "shape key");
  CHECK(error([](Call& c) { c.value = Tensor::filled({3, 5, 4}, 1); }) == "shape value");
  CHECK(error([](Call& c) { c.value = Tensor::filled({2, 6, 4}, 1); }) == "shape value");
  CHECK(error([](Call& c) { c.query = with_last({2, 3, 8}, not_a_number); }) == "not_finite query");
  CHECK(error([](Call& c) { c.key = with_last({2, 5, 6}, -infinity); }) == "not_finite key");
  CHECK(error([](Call& c) { c.value = with_last({2, 5, 4}, infinity); }) == "not_finite value");
  CHECK(error([](Call& c) { c.masks.attn_mask = Tensor::filled({5, 3}, 0); }) == "shape attn_mask");
  CHECK(error([](Call& c) {
          c.masks.key_padding_mask = Tensor::filled({2, 3}, 0);
        }) == "shape key_padding_mask");
  CHECK(error([](Call& c) { c.options.dropout_p = 2; }) == "range dropout_p");
}

TEST_CASE("bad input: heads that do not divide a width") {
  for (Index heads : {0, -1, 3, 16, 5}) {
    INFO(heads);
    CHECK(multi_head_error([&](MultiHeadCall& c) { c.heads = heads; }) == "heads num_heads");
    CHECK(error_of([&] { trace_attention(request_for(words("a b"), 8, heads)); }) ==
          "heads num_heads");
  }
  // 8 divides the width of queries and keys, 8, but not that of values, 12.
  CHECK(multi_head_error([](MultiHeadCall& c) { c.heads = 8; }) == "heads num_heads");
}

TEST_CASE("bad input: matrices and biases that do not fit") {
  const auto error = [](auto change) {
    return multi_head_error([&](MultiHeadCall& call) { change(call.given); });
  };
  using Given = GivenProjections;
  CHECK(error([](Given& g) { g.wq = Tensor::filled({8}, 1); }) == "rank wq");
  CHECK(error([](Given& g) { g.wo = Tensor::filled({1, 12, 7}, 1); }) == "rank wo");
  CHECK(error([](Given& g) { g.wq = Tensor::filled({7, 8}, 1); }) == "shape wq");
  CHECK(error([](Given& g) { g.wq = Tensor::filled({8, 0}, 1); }) == "shape wq");
  CHECK(error([](Given& g) { g.wk = Tensor::filled({8, 8}, 1); }) == "shape wk");
  CHECK(error([](Given& g) { g.wk = Tensor::filled({6, 4}, 1); }) == "shape wk");
  CHECK(error([](Given& g) { g.wv = Tensor::filled({6, 12}, 1); }) == "shape wv");
  CHECK(error([](Given& g) { g.wo = Tensor::filled({8, 7}, 1); }) == "shape wo");
  CHECK(error([](Given& g) { g.bq = Tensor::filled({4}, 1); }) == "shape bq");
  CHECK(error([](Given& g) { g.bk = Tensor::filled({1, 8}, 1); }) == "shape bk");
  CHECK(error([](Given& g) { g.bv = Tensor::filled({8}, 1); }) == "shape bv");
  CHECK(error([](Given& g) { g.bo = Tensor::filled({12}, 1); }) == "shape bo");
  CHECK(error([](Given& g) { g.wq = with_last({8, 8}, not_a_number); }) == "not_finite wq");
  CHECK(error([](Given& g) { g.wk = with_last({6, 8}, infinity); }) == "not_finite wk");
  CHECK(error([](Given& g) { g.wv = with_last({4, 12}, -infinity); }) == "not_finite wv");
  CHECK(error([](Given& g) { g.wo = with_last({12, 7}, not_a_number); }) == "not_finite wo");
  CHECK(error([](Given& g) { g.bq = with_last({8}, not_a_number); }) == "not_finite bq");
  CHECK(error([](Given& g) { g.bo = with_last({7}, -infinity); }) == "not_finite bo");
}

TEST_CASE("bad input: a thousand bad calls do not affect good ones") {
  const Tensor x = random_tensor({1, 4, 8}, "x");
  const Tensor w = random_tensor({8, 8}, "w");
  const GivenProjections given{w, w, w, w, {}, {}, {}, {}};
  const auto good = [&] { return multi_head_attention(x, x, x, given, 2, {}, {}, true).output; };
  const Tensor before = good();
  for (int i = 0; i < 1000; ++i) {
    CHECK(error_of([&] { multi_head_attention(x, x, x, given, 3, {}, {}, true); }) ==
          "heads num_heads");
    if (i % 100 == 0) CHECK(first_bit_difference(good(), before) == "");
  }
}

}  // namespace ap::test
