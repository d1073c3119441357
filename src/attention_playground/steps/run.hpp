#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "attention_playground/steps/gradients.hpp"
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

/// Memory for steps that runs do not keep. Runs can share it one after the other: it is one storage
/// for as long as the arena exists, so that all of them stay placed in it while it grows for the
/// largest. A run with its own arena frees it when it is done.
class Arena {
 public:
  /// Memory of at least `floats` floats, up to an eighth more; if it has to grow, its numbers are
  /// lost. Throws Error(memory).
  const std::shared_ptr<Storage>& memory(Index floats);
  /// How many it has.
  Index floats() const { return memory_ == nullptr ? 0 : memory_->count(); }
  /// Gives all of it back until it is needed again.
  void shrink();

 private:
  std::shared_ptr<Storage> memory_;
};

/// Steps that follow a backward pass, such as the update of parameters.
class AfterBackward {
 public:
  virtual ~AfterBackward() = default;
  /// Declares them, given each forward step's gradient, −1 where there is none. Returns a tensor
  /// for each supplied step among them.
  virtual std::vector<std::pair<StepId, Tensor>> declare(
      PlanBuilder& builder, std::span<const StepId> gradients) const = 0;
};

/// Values of one pass through a plan. Edits are an ordered overlay on the computed values: an edit
/// re-runs only the steps that depend on it, in the memory of the previous run.
class Run {
 public:
  /// Nothing is supplied or computed yet. Runs that share an arena must be used one after the
  /// other. Throws Error(memory) if the plan does not fit.
  Run(std::shared_ptr<const Plan> plan, Implementation implementation,
      std::shared_ptr<Arena> arena = nullptr);
  /// Supplies and runs.
  Run(std::shared_ptr<const Plan> plan, const std::vector<Tensor>& supplied,
      Implementation implementation = Implementation::simd);
  // A copy would share the memory that the next edit writes into.
  Run(Run&&) = default;
  Run& operator=(Run&&) = default;

  /// Takes a tensor for each step that is_supplied(), in order; a row-major one is not copied, so
  /// it must not be written to while it is supplied. Earlier results and edits are dropped. Throws
  /// Error(size) naming `supplied` unless there is one for each step, and Error(missing, shape)
  /// naming the step's path if one has no storage or another shape.
  void supply(std::span<const Tensor> supplied);
  /// The same for one pass: the tensors are neither checked nor copied, and must outlive the pass.
  void lend(std::span<const Tensor* const> supplied);
  /// Makes a kept step write its result into `out`, a row-major tensor of its shape.
  void place(StepId id, const Tensor& out);
  /// Runs every step. With a given arena, only the first run allocates memory.
  void run();
  /// Hands a kept step's result over to the caller; the next run uses new memory for it.
  Tensor take(StepId id);
  /// Releases all tensors outside its arena: the supplied ones and those that it kept.
  void let_go();

  const Plan& plan() const { return *plan_; }
  /// The steps that are supplied, in order.
  const std::vector<StepId>& supplied() const { return supplied_; }

  // All functions below that take a step throw Error(step) if the plan has none with that id, and
  // Error(memory) if steps that must be recomputed do not fit; then nothing has changed.

  /// Keeps every step's tensor from now on; those that were freed are recomputed.
  void keep_all();

  /// A row-major copy of the step's tensor, edits included; recomputed from kept ancestors if it
  /// was freed.
  Tensor value(StepId id);
  /// The same without any edits.
  Tensor baseline(StepId id);
  /// The step's tensor itself, not a copy. Read it at once, because the next edit may write into
  /// it. Values computed before any edit do not change as long as a handle on them exists.
  const Tensor loan(StepId id);
  const Tensor loan_baseline(StepId id);

  /// The cell's operands, rule and bound. The result is the operation's, even if the cell is
  /// edited.
  Explanation explain(StepId id, const Dims& index);
  /// The operation's result for a cell, without edits.
  float computed(StepId id, const Dims& index);
  bool is_edited(StepId id, const Dims& index) const;
  Index edited_cells(StepId id) const;

  /// Adds one entry to the undo list; all cells belong to one step. Returns the steps that changed,
  /// in order. Throws Error(index) for a cell outside the step, Error(not_finite) for NaN, +∞, or
  /// −∞ in a step whose role is not a mask, and what the steps that read it throw. After an error
  /// everything is as before.
  std::vector<StepId> edit(StepId id, std::vector<CellEdit> cells);
  /// The cells in which `values` differs from the step's tensor, as one entry for edit().
  /// Throws Error(shape).
  std::vector<CellEdit> differing_cells(StepId id, const Tensor& values);
  std::vector<StepId> undo();
  std::vector<StepId> reset();
  const std::vector<std::vector<CellEdit>>& edits() const { return edits_; }

  /// Adds the steps of a backward pass: ∂L/∂x for every step x that L depends on, where L is the
  /// sum of the cells of `of`, each times the seed's if one is given; see declare_gradients(). They
  /// are computed when they are read, follow every edit, and replace those of an earlier call. An
  /// edited cell is a constant. What comes `after` is declared behind them, again whenever they
  /// are. Returns the ids of all of these, in order. Throws Error(step) naming `of` for a step of a
  /// backward pass, Error(conflict) naming `of` for one that no number leads to, and Error(shape,
  /// not_finite) naming `seed`; then an earlier backward pass stays.
  std::vector<StepId> backward(StepId of, const Tensor& seed = {},
                               std::shared_ptr<const AfterBackward> after = nullptr);
  /// L, in double precision. Throws Error(missing) naming `backward` if there is no backward pass.
  double loss();
  /// A step's tensor after one step of gradient descent: x − rate · gradient, row-major. Throws
  /// Error(shape) naming `gradient` unless both have one shape.
  Tensor downhill(StepId id, StepId gradient, float rate);
  /// How often the list of steps has changed: whenever a backward pass is declared or dropped.
  unsigned listed() const { return listed_; }
  /// How many steps there are before those of a backward pass.
  StepId forward_count() const { return backward_ ? backward_->forward : plan_->count(); }

  /// Multiply-adds that its steps have computed so far, including re-runs.
  double multiply_adds() const { return multiply_adds_; }

 private:
  /// Frees what was computed for one access, even if the access throws.
  class Look {
   public:
    explicit Look(Run& run) : run_(run) {}
    ~Look() { run_.release_unkept(); }
    Look(const Look&) = delete;
    Look& operator=(const Look&) = delete;

   private:
    Run& run_;
  };

  /// A backward pass that was asked for.
  struct Backward {
    StepId of;
    Tensor start;                        // ∂L/∂L
    StepId forward;                      // the number of steps before it
    bool seeded;                         // `start` is the caller's
    std::shared_ptr<const Plan> before;  // the plan of the forward pass
    std::shared_ptr<const AfterBackward> after;
  };
  /// A plan with its steps, and the leaves that it needs; `kept_cells` are 1 but where cells are
  /// edited.
  struct NextPlan {
    std::shared_ptr<const Plan> plan;
    std::vector<std::pair<StepId, Tensor>> leaves;
    std::vector<std::pair<StepId, Tensor>> kept_cells;
  };

  NextPlan plan_backward(const Backward& pass, std::span<const std::vector<CellEdit>> edits) const;
  void adopt(NextPlan next, StepId forward);
  void declare_again(std::span<const std::vector<CellEdit>> edits);
  void declare_or_drop(std::span<const std::vector<CellEdit>> edits);
  void drop_backward();
  std::vector<StepId> changed_by(StepId edited) const;
  bool is_forward(StepId id) const { return id < forward_count(); }

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
  void forget_unkept(std::span<const char> asked);
  void keep(StepId id);
  void forget(const std::vector<StepId>& ids);
  void take_baseline();
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
  std::shared_ptr<Storage> arena_memory_;  // holds tensors of `computed_`
  std::vector<StepId> supplied_;
  std::vector<Tensor> computed_;       // result of each step's operation
  std::vector<Tensor> edited_;         // a copy with the step's edits
  std::vector<const Tensor*> values_;  // one of the two; null if there is neither
  std::vector<Tensor> baseline_;       // before the first edit; empty while nothing is edited
  std::vector<char> kept_;             // kept by the plan, or edited
  std::vector<std::vector<CellEdit>> edits_;
  std::vector<const Tensor*> scratch_inputs_;
  std::vector<Tensor*> scratch_outputs_;
  std::optional<Backward> backward_;
  unsigned listed_ = 0;
  double multiply_adds_ = 0;
  bool is_altered_ = false;  // since the last supply: edited, or keeping more steps
};

/// Largest |a − b| of a step that two runs share, and the difference that rounding can explain:
/// n·ε·max|a|, where n is the longest chain of roundings before it; after a softmax it is
/// multiplied by 1 + 2·max|score|. Two NaNs do not differ; a NaN and a number differ by ∞.
struct Difference {
  StepId first;
  double largest;
  double tolerance;
};

/// Compares the steps with the same path and shape, in the first run's order.
std::vector<Difference> compare(Run& first, Run& second);

/// a − b, cell by cell, of a step of each run; equal infinities and two NaNs do not differ. Throws
/// Error(shape) naming `other` if the steps have different shapes.
Tensor difference(Run& first, StepId a, Run& second, StepId b);

}  // namespace ap
