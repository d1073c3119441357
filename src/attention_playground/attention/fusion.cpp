#include "attention_playground/attention/fusion.hpp"

#include <cmath>

#include "attention_playground/attention/fused_backward.hpp"
#include "attention_playground/tensor/callback.hpp"

namespace ap {

namespace {

/// The matrices of all heads in memory: head h of sentence b at data + b · batch_step + h ·
/// head_step, its rows row_step apart.
template <typename Number>
struct Heads {
  Number* data;
  Index batch_step, head_step, row_step;

  Number* of(Index batch, Index head) const { return data + batch * batch_step + head * head_step; }
};

/// The heads of a tensor [..., rows, width] with up to two leading axes, batch and head, as many as
/// q has; or side by side in rows, if they are joined: [batch, rows, heads · width].
template <typename Number>
Heads<Number> heads_of(Number* data, const Tensor& tensor, int rank_of_q, Index width) {
  const int rank = tensor.rank();
  const bool joined = rank < rank_of_q;
  return {data, rank > 2 ? tensor.stride(0) : 0,
          joined     ? width
          : rank > 3 ? tensor.stride(1)
                     : 0,
          tensor.stride(-2)};
}

Heads<const float> operands_of(const Tensor& tensor, int rank_of_q, Index width) {
  return heads_of(tensor.data(), tensor, rank_of_q, width);
}

/// Null data if there is no tensor.
Heads<float> results_of(Tensor* tensor, int rank_of_q, Index width) {
  if (tensor == nullptr) return {nullptr, 0, 0, 0};
  return heads_of(tensor->mutable_data(), *tensor, rank_of_q, width);
}

struct PlacedMask {
  ScoreMask mask;
  Index batch_step, head_step;
};

/// A mask broadcast to the scores of all heads; `scores` has two to four axes.
PlacedMask placed(const Tensor& mask, const Dims& scores) {
  const Layout layout = broadcast_layout(mask.layout(), scores, "attn_mask");
  const Dims& steps = layout.strides;
  const int rank = scores.rank();
  return {{mask.storage()->data() + layout.offset, steps[rank - 2], steps[rank - 1]},
          rank > 2 ? steps[0] : 0,
          rank > 3 ? steps[1] : 0};
}

/// Calls run(b, h) for all heads, one after the other, with that head's operands in `head`.
/// `inputs` are q, k, v and the masks except the causal one.
void for_each_head(Inputs inputs, AttentionHead& head, Callback<void(Index, Index)> run) {
  const Tensor& q = *inputs[0];
  const int rank = q.rank();
  head.queries = q.size(-2);
  head.keys = inputs[1]->size(-2);
  head.d_k = q.size(-1);
  head.d_v = inputs[2]->size(-1);
  Dims scores = q.shape();
  scores[rank - 1] = head.keys;
  const Heads<const float> query = operands_of(q, rank, head.d_k);
  const Heads<const float> key = operands_of(*inputs[1], rank, head.d_k);
  const Heads<const float> value = operands_of(*inputs[2], rank, head.d_v);
  std::array<PlacedMask, 2> masks;
  head.mask_count = static_cast<int>(inputs.size()) - 3;
  for (int m = 0; m < head.mask_count; ++m)
    masks[static_cast<std::size_t>(m)] = placed(*inputs[static_cast<std::size_t>(3 + m)], scores);
  const Index heads = rank > 3 ? scores[1] : 1;
  for (Index b = 0, batch = rank > 2 ? scores[0] : 1; b < batch; ++b) {
    for (Index h = 0; h < heads; ++h) {
      head.query = {query.of(b, h), query.row_step};
      head.key = {key.of(b, h), key.row_step};
      head.value = {value.of(b, h), value.row_step};
      for (std::size_t m = 0; m < static_cast<std::size_t>(head.mask_count); ++m) {
        head.masks[m] = masks[m].mask;
        head.masks[m].data += b * masks[m].batch_step + h * masks[m].head_step;
      }
      run(b, h);
      // Multiplied in 64 bits: if weights are not stored, there may be more of them than an Index
      // can count.
      head.first_weight +=
          static_cast<std::uint64_t>(head.queries) * static_cast<std::uint64_t>(head.keys);
    }
  }
}

/// Inputs are q, k, v, the masks and the gradient of the context, by heads or joined; outputs are
/// the gradients of q, k and v.
class AllHeadsBackward : public Kernel {
 public:
  explicit AllHeadsBackward(const AttentionHead& head) : head_(head) {}

  void run(Inputs inputs, std::span<Tensor* const> outputs) const override {
    FusedAttentionBackward head{};
    static_cast<AttentionHead&>(head) = head_;
    const int rank = inputs[0]->rank();
    const Index d_k = inputs[0]->size(-1);
    const Index d_v = inputs[2]->size(-1);
    const Heads<const float> d_context = operands_of(*inputs.back(), rank, d_v);
    const Heads<float> d_query = results_of(outputs[0], rank, d_k);
    const Heads<float> d_key = results_of(outputs[1], rank, d_k);
    const Heads<float> d_value = results_of(outputs[2], rank, d_v);
    for_each_head(inputs.first(inputs.size() - 1), head, [&](Index b, Index h) {
      head.d_output = {d_context.of(b, h), d_context.row_step};
      head.d_query = {d_query.of(b, h), d_query.row_step};
      head.d_key = {d_key.of(b, h), d_key.row_step};
      head.d_value = {d_value.of(b, h), d_value.row_step};
      fused_attention_backward(head);
    });
  }

 private:
  AttentionHead head_;
};

/// Inputs are q, k, v and the masks; outputs are the context, by heads or joined, and the weights.
class AllHeads : public Kernel {
 public:
  explicit AllHeads(const AttentionHead& head) : head_(head) {}

  void run(Inputs inputs, std::span<Tensor* const> outputs) const override {
    FusedAttention head{};
    static_cast<AttentionHead&>(head) = head_;
    const Heads<float> output = results_of(outputs[0], inputs[0]->rank(), inputs[2]->size(-1));
    head.output_step = output.row_step;
    head.weights = outputs[1] == nullptr ? nullptr : outputs[1]->mutable_data();
    for_each_head(inputs, head, [&](Index b, Index h) {
      head.output = output.of(b, h);
      fused_attention(head);
      if (head.weights != nullptr) head.weights += head.queries * head.keys;
    });
  }
  std::shared_ptr<const Kernel> backward() const override {
    return std::make_shared<AllHeadsBackward>(head_);
  }

 private:
  AttentionHead head_;
};

}  // namespace

Fusion fused_steps(const PlanBuilder& builder, StepId first, StepId q, StepId k, StepId v,
                   const Masks& masks, const WeightOptions& options, const WeightedSteps& steps,
                   StepId output) {
  AttentionHead head{};
  head.scale = scaling(options, builder.shape(q).back()).value / options.temperature;
  head.dropout = options.dropout_p;
  head.seed = options.seed;
  head.stream = builder.stream_of("dropped_weights");
  Fusion fusion{first, builder.count() - 1, {q, k, v}, {output, steps.weights}, {}};
  for (const Mask& mask : masks) {
    if (mask.kind == Mask::Kind::causal) {
      head.causal = true;
      head.causal_offset = options.mask.causal_offset;
    } else {
      fusion.inputs.push_back(mask.step);
    }
  }
  fusion.kernel = std::make_shared<AllHeads>(head);
  return fusion;
}

}  // namespace ap
