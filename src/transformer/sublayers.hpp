#pragma once

#include <functional>

#include "steps/plan.hpp"
#include "transformer/options.hpp"

namespace ap {

/// Layer normalisation with its parameters γ and β, each `name` followed by _weight and _bias.
/// x [B, T, D].
StepId declare_norm(PlanBuilder& builder, StepId x, const LayerOptions& options,
                    const std::string& name);

/// FFN(x) = activation(x W_1 + b_1) W_2 + b_2 (Vaswani et al. 2017, §3.3). x [B, T, D].
StepId declare_feed_forward(PlanBuilder& builder, StepId x, const LayerOptions& options);

/// norm(x + dropout(f(x))), or in pre-norm x + dropout(f(norm(x))): the `number`-th sublayer of its
/// layer, whose steps are called `name`.
StepId declare_sublayer(PlanBuilder& builder, StepId x, const LayerOptions& options,
                        const std::string& name, int number,
                        const std::function<StepId(StepId)>& sublayer);

/// What a kind of activation is called and runs.
const Operation& operation_of(Activation activation);

}  // namespace ap
