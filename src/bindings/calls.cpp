#include "bindings/calls.hpp"

#include <algorithm>
#include <cmath>

#include "attention_playground/ops/embedding.hpp"
#include "attention_playground/ops/finite.hpp"
#include "attention_playground/ops/layer_norm.hpp"
#include "attention_playground/ops/matmul.hpp"
#include "attention_playground/ops/softmax.hpp"
#include "attention_playground/ops/visibility.hpp"

namespace ap::bindings {

namespace {

/// A checked input, or null if it was not given.
const Tensor* checked(Handle handle, const char* argument, bool minus_infinity = false) {
  if (handle == 0) return nullptr;
  require_finite(*tensor_at(handle), argument, minus_infinity);
  return tensor_at(handle);
}

std::optional<Tensor> optional(Handle handle) {
  return handle == 0 ? std::nullopt : std::optional(*tensor_at(handle));
}

}  // namespace

Handle positional_encoding(int length, int d_model) {
  return reported([&] {
    return report({apply(ops::positional_encoding, {}, FromPosition{{length, d_model}})});
  });
}

Handle causal_mask(int queries, int keys, int offset) {
  return reported([&] {
    return report({apply(ops::causal_mask, {}, Visible{{queries, keys}, offset})});
  });
}

Handle matmul(Handle a, Handle b, Handle out) {
  return reported([&] {
    return report({apply(ops::matmul, {checked(a, "a"), checked(b, "b")}, {}, tensor_at(out))});
  });
}

Handle linear(Handle input, Handle weight, Handle bias, Handle out) {
  return reported([&] {
    return report({apply(
        ops::linear, {checked(input, "input"), checked(weight, "weight"), checked(bias, "bias")},
        {}, tensor_at(out))});
  });
}

Handle softmax(Handle x, int axis, Handle out) {
  return reported([&] {
    return report({apply(ops::softmax, {checked(x, "x", true)}, Along{axis}, tensor_at(out))});
  });
}

Handle layer_norm(Handle input, int axes, Handle weight, Handle bias, float epsilon, Handle out) {
  return reported([&] {
    const Tensor* x = checked(input, "input");
    Dims normalised;
    for (int axis = std::max(x->rank() - axes, 0); axis < x->rank(); ++axis)
      normalised.push_back(x->size(axis));
    const Tensor* scale = checked(weight, "weight");
    const Tensor* shift = checked(bias, "bias");
    const Tensor ones =
        scale == nullptr && shift != nullptr ? Tensor::filled(normalised, 1) : Tensor();
    return report({apply(ops::layer_norm, {x, ones ? &ones : scale, shift},
                         Normalised{normalised, epsilon}, tensor_at(out))});
  });
}

Handle scaled_dot_product(Handle query, Handle key, Handle value, Handle mask, Handle padding,
                          Handle kept, bool causal, int causal_offset, float scale,
                          float temperature, float softcap, float dropout, unsigned seed,
                          bool need_weights, Handle out) {
  return reported([&] {
    GivenMasks masks;
    masks.attn_mask = optional(mask);
    if (padding != 0) {
      // [S] is that of a single sentence.
      const Tensor& given = *tensor_at(padding);
      masks.key_padding_mask = given.rank() == 1 ? given.view({1, given.size(0)}) : given;
    }
    masks.dropout_mask = optional(kept);
    WeightOptions options;
    options.mask.causal = causal;
    options.mask.causal_offset = causal_offset;
    if (!std::isnan(scale)) options.scale = scale;
    options.temperature = temperature;
    options.softcap = softcap;
    options.dropout_p = dropout;
    options.seed = seed;
    const AttentionResult result =
        scaled_dot_product_attention(*tensor_at(query), *tensor_at(key), *tensor_at(value), masks,
                                     options, need_weights, tensor_at(out));
    if (out == 0) return report({result.output, result.weights});
    report({Tensor(), result.weights});
    return out;
  });
}

Handle multi_head(const Request& request) {
  return reported([&] {
    const AttentionResult result = request.multi_head();
    return report({result.output, result.weights});
  });
}

Handle encoder_layer(const Request& request) {
  return reported([&] { return report({request.encoder_layer()}); });
}

Handle decoder_layer(const Request& request) {
  return reported([&] { return report({request.decoder_layer()}); });
}

}  // namespace ap::bindings
