#pragma once

#include "attention_playground/attention/fused.hpp"
#include "attention_playground/steps/plan.hpp"
#include "attention_playground/tensor/callback.hpp"

// What the kernels of attention share that compute a range of steps: all heads of a tensor.

namespace ap {

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
Heads<const float> operands_of(const Tensor& tensor, int rank_of_q, Index width);
/// The same to write into; null data if there is no tensor.
Heads<float> results_of(Tensor* tensor, int rank_of_q, Index width);

/// Calls run(b, h) for all heads, one after the other, with that head's operands in `head`.
/// `inputs` are q, k, v, the masks except the causal one, and the round of dropout if it has
/// rounds.
void for_each_head(Inputs inputs, AttentionHead& head, Callback<void(Index, Index)> run);

}  // namespace ap
