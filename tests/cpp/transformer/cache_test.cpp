// Keys and values in memory that is allocated once: appending, reading and overwriting; and all
// tokens so far as one pass.

#include <algorithm>

#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/models.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

NextTokenRequest request_of(const ModelOptions& options, const Ids& tokens) {
  NextTokenRequest request;
  if (options.has_encoder()) request.source = {1, 2, 3};
  request.tokens = tokens;
  return request;
}

/// Differences between the rows that two runs share of a step; those of the shorter one are the
/// last.
std::string differing_rows(Run& all, Run& own) {
  for (StepId id = 0; id < own.plan().count(); ++id) {
    const Step& step = own.plan()[id];
    const auto& steps = all.plan().steps();
    const auto same = std::find_if(steps.begin(), steps.end(),
                                   [&](const Step& each) { return each.path == step.path; });
    if (same == steps.end() || step.scope.sentence != Sentence::target) continue;
    Tensor rows = all.value(static_cast<StepId>(same - steps.begin()));
    const Tensor expected = own.value(id);
    if (rows.rank() != expected.rank()) return step.path + ": another rank";
    for (int axis = 0; axis < rows.rank(); ++axis) {
      const Index more = rows.size(axis) - expected.size(axis);
      if (more < 0) return step.path + ": fewer rows";
      rows = Tensor(rows.storage(), narrow_layout(rows.layout(), axis, more, expected.size(axis)));
    }
    if (values_of(rows.contiguous()) != values_of(expected)) return step.path;
  }
  return "";
}

}  // namespace

TEST_CASE("cache: keys and values are appended in the memory of the earlier ones") {
  const ModelOptions options = small_model(Architecture::decoder_only);
  Generation generation(model_of(options));
  const NextToken first = generation.next(request_of(options, {1, 2}));
  const NextToken second = generation.next(request_of(options, {1, 2, 3}));
  const NextToken third = generation.next(request_of(options, {1, 2, 3, 4}));
  const auto keys = [](const NextToken& token) {
    return token.run->loan(token.run->plan().find("decoder.1.self_attention.k_cache"));
  };
  CHECK(keys(second).storage() == keys(third).storage());
  CHECK(keys(second).size(2) == 3);
  CHECK(keys(third).size(2) == 4);
  CHECK(keys(third).storage()->count() == options.max_length * options.layer.d_model);
}

TEST_CASE("cache: memory with another handle is not overwritten, memory without one is") {
  const ModelOptions options = small_model(Architecture::decoder_only);
  Generation generation(model_of(options));
  const char* const path = "decoder.0.self_attention.k_cache";
  generation.next(request_of(options, {1, 2}));
  auto seen = std::make_unique<NextToken>(generation.next(request_of(options, {1, 2, 3, 4})));
  const StepId id = seen->run->plan().find(path);
  const std::vector<float> before = values_of(seen->run->value(id));
  const NextToken other = generation.next(request_of(options, {1, 2, 5, 6}));
  CHECK(other.kept == 2);
  CHECK(values_of(seen->run->value(id)) == before);
  const auto alone = run_without_cache(*other.model, other.request);
  const std::string heads = "decoder.0.self_attention.k_transposed";
  CHECK(values_of(other.run->value(other.run->plan().find(path))) ==
        values_of(alone->value(alone->plan().find(heads))));
  const Storage* const memory = other.run->loan(other.run->plan().find(path)).storage().get();
  CHECK(memory != seen->run->loan(id).storage().get());
}

TEST_CASE("cache: an edit in a token's pass does not affect the tokens after it") {
  const ModelOptions options = small_model(Architecture::decoder_only);
  const auto model = model_of(options);
  Generation edited(model), plain(std::make_shared<Model>(*model));
  for (Generation* each : {&edited, &plain}) each->next(request_of(options, {1, 2}));
  const NextToken token = edited.next(request_of(options, {1, 2, 3}));
  plain.next(request_of(options, {1, 2, 3}));
  const StepId k = token.run->plan().find("decoder.0.self_attention.k_transposed");
  token.run->keep_all();
  token.run->edit(k, {{k, 0, 40.0F}});
  const NextToken later = edited.next(request_of(options, {1, 2, 3, 4}));
  const NextToken expected = plain.next(request_of(options, {1, 2, 3, 4}));
  CHECK(values_of(logits_of(later)) == values_of(logits_of(expected)));
  CHECK(values_of(token.run->baseline(k)) != values_of(token.run->value(k)));
}

TEST_CASE("cache: memory that is too short is replaced by longer memory") {
  ModelOptions options = small_model(Architecture::decoder_only);
  options.max_length = 4;
  CHECK(cache_room(options, 4) == 4);
  CHECK(cache_room(options, 5) == 8);
  options.max_length = 5000;
  CHECK(cache_room(options, 1025) == 2048);
  options.max_length = 4;
  const auto model = model_of(options);
  Generation cached(model), without(model);
  Ids tokens = {1, 2};
  for (int i = 0; i < 9; ++i) {
    const NextToken token = cached.next(request_of(options, tokens));
    NextTokenRequest request = request_of(options, tokens);
    request.use_cache = false;
    CHECK(values_of(logits_of(token)) == values_of(logits_of(without.next(request))));
    tokens.push_back(i % 7);
  }
}

TEST_CASE("cache: all tokens so far are one pass, with the rows that the passes computed") {
  for (int trial = 0; trial < 8; ++trial) {
    const ModelOptions options = drawn_model(
        trial, trial % 2 == 0 ? Architecture::encoder_decoder : Architecture::decoder_only);
    INFO(text_of(options));
    Generation generation(model_of(options));
    std::vector<NextToken> made;
    for (const Ids& tokens : {Ids{1, 2}, {1, 2, 3}, {1, 2, 3, 4, 5}, {1, 2, 3, 4, 5, 6}})
      made.push_back(generation.next(request_of(options, tokens)));
    for (std::size_t last = 0; last < made.size(); ++last) {
      const auto all = run_of_sequence(made[last], {});
      CHECK(differing_rows(*all, *made[last].run) == "");
      const auto without = run_without_cache(*made[last].model, made[last].request);
      CHECK(differing_rows(*all, *without) == "");
      CHECK(what_differs(*all, *without) == "");
      Run reference = by_reference(*all);
      CHECK(what_differs(*all, reference) == "");
    }
    CHECK(has_step(*run_of_sequence(made[3], {}), "decoder.0.self_attention.new_k"));
    CHECK_FALSE(has_step(*run_of_sequence(made[0], {}), "decoder.0.self_attention.new_k"));
    ChoiceOptions choice;
    choice.top_k = 8;
    CHECK(error_of([&] { run_of_sequence(made[3], choice); }) == "range top_k");
    choice.top_k = 1;
    CHECK(has_step(*run_of_sequence(made[3], choice), "next.kept_logits"));
  }
}

TEST_CASE("cache: weights that only products read are kept only packed, until they are read") {
  for (int trial = 0; trial < 6; ++trial) {
    const ModelOptions options = drawn_model(trial, Architecture::decoder_only);
    INFO(text_of(options));
    const auto model = model_of(options);
    const auto twin = model_of(options);
    run_without_cache(*twin, request_of(options, {1, 2}));
    Generation generation(model);
    {
      const NextToken token = generation.next(request_of(options, {1, 2}));
      for (const char* path : {"decoder.0.self_attention.w_q", "decoder.0.feed_forward.w_2"}) {
        const Tensor weight = model->parameter(path);
        CHECK(weight.storage()->is_given_back());
        CHECK(values_of(weight) == values_of(twin->parameter(path)));
        CHECK_FALSE(weight.storage()->is_given_back());
      }
      // The table is read by look-up, whether or not products read it too.
      CHECK_FALSE(model->parameter("embedding_table").storage()->is_given_back());
    }
    const std::string path = "decoder.0.self_attention.w_v";
    CHECK(model->parameter(path).storage()->is_given_back());
    model->set(path, 1, 5);
    twin->set(path, 1, 5);
    CHECK(values_of(model->parameter(path)) == values_of(twin->parameter(path)));
    NextTokenRequest request = request_of(options, {1, 2, 3});
    request.use_cache = false;
    CHECK(values_of(logits_of(Generation(model).next(request))) ==
          values_of(logits_of(Generation(twin).next(request))));
  }
}

TEST_CASE("cache: a weight with another handle keeps its memory") {
  const ModelOptions options = small_model(Architecture::decoder_only);
  const auto model = model_of(options);
  const auto seen = run_without_cache(*model, request_of(options, {1, 2}));
  Generation(model).next(request_of(options, {1, 2}));
  CHECK_FALSE(model->parameter("decoder.0.self_attention.w_q").storage()->is_given_back());
}

TEST_CASE("cache: the cost of a pass without one is known without declaring it") {
  for (int trial = 0; trial < 6; ++trial) {
    const ModelOptions options = drawn_model(
        trial, trial % 2 == 0 ? Architecture::encoder_decoder : Architecture::decoder_only);
    INFO(text_of(options));
    Generation generation(model_of(options));
    Ids tokens;
    for (Index i = 0; i < 8; ++i) {
      tokens.push_back(i % 7);
      const NextToken token = generation.next(request_of(options, tokens));
      CHECK(token.multiply_adds_without_cache ==
            run_without_cache(*token.model, token.request)->multiply_adds());
    }
  }
}

}  // namespace ap::test
