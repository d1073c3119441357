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
  StepId attention(StepId x, const char* name, int number, const std::optional<StepId>& source,
                   const Masks& masks, const CacheOptions& cache, std::vector<CachedSteps>* kept) {
    const Sublayer sublayer(builder_, x, layer_, name, number);
    const StepId query = sublayer.input();
    const Sources sources = {query, source.value_or(query), source.value_or(query)};
    AttentionSteps steps;
    {
      const PlanBuilder::Scope scope(builder_, name);
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

/// The axes that every head's scores have.
Dims scores_of(const PlanBuilder& builder, StepId x, Index heads, Index keys) {
  const Dims shape = builder.shape(x);
  return {shape[0], heads, shape[1], keys};
}

}  // namespace

StepId declare_encoder(PlanBuilder& builder, StepId x, const ModelOptions& model,
                       const MaskOptions& mask) {
  const PlanBuilder::Scope scope(builder, "encoder");
  const Masks masks =
      declare_masks(builder, mask, scores_of(builder, x, model.layer.nhead, builder.shape(x)[1]));
  Layers layers(builder, model.layer);
  for (Index i = 0; i < model.num_encoder_layers; ++i) {
    const PlanBuilder::Scope layer(builder, "", i);
    x = layers.attention(x, "self_attention", 1, std::nullopt, masks, {}, nullptr);
    x = layers.feed_forward(x, 2);
  }
  return model.final_norm ? declare_norm(builder, x, model.layer, "norm") : x;
}

DecoderSteps declare_decoder(PlanBuilder& builder, StepId x, const std::optional<Memory>& memory,
                             const ModelOptions& model, const MaskOptions& own_mask,
                             const MaskOptions& memory_mask, Index past) {
  const PlanBuilder::Scope scope(builder, "decoder");
  const Index heads = model.layer.nhead;
  const Masks own =
      declare_masks(builder, own_mask, scores_of(builder, x, heads, past + builder.shape(x)[1]));
  Masks other;
  CacheOptions memory_cache;
  if (memory) {
    const Index keys = memory->output ? builder.shape(*memory->output)[1] : memory->cached;
    other = declare_masks(builder, memory_mask, scores_of(builder, x, heads, keys), "memory_");
    memory_cache = {memory->cached, !memory->output};
  }
  DecoderSteps decoder{x, {}, {}};
  Layers layers(builder, model.layer);
  for (Index i = 0; i < model.num_decoder_layers; ++i) {
    const PlanBuilder::Scope layer(builder, "", i);
    int number = 1;
    x = layers.attention(x, "self_attention", number++, std::nullopt, own, {past, false},
                         &decoder.own);
    if (memory) {
      x = layers.attention(x, "cross_attention", number++, memory->output, other, memory_cache,
                           &decoder.memory);
    }
    x = layers.feed_forward(x, number);
  }
  decoder.output = model.final_norm ? declare_norm(builder, x, model.layer, "norm") : x;
  return decoder;
}

}  // namespace ap
