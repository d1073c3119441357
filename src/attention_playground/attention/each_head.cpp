#include "attention_playground/attention/each_head.hpp"

#include "attention_playground/ops/dropout.hpp"

namespace ap {

namespace {

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

}  // namespace

Heads<const float> operands_of(const Tensor& tensor, int rank_of_q, Index width) {
  return heads_of(tensor.data(), tensor, rank_of_q, width);
}

Heads<float> results_of(Tensor* tensor, int rank_of_q, Index width) {
  if (tensor == nullptr) return {nullptr, 0, 0, 0};
  return heads_of(tensor->mutable_data(), *tensor, rank_of_q, width);
}

void for_each_head(Inputs inputs, AttentionHead& head, Callback<void(Index, Index)> run) {
  if (head.rounds) {
    head.seed = ops::seed_of_round(head.seed, *inputs.back());
    inputs = inputs.first(inputs.size() - 1);
  }
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

}  // namespace ap
