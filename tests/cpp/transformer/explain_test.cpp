// Every number of a pass can be traced to the numbers that it was computed from.

#include "catch.hpp"
#include "support/attention.hpp"
#include "support/models.hpp"

namespace ap::test {

namespace {

ModelOptions tiny(Architecture architecture) {
  ModelOptions options = small_model(architecture);
  options.layer.d_model = 4;
  options.layer.dim_feedforward = 3;
  options.num_encoder_layers = options.num_decoder_layers = 1;
  return options;
}

}  // namespace

TEST_CASE("model: every cell of every step is explained by its inputs, in each architecture") {
  for (const Architecture architecture :
       {Architecture::encoder_decoder, Architecture::encoder_only, Architecture::decoder_only}) {
    for (const bool norm_first : {false, true}) {
      ModelOptions options = tiny(architecture);
      options.layer.norm_first = options.final_norm = norm_first;
      options.layer.activation = norm_first ? Activation::gelu : Activation::gelu_tanh;
      options.scale_embedding = norm_first;
      options.tied = norm_first;
      options.positions = norm_first ? Positions::learned : Positions::sinusoidal;
      const auto run = small_trace(options);
      INFO(text_of(options));
      CHECK(what_is_wrong_with_explanations(*run) == "");
    }
  }
}

TEST_CASE("model: cells are explained in training, with padding, masks, labels and an edit") {
  ModelOptions options = tiny(Architecture::encoder_decoder);
  options.layer.dropout = 0.3F;
  PassRequest request;
  request.source = sentence({{1, 2, 3}, {4, 5}});
  request.target = sentence({{4, 5}, {6}});
  request.memory_masks.attn_mask =
      additive(Tensor::from({2, 3}, std::vector<float>{1, 0, 1, 1, 1, 0}));
  request.labels = Tensor::from({2, 2}, std::vector<float>{5, 6, 1, -1});
  const auto run = model_of(options)->trace(request);
  CHECK(what_is_wrong_with_explanations(*run) == "");
  edit(*run, "encoder.0.norm_1", {1, 0, 2}, 0.5F);
  CHECK(what_is_wrong_with_explanations(*run) == "");
}

TEST_CASE("model: cells of a step with a cache, and of a choice, are explained") {
  for (const Architecture architecture :
       {Architecture::encoder_decoder, Architecture::decoder_only}) {
    Generation generation(model_of(tiny(architecture)));
    NextTokenRequest request;
    if (architecture == Architecture::encoder_decoder) request.source = {1, 2};
    request.tokens = {3, 4};
    request.choice = {.temperature = 0.7F, .top_k = 3, .sampled = true, .seed = 2};
    CHECK(what_is_wrong_with_explanations(*generation.next(request).run) == "");
    request.tokens.push_back(1);
    const NextToken second = generation.next(request);
    CHECK(second.kept == 2);
    CHECK(what_is_wrong_with_explanations(*second.run) == "");
  }
}

TEST_CASE("model: the SIMD version and the reference differ by no more than roundings explain") {
  for (int trial = 0; trial < 18; ++trial) {
    ModelOptions options = drawn_model(trial, static_cast<Architecture>(trial % 3));
    options.layer.dropout = trial % 4 == 0 ? 0.2F : 0;
    INFO(text_of(options));
    PassRequest request;
    if (options.has_encoder()) request.source = sentence({{1, 2, 3, 4, 5}, {6, 5}});
    if (options.has_decoder()) request.target = sentence({{4, 5, 6}, {1, 1, 2}});
    const auto run = model_of(options)->trace(request);
    Run reference = by_reference(*run);
    CHECK(what_differs(*run, reference) == "");
  }
}

}  // namespace ap::test
