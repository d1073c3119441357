// Valid and invalid calls of models and generation: a cache changes no bit, and an error changes
// nothing.

#include <cmath>

#include "catch.hpp"
#include "fuzz/draw.hpp"
#include "support/comparison.hpp"
#include "support/models.hpp"
#include "support/tensors.hpp"

namespace ap::fuzz {

namespace {

constexpr Index words = 7;

/// Options that nn.Transformer lacks, some of which do not go together.
void choose(Draw& draw, ModelOptions& options) {
  if (draw.chance(0.4)) options.positions = Positions::rotary;
  if (draw.chance(0.2)) options.layer.dim_feedforward = 0;
  if (draw.chance(0.2)) options.layer.residual = false;
  for (Index layers = draw.whole(0, 2); layers > 0; --layers) {
    options.layers.push_back(
        {draw.whole(0, 2) * options.layer.nhead * 2, draw.whole(0, 3), draw.chance(0.5)});
  }
  options.layer.scale_scores = draw.chance(0.8);
  if (draw.chance(0.2)) options.layer.norm = Norm::none;
  if (draw.chance(0.2)) options.layer.scale = draw.chance(0.8) ? 0.3F : draw.wrong_number();
  options.raw_values = draw.chance(0.2);
  options.predicts = draw.chance(0.2);
  options.pointer = draw.chance(options.has_decoder() ? 0.05 : 0.5);
  if (draw.chance(0.3)) options.label_smoothing = draw.chance(0.8) ? 0.1F : draw.wrong_number();
  options.initialization = static_cast<Initialization>(draw.whole(0, 1));
}

void spoil(Draw& draw, ModelOptions& options, Leaves& given) {
  Index* const sizes[] = {&options.layer.d_model,         &options.layer.nhead,
                          &options.layer.dim_feedforward, &options.num_encoder_layers,
                          &options.num_decoder_layers,    &options.max_length};
  const Index way = draw.whole(0, 4);
  if (way == 0) *draw.pick(sizes) = draw.chance(0.3) ? 0 : draw.wrong_whole();
  if (way == 1) options.layer.layer_norm_eps = draw.wrong_number();
  if (way == 2) options.layer.dropout = draw.wrong_number();
  static const char* const paths[] = {"", "nowhere", "embedding_table", "w_vocabulary",
                                      "encoder.0.norm_1_weight"};
  const char* path = draw.pick(paths);
  if (way == 3) given.emplace_back(path, draw.wrong_tensor({words, options.layer.d_model}));
  if (way == 4) given.emplace_back(path, draw.plain({words, options.layer.d_model}));
}

std::optional<SentenceInput> some_sentence(Draw& draw, Index width, Index batch) {
  if (draw.chance(0.3)) {
    SentenceInput vectors;
    vectors.vectors = draw.tensor({batch, draw.whole(1, 4), width});
    return vectors;
  }
  std::vector<test::Ids> sentences;
  for (Index i = 0; i < batch; ++i) {
    test::Ids ids(static_cast<std::size_t>(draw.whole(1, 4)));
    for (Index& id : ids) id = draw.whole(0, words - 1);
    sentences.push_back(ids);
  }
  return test::sentence(sentences);
}

PassRequest some_pass(Draw& draw, const ModelOptions& options) {
  const Index batch = draw.whole(1, 2);
  PassRequest request;
  if (options.has_encoder()) request.source = some_sentence(draw, options.layer.d_model, batch);
  if (options.has_decoder()) request.target = some_sentence(draw, options.layer.d_model, batch);
  request.target_causal = draw.chance(0.8);
  return request;
}

void spoil(Draw& draw, PassRequest& request) {
  const Index way = draw.whole(0, 6);
  std::optional<SentenceInput>& side = draw.chance(0.5) ? request.source : request.target;
  const Tensor wrong = draw.wrong_tensor({2, 3});
  if (way == 0) side.reset();
  if (way == 1) side = SentenceInput{wrong, {}, {}};
  if (way == 2) side = SentenceInput{{}, wrong, {}};
  if (way == 3 && side) side->lengths = wrong;
  if (way == 4) request.labels = wrong;
  if (way == 5) request.src_masks.attn_mask = wrong;
  if (way == 6) request.memory_masks.key_padding_mask = wrong;
}

NextTokenRequest some_next(Draw& draw, const ModelOptions& options) {
  NextTokenRequest request;
  const auto ids = [&](Index most) {
    std::vector<Index> list(static_cast<std::size_t>(draw.whole(1, most)));
    for (Index& id : list) id = draw.whole(0, words - 1);
    return list;
  };
  if (options.has_encoder()) request.source = ids(3);
  request.tokens = ids(5);
  request.choice.sampled = draw.chance(0.5);
  request.choice.top_k = draw.whole(0, words);
  request.choice.seed = static_cast<std::uint32_t>(draw.bits());
  return request;
}

void spoil(Draw& draw, NextTokenRequest& request) {
  const Index way = draw.whole(0, 5);
  if (way == 0) request.tokens.clear();
  if (way == 1 && !request.tokens.empty())
    draw.pick(request.tokens) = draw.chance(0.5) ? words : draw.wrong_whole();
  if (way == 2) request.source = {draw.wrong_whole()};
  if (way == 3) request.choice.top_k = draw.wrong_whole();
  if (way == 4) request.choice.temperature = draw.wrong_number();
  if (way == 5) request.source.clear();
}

void walk(Draw& draw, const std::shared_ptr<Model>& model) {
  Generation generation(model);
  NextTokenRequest request = some_next(draw, model->options());
  std::vector<Held> taken;
  for (int step = 0; step < 6; ++step) {
    NextTokenRequest spoiled = request;
    if (draw.chance(0.3)) spoil(draw, spoiled);
    goes_through([&] { generation.next(spoiled); });
    if (draw.chance(0.3)) {
      static const char* const paths[] = {"", "nowhere", "embedding_table", "w_vocabulary"};
      const Index position = draw.chance(0.3) ? draw.wrong_whole() : 0;
      const float value = draw.chance(0.3) ? draw.wrong_number() : draw.number();
      const char* path = draw.pick(paths);
      if (std::fabs(value) < 10) goes_through([&] { generation.set(path, position, value); });
    }
    std::optional<NextToken> cached, whole;
    if (!goes_through([&] { cached = generation.next(request); })) return;
    NextTokenRequest without = request;
    without.use_cache = false;
    whole = generation.next(without);
    REQUIRE(test::first_bit_difference(test::logits_of(*cached), test::logits_of(*whole)) == "");
    REQUIRE(cached->id == whole->id);
    taken.push_back(hold(test::logits_of(*cached)));
    if (draw.chance(0.2)) cached->run->keep_all();
    if (draw.chance(0.1)) generation.clear();
    REQUIRE(what_changed(taken) == "");
    request.tokens.push_back(cached->id);
    if (draw.chance(0.2)) request.tokens.resize(1);
  }
}

}  // namespace

TEST_CASE("models: any of them, traced and generating, gives correct numbers or an Error") {
  const int count = static_cast<int>(700 * rounds());
  for (int round = 0; round < count; ++round) {
    Draw draw("models", round);
    INFO(draw.again());
    ModelOptions options = test::drawn_model(round, static_cast<Architecture>(draw.whole(0, 2)));
    if (draw.chance(0.5)) choose(draw, options);
    Leaves given;
    const bool spoiled = draw.chance(0.4);
    if (spoiled) spoil(draw, options, given);
    std::shared_ptr<Model> model;
    if (!goes_through([&] { model = test::model_of(options, words, given); })) continue;
    PassRequest request = some_pass(draw, options);
    if (draw.chance(0.4)) spoil(draw, request);
    std::unique_ptr<Run> first, second;
    if (goes_through([&] { first = model->trace(request); })) {
      second = model->trace(request);
      const StepId last = first->plan().count() - 1;
      REQUIRE(test::first_bit_difference(first->value(last), second->value(last)) == "");
    }
    goes_through([&] { model->set("w_vocabulary", draw.wrong_whole(), 1); });
    if (options.has_decoder()) walk(draw, model);
  }
}

}  // namespace ap::fuzz
