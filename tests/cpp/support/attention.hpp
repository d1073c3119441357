#pragma once

#include <memory>
#include <string>
#include <vector>

#include "attention_playground/attention/attention.hpp"

namespace ap::test {

/// Words of each sentence of a batch.
using Sentences = std::vector<std::vector<std::string>>;

Sentences words(const std::string& sentence);

/// A request whose ids, lengths and vocabulary come from these sentences, padded to the longest.
TraceRequest request_for(const Sentences& sentences, Index d_model, Index heads);
/// The same with a second text for keys and values; both share one vocabulary.
TraceRequest request_for(const Sentences& sentences, const Sentences& memory, Index d_model,
                         Index heads);

/// A request whose word vectors are given: [B, T, D].
TraceRequest request_for(const Tensor& vectors, Index heads);

/// A copy of a step's numbers, because the run may overwrite its own.
Tensor value(Run& run, const std::string& path);

/// Edits one cell of the step at `path`; returns the paths that changed, in order.
std::vector<std::string> edit(Run& run, const std::string& path, const Dims& index, float value);
std::vector<std::string> paths_of(const Run& run, const std::vector<StepId>& steps);

/// An additive mask: 0 where `may_attend` is not 0, else −∞.
Tensor additive(const Tensor& may_attend);

/// Checks every cell of every step: operands are the inputs' cells bit for bit, and the recorded
/// number lies within the bound. Describes what is wrong, or returns "".
std::string what_is_wrong_with_explanations(Run& run);

/// A part of one axis of a tensor, sharing its memory.
Tensor part(const Tensor& tensor, int axis, Index start, Index length);

}  // namespace ap::test
