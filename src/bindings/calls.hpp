#pragma once

#include "bindings/request.hpp"
#include "bindings/tensors.hpp"

namespace ap::bindings {

// The kernels as calls: they take handles and return a handle; the report has the rest. A handle of
// 0 is a tensor that was not given; the result goes to `out`, or to a new tensor if that is 0.

Handle positional_encoding(int length, int d_model);
Handle causal_mask(int queries, int keys, int offset);
Handle matmul(Handle a, Handle b, Handle out);
Handle linear(Handle input, Handle weight, Handle bias, Handle out);
Handle softmax(Handle x, int axis, Handle out);
/// Normalises over the last `axes` axes.
Handle layer_norm(Handle input, int axes, Handle weight, Handle bias, float epsilon, Handle out);
/// A scale of NaN means 1/√d_k. The second result is the weights, if requested; the first is left
/// out of the report if it went to `out`.
Handle scaled_dot_product(Handle query, Handle key, Handle value, Handle mask, Handle padding,
                          Handle kept, bool causal, int causal_offset, float scale,
                          float temperature, float softcap, float dropout, unsigned seed,
                          bool need_weights, Handle out);
Handle multi_head(const Request& request);
Handle encoder_layer(const Request& request);
Handle decoder_layer(const Request& request);

}  // namespace ap::bindings
