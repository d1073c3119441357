#pragma once

#include <limits>
#include <string>
#include <vector>

#include "attention_playground/transformer/generation.hpp"

namespace ap::test {

using Ids = std::vector<Index>;

/// A number that is never a valid size. Index has 32 bits in wasm.
inline constexpr Index largest_index = std::numeric_limits<Index>::max();

/// w0, w1, …
std::vector<std::string> vocabulary_of(Index count);

/// Ids of each sentence of a batch, padded with 0 to the longest, with lengths if one is padded.
SentenceInput sentence(const std::vector<Ids>& sentences);

/// D 6, h 2, d_ff 5, two layers on each side.
ModelOptions small_model(Architecture architecture = Architecture::encoder_decoder);

/// A model of `words` words; parameters that are not given come from the seed.
std::shared_ptr<Model> model_of(const ModelOptions& options, Index words = 7, Leaves given = {});

/// One pass: sentences 1 2 3 and 4 5, as far as the architecture reads them.
PassRequest small_request(const ModelOptions& options);

/// The trace of small_request() by a model of seven words.
std::unique_ptr<Run> small_trace(const ModelOptions& options, Leaves given = {});

/// Random options of a model, drawn from a trial's number.
ModelOptions drawn_model(int trial, Architecture architecture);
Ids drawn_ids(int trial, const std::string& name, Index least, Index most, Index words);
/// The text to print when a check fails.
std::string text_of(const ModelOptions& options);

/// The numbers of every leaf, in order, to be supplied to another run of the same plan.
std::vector<Tensor> leaves_of(Run& run);

/// A run of the same plan and leaves by the reference implementation.
Run by_reference(Run& run);

/// The steps of two runs that differ more than compare() allows, with both numbers; "" if there are
/// none.
std::string what_differs(Run& first, Run& second);

bool has_step(const Run& run, const std::string& path);

/// Paths of the steps that a step reads.
std::vector<std::string> inputs_of(const Run& run, const std::string& path);

/// The logits of the last position, before temperature and top-k.
Tensor logits_of(const NextToken& token);

}  // namespace ap::test
