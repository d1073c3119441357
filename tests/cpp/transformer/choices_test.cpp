// Models with options that nn.Transformer lacks: their steps, their cache, their start.

#include <cmath>

#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/exact.hpp"
#include "support/models.hpp"
#include "support/steps.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

ModelOptions rotary(Architecture architecture) {
  ModelOptions options = small_model(architecture);
  options.layer.d_model = 8;
  options.positions = Positions::rotary;
  return options;
}

/// What differs between generation with a cache and without one; "" if nothing.
std::string cached_difference(const ModelOptions& options) {
  Generation generation(model_of(options));
  NextTokenRequest request;
  if (options.has_encoder()) request.source = {1, 2, 3};
  request.tokens = {4, 5};
  for (int step = 0; step < 4; ++step) {
    const NextToken cached = generation.next(request);
    NextTokenRequest whole = request;
    whole.use_cache = false;
    const NextToken fresh = generation.next(whole);
    const std::string different = first_bit_difference(logits_of(cached), logits_of(fresh));
    if (!different.empty()) return different;
    const auto sequence = run_of_sequence(cached, {});
    const StepId logits = sequence->plan().find("next.logits");
    const std::string other = first_bit_difference(sequence->value(logits), logits_of(fresh));
    if (!other.empty()) return "sequence: " + other;
    request.tokens.push_back(cached.id);
  }
  return "";
}

double deviation_of(const Tensor& tensor) {
  double sum = 0;
  for (const float each : values_of(tensor))
    sum += static_cast<double>(each) * static_cast<double>(each);
  return std::sqrt(sum / static_cast<double>(tensor.count()));
}

}  // namespace

TEST_CASE("choices: rotated queries and keys are those of self-attention alone") {
  const auto run = small_trace(rotary(Architecture::encoder_decoder));
  CHECK(inputs_of(*run, "encoder.0.self_attention.scores") ==
        std::vector<std::string>{"encoder.0.self_attention.rotated_queries",
                                 "encoder.0.self_attention.rotated_keys"});
  CHECK(has_step(*run, "decoder.1.self_attention.rotated_keys"));
  CHECK(!has_step(*run, "decoder.1.cross_attention.rotated_keys"));
  CHECK(!has_step(*run, "source.position_encoding"));
  Run reference = by_reference(*run);
  CHECK(what_differs(*run, reference) == "");
}

TEST_CASE("choices: a cache changes no bit, with any of them") {
  CHECK(cached_difference(rotary(Architecture::decoder_only)) == "");
  CHECK(cached_difference(rotary(Architecture::encoder_decoder)) == "");
  ModelOptions raw = small_model();
  raw.raw_values = true;
  raw.layers = {{4, 0, false}, {6, 3, true}};
  CHECK(cached_difference(raw) == "");
}

TEST_CASE("choices: raw values come from the source's words, keys from the encoder") {
  ModelOptions options = small_model();
  options.raw_values = true;
  const auto run = small_trace(options);
  const std::string attention = "decoder.0.cross_attention.";
  CHECK(inputs_of(*run, attention + "v")[0] == "source.embedding");
  CHECK(inputs_of(*run, attention + "k")[0].substr(0, 8) == "encoder.");
}

TEST_CASE("choices: attention-only layers, and layers without residual connections") {
  ModelOptions options = small_model(Architecture::decoder_only);
  options.layer.dim_feedforward = 0;
  options.layers = {{4, 0, false}};
  const auto run = small_trace(options);
  CHECK(!has_step(*run, "decoder.0.feed_forward.hidden"));
  CHECK(!has_step(*run, "decoder.0.norm_2"));
  CHECK(!has_step(*run, "decoder.0.residual_1"));
  CHECK(has_step(*run, "decoder.1.residual_1"));
  CHECK(value(*run, "decoder.0.self_attention.w_q").shape() == Dims{6, 4});
  CHECK(value(*run, "decoder.1.self_attention.w_q").shape() == Dims{6, 6});
}

TEST_CASE("choices: a pointer ends with probabilities of positions") {
  ModelOptions options = small_model(Architecture::encoder_only);
  options.pointer = true;
  const auto run = small_trace(options);
  CHECK(value(*run, "probabilities").shape() == Dims{1, 3, 3});
  CHECK(value(*run, "prediction").shape() == Dims{1, 3});
  CHECK(!has_step(*run, "encoder.1.self_attention.v"));
  CHECK(!has_step(*run, "w_vocabulary"));
  PassRequest request = small_request(options);
  request.labels = tensor({1, 3}, {-1, 2, 0});
  const auto trained = model_of(options)->trace(request);
  CHECK(wrong_gradient(*trained, trained->plan().find("loss"), {}, 20) == "");
  request.labels = tensor({1, 3}, {-1, 3, 0});
  CHECK(error_of([&] { model_of(options)->trace(request); }) == "range labels");
}

TEST_CASE("choices: a source with tokens of its own has a table of its own") {
  const ModelOptions options = small_model();
  Model model(options, {"a", "b", "c", "d", "e", "f"}, {}, {"x", "y", "b", "z"});
  const auto run = model.trace(small_request(options));
  CHECK(value(*run, "source.embedding_table").shape() == Dims{4, 6});
  CHECK(value(*run, "embedding_table").shape() == Dims{6, 6});
  // A row depends on its token's text.
  CHECK(value(*run, "source.embedding_table").at({2, 3}) ==
        value(*run, "embedding_table").at({1, 3}));
  CHECK(inputs_of(*run, "source.embedding")[1] == "source.embedding_table");
}

TEST_CASE("choices: a normal start") {
  ModelOptions options = small_model(Architecture::decoder_only);
  options.layer.d_model = 64;
  options.layer.dim_feedforward = 128;
  options.initialization = Initialization::normal;
  const auto run = model_of(options, 40)->trace(small_request(options));
  const auto deviation = [&](const char* path) { return deviation_of(value(*run, path)); };
  CHECK(std::fabs(deviation("embedding_table") - 1.0 / 8) < 0.01);
  CHECK(std::fabs(deviation("decoder.0.self_attention.w_q") - std::sqrt(2.0 / 128)) < 0.01);
  CHECK(std::fabs(deviation("decoder.0.feed_forward.w_1") - std::sqrt(2.0 / 192)) < 0.01);
  CHECK(deviation("decoder.0.feed_forward.b_1") == 0);
  CHECK(deviation("b_vocabulary") == 0);
}

}  // namespace ap::test
