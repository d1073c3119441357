#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "attention_playground/steps/plan.hpp"

namespace ap {

/// Which implementation of the operations a run uses; both are always compiled.
enum class Implementation { simd, reference };

/// A cell that was edited: the step, the row-major position, the number that replaces the computed
/// one.
struct CellEdit {
  StepId step;
  Index position;
  float value;
};

/// Values of one pass through a plan. Edits are an ordered overlay on what the steps compute: an
/// edit re-runs what depends on it and nothing else, in the memory of the run before.
class Run {
 public:
  /// Runs every step. `supplied` holds a tensor for each step that is_supplied(), in order; a
  /// row-major one is read where it lies, so nobody may write into it while the run lives. Throws
  /// Error(size) naming `supplied` unless there is one for each, Error(missing, shape) naming the
  /// step's path where one is empty or of another shape, and Error(memory) before anything is
  /// computed where the plan cannot fit.
  Run(std::shared_ptr<const Plan> plan, std::vector<Tensor> supplied,
      Implementation implementation = Implementation::simd);
  // A copy would share the memory that the next edit writes into.
  Run(Run&&) = default;
  Run& operator=(Run&&) = default;

  const Plan& plan() const { return *plan_; }

  // Where a step is named, all of these throw Error(step) if the plan has none of that id, and
  // Error(memory) where what has to be computed again does not fit; then nothing has changed.

  /// From now on every step's tensor stays; what was given back is computed again.
  void keep_all();

  /// A row-major copy of the step's tensor, edits included; recomputed from kept ancestors where it
  /// was given back.
  Tensor value(StepId id);
  /// The same as if nothing had been edited.
  Tensor baseline(StepId id);
  /// The step's tensor itself, where it lies: to be read at once, because the next edit may write
  /// into it. What a run computed before any edit stays as it is for as long as somebody holds it.
  const Tensor loan(StepId id);
  const Tensor loan_baseline(StepId id);

  /// The cell's operands, rule and bound; the operation's own number, also where the cell is
  /// edited.
  Explanation explain(StepId id, const Dims& index);
  /// What the operation gave for a cell, below any edit.
  float computed(StepId id, const Dims& index);
  bool is_edited(StepId id, const Dims& index) const;
  Index edited_cells(StepId id) const;

  /// One entry of the undo list; all cells belong to one step. Returns the steps that changed, in
  /// order. Throws Error(index) for a cell outside the step, Error(not_finite): −∞ is accepted in
  /// steps whose role is a mask, NaN and +∞ nowhere; and what the steps that read it throw. Then
  /// everything is as it was.
  std::vector<StepId> edit(StepId id, std::vector<CellEdit> cells);
  /// The cells in which `values` differs from the step's tensor, as one entry for edit().
  /// Throws Error(shape).
  std::vector<CellEdit> differing_cells(StepId id, const Tensor& values);
  std::vector<StepId> undo();
  std::vector<StepId> reset();
  const std::vector<std::vector<CellEdit>>& edits() const { return edits_; }

  /// Multiply-adds that its steps have taken so far, re-runs included: counted as they ran.
  double multiply_adds() const { return multiply_adds_; }

 private:
  /// Holds nothing yet.
  Run(std::shared_ptr<const Plan> plan, Implementation implementation);

  /// Gives back what was computed for one look, however the look ends.
  class Look;

  const Step& step(StepId id) const;
  void compute(StepId id);
  Tensor& output_of(StepId id);
  void overlay(StepId id);
  void copy_computed(StepId id);
  void rerun(const std::vector<StepId>& ids);
  void materialise(StepId id);
  void forget(const std::vector<StepId>& ids);
  void restore_baseline();
  void release(StepId id);
  void release_unkept();
  std::vector<const Tensor*> inputs_of(StepId id);
  void require_cell(StepId id, const Dims& index) const;

  std::shared_ptr<const Plan> plan_;
  Implementation implementation_;
  std::vector<Tensor> computed_;  // what each step's operation gave; empty where it was given back
  std::vector<Tensor> values_;    // the same, or an edited copy
  std::vector<Tensor> baseline_;  // before the first edit; empty while nothing is edited
  std::vector<char> kept_;        // as the plan says, and what was edited
  std::vector<std::vector<CellEdit>> edits_;
  std::vector<const Tensor*> scratch_inputs_;
  double multiply_adds_ = 0;
};

/// Largest |a − b| of a step that two runs share, and what rounding can explain: n·ε·max|a|, n the
/// longest chain of roundings before it; after a softmax times 1 + 2·max|score|.
struct Difference {
  StepId first;
  double largest;
  double tolerance;
};

/// Steps of the same path and shape, in the first run's order.
std::vector<Difference> compare(Run& first, Run& second);

}  // namespace ap
