#include "attention_playground/transformer/pass.hpp"

#include <algorithm>

#include "attention_playground/attention/dropout.hpp"
#include "attention_playground/attention/word_vectors.hpp"

namespace ap {

namespace {

class PassBuilder {
 public:
  PassBuilder(PlanBuilder& builder, const PassOptions& options)
      : options_(options), model_(options.model), builder_(builder) {}

  /// Everything but the plan.
  Pass declare() && {
    if (options_.rounds) declare_dropout_round(builder_);
    if (model_.initialization == Initialization::normal) builder_.start_normal();
    declare_tables();
    const std::optional<Memory> memory = declare_memory();
    StepId output = memory && memory->output ? *memory->output : 0;
    if (model_.has_decoder()) output = declare_target(memory);
    HeadSteps& head = pass_;
    if (model_.pointer)
      head = declare_pointer_head(builder_, output, options_);
    else if (model_.vocabulary > 0 && (model_.has_decoder() || model_.predicts || options_.labels))
      head = declare_head(builder_, output, table_, options_);
    return std::move(pass_);
  }

 private:
  void declare_tables() {
    const Index width = model_.layer.d_model;
    const bool from_source = options_.source && options_.source->from_tokens;
    const bool own_source = model_.source_vocabulary > 0;
    const bool looked_up =
        (from_source && !own_source) || (options_.target && options_.target->from_tokens);
    if (model_.vocabulary > 0 && (looked_up || (model_.tied && !model_.pointer)))
      table_ = source_table_ = declare_embedding_table(builder_, model_.vocabulary, width);
    if (from_source && own_source)
      source_table_ = declare_source_table(builder_, model_.source_vocabulary, width);
    if (model_.positions == Positions::learned) {
      position_table_ = declare_position_table(builder_, model_.max_length, width);
    }
  }

  WordSteps declare_words(const WordVectors& words, Sentence sentence, bool memory, Index first) {
    const PlanBuilder::Within scope(builder_, std::string(name_of(sentence)) + ".",
                                    {.sentence = sentence, .part = Part::words});
    return declare_word_vectors(builder_, words,
                                {.positions = model_.positions,
                                 .position_table = position_table_,
                                 .first = first,
                                 .scaled = model_.scale_embedding,
                                 .dropout = model_.layer.dropout,
                                 .seed = model_.layer.seed},
                                sentence == Sentence::source ? source_table_ : table_, memory);
  }

  std::optional<Memory> declare_memory() {
    if (!model_.has_encoder()) return std::nullopt;
    if (options_.cached_memory > 0) return Memory{{}, {}, options_.cached_memory};
    const WordSteps source =
        declare_words(*options_.source, Sentence::source, model_.has_decoder(), 0);
    const auto declare = model_.pointer ? declare_pointer : declare_encoder;
    Memory memory{declare(builder_, source.vectors, model_, options_.encoder_mask), {}, 0};
    if (model_.has_decoder()) call_memory(builder_, *memory.output);
    if (model_.raw_values) memory.values = source.words;
    return memory;
  }

  StepId declare_target(const std::optional<Memory>& memory) {
    const Index past = options_.past;
    const Index before = options_.repeats ? 0 : past;
    const StepId target = declare_words(*options_.target, Sentence::target, false, before).vectors;
    const Index room = past == 0 ? 0 : cache_room(model_, before + options_.target->length);
    DecoderSteps decoder = declare_decoder(
        builder_, target, memory, model_, options_.decoder_mask, options_.memory_mask,
        {.past = past, .room = room, .repeats = options_.repeats});
    pass_.own = std::move(decoder.own);
    pass_.memory = std::move(decoder.memory);
    return decoder.output;
  }

  const PassOptions& options_;
  const ModelOptions& model_;
  PlanBuilder& builder_;
  StepId table_ = 0;
  StepId source_table_ = 0;
  std::optional<StepId> position_table_;
  Pass pass_;
};

/// The paths of everything that a Pass names.
std::vector<std::string> kept_paths(const PlanBuilder& builder, const Pass& pass) {
  std::vector<std::string> paths;
  const auto add = [&](StepId id) { paths.push_back(builder.path(id)); };
  for (const auto* layers : {&pass.own, &pass.memory}) {
    for (const CachedSteps& cached : *layers) {
      add(cached.keys);
      add(cached.values);
    }
  }
  for (const auto& step : {pass.next_logits, pass.probabilities, pass.next_token})
    if (step) add(*step);
  return paths;
}

}  // namespace

Index cache_room(const ModelOptions& model, Index tokens) {
  constexpr Index longest_step = 1024;
  const Index step = std::min(model.max_length, longest_step);
  return (tokens + step - 1) / step * step;
}

Pass declare_pass(const PassOptions& options, bool keep_all) {
  PlanBuilder builder(options.model.given, false, options.faults);
  Pass pass = PassBuilder(builder, options).declare();
  const std::vector<std::string> kept = kept_paths(builder, pass);
  pass.plan = std::move(builder).finish(keep_all ? nullptr : &kept);
  return pass;
}

HeadSteps declare_pass_steps(PlanBuilder& builder, const PassOptions& options) {
  return PassBuilder(builder, options).declare();
}

}  // namespace ap
