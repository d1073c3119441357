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

Handle scaled_dot_product(Handle query, Handle key, Handle value, Handle mask, bool causal,
                          int causal_offset, float scale, float temperature, float dropout,
                          unsigned seed, bool need_weights, Handle out) {
  return reported([&] {
    GivenMasks masks;
    if (mask != 0) masks.attn_mask = *tensor_at(mask);
    WeightOptions options;
    options.mask.causal = causal;
    options.mask.causal_offset = causal_offset;
    if (!std::isnan(scale)) options.scale = scale;
    options.temperature = temperature;
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
