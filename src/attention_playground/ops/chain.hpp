#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap {

using Explain = Explanation (*)(Inputs inputs, const Attributes& attributes, const Dims& index);

/// Every cell as its explanation computes it, in double precision.
void explained_cells(Explain explain, Inputs inputs, const Attributes& attributes, Tensor& out);

/// The reference of a backward operation whose explanation is its definition.
template <Explain explain>
void by_explanation(Inputs inputs, const Attributes& attributes, Tensor& out) {
  explained_cells(explain, inputs, attributes, out);
}

/// Adds a cell of the upstream gradient, the first input of each backward operation, times the
/// derivative of that cell.
void add_term(ChainRule& rule, const Dims& upstream, Inputs inputs, double derivative);

/// Sets the result and the bound of a cell whose terms are complete. `roundings` are those of a
/// term; the sum adds its own.
void set_chain(Explanation& explanation, double roundings);

/// The same if a term is a difference: the bound is relative to `magnitude`, not to the terms.
void set_chain(Explanation& explanation, double roundings, double magnitude);

}  // namespace ap
