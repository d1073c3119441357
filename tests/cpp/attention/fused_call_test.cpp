// Calls that reuse a plan: what they take is checked against it, once.

#include "attention_playground/attention/fused_call.hpp"

#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/small_graph.hpp"

namespace ap::test {

TEST_CASE("fused call: a leaf that no call gives, or an output without a step, is an error") {
  const std::vector<std::string> keep = {"weights"};
  const auto error = [&](std::vector<const char*> paths, const char* output) {
    return error_of([&] { FusedCall(Plan(*small_plan(&keep)), paths, output); });
  };
  CHECK(error({"offset", "x", "w"}, "weights") == "no error");
  CHECK(error({"offset", "x", "w", "nowhere"}, "weights") == "no error");
  CHECK(error({"offset", "x"}, "weights") == "missing w");
  CHECK(error({}, "weights") == "missing x");
  CHECK(error({"offset", "x", "w"}, "nowhere") == "step path");
}

}  // namespace ap::test
