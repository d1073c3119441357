#pragma once

#include "attention_playground/attention/fused.hpp"
#include "attention_playground/steps/plan.hpp"

namespace ap {

/// The kernel that computes the gradients of q, k and v of fused attention (attention_of() in
/// attention/fusion.hpp), from q, k, v, the masks except the causal one, and d_output. Their rows
/// have to be contiguous. d_output and each gradient may be by heads, [B, h, T, d], or joined,
/// [B, T, h·d]; a gradient that is null is not computed.
std::shared_ptr<const Kernel> attention_backward(const AttentionHead& head);

}  // namespace ap
