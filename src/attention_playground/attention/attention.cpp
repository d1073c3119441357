#include "attention_playground/attention/attention.hpp"

#include <cmath>

#include "attention_playground/attention/checks.hpp"
#include "attention_playground/attention/fused.hpp"
#include "attention_playground/attention/multi_head.hpp"
#include "attention_playground/ops/finite.hpp"
#include "attention_playground/ops/matmul.hpp"
#include "attention_playground/tensor/error.hpp"
#include "attention_playground/tensor/random.hpp"

namespace ap {

namespace {

/// How many heads there are, and how large.
struct Heads {
  Index batch, heads, queries, keys, d_k, d_v;
};

/// Where the matrices of all heads lie: head h of sentence b at data + b · batch_step + h ·
/// head_step, its rows row_step apart.
template <typename Number>
struct Placed {
  Number* data;
  Index batch_step, head_step, row_step;

  Number* of(Index batch, Index head) const { return data + batch * batch_step + head * head_step; }
};

/// One matrix after the other, as a contiguous tensor of at least two axes holds them.
template <typename Number>
Placed<Number> one_by_one(Number* data, Index heads, Index rows, Index width) {
  return {data, heads * rows * width, rows * width, width};
}

/// Side by side in rows of heads · width, as a projection leaves them.
template <typename Number>
Placed<Number> side_by_side(Number* data, Index heads, Index rows, Index width) {
  return {data, rows * heads * width, width, heads * width};
}

struct PlacedMask {
  ScoreMask mask;
  Index batch_step, head_step;
};

/// The given masks as every head meets them, in the order in which the steps add them; `scores` has
/// two to four axes.
std::vector<PlacedMask> place_masks(const GivenMasks& masks, const Dims& scores) {
  std::vector<PlacedMask> placed;
  if (masks.key_padding_mask) {
    const Tensor& mask = *masks.key_padding_mask;
    placed.push_back({{mask.data(), 0, mask.stride(1)}, mask.stride(0), 0});
  }
  if (masks.attn_mask) {
    const Layout layout = broadcast_layout(masks.attn_mask->layout(), scores, "attn_mask");
    const Dims& steps = layout.strides;
    const int rank = scores.rank();
    const float* data = masks.attn_mask->storage()->data() + layout.offset;
    placed.push_back({{data, steps[rank - 2], steps[rank - 1]},
                      rank > 2 ? steps[0] : 0,
                      rank > 3 ? steps[1] : 0});
  }
  return placed;
}

/// All heads, one after the other; `weights` [batch, heads, queries, keys] where asked for.
void attend(const Heads& size, Placed<const float> query, Placed<const float> key,
            Placed<const float> value, const std::vector<PlacedMask>& masks,
            const WeightOptions& options, Placed<float> output, float* weights) {
  static const std::uint64_t stream = stream_of("dropped_weights");
  FusedAttention head{};
  head.queries = size.queries;
  head.keys = size.keys;
  head.d_k = size.d_k;
  head.d_v = size.d_v;
  head.scale =
      options.scale.value_or(1 / std::sqrt(static_cast<float>(size.d_k))) / options.temperature;
  head.causal = options.mask.causal;
  head.causal_offset = options.mask.causal_offset;
  head.mask_count = static_cast<int>(masks.size());
  head.dropout = options.dropout_p;
  head.seed = options.seed;
  head.stream = stream;
  head.output_step = output.row_step;
  for (Index b = 0; b < size.batch; ++b) {
    for (Index h = 0; h < size.heads; ++h) {
      head.query = {query.of(b, h), query.row_step};
      head.key = {key.of(b, h), key.row_step};
      head.value = {value.of(b, h), value.row_step};
      for (std::size_t m = 0; m < masks.size(); ++m) {
        head.masks[m] = masks[m].mask;
        head.masks[m].data += b * masks[m].batch_step + h * masks[m].head_step;
      }
      head.output = output.of(b, h);
      head.weights = weights;
      fused_attention(head);
      // Not a product of Index: without weights in memory, there may be more of them than it
      // counts.
      head.first_weight +=
          static_cast<std::uint64_t>(size.queries) * static_cast<std::uint64_t>(size.keys);
      if (weights != nullptr) weights += size.queries * size.keys;
    }
  }
}

/// A result that is none of what the call reads.
Tensor result_of(const Dims& shape, std::vector<const Tensor*> inputs, const GivenMasks& masks,
                 const Tensor* out) {
  if (masks.attn_mask) inputs.push_back(&*masks.attn_mask);
  if (masks.key_padding_mask) inputs.push_back(&*masks.key_padding_mask);
  return result_tensor(shape, inputs, out);
}

Tensor projected(const Tensor& x, const Tensor& weight, const std::optional<Tensor>& bias,
                 const Tensor* out = nullptr) {
  return apply(ops::linear, {&x, &weight, bias ? &*bias : nullptr}, {}, out);
}

}  // namespace

AttentionResult scaled_dot_product_attention(const Tensor& query, const Tensor& key,
                                             const Tensor& value, const GivenMasks& masks,
                                             WeightOptions options, bool need_weights,
                                             const Tensor* out) {
  const Dims scores = scores_shape(query.shape(), key.shape(), value.shape());
  require_finite(query, "query");
  require_finite(key, "key");
  require_finite(value, "value");
  check_weights(options);
  const int rank = scores.rank();
  Heads size{rank > 2 ? scores[0] : 1, rank > 3 ? scores[1] : 1, scores[rank - 2],
             scores[rank - 1],         query.size(-1),           value.size(-1)};
  take_masks(masks, size.batch, size.keys, options.mask);
  const std::vector<PlacedMask> placed = place_masks(masks, scores);
  Dims output = query.shape();
  output[rank - 1] = size.d_v;
  AttentionResult result{result_of(output, {&query, &key, &value}, masks, out), {}};
  if (need_weights) result.weights = Tensor(scores);
  const Tensor q = query.contiguous();
  const Tensor k = key.contiguous();
  const Tensor v = value.contiguous();
  attend(size, one_by_one(q.data(), size.heads, size.queries, size.d_k),
         one_by_one(k.data(), size.heads, size.keys, size.d_k),
         one_by_one(v.data(), size.heads, size.keys, size.d_v), placed, options,
         one_by_one(result.output.mutable_data(), size.heads, size.queries, size.d_v),
         need_weights ? result.weights.mutable_data() : nullptr);
  return result;
}

AttentionResult multi_head_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                                     const GivenProjections& projections, Index num_heads,
                                     const GivenMasks& masks, WeightOptions options,
                                     bool need_weights, const Tensor* out) {
  for (const auto& [tensor, name] :
       {std::pair{&query, "query"}, {&key, "key"}, {&value, "value"}}) {
    require(tensor->rank() == 3, ErrorCode::rank, name, {tensor->shape()},
            {"3 axes: [batch, tokens, width]"});
    require(tensor->size(0) == query.size(0), ErrorCode::shape, name, {tensor->shape()},
            {"batch ", query.size(0), ", as query's"});
    require_finite(*tensor, name);
  }
  require(value.size(1) == key.size(1), ErrorCode::shape, "value", {value.shape()},
          {key.size(1), " rows, as many as key's"});
  check_weights(options);
  take_masks(masks, key.size(0), key.size(1), options.mask);
  const ProjectionOptions shapes =
      take_projections(projections, num_heads, query.size(2), key.size(2), value.size(2));
  require_heads(shapes);
  const Heads size{query.size(0),
                   num_heads,
                   query.size(1),
                   key.size(1),
                   shapes.query_key_width / num_heads,
                   shapes.value_width / num_heads};
  const Dims scores = {size.batch, num_heads, size.queries, size.keys};
  const std::vector<PlacedMask> placed = place_masks(masks, scores);
  std::vector<const Tensor*> read = {
      &query, &key, &value, &projections.wq, &projections.wk, &projections.wv, &projections.wo};
  for (const std::optional<Tensor>* bias :
       {&projections.bq, &projections.bk, &projections.bv, &projections.bo})
    if (*bias) read.push_back(&**bias);
  AttentionResult result{
      result_of({size.batch, size.queries, shapes.output_width}, std::move(read), masks, out), {}};
  if (need_weights) result.weights = Tensor(scores);
  const Tensor q = projected(query, projections.wq, projections.bq);
  const Tensor k = projected(key, projections.wk, projections.bk);
  const Tensor v = projected(value, projections.wv, projections.bv);
  Tensor joined({size.batch, size.queries, shapes.value_width});
  attend(size, side_by_side(q.data(), num_heads, size.queries, size.d_k),
         side_by_side(k.data(), num_heads, size.keys, size.d_k),
         side_by_side(v.data(), num_heads, size.keys, size.d_v), placed, options,
         side_by_side(joined.mutable_data(), num_heads, size.queries, size.d_v),
         need_weights ? result.weights.mutable_data() : nullptr);
  projected(joined, projections.wo, projections.bo, &result.output);
  return result;
}

}  // namespace ap
