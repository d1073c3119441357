#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap {

/// A cell of the upstream gradient, the first input of each backward operation, times the
/// derivative of that cell.
void add_term(ChainRule& rule, const Operand& upstream, double derivative);

/// The explanation of a cell whose terms are complete. `roundings` are those of a term; the sum
/// adds its own.
Explanation chained(ChainRule rule, double roundings);

/// Each term's share of it is not known: the bound is relative to `magnitude` instead of the terms.
Explanation chained(ChainRule rule, double roundings, double magnitude);

}  // namespace ap
