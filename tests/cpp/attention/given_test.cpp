// Weights of other programs as traces, and Q, K and V with heads of their own.

#include <cmath>

#include "attention_playground/attention/attention.hpp"
#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

TraceRequest request_of(const GivenOperands& operands) {
  TraceRequest request;
  request.operands = operands;
  request.projections.reset();
  return request;
}

GivenOperands drawn_operands(const Dims& leading, const std::string& name) {
  const auto draw = [&](Index rows, Index width, const char* part) {
    Dims shape = leading;
    shape.push_back(rows);
    shape.push_back(width);
    return random_tensor(shape, name + part);
  };
  return {draw(3, 4, " q"), draw(5, 4, " k"), draw(5, 2, " v")};
}

AttentionResult called(const TraceRequest& request) {
  const auto& [query, key, value] = *request.operands;
  return scaled_dot_product_attention(query, key, value, request.masks, request.weights, true);
}

/// "" if the trace has the numbers of the call.
std::string difference_from_call(const TraceRequest& request) {
  const auto run = trace_attention(request);
  const AttentionResult expected = called(request);
  const std::string weights =
      first_difference(value(*run, "weights"), expected.weights, tolerance(64, 1));
  if (!weights.empty()) return weights;
  return first_difference(value(*run, "context"), expected.output, tolerance(64, 2));
}

std::string weights_error(const Dims& weights, const Dims& value) {
  const Tensor values = Tensor::filled(value, 1);
  return error_of([&] { trace_weights(Tensor::filled(weights, 1), &values); });
}

}  // namespace

TEST_CASE("given weights: what was given is the step, to the last bit, NaN and infinities too") {
  const float payload = from_bits(0x7fc12345);
  const Tensor weights =
      tensor({1, 1, 2, 3}, {not_a_number, infinity, -infinity, -0.0F, payload, 1e-45F});
  const auto run = trace_weights(weights, nullptr);
  REQUIRE(run->plan().steps().size() == 1);
  CHECK(first_bit_difference(value(*run, "weights"), weights) == "");
}

TEST_CASE("given weights: the context is their sums of the values, for each head") {
  const Tensor weights = tensor({1, 2, 2, 2}, {1, 0, 0.5F, 0.5F, 2, -1, 0, 0});
  const Tensor values = tensor({1, 2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8});
  const auto run = trace_weights(weights, &values);
  CHECK(values_of(value(*run, "context")) == std::vector<float>{1, 2, 2, 3, 3, 4, 0, 0});
  CHECK(what_is_wrong_with_explanations(*run) == "");
  CHECK(edit(*run, "weights", {0, 0, 0, 1}, 1) == std::vector<std::string>{"weights", "context"});
  CHECK(values_of(value(*run, "context")) == std::vector<float>{4, 6, 2, 3, 3, 4, 0, 0});
}

TEST_CASE("given weights: NaN stays in its own row") {
  const Tensor weights = tensor({1, 1, 2, 2}, {not_a_number, 0, 0.5F, 0.5F});
  const Tensor values = tensor({1, 1, 2, 1}, {1, 3});
  const std::vector<float> context = values_of(value(*trace_weights(weights, &values), "context"));
  CHECK(std::isnan(context[0]));
  CHECK(context[1] == 2);
}

TEST_CASE("given weights: values broadcast to all heads") {
  const Tensor weights = tensor({1, 2, 1, 2}, {1, 0, 0, 1});
  const Tensor values = tensor({2, 1}, {7, 9});
  CHECK(values_of(value(*trace_weights(weights, &values), "context")) == std::vector<float>{7, 9});
}

TEST_CASE("given weights: weights of a call and its values give its output") {
  const TraceRequest request = request_of(drawn_operands({2, 3}, "call"));
  const AttentionResult call = called(request);
  const auto run = trace_weights(call.weights, &request.operands->value);
  CHECK(first_difference(value(*run, "context"), call.output, tolerance(64, 2)) == "");
}

TEST_CASE("given weights: bad input is refused by name") {
  CHECK(weights_error({1, 2, 2, 3}, {1, 2, 3, 4}) == "no error");
  CHECK(weights_error({1, 2, 2, 3}, {1, 2, 4, 4}) == "shape b");
  CHECK(weights_error({1, 2, 2, 3}, {1, 3, 3, 4}) == "shape b");
  CHECK(weights_error({3}, {3, 2}) == "rank a");
  CHECK(weights_error({2, 3}, {3}) == "rank b");
  const Tensor weights = Tensor::filled({1, 1, 1, 2}, 1);
  for (const float bad : {not_a_number, infinity, -infinity}) {
    const Tensor values = with_last({1, 1, 2, 3}, bad);
    CHECK(error_of([&] { trace_weights(weights, &values); }) == "not_finite value");
  }
}

TEST_CASE("given heads: a small example by hand") {
  // Each query is a key of its own head: exp(1) against exp(0), scaled by 1.
  const Tensor x = tensor({1, 2, 2, 1}, {1, 0, 2, 0});
  const Tensor values = tensor({1, 2, 2, 1}, {10, 20, 30, 40});
  TraceRequest request = request_of({x, x, values});
  const auto run = trace_attention(request);
  CHECK(values_of(value(*run, "scores")) == std::vector<float>{1, 0, 0, 0, 4, 0, 0, 0});
  const double first = 1 / (1 + std::exp(-1.0));
  const double second = 1 / (1 + std::exp(-4.0));
  CHECK(first_difference(
            value(*run, "weights"),
            std::vector<double>{first, 1 - first, 0.5, 0.5, second, 1 - second, 0.5, 0.5},
            tolerance(8, 1)) == "");
  CHECK(first_difference(value(*run, "context"),
                         std::vector<double>{20 - 10 * first, 15, 40 - 10 * second, 35},
                         tolerance(16, 40)) == "");
}

TEST_CASE("given heads: without heads, and without a batch, the trace is the call too") {
  for (const Dims& leading : {Dims{}, Dims{2}, Dims{2, 3}, Dims{1, 1}}) {
    INFO("rank " << leading.rank() + 2);
    TraceRequest request = request_of(drawn_operands(leading, "any rank"));
    CHECK(difference_from_call(request) == "");
    CHECK(what_is_wrong_with_explanations(*trace_attention(request)) == "");
    request.weights.mask.causal = true;
    request.weights.softcap = 0.7F;
    request.weights.temperature = 2;
    request.masks.attn_mask = random_tensor({3, 5}, "mask");
    CHECK(difference_from_call(request) == "");
    // A sentence for each row, or one if there is no batch.
    const Index batch = leading.rank() > 0 ? leading[0] : 1;
    request.masks.key_padding_mask = with_last({batch, 5}, -infinity);
    CHECK(difference_from_call(request) == "");
    request.masks.key_padding_mask = Tensor::filled({batch + 1, 5}, 0);
    CHECK(error_of([&] { trace_attention(request); }) == "shape key_padding_mask");
    request.masks = {};
    request.weights.tile = {2, 2};
    const Tensor tiled = value(*trace_attention(request), "context");
    request.weights.tile = {};
    CHECK(first_difference(tiled, called(request).output, tolerance(64, 2)) == "");
  }
}

TEST_CASE("given heads: each is what it is alone, turned by its positions too") {
  const auto [query, key, values] = drawn_operands({1, 3}, "alone");
  TraceRequest request = request_of({query, key, values});
  request.positions = Positions::rotary;
  const Tensor together = value(*trace_attention(request), "context");
  for (Index head = 0; head < 3; ++head) {
    const auto of_head = [&](const Tensor& x) { return part(x, 1, head, 1); };
    request.operands = GivenOperands{of_head(query), of_head(key), of_head(values)};
    const Tensor alone = value(*trace_attention(request), "context");
    CHECK(first_bit_difference(of_head(together), alone) == "");
  }
}

TEST_CASE("given heads: bad input is refused by name") {
  const auto error = [](const Dims& q, const Dims& k, const Dims& v, bool projects = false) {
    TraceRequest request =
        request_of({Tensor::filled(q, 1), Tensor::filled(k, 1), Tensor::filled(v, 1)});
    if (projects) request.projections = Projections::xavier;
    return error_of([&] { trace_attention(request); });
  };
  CHECK(error({1, 2, 3, 4}, {1, 2, 5, 4}, {1, 2, 5, 6}) == "no error");
  CHECK(error({1, 2, 3, 4}, {1, 5, 4}, {1, 5, 4}) == "rank key");
  CHECK(error({1, 2, 3, 4}, {1, 2, 5, 4}, {1, 5, 4}) == "rank value");
  CHECK(error({1, 2, 3, 4}, {1, 1, 5, 4}, {1, 1, 5, 4}) == "shape key");
  CHECK(error({1, 2, 3, 4}, {1, 2, 5, 4}, {2, 2, 5, 4}) == "shape value");
  CHECK(error({1, 2, 3, 4}, {1, 2, 5, 3}, {1, 2, 5, 4}) == "shape key");
  CHECK(error({1, 2, 3, 4}, {1, 2, 5, 4}, {1, 2, 4, 4}) == "shape value");
  CHECK(error({1, 2, 0, 4}, {1, 2, 5, 4}, {1, 2, 5, 4}) == "size query");
  CHECK(error({1, 2, 3, 4}, {1, 2, 0, 4}, {1, 2, 0, 4}) == "size key");
  CHECK(error({1, 2, 3, 4}, {1, 2, 5, 4}, {1, 2, 5, 0}) == "size value");
  CHECK(error({4}, {4}, {4}) == "rank query");
  // What is projected has a batch, and no heads yet.
  CHECK(error({1, 2, 3, 4}, {1, 2, 3, 4}, {1, 2, 3, 4}, true) == "rank query");
  CHECK(error({1, 3, 4}, {1, 2, 3, 4}, {1, 3, 4}, true) == "rank key");
  CHECK(error({3, 4}, {3, 4}, {3, 4}, true) == "rank query");
  for (const auto member : {&GivenOperands::query, &GivenOperands::key, &GivenOperands::value}) {
    GivenOperands operands = drawn_operands({1, 2}, "bad");
    operands.*member = with_last((operands.*member).shape(), not_a_number);
    const char* name = member == &GivenOperands::query ? "not_finite query"
                       : member == &GivenOperands::key ? "not_finite key"
                                                       : "not_finite value";
    CHECK(error_of([&] { trace_attention(request_of(operands)); }) == name);
  }
}

}  // namespace ap::test
