#include "attention_playground/attention/attention.hpp"

#include "attention_playground/attention/checks.hpp"
#include "attention_playground/attention/fused_call.hpp"
#include "attention_playground/attention/multi_head.hpp"
#include "attention_playground/attention/plan_cache.hpp"
#include "attention_playground/ops/finite.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap {

namespace {

/// The options that determine the plan of a call; `widths` are those of the projections, if any.
struct CallOptions {
  Dims query, key, value;
  std::optional<ProjectionOptions> widths;
  WeightOptions weights;
  bool need_weights;

  bool operator==(const CallOptions&) const = default;
};

/// Every leaf that the plan of a call may have.
constexpr const char* leaf_paths[] = {"query",        "key", "value", "custom_mask", "padding_mask",
                                      "dropout_mask", "w_q", "w_k",   "w_v",         "w_o",
                                      "b_q",          "b_k", "b_v",   "b_o"};

std::shared_ptr<FusedCall> declare_call(const CallOptions& call) {
  const char* const output = !call.widths                    ? "context"
                             : call.widths->output_width > 0 ? "output"
                                                             : "concat";
  const char* const weights = call.weights.drops() ? "dropped_weights" : "weights";
  std::vector<std::string> keep = {output};
  if (call.need_weights) keep.push_back(weights);
  const Execution execution = {.keep = &keep, .fused = true};
  return std::make_shared<FusedCall>(
      call.widths
          ? plan_multi_head(call.query, call.key, call.value, *call.widths, call.weights, execution)
          : plan_scaled_dot_product(call.query, call.key, call.value, call.weights, execution),
      leaf_paths, output, call.need_weights ? weights : nullptr);
}

/// Throws Error(shape) naming the mask that does not broadcast to the scores.
void check_broadcast(const GivenMasks& masks, const Dims& scores) {
  if (masks.attn_mask) broadcast_layout(masks.attn_mask->layout(), scores, "attn_mask");
  if (masks.dropout_mask) broadcast_layout(masks.dropout_mask->layout(), scores, "dropout_mask");
}

FusedCall& find_call(const CallOptions& options) {
  static thread_local PlanCache<CallOptions, FusedCall> calls;
  return *calls.find_or(options, [&] { return declare_call(options); });
}

}  // namespace

AttentionResult scaled_dot_product_attention(const Tensor& query, const Tensor& key,
                                             const Tensor& value, const GivenMasks& masks,
                                             WeightOptions options, bool need_weights,
                                             const Tensor* out) {
  const Dims scores = scores_shape(query.shape(), key.shape(), value.shape());
  require_finite_operands(query, key, value);
  check_weights(options);
  const int rank = scores.rank();
  take_masks(masks, rank > 2 ? scores[0] : 1, scores.back(), options.mask);
  check_broadcast(masks, scores);
  Dims output = query.shape();
  output[rank - 1] = value.size(-1);
  const Tensor* const read[] = {&query,
                                &key,
                                &value,
                                given(masks.attn_mask),
                                given(masks.key_padding_mask),
                                given(masks.dropout_mask)};
  // `out` must not share storage with any of these.
  AttentionResult result{result_tensor(output, read, out), {}};
  options.tile = {};
  find_call({query.shape(), key.shape(), value.shape(), std::nullopt, options, need_weights})
      .run(read, result.output, &result.weights);
  return result;
}

AttentionResult multi_head_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                                     const GivenProjections& projections, Index num_heads,
                                     const GivenMasks& masks, WeightOptions options,
                                     bool need_weights, const Tensor* out) {
  check_projected(query, key, value);
  require_finite_operands(query, key, value);
  check_weights(options);
  take_masks(masks, key.size(0), key.size(1), options.mask);
  const ProjectionOptions shapes =
      take_projections(projections, num_heads, query.size(2), key.size(2), value.size(2));
  require_heads(shapes);
  const Dims scores = {query.size(0), num_heads, query.size(1), key.size(1)};
  check_broadcast(masks, scores);
  const auto& [wq, wk, wv, wo, bq, bk, bv, bo] = projections;
  // In the order of leaf_paths.
  const Tensor* const read[] = {&query,
                                &key,
                                &value,
                                given(masks.attn_mask),
                                given(masks.key_padding_mask),
                                given(masks.dropout_mask),
                                &wq,
                                &wk,
                                &wv,
                                given(wo),
                                given(bq),
                                given(bk),
                                given(bv),
                                given(bo)};
  const Index width = shapes.output_width > 0 ? shapes.output_width : shapes.value_width;
  const Dims output = {query.size(0), query.size(1), width};
  AttentionResult result{result_tensor(output, read, out), {}};
  options.tile = {};
  find_call({query.shape(), key.shape(), value.shape(), shapes, options, need_weights})
      .run(read, result.output, &result.weights);
  return result;
}

}  // namespace ap
