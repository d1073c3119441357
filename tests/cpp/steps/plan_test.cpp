#include "attention_playground/steps/plan.hpp"

#include <algorithm>

#include "attention_playground/attention/attention.hpp"
#include "attention_playground/ops/leaf.hpp"
#include "attention_playground/ops/matmul.hpp"
#include "attention_playground/tensor/random.hpp"
#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/small_graph.hpp"
#include "support/tensors.hpp"

namespace ap::test {

TEST_CASE("plan: knows every layout before anything runs") {
  const auto plan = small_plan();
  const auto layout = [&](const char* path) { return (*plan)[plan->find(path)].layout; };
  CHECK(plan->count() == 10);
  CHECK(layout("left") == Layout{{3, 2}, {4, 1}, 0});
  CHECK(layout("scaled") == contiguous_layout({3, 2}));
  CHECK(layout("concat") == contiguous_layout({3, 6}));
  CHECK(layout("weights") == contiguous_layout({3, 6}));
}

TEST_CASE("plan: an unknown path is an error that names it") {
  const auto plan = small_plan();
  CHECK(plan->find("weights") == 9);
  CHECK(error_of([&] { plan->find("no such step"); }) == "step path");
  CHECK(error_of([&] { plan->find(""); }) == "step path");
}

TEST_CASE("plan: a step's dependants are what reads it, through views too, in running order") {
  const auto plan = small_plan();
  const auto dependants = [&](const char* path) {
    std::vector<std::string> paths;
    for (StepId id : plan->dependants(plan->find(path))) paths.push_back((*plan)[id].path);
    return paths;
  };
  using Paths = std::vector<std::string>;
  CHECK(dependants("x") ==
        Paths{"x", "left", "scaled", "projected", "dropped", "concat", "masked", "weights"});
  CHECK(dependants("w") == Paths{"w", "projected", "dropped", "concat", "masked", "weights"});
  CHECK(dependants("left") == Paths{"left", "scaled", "concat", "masked", "weights"});
  CHECK(dependants("offset") == Paths{"offset", "masked", "weights"});
  CHECK(dependants("weights") == Paths{"weights"});
}

TEST_CASE("plan: the roundings of a step are those of the longest chain before it") {
  const auto plan = small_plan();
  const auto roundings = [&](const char* path) { return (*plan)[plan->find(path)].roundings; };
  CHECK(roundings("x") == 0);
  CHECK(roundings("left") == 0);
  CHECK(roundings("scaled") == 1);
  CHECK(roundings("projected") == 5);
  CHECK(roundings("dropped") == 6);
  CHECK(roundings("concat") == 6);
  CHECK(roundings("masked") == 7);
  CHECK(roundings("weights") > roundings("masked") + 6);
}

TEST_CASE("plan: memory is read for the last time by the last reader of any of its views") {
  const auto plan = small_plan();
  const auto last_reader = [&](const char* path) {
    return (*plan)[(*plan)[plan->find(path)].last_reader].path;
  };
  CHECK(last_reader("x") == "projected");
  CHECK(last_reader("projected") == "dropped");
  CHECK(last_reader("weights") == "weights");
  const auto layer = trace_attention(request_for(words("a b"), 8, 2));
  const auto last_reader_in_layer = [&](const char* path) {
    return layer->plan()[layer->plan()[layer->plan().find(path)].last_reader].path;
  };
  CHECK(last_reader_in_layer("q") == "scores");
  CHECK(last_reader_in_layer("v_view") == "context");
  CHECK(last_reader_in_layer("context") == "context_contiguous");
}

TEST_CASE("plan: the fullest moment of a run counts what is alive, and no view twice") {
  // x 12, w 16, offset 6, scaled 6, projected 12, dropped 12, concat 18, masked 18, weights 18.
  CHECK(small_plan()->peak_floats() == 118);
  const std::vector<std::string> keep = {"weights"};
  // Leaves and weights stay; the others are rounded up to whole vectors. At `concat` these are
  // scaled, projected, dropped and concat.
  CHECK(small_plan(&keep)->peak_floats() == 34 + 18 + 8 + 12 + 12 + 20);
}

TEST_CASE("plan: paths are scoped, named or the kind, and key the random streams") {
  PlanBuilder builder;
  const Declaration leaf = {"x", "X", "v", &ops::random, Role::input, {Axis::token}};
  const StepId outer = builder.add(leaf, {}, Leaf{{2}});
  StepId inner = 0;
  {
    const PlanBuilder::Within encoder(builder, "encoder.", {.stack = Stack::encoder});
    const PlanBuilder::Within layer(builder, "0.", {.layer = 0});
    CHECK(builder.stream_of("y") == stream_of("encoder.0.y"));
    inner = builder.add(leaf, {}, Leaf{{2}}, "y");
    const PlanBuilder::Within norm(builder, "norm_1_", {});
    CHECK(builder.path(builder.add(leaf, {}, Leaf{{2}}, "weight")) == "encoder.0.norm_1_weight");
  }
  const StepId after = builder.add(leaf, {}, Leaf{{2}}, "z");
  CHECK(builder.path(outer) == "x");
  CHECK(builder.path(inner) == "encoder.0.y");
  CHECK(builder.path(after) == "z");
  const Plan plan = std::move(builder).finish();
  CHECK(plan[inner].scope.stack == Stack::encoder);
  CHECK(plan[inner].scope.layer == 0);
  CHECK(plan[inner].name == "y");
  CHECK(plan[inner + 1].name == "norm_1_weight");
  CHECK(plan[after].scope.stack == Stack::none);
  CHECK(plan[after].scope.layer == -1);
}

TEST_CASE("plan: shapes that do not fit are errors while it is declared") {
  PlanBuilder builder;
  const Declaration given = {"x", "X", "v", &ops::given, Role::input, {Axis::token}};
  const StepId a = builder.add(given, {}, Leaf{{2, 3}});
  Declaration product = given;
  product.operation = &ops::matmul;
  CHECK(error_of([&] { builder.add(product, {a, a}); }) == "shape b");
}

TEST_CASE("plan: more elements than can be counted are an error that names the step") {
  const Declaration given = {"x", "X", "v", &ops::given, Role::input, {Axis::token}};
  const Index large = Index{1} << 20;
  const auto error = [&](const char* prefix, const char* name) {
    PlanBuilder builder;
    const PlanBuilder::Within scope(builder, prefix, {});
    return error_of([&] { builder.add(given, {}, Leaf{{large, large}}, name); });
  };
  CHECK(error("", "") == "overflow x");
  CHECK(error("encoder.1.", "scores") == "overflow encoder.1.scores");
  // Kernels do not need some steps, but they need this one.
  PlanBuilder fused({}, true);
  fused.add(given, {}, Leaf{{large, large}});
  CHECK(error_of([&] { std::move(fused).finish(); }) == "overflow x");
}

TEST_CASE("plan: equal options share one plan, other options have another") {
  TraceRequest request = request_for(words("a b c"), 8, 2);
  const auto first = trace_attention(request);
  request.weights.seed = 9;
  request.weights.dropout_p = 0;
  const auto other_seed = trace_attention(request);
  const auto again = trace_attention(request_for(words("d e f"), 8, 2));
  CHECK(&again->plan() == &first->plan());
  request.weights.mask.causal = true;
  CHECK(&trace_attention(request)->plan() != &first->plan());
  CHECK(&trace_attention(request_for(words("a b c d"), 8, 2))->plan() != &first->plan());
}

TEST_CASE("plan: calls that differ in only one shape do not share a plan") {
  struct Shapes {
    Index queries = 2, keys = 3, d_query = 4, d_key = 4, d_value = 4, d_v = 4;
  };
  std::vector<Shapes> calls(13);
  calls[1].queries = calls[3].keys = calls[5].d_query = 5;
  calls[7].d_key = calls[9].d_value = 5;
  calls[11].d_v = 8;  // and the unchanged call between any two
  for (const Shapes& s : calls) {
    const Tensor query = random_tensor({1, s.queries, s.d_query}, "query");
    const Tensor key = random_tensor({1, s.keys, s.d_key}, "key");
    const Tensor value = random_tensor({1, s.keys, s.d_value}, "value");
    const GivenProjections given{random_tensor({s.d_query, 4}, "wq"),
                                 random_tensor({s.d_key, 4}, "wk"),
                                 random_tensor({s.d_value, s.d_v}, "wv"),
                                 random_tensor({s.d_v, 6}, "wo"),
                                 {},
                                 {},
                                 {},
                                 {}};
    const auto result = multi_head_attention(query, key, value, given, 2, {}, {}, true);
    CHECK(result.output.shape() == Dims{1, s.queries, 6});
    CHECK(result.weights.shape() == Dims{1, 2, s.queries, s.keys});
    const Tensor keys = random_tensor({1, s.keys, s.d_query}, "keys");
    CHECK(scaled_dot_product_attention(query, keys, value, {}, {}, true).output.shape() ==
          Dims{1, s.queries, s.d_value});
  }
}

TEST_CASE("plan: one that was pushed out of the cache lives as long as its run") {
  const auto first = trace_attention(request_for(words("a b"), 4, 1));
  const std::vector<float> before = values_of(value(*first, "output"));
  for (Index width = 5; width < 30; ++width) trace_attention(request_for(words("a b"), width, 1));
  const auto again = trace_attention(request_for(words("a b"), 4, 1));
  CHECK(&again->plan() != &first->plan());
  CHECK(values_of(value(*again, "output")) == before);
  edit(*first, "embedding", {0, 0, 0}, 3);
  CHECK(values_of(value(*first, "output")) != before);
}

}  // namespace ap::test
