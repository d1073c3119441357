#include "attention_playground/attention/fusion.hpp"

#include <cmath>

#include "attention_playground/attention/fused.hpp"

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

/// [..., rows, width] with up to two leading axes: batch, head.
Heads<const float> heads_of(const Tensor& tensor) {
  const int rank = tensor.rank();
  return {tensor.data(), rank > 2 ? tensor.stride(0) : 0, rank > 3 ? tensor.stride(1) : 0,
          tensor.stride(-2)};
}

/// The heads of a result: separate matrices, or side by side in rows if they are joined.
Heads<float> results_of(Tensor& tensor, bool joined, Index d_v) {
  if (joined) return {tensor.mutable_data(), tensor.stride(0), d_v, tensor.stride(1)};
  const Heads<const float> heads = heads_of(tensor);
  return {tensor.mutable_data(), heads.batch_step, heads.head_step, heads.row_step};
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

/// All heads, one after the other. `inputs` are q, k, v and the masks except the causal one;
/// `outputs` are the result and the weights.
void attend(Inputs inputs, std::span<Tensor* const> outputs, FusedAttention head, bool joined) {
  const Tensor& q = *inputs[0];
  const int rank = q.rank();
  head.queries = q.size(-2);
  head.keys = inputs[1]->size(-2);
  head.d_k = q.size(-1);
  head.d_v = inputs[2]->size(-1);
  Dims scores = q.shape();
  scores[rank - 1] = head.keys;
  const Heads<const float> query = heads_of(q);
  const Heads<const float> key = heads_of(*inputs[1]);
  const Heads<const float> value = heads_of(*inputs[2]);
  const Heads<float> output = results_of(*outputs[0], joined, head.d_v);
  std::array<PlacedMask, 2> masks;
  head.mask_count = static_cast<int>(inputs.size()) - 3;
  for (int m = 0; m < head.mask_count; ++m)
    masks[static_cast<std::size_t>(m)] = placed(*inputs[static_cast<std::size_t>(3 + m)], scores);
  head.output_step = output.row_step;
  head.weights = outputs[1] == nullptr ? nullptr : outputs[1]->mutable_data();
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
      head.output = output.of(b, h);
      fused_attention(head);
      // Multiplied in 64 bits: if weights are not stored, there may be more of them than an Index
      // can count.
      head.first_weight +=
          static_cast<std::uint64_t>(head.queries) * static_cast<std::uint64_t>(head.keys);
      if (head.weights != nullptr) head.weights += head.queries * head.keys;
    }
  }
}

class AllHeads : public Kernel {
 public:
  AllHeads(const FusedAttention& head, bool joined) : head_(head), joined_(joined) {}

  void run(Inputs inputs, std::span<Tensor* const> outputs) const override {
    attend(inputs, outputs, head_, joined_);
  }

 private:
  FusedAttention head_;
  bool joined_;
};

}  // namespace

Fusion fused_steps(const PlanBuilder& builder, StepId first, StepId q, StepId k, StepId v,
                   const Masks& masks, const WeightOptions& options, const WeightedSteps& steps,
                   StepId output) {
  FusedAttention head{};
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
  fusion.kernel = std::make_shared<AllHeads>(head, output != steps.context);
  return fusion;
}

}  // namespace ap
