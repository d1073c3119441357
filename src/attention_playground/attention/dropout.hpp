#pragma once

#include <span>

#include "attention_playground/ops/attributes.hpp"
#include "attention_playground/steps/plan.hpp"

namespace ap {

/// The number of the pass, `dropout_round` [], a leaf: every dropout that is declared later reads
/// it, so that passes of one plan drop different cells.
void declare_dropout_round(PlanBuilder& builder);

/// A dropout of x, whose random stream is that of its path.
StepId declare_dropout(PlanBuilder& builder, const Declaration& declaration, StepId x,
                       float probability, std::uint32_t seed, Words name = "");

/// The kinds of step that are declared here.
std::span<const Declaration> dropout_kinds();

}  // namespace ap
