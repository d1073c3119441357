#include "attention_playground/steps/run.hpp"
#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/small_graph.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

Difference difference_of(Run& first, Run& second, const std::string& path) {
  for (const Difference& each : compare(first, second))
    if (first.plan()[each.first].path == path) return each;
  FAIL("no step " << path << " in both");
  return {};
}

/// A run of the same leaves by the reference implementation. `run` must outlive it.
Run reference_of(Run& run) {
  const std::shared_ptr<const Plan> plan(&run.plan(), [](const Plan*) {});
  std::vector<Tensor> leaves;
  for (StepId id = 0; id < plan->count(); ++id)
    if ((*plan)[id].is_supplied()) leaves.push_back(run.value(id));
  return {plan, leaves, Implementation::reference};
}

}  // namespace

TEST_CASE("compare: a run and itself differ nowhere, −∞ included") {
  TraceRequest request = request_for(words("a b c"), 8, 2);
  request.weights.mask.causal = true;
  const auto run = trace_attention(request);
  const auto again = trace_attention(request);
  const std::vector<Difference> differences = compare(*run, *again);
  CHECK(differences.size() == run->plan().steps().size());
  for (const Difference& each : differences) CHECK(each.largest == 0);
}

TEST_CASE("compare: gives the largest difference of a step") {
  Run a = small_run();
  Run b = small_run();
  edit(b, "x", {1, 1}, a.value(a.plan().find("x")).at({1, 1}) + 0.5F);
  edit(b, "x", {2, 3}, a.value(a.plan().find("x")).at({2, 3}) - 2);
  CHECK(std::abs(difference_of(a, b, "x").largest - 2) <= tolerance(1, 2));
  CHECK(difference_of(a, b, "w").largest == 0);
  CHECK(difference_of(a, b, "weights").largest > difference_of(a, b, "weights").tolerance);
}

TEST_CASE("compare: a key hidden in only one run is an infinite difference") {
  Run a = small_run();
  Run b = small_run();
  edit(b, "offset", {1}, -infinity);
  CHECK(std::isinf(difference_of(a, b, "masked").largest));
  CHECK(std::isinf(difference_of(b, a, "masked").largest));
}

TEST_CASE("compare: leaves out steps that the other run lacks, or has in another shape") {
  const auto combined = trace_attention(request_for(words("a b c"), 8, 2));
  TraceRequest request = request_for(words("a b c"), 8, 4);
  const auto other = trace_attention(request);
  for (const Difference& each : compare(*combined, *other)) {
    const std::string& path = combined->plan()[each.first].path;
    CHECK(path != "scores");
    CHECK(path != "q_view");
  }
}

TEST_CASE("compare: one combined matrix and one for each head agree to the last bit") {
  // Their sums have the same order, so not even rounding differs: x·[W1, W2] = [x·W1, x·W2].
  for (const auto& [width, heads] :
       {std::pair<Index, Index>{8, 1}, {8, 2}, {8, 8}, {12, 3}, {64, 8}, {20, 4}, {9, 3}}) {
    for (int variant = 0; variant < 4; ++variant) {
      TraceRequest request =
          variant % 2 == 0
              ? request_for({{"a", "b", "c", "d", "e"}, {"f", "g"}}, width, heads)
              : request_for({{"a"}, {"b"}}, {{"c", "d", "e"}, {"f", "g"}}, width, heads);
      request.bias = variant >= 2;
      request.weights.mask.causal = variant == 2;
      const auto combined = trace_attention(request);
      request.separate = true;
      const auto separate = trace_attention(request);
      INFO("D " << width << ", " << heads << " heads, variant " << variant);
      for (const char* path : {"w_q", "concat", "output"}) {
        const Difference difference = difference_of(*combined, *separate, path);
        CHECK(difference.largest == 0);
        CHECK(difference.tolerance < 1e-3);
      }
    }
  }
}

TEST_CASE("compare: the reference and the SIMD layer differ within the tolerance of each step") {
  TraceRequest request = request_for({{"a", "b", "c", "d", "e"}, {"f", "g"}}, 24, 3);
  request.bias = true;
  request.positions = Positions::sinusoidal;
  const auto simd = trace_attention(request);
  Run reference = reference_of(*simd);
  double different = 0;
  for (const Difference& each : compare(*simd, reference)) {
    INFO(simd->plan()[each.first].path << " " << each.largest << " of " << each.tolerance);
    CHECK(each.largest <= each.tolerance);
    different += each.largest;
  }
  CHECK(different > 0);  // else a layer was compared with itself
}

TEST_CASE("compare: the tolerance covers large scores, whose rounding is as large in the weights") {
  for (float limit : {1.0F, 12.0F, 100.0F}) {
    for (Index tokens = 9; tokens < 40; ++tokens) {
      const Tensor x = random_tensor({1, tokens, 16}, "x" + std::to_string(tokens), limit);
      const auto simd = trace_attention(request_for(x, 2));
      Run reference = reference_of(*simd);
      for (const Difference& each : compare(*simd, reference)) {
        INFO("limit " << limit << ", " << tokens << " tokens: " << simd->plan()[each.first].path
                      << " " << each.largest << " of " << each.tolerance);
        CHECK(each.largest <= each.tolerance);
      }
    }
  }
}

}  // namespace ap::test
