#pragma once

#include <vector>

#include "attention_playground/steps/run.hpp"

namespace ap::bindings {

/// One cell's explanation as numbers, in the order that web/engine/traces/explanation.ts reads:
/// rule, value, result, bound, edited (0 or 1), computed, then the fields of the rule. A cell is
/// its row-major position and its value; if the rule does not determine the input, the input's
/// number comes first.
std::vector<double> explanation_record(Run& run, StepId id, const Dims& index);

}  // namespace ap::bindings
