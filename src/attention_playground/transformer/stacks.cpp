#include "attention_playground/transformer/stacks.hpp"

#include "attention_playground/transformer/sublayers.hpp"

namespace ap {

namespace {

ProjectionOptions projections_of(const LayerOptions& layer) {
  ProjectionOptions options;
  options.num_heads = layer.nhead;
  options.query_key_width = options.value_width = options.output_width = layer.d_model;
  options.query_bias = options.key_bias = options.value_bias = options.output_bias = layer.bias;
  return options;
}

WeightOptions weights_of(const LayerOptions& layer) {
  WeightOptions options;
  options.dropout_p = layer.dropout;
  options.seed = layer.seed;
  return options;
}

class Layers {
 public:
  Layers(PlanBuilder& builder, const LayerOptions& layer)
      : builder_(builder),
        layer_(layer),
        projections_(projections_of(layer)),
        weights_(weights_of(layer)) {}

  /// One attention sublayer, in a scope of its name: over a source, or over itself.
  StepId attention(StepId x, Part part, int number, const std::optional<StepId>& source,
                   const Masks& masks, const CacheOptions& cache, std::vector<CachedSteps>* kept) {
    const char* const name = name_of(part);
    const Sublayer sublayer(builder_, x, layer_, name, number);
    const StepId query = sublayer.input();
    const Sources sources = {query, source.value_or(query), source.value_or(query)};
    AttentionSteps steps;
    {
      // In an encoder both sentences are the source.
      const bool crosses = part == Part::cross_attention;
      const PlanBuilder::Within scope(
          builder_, std::string(name) + ".",
          {.key_sentence = crosses ? Sentence::source : builder_.scope().sentence, .part = part});
      steps = declare_multi_head(builder_, sources, projections_, weights_, masks, cache);
    }
    if (kept != nullptr) kept->push_back({*steps.keys, *steps.values});
    return sublayer.added(steps.output);
  }

  StepId feed_forward(StepId x, int number) {
    const Sublayer sublayer(builder_, x, layer_, "feed_forward", number);
    return sublayer.added(declare_feed_forward(builder_, sublayer.input(), layer_));
  }

 private:
  PlanBuilder& builder_;
  const LayerOptions& layer_;
  ProjectionOptions projections_;
  WeightOptions weights_;
};

/// The masks of one stack's attention to some keys, which all of its layers share.
Masks masks_of(PlanBuilder& builder, const MaskOptions& mask, StepId x, Index heads, Index keys,
               Sentence key_sentence, const char* prefix) {
  const PlanBuilder::Within scope(builder, "", {.key_sentence = key_sentence});
  const Dims shape = builder.shape(x);
  return declare_masks(builder, mask, {shape[0], heads, shape[1], keys}, prefix);
}

}  // namespace

StepId declare_encoder(PlanBuilder& builder, StepId x, const ModelOptions& model,
                       const MaskOptions& mask) {
  const PlanBuilder::Within scope(builder, "encoder.",
                                  {.sentence = Sentence::source, .stack = Stack::encoder});
  const Masks masks =
      masks_of(builder, mask, x, model.layer.nhead, builder.shape(x)[1], Sentence::source, "");
  Layers layers(builder, model.layer);
  for (Index i = 0; i < model.num_encoder_layers; ++i) {
    const PlanBuilder::Within layer(builder, std::to_string(i) + ".", {.layer = i});
    x = layers.attention(x, Part::self_attention, 1, std::nullopt, masks, {}, nullptr);
    x = layers.feed_forward(x, 2);
  }
  return model.final_norm ? declare_norm(builder, x, model.layer, "norm") : x;
}

DecoderSteps declare_decoder(PlanBuilder& builder, StepId x, const std::optional<Memory>& memory,
                             const ModelOptions& model, const MaskOptions& own_mask,
                             const MaskOptions& memory_mask, Index past) {
  const PlanBuilder::Within scope(builder, "decoder.",
                                  {.sentence = Sentence::target, .stack = Stack::decoder});
  const Index heads = model.layer.nhead;
  const Masks own =
      masks_of(builder, own_mask, x, heads, past + builder.shape(x)[1], Sentence::target, "");
  Masks other;
  CacheOptions memory_cache;
  if (memory) {
    const Index keys = memory->output ? builder.shape(*memory->output)[1] : memory->cached;
    other = masks_of(builder, memory_mask, x, heads, keys, Sentence::source, "memory_");
    memory_cache = {memory->cached, !memory->output};
  }
  DecoderSteps decoder{x, {}, {}};
  Layers layers(builder, model.layer);
  for (Index i = 0; i < model.num_decoder_layers; ++i) {
    const PlanBuilder::Within layer(builder, std::to_string(i) + ".", {.layer = i});
    int number = 1;
    x = layers.attention(x, Part::self_attention, number++, std::nullopt, own, {past, false},
                         &decoder.own);
    if (memory) {
      x = layers.attention(x, Part::cross_attention, number++, memory->output, other, memory_cache,
                           &decoder.memory);
    }
    x = layers.feed_forward(x, number);
  }
  decoder.output = model.final_norm ? declare_norm(builder, x, model.layer, "norm") : x;
  return decoder;
}

}  // namespace ap
