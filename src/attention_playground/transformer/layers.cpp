#include "attention_playground/transformer/layers.hpp"

#include "attention_playground/attention/checks.hpp"
#include "attention_playground/ops/add.hpp"
#include "attention_playground/ops/dropout.hpp"
#include "attention_playground/ops/finite.hpp"
#include "attention_playground/ops/layer_norm.hpp"
#include "attention_playground/ops/matmul.hpp"
#include "attention_playground/tensor/callback.hpp"
#include "attention_playground/tensor/error.hpp"
#include "attention_playground/tensor/random.hpp"
#include "attention_playground/transformer/sublayers.hpp"

namespace ap {

namespace {

const Tensor* given(const std::optional<Tensor>& tensor) { return tensor ? &*tensor : nullptr; }

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

void check_norm(const GivenNorm& norm, const char* name, Index width) {
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

/// What a layer calls the parts of one of its attentions.
struct AttentionNames {
  const char* steps;       // for seeds
  const char* parameters;  // "self_attn"
  const char* masks;       // "src_masks"
};

/// "self_attn.wq"
std::string in_group(const AttentionNames& names, const std::string& parameter) {
  return names.parameters + ("." + parameter);
}

/// What attention calls by the names of its own call, by the layer's.
std::string renamed(const std::string& argument, const AttentionNames& names) {
  if (argument.ends_with("_mask")) return names.masks + ("." + argument);
  if (argument == "num_heads") return "nhead";
  if (argument == "query") return names.parameters;
  const bool parameter = argument.size() == 2 && (argument[0] == 'w' || argument[0] == 'b');
  return parameter ? in_group(names, argument) : argument;
}

class Layer {
 public:
  Layer(const GivenLayer& layer, const LayerOptions& options) : layer_(layer), options_(options) {}

  void check(Index width) const {
    check_dropout(options_.dropout, "dropout");
    check_epsilon(options_.layer_norm_eps);
    require(options_.nhead >= 1 && width % options_.nhead == 0, ErrorCode::heads, "nhead",
            {options_.nhead}, {"a divisor of ", width, ", the width of the layer"});
    check_linear(layer_.linear1, "linear1", width, std::nullopt);
    check_linear(layer_.linear2, "linear2", layer_.linear1.weight.size(1), width);
    check_norm(layer_.norm1, "norm1", width);
    check_norm(layer_.norm2, "norm2", width);
    if (layer_.norm3) check_norm(*layer_.norm3, "norm3", width);
  }

  Tensor attend(const Tensor& query, const Tensor& source, const GivenProjections& projections,
                const GivenMasks& masks, bool causal, const AttentionNames& names) const {
    const Index width = query.size(2);
    const Tensor& wo = projections.wo;
    require(wo.rank() == 2 && wo.size(1) == width, ErrorCode::shape, in_group(names, "wo"),
            {wo.shape()}, {width, " columns, as many as the layer is wide"});
    WeightOptions weights;
    weights.mask.causal = causal;
    weights.dropout_p = options_.dropout;
    weights.seed = options_.seed ^ static_cast<std::uint32_t>(stream_of(names.steps));
    try {
      return multi_head_attention(query, source, source, projections, options_.nhead, masks,
                                  weights, false)
          .output;
    } catch (const Error& error) {
      // What the layer was given is checked by then: this is what its own steps made of it.
      const char* const where = error.argument == "query" ? " in its input" : "";
      throw Error(error.code, renamed(error.argument, names), error.actual + where, error.expected);
    }
  }

  Tensor feed_forward(const Tensor& x) const {
    const GivenLinear& first = layer_.linear1;
    const GivenLinear& second = layer_.linear2;
    const Tensor hidden = apply(ops::linear, {&x, &first.weight, given(first.bias)});
    const Tensor active =
        dropped(apply(operation_of(options_.activation), {&hidden}), "feed_forward.dropout");
    return apply(ops::linear, {&active, &second.weight, given(second.bias)});
  }

  /// norm(x + dropout(f(x))), or x + dropout(f(norm(x))).
  Tensor add(const Tensor& x, const GivenNorm& norm, const char* name,
             Callback<Tensor(const Tensor&)> sublayer) const {
    const Tensor result = dropped(sublayer(options_.norm_first ? normed(x, norm) : x), name);
    const Tensor sum = apply(ops::add, {&x, &result});
    return options_.norm_first ? sum : normed(sum, norm);
  }

 private:
  Tensor normed(const Tensor& x, const GivenNorm& norm) const {
    return apply(ops::layer_norm, {&x, &norm.weight, given(norm.bias)},
                 Normalised{norm.weight.shape(), options_.layer_norm_eps});
  }

  Tensor dropped(Tensor x, const char* name) const {
    if (options_.dropout == 0) return x;
    return apply(ops::dropout, {&x}, Dropped{options_.dropout, options_.seed, stream_of(name)});
  }

  const GivenLayer& layer_;
  const LayerOptions& options_;
};

}  // namespace

Tensor encoder_layer(const Tensor& src, const GivenLayer& given_layer, const LayerOptions& options,
                     const GivenMasks& src_masks, bool causal) {
  check_sentence(src, "src");
  const Layer layer(given_layer, options);
  layer.check(src.size(2));
  const Tensor x =
      layer.add(src, given_layer.norm1, "self_attention_dropout", [&](const Tensor& in) {
        return layer.attend(in, in, given_layer.self_attn, src_masks, causal,
                            {"self_attention", "self_attn", "src_masks"});
      });
  return layer.add(x, given_layer.norm2, "feed_forward_dropout",
                   [&](const Tensor& in) { return layer.feed_forward(in); });
}

Tensor decoder_layer(const Tensor& tgt, const Tensor& memory, const GivenLayer& given_layer,
                     const LayerOptions& options, const GivenMasks& tgt_masks,
                     const GivenMasks& memory_masks, bool causal, bool memory_causal) {
  check_sentence(tgt, "tgt");
  check_sentence(memory, "memory");
  require(memory.size(0) == tgt.size(0) && memory.size(2) == tgt.size(2), ErrorCode::shape,
          "memory", {memory.shape()},
          {"(", tgt.size(0), ", tokens, ", tgt.size(2), "), in batch and width as tgt"});
  require(given_layer.multihead_attn && given_layer.norm3, ErrorCode::missing,
          given_layer.multihead_attn ? "norm3" : "multihead_attn", {"nothing"},
          {"the parameters of a decoder layer"});
  const Layer layer(given_layer, options);
  layer.check(tgt.size(2));
  Tensor x = layer.add(tgt, given_layer.norm1, "self_attention_dropout", [&](const Tensor& in) {
    return layer.attend(in, in, given_layer.self_attn, tgt_masks, causal,
                        {"self_attention", "self_attn", "tgt_masks"});
  });
  x = layer.add(x, given_layer.norm2, "cross_attention_dropout", [&](const Tensor& in) {
    return layer.attend(in, memory, *given_layer.multihead_attn, memory_masks, memory_causal,
                        {"cross_attention", "multihead_attn", "memory_masks"});
  });
  return layer.add(x, *given_layer.norm3, "feed_forward_dropout",
                   [&](const Tensor& in) { return layer.feed_forward(in); });
}

}  // namespace ap
