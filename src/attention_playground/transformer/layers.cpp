#include "attention_playground/transformer/layers.hpp"

#include "attention_playground/attention/checks.hpp"
#include "attention_playground/attention/fused_call.hpp"
#include "attention_playground/attention/plan_cache.hpp"
#include "attention_playground/ops/finite.hpp"
#include "attention_playground/ops/leaf.hpp"
#include "attention_playground/tensor/error.hpp"
#include "attention_playground/transformer/stacks.hpp"

namespace ap {

namespace {

void check_linear(const GivenLinear& linear, const char* name, Index in, std::optional<Index> out) {
  const std::string weight = std::string(name) + ".weight";
  const std::string bias = std::string(name) + ".bias";
  require_finite(linear.weight, weight.c_str());
  const Dims& shape = linear.weight.shape();
  require(shape.rank() == 2 && shape[0] == in && (out ? shape[1] == *out : shape[1] > 0),
          ErrorCode::shape, weight, {shape},
          {"(", in, ", ", out ? to_text(static_cast<double>(*out)) : "d_ff",
           out ? ")" : ") with d_ff of at least 1"});
  if (!linear.bias) return;
  require_finite(*linear.bias, bias.c_str());
  require(linear.bias->shape() == Dims{shape[1]}, ErrorCode::shape, bias, {linear.bias->shape()},
          {Dims{shape[1]}});
}

/// The parameters of a norm are there, unless nothing is normalised.
void check_norm(const GivenNorm& norm, const char* name, Index width, Norm kind) {
  if (kind == Norm::none) {
    require(!norm.weight && !norm.bias, ErrorCode::conflict, name, {"parameters with norm none"},
            {"no norm"});
    return;
  }
  require(static_cast<bool>(norm.weight), ErrorCode::missing, std::string(name) + ".weight",
          {"nothing"}, {"a tensor"});
  for (const auto& [tensor, part] : {std::pair{static_cast<const Tensor*>(&norm.weight), ".weight"},
                                     {given(norm.bias), ".bias"}}) {
    if (tensor == nullptr) continue;
    const std::string full = std::string(name) + part;
    require_finite(*tensor, full.c_str());
    require(tensor->shape() == Dims{width}, ErrorCode::shape, full, {tensor->shape()},
            {Dims{width}});
  }
}

void check_sentence(const Tensor& x, const char* name) {
  require(x.rank() == 3, ErrorCode::rank, name, {x.shape()}, {"3 axes: [batch, tokens, d_model]"});
  require_finite(x, name);
}

/// Checks the projections of one attention; errors use the layer's names for them.
ProjectionOptions check_attention(const GivenProjections& given, const LayerOptions& options,
                                  Index width, const char* attention) {
  const std::string name = attention;
  require(given.wo.has_value(), ErrorCode::missing, name + ".wo", {"nothing"}, {"a tensor"});
  require(given.wo->rank() == 2 && given.wo->size(1) == width, ErrorCode::shape, name + ".wo",
          {given.wo->shape()}, {width, " columns, as many as the layer is wide"});
  try {
    const ProjectionOptions projections =
        take_projections(given, options.nhead, width, width, width);
    require_heads(projections);
    return projections;
  } catch (const Error& error) {
    const bool heads = error.code == ErrorCode::heads;
    throw Error(error.code, heads ? "nhead" : name + "." + error.argument, error.actual,
                error.expected);
  }
}

/// Checks a layer whose input is `width` wide.
LayerParts check_layer(const GivenLayer& layer, const LayerOptions& options, Index width) {
  check_dropout(options.dropout, "dropout");
  check_epsilon(options.layer_norm_eps);
  check_scale(options.scale);
  require(options.nhead >= 1, ErrorCode::heads, "nhead", {options.nhead}, {"at least 1"});
  check_linear(layer.linear1, "linear1", width, std::nullopt);
  check_linear(layer.linear2, "linear2", layer.linear1.weight.size(1), width);
  check_norm(layer.norm1, "norm1", width, options.norm);
  check_norm(layer.norm2, "norm2", width, options.norm);
  if (layer.norm3) check_norm(*layer.norm3, "norm3", width, options.norm);
  LayerParts parts{options,
                   check_attention(layer.self_attn, options, width, "self_attn"),
                   {},
                   layer.linear1.bias.has_value(),
                   layer.linear2.bias.has_value(),
                   {layer.norm1.bias.has_value(), layer.norm2.bias.has_value(),
                    layer.norm3 && layer.norm3->bias.has_value()}};
  parts.options.dim_feedforward = layer.linear1.weight.size(1);
  if (layer.multihead_attn)
    parts.cross_attention =
        check_attention(*layer.multihead_attn, options, width, "multihead_attn");
  return parts;
}

/// Checks the masks of one attention; errors use the layer's names for them.
MaskOptions check_masks(const GivenMasks& masks, bool causal, const Dims& scores,
                        const char* name) {
  const std::string attn_mask = std::string(name) + ".attn_mask";
  const std::string key_padding_mask = std::string(name) + ".key_padding_mask";
  MaskOptions options;
  options.causal = causal;
  take_masks(masks, scores[0], scores[3], options, {attn_mask.c_str(), key_padding_mask.c_str()});
  if (masks.attn_mask) broadcast_layout(masks.attn_mask->layout(), scores, attn_mask.c_str());
  return options;
}

/// The options that determine the plan of a call.
struct LayerCall {
  LayerParts parts;
  Dims x;
  std::optional<Dims> memory;
  MaskOptions own, across;

  bool operator==(const LayerCall&) const = default;
};

constexpr auto declared_layers = kinds({
    {.kind = "given_x",
     .symbol = "X",
     .variable = "x",
     .operation = &ops::given,
     .role = Role::input,
     .axes = {Axis::batch, Axis::token, Axis::d_model}},
});

/// Every leaf that the plan of a layer may have, in the order of tensors_of().
constexpr const char* layer_leaf_paths[] = {"x",
                                            "memory",
                                            "custom_mask",
                                            "padding_mask",
                                            "memory_custom_mask",
                                            "memory_padding_mask",
                                            "self_attention.w_q",
                                            "self_attention.w_k",
                                            "self_attention.w_v",
                                            "self_attention.w_o",
                                            "self_attention.b_q",
                                            "self_attention.b_k",
                                            "self_attention.b_v",
                                            "self_attention.b_o",
                                            "cross_attention.w_q",
                                            "cross_attention.w_k",
                                            "cross_attention.w_v",
                                            "cross_attention.w_o",
                                            "cross_attention.b_q",
                                            "cross_attention.b_k",
                                            "cross_attention.b_v",
                                            "cross_attention.b_o",
                                            "feed_forward.w_1",
                                            "feed_forward.b_1",
                                            "feed_forward.w_2",
                                            "feed_forward.b_2",
                                            "norm_1_weight",
                                            "norm_1_bias",
                                            "norm_2_weight",
                                            "norm_2_bias",
                                            "norm_3_weight",
                                            "norm_3_bias"};

std::vector<const Tensor*> tensors_of(const Tensor& x, const Tensor* memory,
                                      const GivenLayer& layer, const GivenMasks& own,
                                      const GivenMasks& across) {
  std::vector<const Tensor*> tensors = {&x,
                                        memory,
                                        given(own.attn_mask),
                                        given(own.key_padding_mask),
                                        given(across.attn_mask),
                                        given(across.key_padding_mask)};
  const auto add = [&](std::initializer_list<const Tensor*> more) {
    for (const Tensor* tensor : more) tensors.push_back(tensor);
  };
  const auto add_attention = [&](const GivenProjections& each) {
    add({&each.wq, &each.wk, &each.wv, given(each.wo), given(each.bq), given(each.bk),
         given(each.bv), given(each.bo)});
  };
  add_attention(layer.self_attn);
  add_attention(layer.multihead_attn ? *layer.multihead_attn : layer.self_attn);
  add({&layer.linear1.weight, given(layer.linear1.bias), &layer.linear2.weight,
       given(layer.linear2.bias)});
  for (const GivenNorm* norm : {&layer.norm1, &layer.norm2})
    add({&norm->weight, given(norm->bias)});
  if (layer.norm3) add({&layer.norm3->weight, given(layer.norm3->bias)});
  return tensors;
}

std::shared_ptr<FusedCall> declare_call(const LayerCall& call) {
  PlanBuilder builder({}, true);
  const StepId x = builder.add_data(declared_layers["given_x"], call.x, "x");
  const Index heads = call.parts.options.nhead;
  StepId output;
  if (call.memory) {
    const PlanBuilder::Within scope(builder, "",
                                    {.sentence = Sentence::target, .stack = Stack::decoder});
    const Memory memory = {
        builder.add_data(declared_layers["given_x"], *call.memory, "memory"), {}, 0};
    const Masks own = declare_decoder_masks(builder, call.own, x, heads, 0);
    const Masks across = declare_memory_masks(builder, call.across, x, heads, memory);
    output = declare_decoder_layer(builder, x, memory, call.parts, own, across, {}).output;
  } else {
    const PlanBuilder::Within scope(builder, "",
                                    {.sentence = Sentence::source, .stack = Stack::encoder});
    output = declare_encoder_layer(builder, x, call.parts,
                                   declare_encoder_masks(builder, call.own, x, heads));
  }
  const std::string path = builder.path(output);
  const std::vector<std::string> keep = {path};
  Plan plan = std::move(builder).finish(&keep);
  return std::make_shared<FusedCall>(std::move(plan), layer_leaf_paths, path.c_str());
}

Tensor run_layer(const LayerCall& call, const std::vector<const Tensor*>& tensors) {
  static thread_local PlanCache<LayerCall, FusedCall> calls;
  Tensor result(call.x);
  calls.find_or(call, [&] { return declare_call(call); })->run(tensors, result);
  return result;
}

}  // namespace

Tensor encoder_layer(const Tensor& src, const GivenLayer& layer, const LayerOptions& options,
                     const GivenMasks& src_masks, bool causal) {
  check_sentence(src, "src");
  const Index length = src.size(1);
  LayerCall call{check_layer(layer, options, src.size(2)), src.shape(), {}, {}, {}};
  call.own =
      check_masks(src_masks, causal, {src.size(0), options.nhead, length, length}, "src_masks");
  return run_layer(call, tensors_of(src, nullptr, layer, src_masks, {}));
}

Tensor decoder_layer(const Tensor& tgt, const Tensor& memory, const GivenLayer& layer,
                     const LayerOptions& options, const GivenMasks& tgt_masks,
                     const GivenMasks& memory_masks, bool causal, bool memory_causal) {
  check_sentence(tgt, "tgt");
  check_sentence(memory, "memory");
  require(memory.size(0) == tgt.size(0) && memory.size(2) == tgt.size(2), ErrorCode::shape,
          "memory", {memory.shape()},
          {"(", tgt.size(0), ", tokens, ", tgt.size(2), "), in batch and width as tgt"});
  const bool has_norm = layer.norm3 || options.norm == Norm::none;
  require(layer.multihead_attn && has_norm, ErrorCode::missing,
          layer.multihead_attn ? "norm3" : "multihead_attn", {"nothing"},
          {"the parameters of a decoder layer"});
  const Dims own = {tgt.size(0), options.nhead, tgt.size(1), tgt.size(1)};
  const Dims across = {tgt.size(0), options.nhead, tgt.size(1), memory.size(1)};
  LayerCall call{check_layer(layer, options, tgt.size(2)), tgt.shape(), memory.shape(), {}, {}};
  call.own = check_masks(tgt_masks, causal, own, "tgt_masks");
  call.across = check_masks(memory_masks, memory_causal, across, "memory_masks");
  return run_layer(call, tensors_of(tgt, &memory, layer, tgt_masks, memory_masks));
}

}  // namespace ap
