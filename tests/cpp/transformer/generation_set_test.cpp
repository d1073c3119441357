// Editing a parameter empties the cache exactly if a cached key or value depends on it.

#include "attention_playground/ops/gemm.hpp"
#include "catch.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/models.hpp"

namespace ap::test {

namespace {

NextTokenRequest prompt(const ModelOptions& options) {
  NextTokenRequest request;
  if (options.has_encoder()) request.source = {1, 2, 3};
  request.tokens = {4, 5, 1};
  return request;
}

/// Whether an edit of this parameter empties a cache of three tokens.
bool empties(const ModelOptions& options, const std::string& path) {
  Generation generation(model_of(options));
  generation.next(prompt(options));
  const bool emptied = generation.set(path, 0, 2);
  CHECK(generation.cached() == (emptied ? 0 : 3));
  return emptied;
}

}  // namespace

TEST_CASE("generation: the cache stays if an edit comes after the last key and value") {
  ModelOptions options = small_model();
  options.final_norm = true;
  for (const char* path :
       {"decoder.1.self_attention.w_q", "decoder.1.self_attention.b_q",
        "decoder.1.self_attention.w_o", "decoder.1.self_attention.b_o", "decoder.1.norm_1_weight",
        "decoder.1.cross_attention.w_q", "decoder.1.cross_attention.w_o", "decoder.1.norm_2_bias",
        "decoder.1.feed_forward.w_1", "decoder.1.feed_forward.b_2", "decoder.1.norm_3_weight",
        "decoder.norm_weight", "w_vocabulary", "b_vocabulary"}) {
    INFO(path);
    CHECK_FALSE(empties(options, path));
  }
}

TEST_CASE("generation: an edit before any kept key or value empties the cache") {
  ModelOptions options = small_model();
  options.positions = Positions::learned;
  for (const char* path :
       {"embedding_table", "position_table", "encoder.0.self_attention.w_q",
        "encoder.1.feed_forward.w_2", "encoder.1.norm_2_bias", "decoder.0.self_attention.w_q",
        "decoder.0.self_attention.w_k", "decoder.0.self_attention.b_v",
        "decoder.0.cross_attention.w_q", "decoder.0.cross_attention.w_k",
        "decoder.0.feed_forward.b_1", "decoder.0.norm_3_weight", "decoder.1.self_attention.w_k",
        "decoder.1.self_attention.w_v", "decoder.1.cross_attention.w_v",
        "decoder.1.cross_attention.b_k"}) {
    INFO(path);
    CHECK(empties(options, path));
  }
}

TEST_CASE("generation: in pre-norm the norm before the keys empties the cache") {
  ModelOptions options = small_model();
  options.layer.norm_first = true;
  CHECK(empties(options, "decoder.1.norm_1_weight"));
  CHECK_FALSE(empties(options, "decoder.1.norm_2_weight"));  // only the cross-attention's query
  CHECK_FALSE(empties(options, "decoder.1.norm_3_weight"));
  options.architecture = Architecture::decoder_only;
  CHECK(empties(options, "decoder.1.norm_1_bias"));
  CHECK_FALSE(empties(options, "decoder.1.norm_2_bias"));
}

TEST_CASE("generation: a tied table empties the cache, a separate output matrix does not") {
  ModelOptions options = small_model(Architecture::decoder_only);
  CHECK_FALSE(empties(options, "w_vocabulary"));
  options.tied = true;
  CHECK(empties(options, "embedding_table"));
}

TEST_CASE("generation: after an edit of any parameter, the next token is the edited model's") {
  for (const Architecture architecture :
       {Architecture::encoder_decoder, Architecture::decoder_only}) {
    for (int trial = 0; trial < 3; ++trial) {
      const ModelOptions options = drawn_model(trial, architecture);
      INFO(text_of(options));
      std::vector<std::string> parameters;
      const auto whole = run_without_cache(*model_of(options), prompt(options));
      for (const Step& step : whole->plan().steps())
        if (step.is_supplied() && step.path.find("ids") == std::string::npos)
          parameters.push_back(step.path);
      for (const std::string& path : parameters) {
        INFO(path);
        Generation generation(model_of(options));
        NextTokenRequest request = prompt(options);
        generation.next(request);
        generation.set(path, 0, 1.5F);
        request.tokens.push_back(2);
        const NextToken token = generation.next(request);
        const auto edited = model_of(options);
        run_without_cache(*edited, request);
        edited->set(path, 0, 1.5F);
        const auto fresh = run_without_cache(*edited, request);
        const Tensor expected = fresh->value(fresh->plan().find("next.logits"));
        CHECK(first_bit_difference(logits_of(token), expected) == "");
      }
    }
  }
}

TEST_CASE("generation: an edit does not change tokens that were chosen before") {
  const ModelOptions options = small_model();
  Generation generation(model_of(options));
  NextTokenRequest request = prompt(options);
  const NextToken before = generation.next(request);
  const Tensor logits = logits_of(before).clone();
  const std::string path = "encoder.0.self_attention.w_q";
  const Tensor matrix = before.model->parameter(path).clone();
  generation.set(path, 3, 9);
  generation.next(request);
  CHECK(first_bit_difference(before.model->parameter(path), matrix) == "");
  before.run->keep_all();
  CHECK(first_bit_difference(value(*before.run, path), matrix) == "");
  CHECK(first_bit_difference(logits_of(before), logits) == "");
}

TEST_CASE("generation: edits of one run in the chain do not reach the cache") {
  const ModelOptions options = small_model();
  Generation generation(model_of(options));
  NextTokenRequest request = prompt(options);
  generation.next(request);
  request.tokens.push_back(2);
  const NextToken second = generation.next(request);
  second.run->keep_all();
  edit(*second.run, "decoder.0.self_attention.cached_k", {0, 0, 0, 0}, 50);
  edit(*second.run, "decoder.0.self_attention.k_cache", {0, 1, 3, 0}, 50);
  edit(*second.run, "decoder.1.self_attention.w_v", {0, 0}, 50);
  second.run->reset();
  edit(*second.run, "target.embedding", {0, 0, 0}, 50);
  request.tokens.push_back(3);
  const NextToken third = generation.next(request);
  request.use_cache = false;
  const NextToken fresh = Generation(model_of(options)).next(request);
  CHECK(third.kept == 4);
  CHECK(first_bit_difference(logits_of(third), logits_of(fresh)) == "");
}

TEST_CASE("generation: weights are packed at the first token, an edited one at the next") {
  const ModelOptions options = small_model();
  const auto model = model_of(options);
  Generation generation(model);
  NextTokenRequest request = prompt(options);
  generation.next(request);
  const std::vector<std::string> paths = {
      "encoder.0.self_attention.w_q",  "encoder.1.feed_forward.w_2", "decoder.0.self_attention.w_k",
      "decoder.1.cross_attention.w_v", "decoder.1.feed_forward.w_1", "w_vocabulary"};
  const auto unpacked = [&] {
    std::string names;
    for (const std::string& path : paths)
      if (packed_form(model->parameter(path)) == nullptr) names += path + " ";
    return names;
  };
  CHECK(unpacked() == "");
  generation.set("w_vocabulary", 0, 9);
  generation.set("decoder.1.feed_forward.w_1", 0, 9);
  CHECK(unpacked() == "decoder.1.feed_forward.w_1 w_vocabulary ");
  request.tokens.push_back(2);
  CHECK(generation.next(request).kept == 3);
  CHECK(unpacked() == "");
}

}  // namespace ap::test
