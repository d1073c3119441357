#pragma once

#include "bindings/request.hpp"
#include "bindings/tensors.hpp"

namespace ap::bindings {

// The kernels as calls: handles in, a handle out, the rest in the report. A handle of 0 is a tensor
// that was not given; `out` is where the result goes, 0 for a new tensor.

Handle positional_encoding(int length, int d_model);
Handle causal_mask(int queries, int keys, int offset);
Handle matmul(Handle a, Handle b, Handle out);
Handle linear(Handle input, Handle weight, Handle bias, Handle out);
Handle softmax(Handle x, int axis, Handle out);
/// Normalises over the last `axes` axes.
Handle layer_norm(Handle input, int axes, Handle weight, Handle bias, float epsilon, Handle out);
/// NaN as scale is 1/√d_k. The second result is the weights, where asked for; the first is left out
/// of the report where it went to `out`.
Handle scaled_dot_product(Handle query, Handle key, Handle value, Handle mask, bool causal,
                          int causal_offset, float scale, float temperature, float dropout,
                          unsigned seed, bool need_weights, Handle out);
Handle multi_head(const Request& request);
Handle encoder_layer(const Request& request);
Handle decoder_layer(const Request& request);

}  // namespace ap::bindings
