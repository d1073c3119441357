#pragma once

#include <string>
#include <vector>

#include "attention_playground/ops/operation.hpp"
#include "support/rules.hpp"

namespace ap::test {

/// The largest fraction of a cell that its bound may be; with a larger one, "within the bound"
/// would mean nothing.
inline constexpr double largest_relative_bound = 1e-4;

/// Runs the SIMD version and the reference into guarded, misaligned results and explains every cell
/// of both. Describes what is wrong, or returns "":
/// - a result lies outside its memory, or a cell was not written;
/// - a cell of either lies further from the explained result than the explanation's bound;
/// - an operand is not the input's cell, bit for bit;
/// - products, sums, exponentials or factors of the rule do not lead to its result;
/// - the bound is not finite, negative, or too large a fraction of what was added or multiplied.
std::string what_is_wrong(const Operation& operation, const std::vector<Tensor>& inputs,
                          const Attributes& attributes = {});

/// Result of the SIMD version.
Tensor run(const Operation& operation, const std::vector<Tensor>& inputs,
           const Attributes& attributes = {});
/// Result of the reference.
Tensor run_reference(const Operation& operation, const std::vector<Tensor>& inputs,
                     const Attributes& attributes = {});

Explanation explain(const Operation& operation, const std::vector<Tensor>& inputs,
                    const Attributes& attributes, const Dims& index);

/// What is wrong with one explanation of the number `recorded`, or "".
std::string what_is_wrong(const Explanation& explanation, const std::vector<Tensor>& inputs,
                          float recorded);

}  // namespace ap::test
