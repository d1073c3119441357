// The backward pass from any step, not only from the last one: also from within tiles, where the
// running maximum does not cancel.

#include <algorithm>
#include <cmath>

#include "attention_playground/attention_playground.hpp"
#include "attention_playground/ops/leaf.hpp"
#include "attention_playground/ops/movement.hpp"
#include "attention_playground/steps/gradients.hpp"
#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/drawn.hpp"
#include "support/exact.hpp"
#include "support/models.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

/// A seed for a step: 0 where it is −∞, as no number of that cell can be varied.
Tensor seed_of(Run& run, StepId id) {
  Tensor seed = random_tensor(run.plan()[id].layout.shape, run.plan()[id].path);
  const std::vector<float> values = values_of(run.loan(id));
  for (Index i = 0; i < seed.count(); ++i)
    if (std::isinf(values[static_cast<std::size_t>(i)])) seed.mutable_data()[i] = 0;
  return seed;
}

/// What is wrong with the gradients of a step; "" if nothing, or if no number leads to it.
std::string wrong_from(Run& run, StepId of) {
  try {
    run.backward(of);
  } catch (const Error& error) {
    if (error.code == ErrorCode::conflict) return "";
    throw;
  }
  return wrong_gradient(run, of, seed_of(run, of), 3);
}

/// Different words, so that no two scores of a row are equal; [B, 5] and [B, 6].
TraceRequest drawn_request(Draws& draw) {
  const Sentences first = {{"a", "b", "c", "d", "e"}, {"f", "g", "h"}};
  const Sentences second = {{"i", "j", "k", "l", "m", "n"}, {"o", "p", "q", "r", "s"}};
  const Index heads = draw.between(1, 2);
  const bool crosses = draw.one_in(2);
  TraceRequest request =
      crosses ? request_for(first, second, 2 * heads, heads) : request_for(first, 2 * heads, heads);
  request.weights.mask.causal = draw.one_in(2);
  request.bias = draw.one_in(2);
  request.separate = draw.one_in(2);
  if (draw.one_in(2)) request.weights.temperature = 0.8F;
  if (draw.one_in(2)) request.masks.attn_mask = random_tensor({5, crosses ? 6 : 5}, "mask");
  return request;
}

std::vector<StepId> forward_steps(const Run& run, const std::string& within) {
  std::vector<StepId> steps;
  for (StepId id = 0; id < run.forward_count(); ++id)
    if (run.plan()[id].path.find(within) != std::string::npos) steps.push_back(id);
  return steps;
}

bool passes_a_maximum(const Run& run) {
  return std::any_of(run.plan().steps().begin(), run.plan().steps().end(), [](const Step& step) {
    return step.path.find("gradient.") == 0 && step.name == "tile_maximum";
  });
}

}  // namespace

TEST_CASE("backward: from any step of attention, whole or in tiles, equals central differences") {
  for (int trial = 0; trial < 16; ++trial) {
    Draws draw(13, trial);
    TraceRequest request = drawn_request(draw);
    if (trial % 4 != 0) request.weights.tile = {draw.between(1, 3), draw.between(1, 3)};
    if (trial % 4 == 0) request.weights.dropout_p = 0.3F;
    const auto run = trace_attention(request);
    for (int i = 0; i < 7; ++i) {
      const auto of = static_cast<StepId>(draw.between(0, run->forward_count() - 1));
      INFO("trial " << trial << ", from " << run->plan()[of].path);
      REQUIRE(wrong_from(*run, of) == "");
    }
  }
}

TEST_CASE("backward: from every step within tiles, with and without edits") {
  TraceRequest request = request_for(words("a b c d"), 4, 2);
  request.weights.tile = {2, 2};
  request.weights.mask.causal = true;
  const auto run = trace_attention(request);
  for (const StepId of : forward_steps(*run, "tiles.1.")) {
    INFO("from " << run->plan()[of].path);
    REQUIRE(wrong_from(*run, of) == "");
  }
  for (const char* path :
       {"w_q", "scores", "tiles.1.0.tile_masked_scores", "tiles.1.0.tile_maximum",
        "tiles.1.1.tile_correction", "tiles.1.tile_output", "output"}) {
    if (!has_step(*run, path)) continue;
    const StepId id = run->plan().find(path);
    run->edit(id, {{id, 1, 0.7F}});
    for (const char* of : {"output", "tiles.1.1.running_sum", "tiles.1.1.running_output"}) {
      INFO("from " << of << " with " << path << " edited");
      REQUIRE(wrong_from(*run, run->plan().find(of)) == "");
    }
  }
}

TEST_CASE("backward: from any step of a model equals central differences") {
  for (int trial = 0; trial < 6; ++trial) {
    Draws draw(13, trial);
    const auto run = small_trace(drawn_model(trial, static_cast<Architecture>(trial % 3)));
    for (int i = 0; i < 4; ++i) {
      const auto of = static_cast<StepId>(draw.between(0, run->forward_count() - 1));
      INFO("trial " << trial << ", from " << run->plan()[of].path);
      REQUIRE(wrong_from(*run, of) == "");
    }
  }
}

TEST_CASE("backward: the running maximum cancels outside of its tiles only") {
  TraceRequest request = request_for(words("a b c d"), 4, 2);
  request.weights.tile = {2, 2};
  const auto run = trace_attention(request);
  const auto passes_from = [&](const char* of) {
    run->backward(run->plan().find(of));
    return passes_a_maximum(*run);
  };
  for (const char* of : {"output", "context", "tiles.1.tile_output", "tiles.1.1.tile_scores"}) {
    INFO(of);
    CHECK_FALSE(passes_from(of));
  }
  for (const char* of : {"tiles.0.0.tile_sum", "tiles.0.0.tile_context", "tiles.1.1.running_sum",
                         "tiles.1.1.running_output", "tiles.1.1.tile_correction",
                         "tiles.1.1.tile_maximum", "tiles.1.0.tile_exponentials"}) {
    INFO(of);
    CHECK(passes_from(of));
  }
  // An edit opens it only where it stands between a maximum and the quotient.
  for (const auto& [path, opens] : {std::pair{"w_q", false},
                                    {"q", false},
                                    {"tiles.1.tile_output", false},
                                    {"output", false},
                                    {"tiles.1.0.tile_scaled_scores", false},
                                    {"tiles.1.0.tile_sum", true}}) {
    edit(*run, path, index_at(1, run->plan()[run->plan().find(path)].layout.shape), 0.7F);
    INFO(path);
    CHECK(passes_from("output") == opens);
    run->undo();
  }
}

TEST_CASE("backward: of equal cells, the first one of the tile gets a maximum's gradient") {
  // Without positions, equal words have equal scores.
  TraceRequest request = request_for(words("a b a a b a"), 4, 1);
  request.weights.tile = {6, 2};
  const auto run = trace_attention(request);
  run->backward(run->plan().find("tiles.0.2.tile_maximum"));
  std::vector<float> passed(6);
  for (const char* tile : {"0", "1", "2"}) {
    const std::string path = std::string("gradient.tiles.0.") + tile + ".tile_scaled_scores";
    const std::vector<float> each = values_of(value(*run, path));
    for (std::size_t i = 0; i < each.size(); ++i) {
      CHECK((each[i] == 0 || each[i] == 1));
      passed[i / 2] += each[i];
    }
  }
  CHECK(passed == std::vector<float>(6, 1));
  // What equals the maximum so far does not lose to it: the last tile has both words.
  CHECK(values_of(value(*run, "gradient.tiles.0.1.tile_maximum")) == std::vector<float>(6, 0));
}

TEST_CASE("backward: parts of an axis that overlap all contribute") {
  for (int trial = 0; trial < 60; ++trial) {
    Draws draw(13, trial);
    const Index length = draw.between(2, 4);
    PlanBuilder builder;
    const Declaration leaf = {"x",         "X",         "x",
                              &ops::given, Role::input, {Axis::token, Axis::d_model}};
    Declaration split = leaf;
    split.operation = &ops::split;
    Declaration joined = leaf;
    joined.operation = &ops::concat;
    const StepId x = builder.add(leaf, {}, Leaf{{2, length}}, "x");
    std::vector<StepId> parts;
    for (Index count = draw.between(3, 8); count > 0; --count) {
      const Index start = draw.between(0, length);
      parts.push_back(builder.add(split, {x}, Window{1, start, draw.between(0, length - start)},
                                  "part" + std::to_string(count)));
    }
    const StepId all = builder.add(joined, parts, Along{1}, "all");
    Run run(std::make_shared<const Plan>(std::move(builder).finish()), {counting({2, length})});
    INFO("trial " << trial);
    REQUIRE(wrong_gradient(run, all, random_tensor(run.plan()[all].layout.shape, "seed"), 40) ==
            "");
  }
}

TEST_CASE("backward: a step that no number leads to is refused, and the last pass stays") {
  ModelOptions options = small_model(Architecture::decoder_only);
  const auto run = small_trace(options);
  run->backward(run->plan().find("logits"));
  const StepId count = run->plan().count();
  for (const char* path : {"target.positions", "causal_mask", "prediction"}) {
    if (!has_step(*run, path)) continue;
    INFO(path);
    CHECK(error_of([&] { run->backward(run->plan().find(path)); }) == "conflict of");
    CHECK(run->plan().count() == count);
  }
}

}  // namespace ap::test
