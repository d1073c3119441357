#pragma once

#include <memory>

#include "attention_playground/steps/run.hpp"
#include "attention_playground/transformer/generation.hpp"
#include "bindings/step_record.hpp"
#include "bindings/tensors.hpp"
#include "bindings/values.hpp"

namespace ap::bindings {

/// A run as an object for JavaScript. Steps are identified by their index in steps(), cells by
/// their row-major position; every method converts, calls and converts back.
class Trace {
 public:
  /// `token`: the one that the run chose, if it chose one.
  Trace(std::shared_ptr<Run> run, std::shared_ptr<const NextToken> token)
      : run_(std::move(run)), token_(std::move(token)) {}

  /// A trace of the same pass without a cache, which shows where cached keys and values come from;
  /// null if there is no cache.
  val origin() const;
  /// A trace of all tokens so far; see run_of_sequence.
  val sequence(double temperature, int top_k, bool sampled, unsigned seed) const;

  /// One record for each step, with the fields in the order of web/engine/traces/steps.ts.
  val steps() const;
  /// [edited cells, fully masked rows] for each step, which edits can change.
  val states();
  val tensor(StepId id);
  val baseline(StepId id);
  /// The whole storage that the step's tensor lies in.
  val memory(StepId id);
  val storage(StepId id);
  val explain(StepId id, double position);
  /// [low, high, reach], see ap::extent.
  val extent(StepId id, double low, double high);
  /// [largest count, outside, counts …, edges …], see ap::histogram.
  val histogram(StepId id, double bins, double reach);
  /// [sums …, means …, deviations …] along an axis, see ap::row_summary.
  val rows(StepId id, int axis);
  val rank(StepId id, double position, double axes);
  /// Adds a backward pass from a step, with a seed or, for 0, ones. Indices of its steps.
  val backward(StepId of, Handle seed);
  val loss();
  val downhill(StepId id, StepId gradient, double rate);
  /// How often its list of steps has changed: with a backward pass, edits may change it.
  unsigned listed() const { return run_->listed(); }
  /// Indices of the steps that changed, in the list as it is then.
  val set(StepId id, double position, double value);
  val set_tensor(StepId id, Handle values);
  val undo();
  val reset();
  /// [entry of the undo list, step, position, value] for each edited cell, in the order of the
  /// edits.
  val edits() const;
  /// [step, largest difference, tolerance] for each step that both runs have.
  val compare(Trace& other);
  /// A step of this run minus one of the other.
  val difference(StepId id, Trace& other, StepId of_other);

 private:
  std::shared_ptr<Run> run_;
  std::shared_ptr<const NextToken> token_;
};

/// A new trace for JavaScript to hold.
val trace_value(std::shared_ptr<Run> run, std::shared_ptr<const NextToken> token = nullptr);

}  // namespace ap::bindings
