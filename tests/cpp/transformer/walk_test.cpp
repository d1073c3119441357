// Which steps a pass has, in which order they read each other, and their shapes.

#include <cmath>
#include <numbers>
#include <set>

#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/models.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

using Paths = std::vector<std::string>;

Dims shape_of(const Run& run, const std::string& path) {
  return run.plan()[run.plan().find(path)].layout.shape;
}

/// Paths of the residual sums, norms and outputs: the stream from words to logits.
Paths stream_of_layers(const Run& run) {
  static const std::set<std::string> kinds = {"residual", "norm", "logits"};
  Paths paths;
  for (const Step& step : run.plan().steps())
    if (kinds.count(step.declaration.kind) > 0) paths.push_back(step.path);
  return paths;
}

std::set<std::string> kinds_of(const Run& run) {
  std::set<std::string> kinds;
  for (const Step& step : run.plan().steps()) kinds.insert(step.declaration.kind);
  return kinds;
}

}  // namespace

TEST_CASE("model: an encoder–decoder's stream runs through both stacks, post-norm") {
  ModelOptions options = small_model();
  options.num_encoder_layers = 1;
  const auto run = small_trace(options);
  CHECK(stream_of_layers(*run) ==
        Paths{"encoder.0.residual_1", "encoder.0.norm_1", "encoder.0.residual_2",
              "encoder.0.norm_2", "decoder.0.residual_1", "decoder.0.norm_1",
              "decoder.0.residual_2", "decoder.0.norm_2", "decoder.0.residual_3",
              "decoder.0.norm_3", "decoder.1.residual_1", "decoder.1.norm_1",
              "decoder.1.residual_2", "decoder.1.norm_2", "decoder.1.residual_3",
              "decoder.1.norm_3", "logits"});
}

TEST_CASE("model: post-norm adds the sublayer to what it read and normalises the sum") {
  const auto run = small_trace(small_model());
  CHECK(inputs_of(*run, "encoder.0.residual_1") ==
        Paths{"source.x", "encoder.0.self_attention.output"});
  CHECK(inputs_of(*run, "encoder.0.norm_1").front() == "encoder.0.residual_1");
  CHECK(inputs_of(*run, "encoder.0.feed_forward.hidden").front() == "encoder.0.norm_1");
  CHECK(inputs_of(*run, "encoder.0.residual_2") ==
        Paths{"encoder.0.norm_1", "encoder.0.feed_forward.output"});
  CHECK(inputs_of(*run, "encoder.1.self_attention.q").front() == "encoder.0.norm_2");
  CHECK(inputs_of(*run, "decoder.0.cross_attention.q").front() == "decoder.0.norm_1");
  CHECK(inputs_of(*run, "decoder.1.residual_3") ==
        Paths{"decoder.1.norm_2", "decoder.1.feed_forward.output"});
  CHECK(inputs_of(*run, "logits").front() == "decoder.1.norm_3");
  for (const char* letter : {"k", "v"})
    for (const char* layer : {"decoder.0.cross_attention.", "decoder.1.cross_attention."})
      CHECK(inputs_of(*run, layer + std::string(letter)).front() == "encoder.1.norm_2");
}

TEST_CASE("model: pre-norm normalises what a sublayer reads and adds it to what came before") {
  ModelOptions options = small_model();
  options.layer.norm_first = options.final_norm = true;
  const auto run = small_trace(options);
  CHECK(inputs_of(*run, "encoder.0.norm_1").front() == "source.x");
  for (const char* letter : {"q", "k", "v"})
    CHECK(inputs_of(*run, "encoder.0.self_attention." + std::string(letter)).front() ==
          "encoder.0.norm_1");
  CHECK(inputs_of(*run, "encoder.0.residual_1") ==
        Paths{"source.x", "encoder.0.self_attention.output"});
  CHECK(inputs_of(*run, "encoder.0.norm_2").front() == "encoder.0.residual_1");
  CHECK(inputs_of(*run, "encoder.0.residual_2") ==
        Paths{"encoder.0.residual_1", "encoder.0.feed_forward.output"});
  CHECK(inputs_of(*run, "encoder.norm").front() == "encoder.1.residual_2");
  CHECK(inputs_of(*run, "decoder.0.cross_attention.q").front() == "decoder.0.norm_2");
  CHECK(inputs_of(*run, "decoder.0.cross_attention.k").front() == "encoder.norm");
  CHECK(inputs_of(*run, "decoder.0.residual_2") ==
        Paths{"decoder.0.residual_1", "decoder.0.cross_attention.output"});
  CHECK(inputs_of(*run, "decoder.norm").front() == "decoder.1.residual_3");
  CHECK(inputs_of(*run, "logits").front() == "decoder.norm");
}

TEST_CASE("model: shapes of an encoder–decoder's steps, in a batch of two") {
  const ModelOptions options = small_model();
  PassRequest request;
  request.source = sentence({{1, 2, 3}, {4, 5, 6}});
  request.target = sentence({{4, 5}, {1, 1}});
  const auto run = model_of(options)->trace(request);
  CHECK(shape_of(*run, "source.x") == Dims{2, 3, 6});
  CHECK(shape_of(*run, "encoder.1.self_attention.weights") == Dims{2, 2, 3, 3});
  CHECK(shape_of(*run, "encoder.1.norm_2") == Dims{2, 3, 6});
  CHECK(shape_of(*run, "decoder.0.self_attention.weights") == Dims{2, 2, 2, 2});
  CHECK(shape_of(*run, "decoder.0.cross_attention.weights") == Dims{2, 2, 2, 3});
  CHECK(shape_of(*run, "decoder.1.feed_forward.hidden") == Dims{2, 2, 5});
  CHECK(shape_of(*run, "logits") == Dims{2, 2, 7});
  CHECK(shape_of(*run, "probabilities") == Dims{2, 2, 7});
  CHECK(shape_of(*run, "prediction") == Dims{2, 2});
}

TEST_CASE("model: an encoder alone ends with its last layer, without a vocabulary's head") {
  const auto run = small_trace(small_model(Architecture::encoder_only));
  CHECK(stream_of_layers(*run) == Paths{"encoder.0.residual_1", "encoder.0.norm_1",
                                        "encoder.0.residual_2", "encoder.0.norm_2",
                                        "encoder.1.residual_1", "encoder.1.norm_1",
                                        "encoder.1.residual_2", "encoder.1.norm_2"});
  CHECK(run->plan().steps().back().path == "encoder.1.norm_2");
  CHECK_FALSE(has_step(*run, "encoder.causal_mask"));
}

TEST_CASE("model: a decoder alone has no cross-attention, and two sublayers a layer") {
  const auto run = small_trace(small_model(Architecture::decoder_only));
  CHECK(stream_of_layers(*run) == Paths{"decoder.0.residual_1", "decoder.0.norm_1",
                                        "decoder.0.residual_2", "decoder.0.norm_2",
                                        "decoder.1.residual_1", "decoder.1.norm_1",
                                        "decoder.1.residual_2", "decoder.1.norm_2", "logits"});
  CHECK_FALSE(has_step(*run, "decoder.0.cross_attention.q"));
  CHECK_FALSE(has_step(*run, "source.ids"));
  CHECK(has_step(*run, "decoder.causal_mask"));
}

TEST_CASE("model: more layers add steps but no kinds; they share the masks of their stack") {
  for (const Architecture architecture :
       {Architecture::encoder_decoder, Architecture::encoder_only, Architecture::decoder_only}) {
    ModelOptions options = small_model(architecture);
    options.num_encoder_layers = options.num_decoder_layers = 1;
    const auto shallow = small_trace(options);
    options.num_encoder_layers = 5;
    options.num_decoder_layers = 4;
    const auto deep = small_trace(options);
    CHECK(kinds_of(*deep) == kinds_of(*shallow));
    Index masks = 0;
    for (const Step& step : deep->plan().steps())
      masks += std::string(step.declaration.kind) == "causal_mask" ? 1 : 0;
    CHECK(masks == (options.has_decoder() ? 1 : 0));
  }
}

TEST_CASE("model: paths are unique, and steps read only what stands before them") {
  for (int trial = 0; trial < 12; ++trial) {
    const ModelOptions options = drawn_model(trial, static_cast<Architecture>(trial % 3));
    INFO(text_of(options));
    const auto run = small_trace(options);
    std::set<std::string> seen;
    bool in_order = true;
    for (StepId id = 0; id < run->plan().count(); ++id) {
      CHECK(seen.insert(run->plan()[id].path).second);
      for (StepId input : run->plan()[id].inputs) in_order = in_order && input < id;
    }
    CHECK(in_order);
  }
}

TEST_CASE("model: labels make a loss instead of a prediction") {
  const ModelOptions options = small_model();
  PassRequest request = small_request(options);
  request.labels = Tensor::from({1, 2}, std::vector<float>{5, -1});
  const auto run = model_of(options)->trace(request);
  CHECK(shape_of(*run, "loss") == Dims{});
  CHECK_FALSE(has_step(*run, "prediction"));
  const float expected = -value(*run, "log_probabilities").at({0, 0, 5});
  CHECK(value(*run, "loss").at({}) == expected);
}

TEST_CASE("model: the requested activation runs in both stacks") {
  const auto expected = [](Activation activation, double x) {
    if (activation == Activation::relu) return std::fmax(0, x);
    if (activation == Activation::gelu) return x * 0.5 * (1 + std::erf(x / std::sqrt(2)));
    return x * 0.5 * (1 + std::tanh(std::sqrt(2 / std::numbers::pi) * (x + 0.044715 * x * x * x)));
  };
  for (const auto activation : {Activation::relu, Activation::gelu, Activation::gelu_tanh}) {
    ModelOptions options = small_model();
    options.layer.activation = activation;
    const auto run = small_trace(options);
    for (const char* scope : {"encoder.0.feed_forward.", "decoder.1.feed_forward."}) {
      const Tensor hidden = value(*run, scope + std::string("hidden"));
      std::vector<double> curve;
      for (float x : values_of(hidden)) curve.push_back(expected(activation, x));
      CHECK(first_difference(value(*run, scope + std::string("activation")), curve, 1e-6) == "");
    }
  }
}

TEST_CASE("model: a projection says which sentence it reads, by the symbol of its input") {
  const auto run = small_trace(small_model());
  const Plan& plan = run->plan();
  const auto symbol_read = [&](const char* path) {
    return std::string(plan[plan[plan.find(path)].inputs[0]].declaration.symbol);
  };
  CHECK(symbol_read("decoder.0.self_attention.k") == "X");
  CHECK(symbol_read("decoder.0.cross_attention.q") == "N{?sublayer:_{sublayer}}");
  CHECK(symbol_read("decoder.0.cross_attention.k") == "R");
  CHECK(symbol_read("decoder.0.cross_attention.v") == "R");
  CHECK(symbol_read("encoder.0.self_attention.v") == "X");
}

TEST_CASE("model: every step has its scope") {
  const auto run = small_trace(small_model());
  const Plan& plan = run->plan();
  const auto scope = [&](const char* path) { return plan[plan.find(path)].scope; };
  CHECK(scope("source.ids").sentence == Sentence::source);
  CHECK(scope("source.ids").part == Part::words);
  CHECK(scope("embedding_table").sentence == Sentence::none);
  const Scope own = scope("encoder.1.self_attention.scores");
  CHECK(own.stack == Stack::encoder);
  CHECK(own.layer == 1);
  CHECK(own.sublayer == 1);
  CHECK(own.part == Part::self_attention);
  CHECK(own.sentence == Sentence::source);
  CHECK(own.key_sentence == Sentence::source);
  CHECK_FALSE(own.is_crossing());
  const Scope across = scope("decoder.0.cross_attention.scores");
  CHECK(across.sentence == Sentence::target);
  CHECK(across.key_sentence == Sentence::source);
  CHECK(across.sublayer == 2);
  CHECK(across.is_crossing());
  CHECK(scope("decoder.0.norm_3_weight").sublayer == 3);
  CHECK(scope("decoder.0.norm_3_weight").part == Part::none);
  CHECK(scope("decoder.0.feed_forward.hidden").part == Part::feed_forward);
  CHECK(scope("logits").sentence == Sentence::target);
  CHECK(scope("logits").stack == Stack::none);
}

}  // namespace ap::test
