#include "support/golden_model.hpp"

#include <algorithm>

#include "attention_playground/ops/layer_norm.hpp"
#include "support/attention.hpp"
#include "support/comparison.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

Index layers_of(const GoldenSet& set, const std::string& stack) {
  Index layers = 0;
  while (set.has(stack + "." + std::to_string(layers) + ".norm_1_weight")) ++layers;
  return layers;
}

LayerOptions layer_options(const GoldenSet& set, const GoldenCase& each) {
  const std::string first = set.has("decoder.0.norm_1_weight") ? "decoder.0." : "encoder.0.";
  const Dims shape = set[first + "feed_forward.w_1"].shape();
  LayerOptions options;
  options.d_model = shape[0];
  options.nhead = set.heads;
  options.dim_feedforward = shape[1];
  options.activation = each.is("gelu") ? Activation::gelu : Activation::relu;
  options.norm_first = each.is("pre");
  options.layer_norm_eps = each.is("0.001") ? 1e-3F : 1e-5F;
  return options;
}

ModelOptions model_options(const GoldenSet& set, const GoldenCase& each) {
  ModelOptions options;
  options.layer = layer_options(set, each);
  options.num_encoder_layers = layers_of(set, "encoder");
  options.num_decoder_layers = layers_of(set, "decoder");
  // A single decoder layer reads the output of an encoder without layers: the memory itself.
  options.architecture = options.num_decoder_layers == 0 ? Architecture::encoder_only
                         : set.kind == "decoder_only"    ? Architecture::decoder_only
                                                         : Architecture::encoder_decoder;
  options.final_norm = set.kind == "transformer" || each.is("final_norm");
  options.positions = each.is("sinusoidal") ? Positions::sinusoidal
                      : each.is("learned")  ? Positions::learned
                                            : Positions::none;
  if (set.has("embedding_table")) options.vocabulary = set["embedding_table"].size(0);
  if (set.has("position_table")) options.max_length = set["position_table"].size(0);
  options.scale_embedding = each.is("scaled");
  options.tied = each.is("tied");
  return options;
}

/// A golden without an encoder contains the memory that its decoder reads.
SentenceInput sentence(const GoldenSet& set, const std::string& name) {
  if (set.has(name + "_ids")) return {{}, set[name + "_ids"], {}};
  return {set[name == "source" && set.has("memory") ? "memory" : name], {}, {}};
}

PassRequest pass_request(const GoldenSet& set, const GoldenCase& each) {
  const auto uses = [&each](std::initializer_list<const char*> masks) {
    return std::any_of(masks.begin(), masks.end(),
                       [&](const char* mask) { return each.mask == mask; });
  };
  const auto given = [&](const char* mask, std::initializer_list<const char*> masks) {
    return set.has(mask) && uses(masks) ? std::optional(additive(set[mask])) : std::nullopt;
  };
  PassRequest request;
  if (set.kind != "decoder_only") request.source = sentence(set, "source");
  if (set.has("target") || set.has("target_ids")) request.target = sentence(set, "target");
  const bool causal = uses({"causal", "both", "all"});
  request.target_causal = causal;
  request.src_masks.key_padding_mask = given("source_padding", {"padding", "both", "all"});
  request.tgt_masks.key_padding_mask = given("target_padding", {"target_padding", "both", "all"});
  request.memory_masks.key_padding_mask =
      given("memory_padding", {"memory_padding", "both", "all"});
  request.memory_masks.attn_mask = given("memory_mask", {"memory_mask", "all"});
  if (set.has("labels")) request.labels = set["labels"];
  return request;
}

GivenProjections projections(const GoldenSet& set, const std::string& path) {
  return {set[path + ".w_q"], set[path + ".w_k"], set[path + ".w_v"], set[path + ".w_o"],
          set[path + ".b_q"], set[path + ".b_k"], set[path + ".b_v"], set[path + ".b_o"]};
}

GivenNorm norm(const GoldenSet& set, const std::string& path) {
  return {set[path + "_weight"], set[path + "_bias"]};
}

GivenLayer layer(const GoldenSet& set, const std::string& path) {
  GivenLayer given{projections(set, path + ".self_attention"),
                   {},
                   {set[path + ".feed_forward.w_1"], set[path + ".feed_forward.b_1"]},
                   {set[path + ".feed_forward.w_2"], set[path + ".feed_forward.b_2"]},
                   norm(set, path + ".norm_1"),
                   norm(set, path + ".norm_2"),
                   {}};
  if (!set.has(path + ".norm_3_weight")) return given;
  given.multihead_attn = projections(set, path + ".cross_attention");
  given.norm3 = norm(set, path + ".norm_3");
  return given;
}

/// 0 where key s ≤ query t, else −∞: [T, T].
Tensor causal(Index length) {
  Tensor mask = Tensor::filled({length, length}, 0);
  for (Index t = 0; t < length; ++t)
    for (Index s = t + 1; s < length; ++s) mask.set({t, s}, -infinity);
  return mask;
}

MaskOptions mask_options(const GivenMasks& masks, bool causal) {
  MaskOptions options;
  options.causal = causal;
  options.key_padding = masks.key_padding_mask.has_value();
  if (masks.attn_mask) options.custom = masks.attn_mask->shape();
  return options;
}

std::optional<WordVectors> word_vectors(const std::optional<SentenceInput>& sentence, Index width) {
  if (!sentence) return std::nullopt;
  const Dims shape = (sentence->vectors ? *sentence->vectors : *sentence->ids).shape();
  return WordVectors{shape[0], shape[1], width, !sentence->vectors};
}

void supply_sentence(const std::optional<SentenceInput>& sentence, const std::string& scope,
                     Leaves& leaves) {
  if (!sentence) return;
  if (sentence->ids)
    leaves.emplace_back(scope + "ids", *sentence->ids);
  else
    leaves.emplace_back(scope + "x", *sentence->vectors);
}

void supply_masks(const GivenMasks& masks, const std::string& prefix, Leaves& leaves) {
  if (masks.attn_mask) leaves.emplace_back(prefix + "custom_mask", *masks.attn_mask);
  if (!masks.key_padding_mask) return;
  const Dims shape = masks.key_padding_mask->shape();
  leaves.emplace_back(prefix + "padding_mask",
                      masks.key_padding_mask->view({shape[0], 1, 1, shape[1]}));
}

}  // namespace

GoldenModel::GoldenModel(const GoldenSet& set, const GoldenCase& each)
    : options(model_options(set, each)),
      request(pass_request(set, each)),
      source_causal(!options.has_decoder() && request.target_causal),
      set_(set) {}

void GoldenModel::without_masks() {
  request.src_masks = request.tgt_masks = request.memory_masks = {};
  request.target_causal = source_causal = false;
}

bool GoldenModel::takes(const std::string& parameter) const {
  if (parameter == "position_table") return options.positions == Positions::learned;
  if (parameter == "w_vocabulary" || parameter == "b_vocabulary") return !options.tied;
  if (parameter.find(".norm_weight") != std::string::npos) return options.final_norm;
  if (parameter.find(".norm_bias") != std::string::npos) return options.final_norm;
  return parameter == "embedding_table" || parameter.find('.') != std::string::npos;
}

Leaves GoldenModel::parameters() const {
  Leaves leaves;
  for (const auto& [name, tensor] : set_.inputs)
    if (takes(name)) leaves.emplace_back(name, tensor);
  return leaves;
}

std::unique_ptr<Run> GoldenModel::trace() const {
  std::vector<std::string> vocabulary;
  for (Index id = 0; id < options.vocabulary; ++id) vocabulary.push_back(std::to_string(id));
  PassRequest with_source_masks = request;
  with_source_masks.src_masks = src_masks();
  return Model(options, vocabulary, parameters()).trace(with_source_masks);
}

std::unique_ptr<Run> GoldenModel::reference() const {
  PassOptions pass;
  Supply supply;
  supply.given = parameters();
  pass.model = options;
  for (const auto& leaf : supply.given) pass.model.given.push_back(leaf.first);
  pass.source = word_vectors(request.source, options.layer.d_model);
  pass.target = word_vectors(request.target, options.layer.d_model);
  pass.encoder_mask = mask_options(request.src_masks, source_causal);
  pass.decoder_mask = mask_options(request.tgt_masks, request.target_causal);
  pass.memory_mask = mask_options(request.memory_masks, false);
  pass.labels = request.labels.has_value();
  supply_sentence(request.source, "source.", supply.given);
  supply_sentence(request.target, "target.", supply.given);
  supply_masks(request.src_masks, "encoder.", supply.given);
  supply_masks(request.tgt_masks, "decoder.", supply.given);
  supply_masks(request.memory_masks, "decoder.memory_", supply.given);
  if (request.labels) supply.given.emplace_back("labels", *request.labels);
  const auto plan = std::make_shared<const Plan>(declare_pass(pass).plan);
  return std::make_unique<Run>(plan, supply_leaves(*plan, supply), Implementation::reference);
}

NamedTensors GoldenModel::direct(Run& run) const {
  NamedTensors outputs;
  std::optional<Tensor> memory;
  if (options.has_encoder()) memory = encode(value(run, "source.x"), outputs);
  if (options.has_decoder()) decode(value(run, "target.x"), memory, outputs);
  return outputs;
}

std::string GoldenModel::output() const {
  const std::string stack = options.has_decoder() ? "decoder" : "encoder";
  if (options.final_norm) return stack + ".norm";
  const Index layers =
      options.has_decoder() ? options.num_decoder_layers : options.num_encoder_layers;
  return last_step(stack + "." + std::to_string(layers - 1));
}

/// A mask makes a model's encoder causal.
GivenMasks GoldenModel::src_masks() const {
  GivenMasks masks = request.src_masks;
  if (source_causal) masks.attn_mask = causal(request.source->vectors->size(1));
  return masks;
}

std::string GoldenModel::last_step(const std::string& layer) const {
  const char* number = set_.has(layer + ".norm_3_weight") ? "3" : "2";
  return layer + (options.layer.norm_first ? ".residual_" : ".norm_") + number;
}

Tensor GoldenModel::encode(Tensor x, NamedTensors& outputs) const {
  for (Index i = 0; i < options.num_encoder_layers; ++i) {
    const std::string path = "encoder." + std::to_string(i);
    x = encoder_layer(x, layer(set_, path), options.layer, request.src_masks, source_causal);
    outputs.emplace(last_step(path), x);
  }
  return finish(x, "encoder", outputs);
}

Tensor GoldenModel::decode(Tensor x, const std::optional<Tensor>& memory,
                           NamedTensors& outputs) const {
  for (Index i = 0; i < options.num_decoder_layers; ++i) {
    const std::string path = "decoder." + std::to_string(i);
    const GivenLayer given = layer(set_, path);
    // Without a memory it is an encoder's layer.
    x = memory ? decoder_layer(x, *memory, given, options.layer, request.tgt_masks,
                               request.memory_masks, request.target_causal, false)
               : encoder_layer(x, given, options.layer, request.tgt_masks, request.target_causal);
    outputs.emplace(last_step(path), x);
  }
  return finish(x, "decoder", outputs);
}

Tensor GoldenModel::finish(const Tensor& x, const std::string& stack, NamedTensors& outputs) const {
  if (!options.final_norm) return x;
  const GivenNorm given = norm(set_, stack + ".norm");
  const Attributes attributes = Normalised{given.weight.shape(), options.layer.layer_norm_eps};
  const Tensor result = apply(ops::layer_norm, {&x, &given.weight, &*given.bias}, attributes);
  outputs.emplace(stack + ".norm", result);
  return result;
}

double golden_tolerance(double largest) { return tolerance(16, largest); }

double golden_tolerance(const Tensor& expected) {
  return golden_tolerance(largest_magnitude(expected));
}

double largest_gradient(const GoldenCase& each) {
  double largest = 0;
  for (const auto& [path, gradient] : each.gradients)
    largest = std::max(largest, largest_magnitude(gradient));
  return largest;
}

}  // namespace ap::test
