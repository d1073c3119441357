#pragma once

#include <memory>
#include <optional>
#include <span>
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

/// Memory for what runs do not keep, one run after the other. A run that has one of its own gives
/// it back when it is done.
class Arena {
 public:
  /// At least so many floats. Throws Error(memory).
  const std::shared_ptr<Storage>& memory(Index floats);

 private:
  std::shared_ptr<Storage> memory_;
};

/// Values of one pass through a plan. Edits are an ordered overlay on what the steps compute: an
/// edit re-runs what depends on it and nothing else, in the memory of the run before.
class Run {
 public:
  /// Nothing is supplied yet, and nothing computed. Runs that share an arena are looked into one
  /// after the other. Throws Error(memory) where the plan cannot fit.
  Run(std::shared_ptr<const Plan> plan, Implementation implementation,
      std::shared_ptr<Arena> arena = nullptr);
  /// Supplies and runs.
  Run(std::shared_ptr<const Plan> plan, const std::vector<Tensor>& supplied,
      Implementation implementation = Implementation::simd);
  // A copy would share the memory that the next edit writes into.
  Run(Run&&) = default;
  Run& operator=(Run&&) = default;

  /// Takes a tensor for each step that is_supplied(), in order; a row-major one is read where it
  /// lies, so nobody may write into it while it is supplied. What was computed and edited before
  /// is forgotten. Throws Error(size) naming `supplied` unless there is one for each, and
  /// Error(missing, shape) naming the step's path where one is empty or of another shape.
  void supply(std::span<const Tensor> supplied);
  /// The same for one pass: they are neither checked nor copied, and have to outlive it.
  void lend(std::span<const Tensor* const> supplied);
  /// A kept step's result goes there: a tensor of its shape, row-major.
  void place(StepId id, const Tensor& out);
  /// Runs every step. Allocates nothing the second time, where an arena is given.
  void run();
  /// A kept step's result, which the run lets go of: its next one lies elsewhere.
  Tensor take(StepId id);
  /// Lets go of all tensors that do not lie in its arena: what was supplied, and what it kept.
  void let_go();

  const Plan& plan() const { return *plan_; }
  /// The steps that are supplied, in order.
  const std::vector<StepId>& supplied() const { return supplied_; }

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
  /// Gives back what was computed for one look, however the look ends.
  class Look;

  const Step& step(StepId id) const;
  void bind_arena();
  void compute(StepId id);
  void compute_fused(const Fusion& fusion);
  Tensor& output_of(StepId id);
  Tensor view_of(StepId id) const;
  void overlay(StepId id);
  void copy_computed(StepId id);
  void compute_again(const std::vector<StepId>& ids);
  void materialise(std::span<const StepId> ids);
  void keep(StepId id);
  void forget(const std::vector<StepId>& ids);
  void restore_baseline();
  void find_computed();
  void forget_all();
  void release_unkept();
  Inputs inputs_of(std::span<const StepId> ids);
  void require_cell(StepId id, const Dims& index) const;

  std::shared_ptr<const Plan> plan_;
  Implementation implementation_;
  bool owns_arena_;
  std::shared_ptr<Arena> arena_;
  std::shared_ptr<Storage> arena_memory_;  // in which tensors of the next list lie
  std::vector<StepId> supplied_;
  std::vector<Tensor> computed_;       // what each step's operation gave
  std::vector<Tensor> edited_;         // a copy with the edits of the step
  std::vector<const Tensor*> values_;  // the one or the other; null where neither is there
  std::vector<Tensor> baseline_;       // before the first edit; empty while nothing is edited
  std::vector<char> kept_;             // as the plan says, and what was edited
  std::vector<std::vector<CellEdit>> edits_;
  std::vector<const Tensor*> scratch_inputs_;
  std::vector<Tensor*> scratch_outputs_;
  double multiply_adds_ = 0;
  bool is_altered_ = false;  // since the last supply: edited, or told to keep more
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
