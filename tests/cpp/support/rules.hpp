#pragma once

#include <vector>

#include "attention_playground/ops/explanation.hpp"

namespace ap::test {

/// Every cell of other tensors that the explanation names.
std::vector<Operand> operands_of(const Rule& rule);

/// Whether the numbers of the rule lead to the explanation's result.
bool adds_up(const Explanation& explanation);

/// The size of what was added or multiplied on the way to a cell.
double magnitude_of(const Explanation& explanation);

}  // namespace ap::test
