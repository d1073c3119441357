// Cached keys and values change what is computed, but no bit of the results.

#include "attention_playground/transformer/generation.hpp"

#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/models.hpp"

namespace ap::test {

namespace {

constexpr Index vocabulary_size = 9;
constexpr Architecture generating[] = {Architecture::encoder_decoder, Architecture::decoder_only};

/// Greedy, or sampled with and without temperature and top-k, in turn.
ChoiceOptions choice_of(int trial) {
  ChoiceOptions choice;
  choice.sampled = trial % 4 != 0;
  if (trial % 2 == 1) choice.temperature = 0.4F + 0.3F * static_cast<float>(trial % 5);
  if (trial % 3 == 1) choice.top_k = 1 + trial % vocabulary_size;
  choice.seed = static_cast<std::uint32_t>(trial);
  return choice;
}

NextTokenRequest request_of(const ModelOptions& options, const Ids& source, const Ids& tokens) {
  NextTokenRequest request;
  if (options.has_encoder()) request.source = source;
  request.tokens = tokens;
  return request;
}

/// The token of a new generation without a cache.
NextToken uncached(const ModelOptions& options, NextTokenRequest request) {
  request.use_cache = false;
  return Generation(model_of(options, vocabulary_size)).next(request);
}

}  // namespace

TEST_CASE("generation: with and without a cache, the same tokens and logits to the last bit") {
  for (const Architecture architecture : generating) {
    for (int trial = 0; trial < 24; ++trial) {
      const ModelOptions options = drawn_model(trial, architecture);
      INFO(text_of(options));
      Generation generation(model_of(options, vocabulary_size));
      NextTokenRequest request =
          request_of(options, drawn_ids(trial, "source", 1, 6, vocabulary_size),
                     drawn_ids(trial, "prompt", 1, 5, vocabulary_size));
      request.choice = choice_of(trial);
      for (int i = 0; i < 5; ++i) {
        const NextToken kept = generation.next(request);
        const NextToken computed = uncached(options, request);
        CHECK(kept.kept == (i == 0 ? 0 : static_cast<Index>(request.tokens.size()) - 1));
        CHECK(computed.kept == 0);
        CHECK(kept.id == computed.id);
        CHECK(first_bit_difference(logits_of(kept), logits_of(computed)) == "");
        request.tokens.push_back(kept.id);
      }
    }
  }
}

TEST_CASE("generation: a pass that keeps little gives what one that keeps everything gives") {
  for (const Architecture architecture : generating) {
    for (int trial = 0; trial < 8; ++trial) {
      const ModelOptions options = drawn_model(trial, architecture);
      INFO(text_of(options));
      const auto model = model_of(options, vocabulary_size);
      NextTokenRequest request =
          request_of(options, drawn_ids(trial, "source", 1, 6, vocabulary_size),
                     drawn_ids(trial, "prompt", 2, 5, vocabulary_size));
      request.choice = choice_of(trial);
      const NextToken light = Generation(model).next(request);
      const auto whole = run_without_cache(*model, request);
      light.run->keep_all();
      REQUIRE(light.run->plan().count() == whole->plan().count());
      for (StepId id = 0; id < whole->plan().count(); ++id)
        CHECK(first_bit_difference(light.run->value(id), whole->value(id)) == "");
    }
  }
}

TEST_CASE(
    "generation: the cache keeps what a longer, shorter or other prompt shares with the last") {
  struct Turn {
    Ids source, tokens;
    Index kept;
  };
  const Ids one = {1, 2};
  const Ids other = {2, 1, 3};
  const std::vector<Turn> turns = {
      {one, {1, 2, 3, 4}, 0},
      {one, {1, 2, 3, 4, 5}, 4},
      {one, {1, 2, 3, 4, 5, 6, 7}, 5},
      {one, {1, 2}, 1},
      {one, {1, 2, 5, 1}, 2},
      {one, {1, 2, 5, 1}, 3},
      {one, {4}, 0},
      {one, {4, 4}, 1},
      {other, {4, 4, 1}, 0},
      {other, {4, 4, 1, 2, 8}, 3},
      {one, {4, 4, 1, 2, 8}, 0},
  };
  for (const Architecture architecture : generating) {
    for (int trial = 0; trial < 6; ++trial) {
      const ModelOptions options = drawn_model(trial, architecture);
      INFO(text_of(options));
      Generation generation(model_of(options, vocabulary_size));
      for (const Turn& turn : turns) {
        const NextTokenRequest request = request_of(options, turn.source, turn.tokens);
        const NextToken token = generation.next(request);
        if (options.has_encoder()) CHECK(token.kept == turn.kept);  // else the source is ignored
        CHECK(token.kept + token.computed == static_cast<Index>(turn.tokens.size()));
        CHECK(generation.cached() == static_cast<Index>(turn.tokens.size()));
        const NextToken fresh = uncached(options, request);
        CHECK(token.id == fresh.id);
        CHECK(first_bit_difference(logits_of(token), logits_of(fresh)) == "");
      }
    }
  }
}

TEST_CASE("generation: a token without the cache does not change the cache") {
  const ModelOptions options = small_model();
  Generation generation(model_of(options, vocabulary_size));
  generation.next(request_of(options, {1, 2}, {3, 4}));
  NextTokenRequest aside = request_of(options, {5}, {6, 7, 8});
  aside.use_cache = false;
  CHECK(generation.next(aside).kept == 0);
  CHECK(generation.cached() == 2);
  CHECK(generation.next(request_of(options, {1, 2}, {3, 4, 5})).kept == 2);
}

TEST_CASE("generation: a cleared cache keeps nothing") {
  const ModelOptions options = small_model();
  Generation generation(model_of(options, vocabulary_size));
  const NextTokenRequest request = request_of(options, {1, 2}, {3, 4});
  const NextToken first = generation.next(request);
  generation.clear();
  CHECK(generation.cached() == 0);
  const NextToken again = generation.next(request);
  CHECK(again.kept == 0);
  CHECK(again.multiply_adds == first.multiply_adds);
  CHECK(first_bit_difference(logits_of(again), logits_of(first)) == "");
}

TEST_CASE("generation: models without layers on a side still give the same tokens") {
  for (const auto& [encoder, decoder] : {std::pair<Index, Index>{0, 1}, {1, 0}, {0, 0}}) {
    ModelOptions options = small_model();
    options.num_encoder_layers = encoder;
    options.num_decoder_layers = decoder;
    INFO(text_of(options));
    Generation generation(model_of(options, vocabulary_size));
    NextTokenRequest request = request_of(options, {1, 2}, {3});
    for (int i = 0; i < 4; ++i) {
      const NextToken token = generation.next(request);
      CHECK(first_bit_difference(logits_of(token), logits_of(uncached(options, request))) == "");
      request.tokens.push_back(token.id);
    }
  }
}

TEST_CASE("generation: a token chosen from the k largest is one of them, greedy is the largest") {
  for (int trial = 0; trial < 20; ++trial) {
    const ModelOptions options = drawn_model(trial, Architecture::decoder_only);
    INFO(text_of(options));
    NextTokenRequest request =
        request_of(options, {}, drawn_ids(trial, "prompt", 1, 5, vocabulary_size));
    request.choice = {.temperature = 2, .top_k = 3, .sampled = true, .seed = 5};
    const NextToken token = uncached(options, request);
    const Tensor logits = logits_of(token);
    Index larger = 0;
    for (Index v = 0; v < vocabulary_size; ++v)
      larger += logits.at({0, v}) > logits.at({0, token.id});
    CHECK(larger < 3);
    request.choice = {};
    const NextToken greedy = uncached(options, request);
    for (Index v = 0; v < vocabulary_size; ++v)
      CHECK(logits.at({0, v}) <= logits.at({0, greedy.id}));
  }
}

}  // namespace ap::test
