// REFERENCE.md §4: multi-head attention's shapes, and the view and transpose that most learners get
// wrong.

#include <set>

#include "attention_playground/attention/multi_head.hpp"
#include "attention_playground/ops/add.hpp"
#include "attention_playground/ops/matmul.hpp"
#include "attention_playground/ops/visibility.hpp"
#include "attention_playground/transformer/declarations.hpp"
#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/operation_check.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

Dims shape_of(const Plan& plan, const std::string& path) {
  return plan[plan.find(path)].layout.shape;
}

Plan plan_of(Index batch, Index tokens, Index width, Index heads) {
  const Dims shape = {batch, tokens, width};
  return plan_multi_head(
      shape, shape, shape,
      {.num_heads = heads, .query_key_width = width, .value_width = width, .output_width = width},
      {}, {});
}

void check_walk(Index batch, Index tokens, Index width, Index heads) {
  const Plan plan = plan_of(batch, tokens, width, heads);
  const Index d_k = width / heads;
  const Dims whole = {batch, tokens, width};
  const Dims split = {batch, tokens, heads, d_k};
  const Dims by_head = {batch, heads, tokens, d_k};
  const Dims pairs = {batch, heads, tokens, tokens};
  for (const char* letter : {"q", "k", "v"}) {
    CHECK(shape_of(plan, letter) == whole);
    CHECK(shape_of(plan, std::string(letter) + "_view") == split);
    CHECK(shape_of(plan, std::string(letter) + "_transposed") == by_head);
  }
  CHECK(shape_of(plan, "scores") == pairs);
  CHECK(shape_of(plan, "weights") == pairs);
  CHECK(shape_of(plan, "context") == by_head);
  CHECK(shape_of(plan, "context_transposed") == split);
  CHECK(shape_of(plan, "context_contiguous") == split);
  CHECK(shape_of(plan, "concat") == whole);
  CHECK(shape_of(plan, "output") == whole);
}

/// Identity projections, so that the heads are columns of x.
std::unique_ptr<Run> heads_of(const Tensor& x, Index heads) {
  TraceRequest request = request_for(x, heads);
  request.projections = Projections::identity;
  return trace_attention(request);
}

}  // namespace

TEST_CASE("shapes: (10, 6, 512) with 8 heads, the last two both (10, 6, 512)") {
  check_walk(10, 6, 512, 8);
  const Plan plan = plan_of(10, 6, 512, 8);
  CHECK(shape_of(plan, "q_view") == Dims{10, 6, 8, 64});
  CHECK(shape_of(plan, "scores") == Dims{10, 8, 6, 6});
  CHECK(shape_of(plan, "concat") == Dims{10, 6, 512});
  CHECK(shape_of(plan, "output") == Dims{10, 6, 512});
}

TEST_CASE("shapes: (4, 8, 512), and (1, 6, 64) with 4 heads as the ribbon shows it") {
  check_walk(4, 8, 512, 8);
  check_walk(1, 6, 64, 4);
}

TEST_CASE("heads: arange(24) as [1, 3, 8] with 4 heads") {
  const auto run = heads_of(counting({1, 3, 8}), 4);
  const Tensor heads = value(*run, "q_transposed");
  REQUIRE(heads.shape() == Dims{1, 4, 3, 2});
  const auto head = [&](Index i) { return values_of(part(heads, 1, i, 1)); };
  CHECK(head(0) == std::vector<float>{0, 1, 8, 9, 16, 17});
  CHECK(head(1) == std::vector<float>{2, 3, 10, 11, 18, 19});
  CHECK(head(3) == std::vector<float>{6, 7, 14, 15, 22, 23});
}

TEST_CASE("heads: going straight to [B, h, T, d_k] mixes tokens") {
  const Tensor mixed = counting({1, 3, 8}).view({1, 4, 3, 2});
  CHECK(values_of(part(mixed, 1, 0, 1)) == std::vector<float>{0, 1, 2, 3, 4, 5});
}

TEST_CASE("heads: view and transpose keep the memory, contiguous copies it, as PyTorch's strides") {
  const auto run = heads_of(counting({2, 3, 8}), 4);
  const auto step = [&](const char* path) { return run->loan(run->plan().find(path)); };
  CHECK(step("q_view").storage() == step("q").storage());
  CHECK(step("q_transposed").storage() == step("q").storage());
  CHECK(step("q_view").strides() == Dims{24, 8, 2, 1});
  CHECK(step("q_transposed").strides() == Dims{24, 2, 8, 1});
  CHECK(step("context_transposed").storage() == step("context").storage());
  CHECK(step("context_transposed").strides() == Dims{24, 2, 6, 1});
  CHECK(step("context_contiguous").storage() != step("context").storage());
  CHECK(step("context_contiguous").strides() == Dims{24, 8, 2, 1});
  CHECK(step("concat").storage() == step("context_contiguous").storage());
}

TEST_CASE("heads: 8 separate heads have 24 matrices where the combined layer has 3") {
  const auto matrices = [](bool separate) {
    TraceRequest request = request_for(random_tensor({1, 2, 16}, "x"), 8);
    request.separate = separate;
    const auto run = trace_attention(request);
    int count = 0;
    for (const Step& step : run->plan().steps()) {
      const std::string path = step.path;
      for (const char* name : {"w_q", "w_k", "w_v"}) {
        const std::string own = separate ? std::string(".") + name : name;
        count += path.ends_with(own) && (separate || path == own) ? 1 : 0;
      }
    }
    return count;
  };
  CHECK(matrices(false) == 3);
  CHECK(matrices(true) == 24);
}

TEST_CASE("workers: the products of each one's heads and rows of W_O sum to the whole output") {
  TraceRequest request = request_for(words("a b c d e"), 24, 4);
  const auto run = trace_attention(request);
  const Tensor joined = value(*run, "concat");
  const Tensor w_o = value(*run, "w_o");
  const Tensor output = value(*run, "output");
  for (Index workers : {1, 2, 4}) {
    const Index width = 24 / workers;
    Tensor sum = Tensor::filled(output.shape(), 0);
    for (Index worker = 0; worker < workers; ++worker) {
      const Tensor own = part(joined, 2, worker * width, width);
      sum = test::run(ops::add,
                      {sum, test::run(ops::matmul, {own, part(w_o, 0, worker * width, width)})});
    }
    INFO(workers << " workers");
    CHECK(first_difference(sum, output, tolerance(24 + workers, 24 * largest_magnitude(joined))) ==
          "");
  }
}

TEST_CASE("causal mask: built once for the longest sentence, it is cut to any other") {
  const Tensor longest = test::run(ops::causal_mask, {}, Visible{{16, 16}});
  for (Index length : {1, 5, 15, 16}) {
    const Tensor own = test::run(ops::causal_mask, {}, Visible{{length, length}});
    CHECK(first_bit_difference(part(part(longest, 0, 0, length), 1, 0, length), own) == "");
  }
}

TEST_CASE("declarations: every step has all its texts, and as many axes as its tensor") {
  std::set<std::string> known;
  for_each_declaration([&](const Declaration& declaration) {
    INFO(declaration.kind);
    const Texts texts = declaration.written();
    for (const char* text : {declaration.kind, declaration.symbol, declaration.variable,
                             texts.formula, texts.torch, texts.numpy, declaration.operation->name})
      CHECK(std::string(text) != "");
    known.insert(declaration.kind);
  });
  TraceRequest request = request_for(words("a b c"), words("d e"), 8, 2);
  request.bias = true;
  request.weights.mask.causal = true;
  request.positions = Positions::sinusoidal;
  for (bool separate : {false, true}) {
    request.separate = separate;
    const auto run = trace_attention(request);
    for (const Step& step : run->plan().steps()) {
      INFO(step.path);
      CHECK(known.count(step.declaration.kind) == 1);
      CHECK(step.declaration.axes.count() == step.layout.rank());
    }
  }
}

}  // namespace ap::test
