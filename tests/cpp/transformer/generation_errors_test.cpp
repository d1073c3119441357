// An invalid request gives an error that names the argument, and changes nothing.

#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/models.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

ModelOptions short_table(Architecture architecture) {
  ModelOptions options = small_model(architecture);
  options.positions = Positions::learned;
  options.max_length = 4;
  return options;
}

NextTokenRequest good(const ModelOptions& options) {
  NextTokenRequest request;
  if (options.has_encoder()) request.source = {1, 2};
  request.tokens = {3, 4};
  return request;
}

/// The error of a changed request; checks that the cache and the last token still work after it.
template <typename Change>
std::string error_with(const ModelOptions& options, Change change) {
  const auto model = model_of(options);
  Generation generation(model);
  NextTokenRequest request = good(options);
  const NextToken last = generation.next(request);
  const Tensor logits = logits_of(last).clone();
  NextTokenRequest bad = request;
  change(bad);
  const std::string error = error_of([&] { generation.next(bad); });
  CHECK(generation.cached() == 2);
  CHECK(first_bit_difference(logits_of(last), logits) == "");
  request.tokens.push_back(5);
  const NextToken next = generation.next(request);
  CHECK(next.kept == 2);
  request.use_cache = false;
  CHECK(first_bit_difference(logits_of(next), logits_of(generation.next(request))) == "");
  return error;
}

}  // namespace

TEST_CASE("generation, bad input: tokens and sources") {
  const ModelOptions both = short_table(Architecture::encoder_decoder);
  const ModelOptions decoder = short_table(Architecture::decoder_only);
  CHECK(error_with(both, [](auto& r) { r.source.clear(); }) == "missing source");
  CHECK(error_with(decoder, [](auto& r) { r.source = {1}; }) == "missing source");
  CHECK(error_with(both, [](auto& r) { r.tokens.clear(); }) == "size tokens");
  CHECK(error_with(decoder, [](auto& r) { r.tokens.clear(); }) == "size tokens");
  CHECK(error_with(both, [](auto& r) { r.tokens = {1, 2, 3, 4, 5}; }) == "range tokens");
  CHECK(error_with(both, [](auto& r) { r.source = {1, 2, 3, 4, 5}; }) == "range source");
  CHECK(error_with(decoder, [](auto& r) { r.tokens = {3, 4, 3, 4, 5}; }) == "range tokens");
  NextTokenRequest longest = good(both);
  longest.tokens = {1, 2, 3, 4};
  CHECK(error_of([&] { Generation(model_of(both)).next(longest); }) == "no error");
}

TEST_CASE("generation, bad input: an id outside the vocabulary") {
  for (const Architecture architecture :
       {Architecture::encoder_decoder, Architecture::decoder_only}) {
    const ModelOptions options = small_model(architecture);
    CHECK(error_with(options, [](auto& r) { r.tokens.push_back(7); }).substr(0, 5) == "range");
    CHECK(error_with(options, [](auto& r) { r.tokens.push_back(-1); }).substr(0, 5) == "range");
  }
  const auto outside = [](auto& r) { r.source = {1, 7}; };
  CHECK(error_with(small_model(), outside).substr(0, 5) == "range");
}

TEST_CASE("generation, bad input: temperature and top-k") {
  const ModelOptions options = small_model(Architecture::decoder_only);
  const auto temperature = [&](float value) {
    return error_with(options, [&](auto& r) { r.choice.temperature = value; });
  };
  for (const float bad : {0.0F, -0.0F, -1.0F, not_a_number, infinity, -infinity, 1e-45F, 1e-39F,
                          1e-38F, 9e-31F, 2e30F, 1e38F})
    CHECK(temperature(bad) == "range temperature");
  for (const float fine : {1e-30F, 1.0F, 1e30F}) CHECK(temperature(fine) == "no error");
  const auto top_k = [&](Index value) {
    return error_with(options, [&](auto& r) { r.choice.top_k = value; });
  };
  CHECK(top_k(8) == "range top_k");
  CHECK(top_k(-1) == "range top_k");
  CHECK(top_k(largest_index) == "range top_k");
  CHECK(top_k(7) == "no error");
  CHECK(top_k(1) == "no error");
}

TEST_CASE("generation, bad input: models that cannot generate") {
  NextTokenRequest request;
  request.source = {1};
  request.tokens = {1};
  Generation encoder(model_of(small_model(Architecture::encoder_only)));
  CHECK(error_of([&] { encoder.next(request); }) == "conflict architecture");
  Generation silent(model_of(small_model(), 0));
  CHECK(error_of([&] { silent.next(request); }) == "missing vocabulary");
}

TEST_CASE("generation, bad input: edits with a wrong path, index or value") {
  const ModelOptions options = small_model();
  Generation generation(model_of(options));
  NextTokenRequest request = good(options);
  const Tensor logits = logits_of(generation.next(request)).clone();
  const std::string path = "decoder.0.self_attention.w_k";
  CHECK(error_of([&] { generation.set("no such path", 0, 1); }) == "step path");
  CHECK(error_of([&] { generation.set("decoder.0.norm_1", 0, 1); }) == "step path");
  CHECK(error_of([&] { generation.set(path, 36, 1); }) == "index index");
  CHECK(error_of([&] { generation.set(path, -1, 1); }) == "index index");
  CHECK(error_of([&] { generation.set(path, 0, not_a_number); }) == "not_finite value");
  CHECK(error_of([&] { generation.set(path, 0, -infinity); }) == "not_finite value");
  CHECK(generation.cached() == 2);
  CHECK(first_bit_difference(logits_of(generation.next(request)), logits) == "");
}

TEST_CASE("generation, bad input: a given parameter that the model lacks") {
  for (const Architecture architecture :
       {Architecture::encoder_decoder, Architecture::decoder_only}) {
    const ModelOptions options = small_model(architecture);
    const Leaves given = {{"decoder.2.self_attention.w_q", Tensor::filled({6, 6}, 1)}};
    CHECK(error_of([&] { model_of(options, 7, given); }) == "step parameters");
    const Leaves reshaped = {{"decoder.0.self_attention.w_q", Tensor::filled({6, 5}, 1)}};
    CHECK(error_of([&] { model_of(options, 7, reshaped); }) ==
          "shape decoder.0.self_attention.w_q");
  }
}

}  // namespace ap::test
