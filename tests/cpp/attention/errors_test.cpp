// Bad input: each call gives a typed error that names the argument.

#include "attention_playground/attention/attention.hpp"
#include "attention_playground/attention/parameters.hpp"
#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/small_graph.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

std::string scaled_dot_product_error(const Tensor& q, const Tensor& k, const Tensor& v,
                                     const GivenMasks& masks = {},
                                     const WeightOptions& options = {}) {
  return error_of([&] { scaled_dot_product_attention(q, k, v, masks, options, true); });
}

std::string shapes_error(const Dims& q, const Dims& k, const Dims& v) {
  return scaled_dot_product_error(Tensor::filled(q, 1), Tensor::filled(k, 1), Tensor::filled(v, 1));
}

std::string options_error(const WeightOptions& options) {
  const Tensor x = Tensor::filled({2, 3}, 1);
  return scaled_dot_product_error(x, x, x, {}, options);
}

template <typename Change>
std::string trace_error(Change change) {
  TraceRequest request = request_for(words("a b c"), 8, 2);
  change(request);
  return error_of([&] { trace_attention(request); });
}

}  // namespace

TEST_CASE("bad input: scaled dot-product of wrong ranks and shapes") {
  CHECK(shapes_error({3, 4}, {5, 4}, {5, 2}) == "no error");
  CHECK(shapes_error({4}, {4}, {4}) == "rank query");
  CHECK(shapes_error({1, 1, 1, 2, 3}, {1, 1, 1, 2, 3}, {1, 1, 1, 2, 3}) == "rank query");
  CHECK(shapes_error({}, {}, {}) == "rank query");
  CHECK(shapes_error({3, 4}, {1, 5, 4}, {5, 4}) == "rank key");
  CHECK(shapes_error({3, 4}, {5, 4}, {1, 5, 4}) == "rank value");
  CHECK(shapes_error({3, 4}, {5, 3}, {5, 4}) == "shape key");
  CHECK(shapes_error({3, 0}, {5, 0}, {5, 4}) == "shape query");
  CHECK(shapes_error({3, 4}, {5, 4}, {6, 4}) == "shape value");
  CHECK(shapes_error({2, 3, 4}, {1, 5, 4}, {2, 5, 4}) == "shape key");
  CHECK(shapes_error({2, 3, 4}, {2, 5, 4}, {1, 5, 4}) == "shape value");
  CHECK(shapes_error({2, 2, 3, 4}, {2, 3, 5, 4}, {2, 2, 5, 4}) == "shape key");
}

TEST_CASE("bad input: the message names the actual and the expected value") {
  try {
    scaled_dot_product_attention(Tensor::filled({3, 8}, 1), Tensor::filled({4, 7}, 1),
                                 Tensor::filled({4, 7}, 1), {}, {}, true);
    FAIL("accepted");
  } catch (const Error& error) {
    CHECK(std::string(error.what()) == "key: (4, 7), expected last axis 8, as query's");
    CHECK(error.actual == "(4, 7)");
    CHECK(error.expected == "last axis 8, as query's");
  }
}

TEST_CASE("bad input: NaN and infinity in query, key and value, −∞ too") {
  const Tensor good = Tensor::filled({2, 3}, 1);
  for (float bad : {not_a_number, infinity, -infinity}) {
    const Tensor x = with_last({2, 3}, bad);
    CHECK(scaled_dot_product_error(x, good, good) == "not_finite query");
    CHECK(scaled_dot_product_error(good, x, good) == "not_finite key");
    CHECK(scaled_dot_product_error(good, good, x) == "not_finite value");
  }
}

TEST_CASE("bad input: masks of wrong shapes, or with NaN or +∞; −∞ is right there") {
  const Tensor x = Tensor::filled({2, 3, 4}, 1);
  const auto custom = [&](const Tensor& mask) {
    return scaled_dot_product_error(x, x, x, {mask, {}});
  };
  const auto padding = [&](const Tensor& mask) {
    return scaled_dot_product_error(x, x, x, {{}, mask});
  };
  for (const Dims& shape : {Dims{3, 3}, Dims{3}, Dims{}, Dims{1, 3}, Dims{3, 1}, Dims{2, 1, 3}})
    CHECK(custom(Tensor::filled(shape, 0)) == "no error");
  for (const Dims& shape : {Dims{3, 4}, Dims{4}, Dims{2}, Dims{3, 3, 3}, Dims{1, 2, 3, 3}})
    CHECK(custom(Tensor::filled(shape, 0)) == "shape attn_mask");
  CHECK(custom(with_last({3, 3}, -infinity)) == "no error");
  CHECK(custom(with_last({3, 3}, infinity)) == "not_finite attn_mask");
  CHECK(custom(with_last({3, 3}, not_a_number)) == "not_finite attn_mask");
  CHECK(padding(with_last({2, 3}, -infinity)) == "no error");
  CHECK(padding(with_last({2, 3}, not_a_number)) == "not_finite key_padding_mask");
  CHECK(padding(with_last({2, 3}, infinity)) == "not_finite key_padding_mask");
  for (const Dims& shape : {Dims{3}, Dims{3, 3}, Dims{2, 4}, Dims{1, 3}, Dims{2, 1, 3}})
    CHECK(padding(Tensor::filled(shape, 0)) == "shape key_padding_mask");
}

TEST_CASE("bad input: scale, temperature and dropout out of range") {
  const auto scale = [](float value) {
    WeightOptions options;
    options.scale = value;
    return options_error(options);
  };
  const auto temperature = [](float value) {
    WeightOptions options;
    options.temperature = value;
    return options_error(options);
  };
  const auto dropout = [](float value) {
    WeightOptions options;
    options.dropout_p = value;
    return options_error(options);
  };
  for (float bad : {not_a_number, infinity, -infinity}) {
    CHECK(scale(bad) == "not_finite scale");
    CHECK(temperature(bad) == "range temperature");
    CHECK(dropout(bad) == "range dropout_p");
  }
  CHECK(scale(0) == "no error");
  CHECK(scale(-2) == "no error");
  for (float bad : {0.0F, -1.0F, 1e-45F, 1e-38F, 9e-31F, 2e30F, 1e38F})
    CHECK(temperature(bad) == "range temperature");
  for (float fine : {1e-30F, 1.0F, 1e30F}) CHECK(temperature(fine) == "no error");
  for (float bad : {-0.1F, 1.0F, 1.5F}) CHECK(dropout(bad) == "range dropout_p");
  CHECK(dropout(0.999F) == "no error");
}

TEST_CASE("bad input: traces of nothing, of wrong ranks, of batches that differ") {
  using Request = TraceRequest;
  CHECK(trace_error([](Request&) {}) == "no error");
  CHECK(trace_error([](Request& r) { r.d_model = 0; }) == "range d_model");
  CHECK(trace_error([](Request& r) { r.x.ids = Tensor(Dims{1, 0}); }) == "size x.ids");
  CHECK(trace_error([](Request& r) { r.x.ids.reset(); }) == "missing x.ids");
  CHECK(trace_error([](Request& r) { r.memory.emplace(); }) == "missing memory.ids");
  CHECK(trace_error([](Request& r) { r.x.ids = Tensor(Dims{0, 3}); }) == "size x.ids");
  CHECK(trace_error([](Request& r) {
          r.x.vectors = Tensor::filled({3, 8}, 1);
        }) == "rank x.vectors");
  CHECK(trace_error([](Request& r) { r.x.vectors = Tensor(Dims{1, 0, 8}); }) == "size x.vectors");
  CHECK(trace_error([](Request& r) {
          r.x.vectors = with_last({1, 3, 8}, -infinity);
        }) == "not_finite x.vectors");
  const auto memory = [](const Tensor& vectors) {
    return trace_error([&](Request& r) { r.memory = SentenceInput{vectors, {}, {}}; });
  };
  CHECK(memory(Tensor::filled({1, 5, 8}, 1)) == "no error");
  CHECK(memory(Tensor::filled({2, 5, 8}, 1)) == "shape memory.vectors");
  CHECK(memory(Tensor::filled({5, 8}, 1)) == "rank memory.vectors");
  CHECK(memory(with_last({1, 5, 8}, infinity)) == "not_finite memory.vectors");
  const auto memory_tokens = [](const Dims& shape) {
    return trace_error([&](Request& r) {
      r.memory = SentenceInput{{}, Tensor::filled(shape, 0), {}};
    });
  };
  CHECK(memory_tokens({1, 2}) == "no error");
  CHECK(memory_tokens({2, 2}) == "shape memory.ids");
  CHECK(memory_tokens({1, 0}) == "size memory.ids");
  CHECK(trace_error([](Request& r) {
          r.masks.attn_mask = Tensor::filled({4, 4}, 0);
        }) == "shape attn_mask");
  CHECK(trace_error([](Request& r) { r.x.ids = tensor({1, 3}, {0, 1, 3}); }) == "range ids");
}

TEST_CASE("bad input: without projections the widths must be equal") {
  TraceRequest request = request_for(Tensor::filled({1, 2, 4}, 1), 1);
  request.memory = SentenceInput{Tensor::filled({1, 3, 5}, 1), {}, {}};
  request.projections.reset();
  CHECK(error_of([&] { trace_attention(request); }) == "shape memory");
  request.projections = Projections::xavier;
  CHECK(error_of([&] { trace_attention(request); }) == "no error");
}

TEST_CASE(
    "bad input: a mask for each head, or each sentence, where heads have their own matrices") {
  // With combined heads, [2, T, S] is one mask for each of two heads; with separate heads it would
  // silently be one for each of two sentences.
  TraceRequest request = request_for({{"a", "b", "c"}, {"d", "e", "f"}}, 8, 2);
  for (const Dims& shape : {Dims{2, 3, 3}, Dims{1, 3, 3}, Dims{2, 1, 3, 3}, Dims{2, 2, 3, 3}}) {
    request.masks.attn_mask = Tensor::filled(shape, 0);
    request.separate = false;
    CHECK(error_of([&] { trace_attention(request); }) == "no error");
    request.separate = true;
    CHECK(error_of([&] { trace_attention(request); }) == "shape attn_mask");
  }
  for (const Dims& shape : {Dims{3, 3}, Dims{3}, Dims{3, 1}, Dims{}}) {
    request.masks.attn_mask = Tensor::filled(shape, 0);
    CHECK(error_of([&] { trace_attention(request); }) == "no error");
  }
}

TEST_CASE("bad input: sizes whose product overflows, or that memory cannot hold") {
  // All tensors are broadcast, so that none of this size has to exist.
  const auto huge = [](Index queries, Index keys) {
    const Tensor one = Tensor::filled({1, 1}, 1);
    return scaled_dot_product_error(one.broadcast({queries, 1}, "q"), one.broadcast({keys, 1}, "k"),
                                    one.broadcast({keys, 1}, "v"));
  };
  CHECK(huge(1 << 15, 1 << 15) == "overflow weights");
  // A trace keeps its scores; a call needs no memory for them.
  CHECK(trace_error([](TraceRequest& r) {
          r.x = {Tensor::filled({1, 1, 1}, 1).broadcast({1, 1 << 14, 1}, "x"), {}, {}};
          r.num_heads = 1;
        }) == "memory shape");
  CHECK(trace_error([](TraceRequest& r) { r.d_model = Index{1} << 20; }) == "overflow d_model");
}

TEST_CASE("bad input: editing an id to one outside the vocabulary keeps the last good state") {
  const auto run = trace_attention(request_for(words("a b c"), 8, 2));
  edit(*run, "w_q", {0, 0}, 2);
  const auto before = snapshot(*run);
  for (float bad : {3.0F, -1.0F, 0.5F}) {
    INFO(bad);
    CHECK(error_of([&] { edit(*run, "ids", {0, 1}, bad); }) == "range ids");
    CHECK(snapshot(*run) == before);
    CHECK(run->edits().size() == 1);
  }
  edit(*run, "ids", {0, 1}, 0);
  const Tensor x = value(*run, "embedding");
  CHECK(first_bit_difference(part(x, 1, 0, 1), part(x, 1, 1, 1)) == "");
  run->undo();
  CHECK(snapshot(*run) == before);
}

TEST_CASE("bad input: a bad first edit edits nothing") {
  const auto run = trace_attention(request_for(words("a b c"), 8, 2));
  const auto before = snapshot(*run);
  CHECK(error_of([&] { edit(*run, "ids", {0, 1}, 9); }) == "range ids");
  CHECK(snapshot(*run) == before);
  CHECK(run->edits().empty());
  CHECK(run->undo().empty());
}

TEST_CASE("bad input: −∞ for a sentence's length, though it decides a mask") {
  const auto run = trace_attention(request_for({{"a", "b"}, {"c"}}, 8, 2));
  CHECK(error_of([&] { edit(*run, "lengths", {1}, -infinity); }) == "not_finite value");
  edit(*run, "lengths", {1}, 0);
  CHECK(values_of(part(value(*run, "weights"), 0, 1, 1)) == std::vector<float>(8, 0));
}

TEST_CASE("bad input: a leaf without a tensor, or with one of another shape") {
  const auto plan = small_plan();
  Supply supply;
  supply.given = {{"x", counting({3, 4})}, {"w", counting({4, 4})}};
  CHECK(error_of([&] { supply_leaves(*plan, supply); }) == "missing offset");
  supply.given.emplace_back("offset", counting({5}));
  CHECK(error_of([&] { supply_leaves(*plan, supply); }) == "shape offset");
  supply.given.back().second = counting({6});
  CHECK(supply_leaves(*plan, supply).size() == 3);
}

TEST_CASE("bad input: tensors without a storage") {
  const Tensor x = Tensor::filled({2, 3}, 1), nothing;
  CHECK(scaled_dot_product_error(x, x, x, {nothing, {}}) == "missing attn_mask");
  CHECK(trace_error([&](TraceRequest& request) { request.masks.key_padding_mask = nothing; }) !=
        "no error");
  const GivenProjections given{x, nothing, x, x, {}, {}, {}, {}};
  const Tensor query = Tensor::filled({1, 2, 2}, 1);
  CHECK(error_of([&] { multi_head_attention(query, query, query, given, 1, {}, {}, true); }) ==
        "missing wk");
}

}  // namespace ap::test
