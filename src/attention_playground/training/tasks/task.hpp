#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "attention_playground/training/trainer.hpp"

namespace ap {

/// A sentence, or a pair of them, as ids. Labels are ids of the vocabulary, or source positions of
/// a pointer; −1 where nothing is expected.
struct Example {
  std::vector<Index> source;  // empty without an encoder
  std::vector<Index> target;  // what the decoder is given; empty without one
  std::vector<Index>
      labels;  // one for each token of the target, or of the source without a decoder

  /// For each label the place that it follows from: a token of the source, or without an encoder
  /// of the target; −1 for none. Empty if the task says nothing of it.
  std::vector<Index> looks = {};

  bool operator==(const Example&) const = default;
};

/// Where a head looks if it does what the task is for.
enum class LooksAt {
  place,       // at Example::looks
  same_token,  // at any token that is the label
  previous,    // at the position before its own
};

/// What the heads of an attention are measured by.
struct Look {
  const char* name;       // "digit"
  std::string attention;  // "decoder.0.cross_attention"
  LooksAt at = LooksAt::place;
  Index width = 1;  // so many tokens up to that place count
};

/// What is fixed about a task: the model, the words, and how it is trained.
struct TaskSettings {
  std::string name;
  ModelOptions model;
  std::vector<std::string> vocabulary;
  std::vector<std::string> source_vocabulary;  // empty: both sentences share one
  TrainerOptions training;
  Index batch = 32;  // sentences of an update
  std::vector<Look> looks;
  /// Every batch has these lengths: shorter sentences are padded, so that all share one plan.
  Index source_length = 0, target_length = 0;
};

/// A task: examples by seed and number, each as far as it is drawn, and those that are never drawn,
/// by which it is judged. What is held out follows from a hash of its content, so the data are the
/// same on every platform, whatever was drawn before.
class Task {
 public:
  explicit Task(TaskSettings settings) : settings_(std::move(settings)) {}
  virtual ~Task() = default;

  const TaskSettings& settings() const { return settings_; }
  /// The n-th example that a seed draws; none is held out.
  virtual Example example(std::uint32_t seed, Index number) const = 0;
  /// The examples that are held out, or the first of them; those of training if nothing is.
  virtual std::vector<Example> held_out() const = 0;

  /// How right a text is that a model has drawn, from 0 to 1; none if texts are not judged so.
  virtual std::optional<double> judge(const std::vector<Index>&) const { return std::nullopt; }

  /// A model whose parameters are drawn by the seed.
  std::shared_ptr<Model> model(std::uint32_t seed) const;
  /// The texts of ids, for reading.
  std::string source_text(const Example& example) const;
  std::string target_text(const Example& example) const;

 private:
  TaskSettings settings_;
};

/// The names of all tasks.
std::vector<std::string> task_names();

/// A person's own pairs of sentences, from one to another language.
struct OwnPairs {
  std::vector<std::string> sources, targets;  // at most 2,000
  bool source_characters = false;             // tokens are characters, otherwise words
  bool target_characters = false;
};

/// An encoder–decoder that learns these pairs; they are judged by themselves. Throws Error(size)
/// naming `pairs` for none or too many, or for a sentence without tokens or with more than 64.
std::unique_ptr<Task> make_task(const OwnPairs& pairs);

/// A task by its name. Throws Error(range) naming `task`.
std::unique_ptr<Task> make_task(const std::string& name);

}  // namespace ap
