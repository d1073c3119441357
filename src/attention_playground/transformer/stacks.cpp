#include "attention_playground/transformer/stacks.hpp"

#include "attention_playground/ops/movement.hpp"
#include "attention_playground/transformer/sublayers.hpp"

namespace ap {

namespace {

constexpr auto declared_stacks = kinds({
    {.kind = "first_head",
     .symbol = R"(S_{\text{first}})",
     .variable = "first",
     .operation = &ops::split,
     .role = Role::scores,
     .axes = score_axes},
    {.kind = "pointer_scores",
     .symbol = R"(S_{\text{pointer}})",
     .variable = "pointer",
     .operation = &ops::view,
     .role = Role::scores,
     .axes = {Axis::batch, Axis::query, Axis::key}},
});

WeightOptions weights_of(const LayerOptions& layer) {
  WeightOptions options;
  options.scale = layer.scale_scores ? layer.scale : std::optional(1.0F);
  options.dropout_p = layer.dropout;
  options.idle_dropout_p = layer.idle_dropout;
  options.seed = layer.seed;
  return options;
}

/// One attention sublayer, in a scope with its name: over `source`, or over x itself.
AttentionSteps declare_attention(PlanBuilder& builder, StepId x, const LayerParts& layer, Part part,
                                 int number, const std::optional<StepId>& source,
                                 const std::optional<StepId>& values, const Masks& masks,
                                 const CacheOptions& cache) {
  const char* const name = name_of(part);
  const Sublayer sublayer(builder, x, layer, name, number);
  const StepId query = sublayer.input();
  const bool crosses = part == Part::cross_attention;
  AttentionSteps steps;
  {
    // In an encoder both sentences are the source.
    const PlanBuilder::Within scope(
        builder, std::string(name) + ".",
        {.key_sentence = crosses ? Sentence::source : builder.scope().sentence, .part = part});
    steps = declare_multi_head(
        builder, {query, source.value_or(query), values.value_or(source.value_or(query))},
        crosses ? layer.cross_attention : layer.self_attention, weights_of(layer.options), masks,
        cache);
  }
  steps.output = sublayer.added(steps.output);
  return steps;
}

StepId declare_feed_forward_sublayer(PlanBuilder& builder, StepId x, const LayerParts& layer,
                                     int number) {
  if (layer.options.dim_feedforward == 0) return x;
  const Sublayer sublayer(builder, x, layer, "feed_forward", number);
  return sublayer.added(declare_feed_forward(builder, sublayer.input(), layer));
}

/// The masks of one stack's attention to some keys, which all of its layers share.
Masks masks_of(PlanBuilder& builder, const MaskOptions& mask, StepId x, Index heads, Index keys,
               Sentence key_sentence, const char* prefix) {
  const PlanBuilder::Within scope(builder, "", {.key_sentence = key_sentence});
  const Dims shape = builder.shape(x);
  return declare_masks(builder, mask, {shape[0], heads, shape[1], keys}, prefix);
}

/// The first `count` layers.
StepId declare_encoder_layers(PlanBuilder& builder, StepId x, const ModelOptions& model,
                              const Masks& masks, Index count) {
  for (Index i = 0; i < count; ++i) {
    const PlanBuilder::Within layer(builder, "", i, {.layer = i});
    x = declare_encoder_layer(builder, x, parts_of(model, i), masks);
  }
  return x;
}

}  // namespace

StepId declare_encoder_layer(PlanBuilder& builder, StepId x, const LayerParts& layer,
                             const Masks& masks) {
  x = declare_attention(builder, x, layer, Part::self_attention, 1, {}, {}, masks, {}).output;
  return declare_feed_forward_sublayer(builder, x, layer, 2);
}

DecoderLayerSteps declare_decoder_layer(PlanBuilder& builder, StepId x,
                                        const std::optional<Memory>& memory,
                                        const LayerParts& layer, const Masks& own_masks,
                                        const Masks& memory_masks, const CacheOptions& cache) {
  int number = 1;
  const auto kept = [](const AttentionSteps& steps) -> CachedSteps {
    return {*steps.keys, *steps.values};
  };
  const AttentionSteps own = declare_attention(builder, x, layer, Part::self_attention, number++,
                                               {}, {}, own_masks, cache);
  DecoderLayerSteps steps{own.output, kept(own), {}};
  if (memory) {
    const AttentionSteps across = declare_attention(
        builder, steps.output, layer, Part::cross_attention, number++, memory->output,
        memory->values, memory_masks, {.past = memory->cached, .complete = !memory->output});
    steps.output = across.output;
    steps.memory = kept(across);
  }
  steps.output = declare_feed_forward_sublayer(builder, steps.output, layer, number);
  return steps;
}

Masks declare_encoder_masks(PlanBuilder& builder, const MaskOptions& mask, StepId x, Index heads) {
  return masks_of(builder, mask, x, heads, builder.shape(x)[1], Sentence::source, "");
}

Masks declare_decoder_masks(PlanBuilder& builder, const MaskOptions& mask, StepId x, Index heads,
                            Index past) {
  return masks_of(builder, mask, x, heads, past + builder.shape(x)[1], Sentence::target, "");
}

Masks declare_memory_masks(PlanBuilder& builder, const MaskOptions& mask, StepId x, Index heads,
                           const Memory& memory) {
  const Index keys = memory.output ? builder.shape(*memory.output)[1] : memory.cached;
  return masks_of(builder, mask, x, heads, keys, Sentence::source, "memory_");
}

StepId declare_pointer(PlanBuilder& builder, StepId x, const ModelOptions& model,
                       const MaskOptions& mask) {
  const PlanBuilder::Within scope(
      builder, "encoder.",
      {.sentence = Sentence::source, .key_sentence = Sentence::source, .stack = Stack::encoder});
  const Masks masks = declare_encoder_masks(builder, mask, x, model.layer.nhead);
  const Index last = model.num_encoder_layers - 1;
  x = declare_encoder_layers(builder, x, model, masks, last);
  const PlanBuilder::Within layer(builder, "", last, {.layer = last});
  const LayerParts parts = parts_of(model, last);
  const Sublayer sublayer(builder, x, parts, name_of(Part::self_attention), 1);
  const PlanBuilder::Within attention(builder, "self_attention.", {.part = Part::self_attention});
  const StepId scores = declare_head_scores(builder, sublayer.input(), parts.self_attention,
                                            weights_of(parts.options), masks);
  const StepId first = builder.add(declared_stacks["first_head"], {scores}, Window{1, 0, 1});
  const Dims shape = builder.shape(first);
  return builder.add(declared_stacks["pointer_scores"], {first},
                     ToShape{{shape[0], shape[2], shape[3]}});
}

std::span<const Declaration> stack_kinds() { return declared_stacks; }

StepId declare_encoder(PlanBuilder& builder, StepId x, const ModelOptions& model,
                       const MaskOptions& mask) {
  const PlanBuilder::Within scope(builder, "encoder.",
                                  {.sentence = Sentence::source, .stack = Stack::encoder});
  const Masks masks = declare_encoder_masks(builder, mask, x, model.layer.nhead);
  x = declare_encoder_layers(builder, x, model, masks, model.num_encoder_layers);
  if (!model.final_norm) return x;
  return declare_norm(builder, x, model.layer.layer_norm_eps, model.layer.bias, "norm");
}

DecoderSteps declare_decoder(PlanBuilder& builder, StepId x, const std::optional<Memory>& memory,
                             const ModelOptions& model, const MaskOptions& own_mask,
                             const MaskOptions& memory_mask, const CacheOptions& cache) {
  const PlanBuilder::Within scope(builder, "decoder.",
                                  {.sentence = Sentence::target, .stack = Stack::decoder});
  const Index heads = model.layer.nhead;
  // If the pass repeats the cached tokens, there are no keys before its own.
  const Index before = cache.repeats ? 0 : cache.past;
  const Masks own = declare_decoder_masks(builder, own_mask, x, heads, before);
  Masks other;
  if (memory) other = declare_memory_masks(builder, memory_mask, x, heads, *memory);
  DecoderSteps decoder{x, {}, {}};
  for (Index i = 0; i < model.num_decoder_layers; ++i) {
    const PlanBuilder::Within layer(builder, "", i, {.layer = i});
    const DecoderLayerSteps steps = declare_decoder_layer(builder, decoder.output, memory,
                                                          parts_of(model, i), own, other, cache);
    decoder.output = steps.output;
    decoder.own.push_back(steps.own);
    if (memory) decoder.memory.push_back(steps.memory);
  }
  if (model.final_norm) {
    decoder.output =
        declare_norm(builder, decoder.output, model.layer.layer_norm_eps, model.layer.bias, "norm");
  }
  return decoder;
}

}  // namespace ap
