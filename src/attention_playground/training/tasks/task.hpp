#pragma once

#include <memory>
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

  bool operator==(const Example&) const = default;
};

/// What is fixed about a task: the model, the words, and how it is trained.
struct TaskSettings {
  std::string name;
  ModelOptions model;
  std::vector<std::string> vocabulary;
  std::vector<std::string> source_vocabulary;  // empty: both sentences share one
  TrainerOptions training;
  Index batch = 32;  // sentences of an update
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

/// A task by its name. Throws Error(range) naming `task`.
std::unique_ptr<Task> make_task(const std::string& name);

}  // namespace ap
