// Multiply-adds are those in the definitions of the products, counted as they run.

#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/models.hpp"
#include "support/small_graph.hpp"

namespace ap::test {

namespace {

double planned(const Plan& plan) {
  double sum = 0;
  for (const Step& step : plan.steps()) sum += step.multiply_adds;
  return sum;
}

/// The multiply-adds of a pass's products, computed by hand from its new source tokens, its new
/// target tokens, and the keys that these see.
struct Counted {
  double width, feed_forward, vocabulary, num_encoder_layers, num_decoder_layers;

  explicit Counted(const ModelOptions& options, Index words)
      : width(static_cast<double>(options.layer.d_model)),
        feed_forward(static_cast<double>(options.layer.dim_feedforward)),
        vocabulary(static_cast<double>(words)),
        num_encoder_layers(static_cast<double>(options.num_encoder_layers)),
        num_decoder_layers(static_cast<double>(options.num_decoder_layers)) {}

  double square(double rows) const { return rows * width * width; }
  double scores_and_context(double queries, double keys) const {
    return 2 * queries * keys * width;
  }
  double network(double rows) const { return 2 * rows * width * feed_forward; }

  double encoder(double source) const {
    return num_encoder_layers *
           (4 * square(source) + scores_and_context(source, source) + network(source));
  }
  double decoder(double target, double past) const {
    return num_decoder_layers *
           (4 * square(target) + scores_and_context(target, past + target) + network(target));
  }
  double cross(double target, double source, bool cached) const {
    return num_decoder_layers * (2 * square(target) + (cached ? 0 : 2 * square(source)) +
                                 scores_and_context(target, source));
  }
  double logits(double target) const { return target * width * vocabulary; }
};

}  // namespace

TEST_CASE("multiply-adds: a model's plan takes those of all its products, counted by hand") {
  for (int trial = 0; trial < 12; ++trial) {
    const ModelOptions options = drawn_model(trial, static_cast<Architecture>(trial % 3));
    INFO(text_of(options));
    PassRequest request;
    if (options.has_encoder()) request.source = sentence({{1, 2, 3, 4}, {1, 2, 3, 4}});
    if (options.has_decoder()) request.target = sentence({{1, 2, 3}, {4, 5, 6}});
    const auto run = model_of(options)->trace(request);
    const Counted count(options, 7);
    double expected = 0;
    if (options.has_encoder()) expected += count.encoder(4);
    if (options.has_decoder()) expected += count.decoder(3, 0) + count.logits(3);
    if (options.architecture == Architecture::encoder_decoder) expected += count.cross(3, 4, false);
    CHECK(planned(run->plan()) == 2 * expected);  // a batch of two
    CHECK(run->multiply_adds() == 2 * expected);
  }
}

TEST_CASE("multiply-adds: a cached step takes only those of its new tokens") {
  for (int trial = 0; trial < 8; ++trial) {
    const bool both = trial % 2 == 0;
    const ModelOptions options =
        drawn_model(trial, both ? Architecture::encoder_decoder : Architecture::decoder_only);
    INFO(text_of(options));
    const Counted count(options, 7);
    Generation generation(model_of(options));
    NextTokenRequest request;
    if (both) request.source = {1, 2, 3};
    request.tokens = {4, 5, 6, 1};
    const NextToken first = generation.next(request);
    const double from_memory = both ? count.encoder(3) + count.cross(4, 3, false) : 0;
    CHECK(first.multiply_adds == from_memory + count.decoder(4, 0) + count.logits(1));
    request.tokens.insert(request.tokens.end(), {2, 3});
    const NextToken second = generation.next(request);
    const double kept_memory = both ? count.cross(2, 3, true) : 0;
    CHECK(second.multiply_adds == kept_memory + count.decoder(2, 4) + count.logits(1));
    request.use_cache = false;
    CHECK(generation.next(request).multiply_adds > second.multiply_adds);
  }
}

TEST_CASE("multiply-adds: an edit adds those of the steps that it re-runs") {
  const auto run = small_trace(small_model());
  double expected = run->multiply_adds();
  for (const char* path : {"decoder.1.self_attention.w_q", "encoder.0.norm_1", "logits"}) {
    INFO(path);
    const StepId id = run->plan().find(path);
    for (StepId changed : run->plan().dependants(id))
      expected += changed == id ? 0 : run->plan()[changed].multiply_adds;
    edit(*run, path, index_at(0, run->plan()[id].layout.shape), 2);
    CHECK(run->multiply_adds() == expected);
  }
  run->reset();
  CHECK(run->multiply_adds() == expected);  // the baseline was kept
}

TEST_CASE("multiply-adds: steps that were freed and are requested again count again") {
  const std::vector<std::string> keep = {"weights"};
  Run run = small_run(&keep);
  const double once = run.multiply_adds();
  CHECK(once == 3 * 4 * 4);
  run.value(run.plan().find("weights"));
  CHECK(run.multiply_adds() == once);
  run.value(run.plan().find("dropped"));
  CHECK(run.multiply_adds() == 2 * once);
  run.value(run.plan().find("dropped"));
  CHECK(run.multiply_adds() == 3 * once);
}

TEST_CASE("multiply-adds: a run that is asked to keep all recomputes once, then never") {
  const std::vector<std::string> keep = {"weights"};
  Run run = small_run(&keep);
  Run whole = small_run();
  const double once = run.multiply_adds();
  run.keep_all();
  CHECK(run.multiply_adds() == 2 * once);
  CHECK(snapshot(run) == snapshot(whole));
  run.keep_all();
  CHECK(run.multiply_adds() == 2 * once);
}

TEST_CASE("keep all: edits before and after it are those of a run that kept all from the start") {
  const std::vector<std::string> keep = {"weights"};
  Run light = small_run(&keep);
  Run whole = small_run();
  for (Run* run : {&light, &whole}) edit(*run, "projected", {1, 2}, 3);
  light.keep_all();
  CHECK(snapshot(light) == snapshot(whole));
  for (Run* run : {&light, &whole}) edit(*run, "w", {0, 1}, -2);
  CHECK(snapshot(light) == snapshot(whole));
  for (StepId id = 0; id < light.plan().count(); ++id)
    CHECK(first_bit_difference(light.baseline(id), whole.baseline(id)) == "");
  for (Run* run : {&light, &whole}) run->undo();
  CHECK(snapshot(light) == snapshot(whole));
  for (Run* run : {&light, &whole}) run->reset();
  CHECK(snapshot(light) == snapshot(whole));
}

TEST_CASE("keep all: a run that keeps little reports the same changed steps, from edit to undo") {
  const std::vector<std::string> keep = {"weights"};
  Run light = small_run(&keep);
  Run whole = small_run();
  CHECK(edit(light, "projected", {1, 2}, 3) == edit(whole, "projected", {1, 2}, 3));
  CHECK(edit(light, "offset", {1}, 1) == edit(whole, "offset", {1}, 1));
  CHECK(light.undo() == whole.undo());
  CHECK(light.undo() == whole.undo());
  CHECK(edit(light, "offset", {1}, 1) == edit(whole, "offset", {1}, 1));
  light.keep_all();
  CHECK(light.reset() == whole.reset());
}

}  // namespace ap::test
