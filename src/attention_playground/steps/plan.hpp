#pragma once

#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "attention_playground/steps/declaration.hpp"
#include "attention_playground/steps/faults.hpp"
#include "attention_playground/steps/scope.hpp"
#include "attention_playground/tensor/words.hpp"

namespace ap {

/// A step's place in its plan.
using StepId = int;

/// One operation on tensors: its declaration, where it stands, and what follows from its inputs.
struct Step {
  Declaration declaration;
  std::string path;  // unique in its plan: "scores", "heads.2.scores", "memory.embedding"
  std::string name;  // its last part: what it is called where it stands
  Scope scope;
  Fault fault = Fault::none;  // that makes it other than it should be
  Attributes attributes;
  std::vector<StepId> inputs;
  Layout layout;
  Index roundings;  // of this step and the longest chain before it: the n of n·ε when two runs are
                    // compared
  double multiply_adds;  // of one run of it

  bool keep;  // else its memory serves others once its readers have run, and it is recomputed when
              // asked
  StepId last_reader;            // the last step that reads its memory, through views too
  std::vector<StepId> releases;  // what nobody reads after it and nobody keeps
  Index arena_offset = -1;       // where it lies in a run's arena; −1: in memory of its own, or
                                 // in another step's
  int fusion = -1;               // which kernel computes it with others; −1: its operation
  bool is_dead = false;          // nobody reads it, because kernels do without it

  /// Computed from no other step.
  bool is_leaf() const { return inputs.empty(); }
  /// A leaf whose tensor a Run is given.
  bool is_supplied() const { return declaration.operation->run == nullptr && inputs.empty(); }
};

/// What computes a range of steps at once.
class Kernel {
 public:
  virtual ~Kernel() = default;
  /// Writes each output that is not null.
  virtual void run(Inputs inputs, std::span<Tensor* const> outputs) const = 0;
};

/// A range of steps, and the kernel that replaces it.
struct Fusion {
  StepId first, last;
  std::vector<StepId> inputs;   // what it reads of the steps before them
  std::vector<StepId> outputs;  // what it can give of them
  std::shared_ptr<const Kernel> kernel;
};

/// What a run of a plan keeps, and how it computes.
struct Execution {
  const std::vector<std::string>* keep = nullptr;  // paths beside supplied leaves; null: all steps
  bool fused = false;  // by kernels where there are some: the steps between are not computed
};

/// Throws Error(memory) naming `argument`, with `what` before its size, where so many floats cannot
/// fit into memory, and saying that they are at most what `of` names.
void require_fits(double floats, Words argument, const char* what, const char* of);

/// The immutable part of a step graph: steps in running order, every layout known, nothing
/// allocated for values. One plan serves any number of runs.
class Plan {
 public:
  /// In running order: each after its inputs.
  const std::vector<Step>& steps() const { return steps_; }
  /// `id` from 0 to below count().
  const Step& operator[](StepId id) const { return steps_[static_cast<std::size_t>(id)]; }
  StepId count() const { return static_cast<StepId>(steps_.size()); }
  /// The step of a path. Throws Error(step) naming `path`.
  StepId find(std::string_view path) const;
  /// What an edit of these steps re-runs, in order; they themselves too.
  std::vector<StepId> dependants(const std::vector<StepId>& edited) const;
  std::vector<StepId> dependants(StepId id) const { return dependants(std::vector{id}); }
  const std::vector<Fusion>& fusions() const { return fusions_; }
  /// What a run computes, in order: a step, or all of those that one kernel computes by its last.
  const std::vector<StepId>& computed() const { return computed_; }
  /// Floats of the memory in which what is not kept lies, one after the other and side by side.
  Index arena_floats() const { return arena_floats_; }
  /// Floats that a run holds at its fullest.
  double peak_floats() const { return held_floats_ + static_cast<double>(arena_floats_); }
  /// Throws Error(memory) where a run of it cannot fit.
  void require_memory() const;
  /// The same for a run that keeps every step.
  void require_memory_for_all() const;

 private:
  friend class PlanBuilder;
  std::vector<Step> steps_;
  std::vector<Fusion> fusions_;
  std::vector<StepId> computed_;
  Index arena_floats_ = 0;
  double held_floats_ = 0;  // of what is supplied or kept
  double all_floats_ = 0;
};

/// The steps that another reads, listed or collected. Refers to them, so it lives as long as its
/// call.
class StepList : public std::span<const StepId> {
 public:
  StepList(std::initializer_list<StepId> steps = {}) : span(steps.begin(), steps.size()) {}
  StepList(const std::vector<StepId>& steps) : span(steps) {}
};

/// Declares a plan step by step; shapes are checked as it goes.
class PlanBuilder {
 public:
  /// Leaves of the given paths are given from outside, whatever their declarations say. Where
  /// kernels compute what they can, the steps between may have any number of elements. Faults are
  /// made where those who declare steps ask for them.
  explicit PlanBuilder(std::vector<std::string> given = {}, bool fused = false, Faults faults = {})
      : given_(std::move(given)), fused_(fused), faults_(std::move(faults)) {}

  /// Adds a step of which `inputs` were added before. It is called `name`, or as its kind where no
  /// name is given, and its path is that behind the scopes entered. Throws what the operation's
  /// layout throws, and Error(overflow) for more elements than can be counted; where that names
  /// `shape`, the path.
  StepId add(const Declaration& declaration, StepList inputs = {},
             const Attributes& attributes = no_attributes, Words name = "");

  /// Adds a leaf: the operation follows from what it is, and from the paths that are given.
  StepId add_leaf(const Declaration& declaration, Leaf leaf, Words name = "");
  StepId add_data(const Declaration& declaration, const Dims& shape, Words name = "");
  StepId add_parameter(const Declaration& declaration, const Dims& shape, Initialiser initialiser,
                       Words name = "");

  /// Gives a step the symbol and the variable of another kind.
  void call(StepId id, const Declaration& kind);

  /// Whether a step of this name, added here, is to have the fault; or one that reads `read`, where
  /// the fault is asked for there.
  bool has_fault(Fault fault, Words name, std::optional<StepId> read = std::nullopt);

  /// Says that a step has a fault.
  StepId blame(StepId id, Fault fault);

  /// The random stream of the step that will be added by this name.
  std::uint64_t stream_of(Words name) const;

  /// Where steps are added at present.
  const Scope& scope() const { return scope_; }

  /// By value: the next add() may move what a reference would point to.
  Dims shape(StepId id) const;
  std::string path(StepId id) const;
  std::string name(StepId id) const;

  /// While it lives, steps are added in a scope, and their paths begin with `prefix`: "encoder.",
  /// "norm_1_".
  class Within {
   public:
    Within(PlanBuilder& builder, Words prefix, const Scope& scope);
    /// Of several: "tiles.0.", "workers.1."; the scope has the number, too.
    Within(PlanBuilder& builder, Words prefix, Index number, const Scope& scope);
    ~Within();
    Within(const Within&) = delete;
    Within& operator=(const Within&) = delete;

   private:
    PlanBuilder& builder_;
    std::size_t length_;
    Scope outer_;
  };

  /// What the steps from `first` on can be computed by at once.
  void fuse(Fusion fusion) { plan_.fusions_.push_back(std::move(fusion)); }

  /// How many steps there are.
  StepId count() const { return plan_.count(); }

  /// A run keeps the steps of these paths and the supplied leaves, or all. Throws Error(overflow)
  /// as add(), for a step that is computed, and (conflict) naming `faults` for one that could be
  /// made nowhere.
  Plan finish(const std::vector<std::string>* keep = nullptr) &&;

 private:
  void require_faults_made() const;

  Plan plan_;
  std::string prefix_;
  Scope scope_;
  std::vector<std::string> given_;
  bool fused_;
  Faults faults_;
  std::vector<char> made_ = std::vector<char>(faults_.size());  // which of the faults
};

}  // namespace ap
