#include "attention_playground/training/tasks/task_batches.hpp"

#include <algorithm>

#include "attention_playground/tensor/error.hpp"
#include "attention_playground/training/tasks/draws.hpp"

namespace ap {

namespace {

/// [sentences, length]; `fill` after the end of each sentence.
Tensor rows_of(std::span<const Example> examples, std::vector<Index> Example::*part, Index length,
               Index fill) {
  Tensor rows({static_cast<Index>(examples.size()), length});
  float* to = rows.mutable_data();
  for (const Example& example : examples) {
    const std::vector<Index>& own = example.*part;
    require(static_cast<Index>(own.size()) <= length, ErrorCode::range, "examples",
            {own.size(), " tokens"}, {"at most ", length});
    for (Index i = 0; i < length; ++i) {
      const bool there = i < static_cast<Index>(own.size());
      *to++ = static_cast<float>(there ? own[static_cast<std::size_t>(i)] : fill);
    }
  }
  return rows;
}

/// Ids, and lengths if any sentence is shorter than the others may be.
SentenceInput sentence_of(std::span<const Example> examples, std::vector<Index> Example::*part,
                          Index length, const std::vector<std::string>& vocabulary, bool is_fixed) {
  const auto found = std::find(vocabulary.begin(), vocabulary.end(), tasks::padding_token);
  const Index padding = found == vocabulary.end() ? 0 : found - vocabulary.begin();
  SentenceInput sentence;
  sentence.ids = rows_of(examples, part, length, padding);
  if (is_fixed) return sentence;
  Tensor lengths({static_cast<Index>(examples.size())});
  for (std::size_t i = 0; i < examples.size(); ++i)
    lengths.mutable_data()[i] = static_cast<float>((examples[i].*part).size());
  sentence.lengths = lengths;
  return sentence;
}

}  // namespace

PassRequest pass_of(const TaskSettings& settings, std::span<const Example> examples) {
  require(!examples.empty(), ErrorCode::size, "examples", {"no example"}, {"at least one"});
  const ModelOptions& model = settings.model;
  // Without a token for padding, all sentences are as long as each other.
  const auto& vocabulary = settings.vocabulary;
  const bool is_fixed =
      std::find(vocabulary.begin(), vocabulary.end(), tasks::padding_token) == vocabulary.end();
  PassRequest request;
  if (model.has_encoder()) {
    const bool own = !settings.source_vocabulary.empty();
    request.source = sentence_of(examples, &Example::source, settings.source_length,
                                 own ? settings.source_vocabulary : vocabulary, is_fixed);
  }
  if (model.has_decoder())
    request.target =
        sentence_of(examples, &Example::target, settings.target_length, vocabulary, is_fixed);
  request.labels =
      rows_of(examples, &Example::labels,
              model.has_decoder() ? settings.target_length : settings.source_length, -1);
  return request;
}

PassRequest training_batch(const Task& task, std::uint32_t seed, Index number, Index sentences) {
  std::vector<Example> examples;
  for (Index i = 0; i < sentences; ++i)
    examples.push_back(task.example(seed, (number - 1) * sentences + i));
  return pass_of(task.settings(), examples);
}

PassRequest training_batch(const Task& task, std::uint32_t seed, Index number) {
  return training_batch(task, seed, number, task.settings().batch);
}

}  // namespace ap
