#pragma once

#include "attention_playground/training/tasks/task.hpp"
#include "attention_playground/training/trainer.hpp"
#include "bindings/transformer.hpp"

namespace ap::bindings {

/// A trainer, and the batches that it takes in turn; or the task whose batches a seed draws.
class Training {
 public:
  /// Throws what Trainer throws.
  Training(const Transformer& model, const Request& settings);

  /// Adds a batch after the others; checks it.
  val add_batch(const Request& request);
  /// Takes the batches of a task (task.hpp), with "seed" and "batchSize".
  val use_task(const Request& request);
  /// JSON: how well the model does on "examples" that the task holds out, and "samples" that it
  /// draws.
  val evaluate(const Request& request);
  /// So many updates: the number of the last one, its rate and gradient norm, the tokens of all,
  /// bytes, the last one's perplexity, and the loss of each. The model then has the new parameters.
  /// If one fails, those before it are made and reported, unless it is the first one, and the
  /// failure is noted.
  val step(int count);
  /// The next update as a trace.
  val trace();
  /// A record for each tensor of the state: "parameters", "first" or "second", its path, its shape.
  val places() const;
  /// The numbers of all of them, one after the other.
  val numbers() const;
  /// Takes a state: tensors "parameters.…", "first.…" and "second.…", and the numbers "updates" and
  /// "round".
  val restore(const Request& state);
  /// The bytes of its file; the request has more metadata, as keys and texts in turn.
  val save(const Request& metadata);
  /// Goes on from such a file.
  val resume(Handle bytes, double length);
  int updates() const { return static_cast<int>(trainer_.updates()); }
  int round() const { return static_cast<int>(trainer_.round()); }

 private:
  std::vector<PassRequest> next_batches() const;

  Trainer trainer_;
  Index accumulate_;
  std::vector<PassRequest> batches_;
  std::unique_ptr<Task> task_;
  std::uint32_t seed_ = 0;  // the task's
  Index sentences_ = 0;     // of a batch of the task
  std::string results_;     // of the last evaluation; JSON
};

val trainer(const Transformer& model, const Request& settings);

/// The declarations of updates, as declarations() gives the others.
val update_declarations();

}  // namespace ap::bindings
