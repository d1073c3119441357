#pragma once

#include "attention_playground/attention/heads.hpp"

namespace ap {

/// The heads split over n workers (Shoeybi et al. 2019, §3): worker i holds the columns of W_q, W_k
/// and W_v that make its heads and the rows of W_o that read them, in the scope `workers.i`; the
/// sum of their partial products is the whole output. Returns the step `output`. Throws
/// Error(range) naming `workers`, unless they divide the heads, and Error(shape) if a mask differs
/// by head.
StepId declare_workers(PlanBuilder& builder, const DeclaredProjection (&parts)[3],
                       const HeadOptions& options, Index workers, StepId output_weight,
                       const std::optional<StepId>& output_bias);

/// The kinds of step that are declared here.
std::span<const Declaration> worker_kinds();

}  // namespace ap
