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

/// A step's index in its plan.
using StepId = int;

/// What a step of a backward pass is.
struct BackwardPart {
  StepId of = -1;          // the step whose gradient this is; −1: a step on the way to one
  StepId through = -1;     // the forward step that passes it on; −1: a start, or a sum
  bool is_share = false;   // only what `through` contributes to the gradient of `of`
  bool is_update = false;  // it belongs to an optimiser's update of the parameter `through`
};

/// One operation on tensors: its declaration, its scope, and what follows from its inputs.
struct Step {
  Declaration declaration;
  std::string path;  // unique in its plan: "scores", "heads.2.scores", "memory.embedding"
  std::string name;  // the last part of the path
  Scope scope;
  Fault fault = Fault::none;             // the mistake that this step makes
  std::optional<BackwardPart> backward;  // absent from forward steps
  Attributes attributes;
  std::vector<StepId> inputs;
  Layout layout;
  Index roundings;  // of this step and the longest chain before it: the n of n·ε when two runs are
                    // compared
  double multiply_adds;  // in one run

  bool keep;  // else other steps reuse its memory after its readers have run, and it is recomputed
              // when asked
  StepId last_reader;            // the last step that reads its memory, through views too
  std::vector<StepId> releases;  // steps that are not kept and not read after it
  Index arena_offset = -1;       // its place in a run's arena; −1: it has its own memory, or
                                 // shares another step's
  int fusion = -1;               // the fusion that computes it; −1: its operation does
  bool is_dead = false;          // no step reads it, because kernels do not need it

  /// Whether it is computed from no other step.
  bool is_leaf() const { return inputs.empty(); }
  /// Whether it is a leaf whose tensor the caller gives to a Run.
  bool is_supplied() const { return declaration.operation->run == nullptr && inputs.empty(); }
};

/// Computes a range of steps at once.
class Kernel {
 public:
  virtual ~Kernel() = default;
  /// Writes each output that is not null.
  virtual void run(Inputs inputs, std::span<Tensor* const> outputs) const = 0;
  /// The same address for all kernels that compute the same; null where nobody asks. By this the
  /// backward pass of a kernel is found.
  virtual const void* kind() const { return nullptr; }
};

/// A range of steps, and the kernel that replaces it.
struct Fusion {
  StepId first, last;
  std::vector<StepId> inputs;   // the earlier steps that it reads
  std::vector<StepId> outputs;  // the steps of the range that it can give
  std::shared_ptr<const Kernel> kernel;
};

/// Which steps a run of a plan keeps, and how it computes.
struct Execution {
  const std::vector<std::string>* keep = nullptr;  // paths, beside supplied leaves; null: all
  bool fused = false;  // by kernels where possible: intermediate steps are not computed
};

/// Throws Error(memory) naming `argument` if so many floats cannot fit into memory. `what` precedes
/// their size in the text, and `of` follows the limit.
void require_fits(double floats, Words argument, const char* what, const char* of);

/// The immutable part of a step graph: steps in running order with all layouts, but no memory for
/// values. Any number of runs can share one plan.
class Plan {
 public:
  /// The steps in running order: each after its inputs.
  const std::vector<Step>& steps() const { return steps_; }
  /// `id` from 0 to below count().
  const Step& operator[](StepId id) const { return steps_[static_cast<std::size_t>(id)]; }
  StepId count() const { return static_cast<StepId>(steps_.size()); }
  /// The step with this path. Throws Error(step) naming `path`.
  StepId find(std::string_view path) const;
  /// The steps that an edit of these steps re-runs, in order, including themselves.
  std::vector<StepId> dependants(const std::vector<StepId>& edited) const;
  std::vector<StepId> dependants(StepId id) const { return dependants(std::vector{id}); }
  const std::vector<Fusion>& fusions() const { return fusions_; }
  /// The steps that a run computes, in order. The last step of a fusion stands for all of them.
  const std::vector<StepId>& computed() const { return computed_; }
  /// Size of the arena in floats. Steps that are not kept share its memory.
  Index arena_floats() const { return arena_floats_; }
  /// The most floats that a run holds at any time.
  double peak_floats() const { return held_floats_ + static_cast<double>(arena_floats_); }
  /// Throws Error(memory) if a run of it does not fit.
  void require_memory() const;
  /// The same for a run that keeps every step.
  void require_memory_for_all() const;

 private:
  friend class PlanBuilder;
  std::vector<Step> steps_;
  std::vector<Fusion> fusions_;
  std::vector<StepId> computed_;
  Index arena_floats_ = 0;
  double held_floats_ = 0;  // of supplied and kept steps
  double all_floats_ = 0;
};

/// The steps that another step reads, from a list or a vector. It only refers to them, so it must
/// not outlive the call.
class StepList : public std::span<const StepId> {
 public:
  StepList(std::initializer_list<StepId> steps = {}) : span(steps.begin(), steps.size()) {}
  StepList(const std::vector<StepId>& steps) : span(steps) {}
  StepList(std::span<const StepId> steps) : span(steps) {}
};

/// Declares a plan step by step; shapes are checked as it goes.
class PlanBuilder {
 public:
  /// The caller supplies the leaves with the paths `given`, whatever their declarations say. If
  /// `fused`, intermediate steps may have any number of elements. Faults are made where the code
  /// that declares steps calls has_fault().
  explicit PlanBuilder(std::vector<std::string> given = {}, bool fused = false, Faults faults = {})
      : given_(std::move(given)), fused_(fused), faults_(std::move(faults)) {}

  /// Begins with the first `count` steps of a plan, and declares more; nothing is fused.
  PlanBuilder(const Plan& plan, StepId count);

  /// Adds a step whose `inputs` were added before. Its name is `name`, or its kind if that is
  /// empty; its path is the name after the prefixes of the scopes entered. Throws what the
  /// operation's layout throws, and Error(overflow) for too many elements; an error that names
  /// `shape` names the path instead.
  StepId add(const Declaration& declaration, StepList inputs = {},
             const Attributes& attributes = no_attributes, Words name = "");

  /// Adds a step like one of another plan, which reads steps of the same layouts.
  StepId add_like(const Step& step, std::vector<StepId> inputs, const char* before_path = "");

  /// Adds a leaf. Its operation follows from `leaf` and from the given paths.
  StepId add_leaf(const Declaration& declaration, Leaf leaf, Words name = "");
  StepId add_data(const Declaration& declaration, const Dims& shape, Words name = "");
  StepId add_parameter(const Declaration& declaration, const Dims& shape, Initialiser initialiser,
                       Words name = "");

  /// Parameters that are added later start otherwise than their declarations say: matrices
  /// Xavier-normal, biases 0, tables N(0, 1/√width) (Glorot & Bengio 2010, §4.2.1).
  void start_normal() { normal_start_ = true; }

  /// Gives a step the symbol and the variable of another kind.
  void call(StepId id, const Declaration& kind);

  /// Says what a step is in a backward pass.
  void set_backward(StepId id, const BackwardPart& part);

  /// Gives a step another name, after the prefixes of the scopes entered, their scope, and the
  /// words of another kind.
  void rename(StepId id, const Declaration& kind, Words name);

  /// Whether the fault is requested for one of the steps of these names, which it adds here or
  /// which it replaces, or for the step `read` that they read.
  bool has_fault(Fault fault, std::initializer_list<Words> names,
                 std::optional<StepId> read = std::nullopt);

  /// The fault if it is so requested, else none.
  Fault requested(Fault fault, std::initializer_list<Words> names);

  /// Marks a step as having a fault, and returns the step.
  StepId blame(StepId id, Fault fault);

  /// The random stream of the step that will be added with this name.
  std::uint64_t stream_of(Words name) const;

  /// The leaf with the number of a pass, which all dropouts read, if there is one.
  const std::optional<StepId>& dropout_round() const { return dropout_round_; }
  void set_dropout_round(StepId round) { dropout_round_ = round; }

  /// The scope that steps are added to at present.
  const Scope& scope() const { return scope_; }

  /// Returned by value, because the next add() may move the steps.
  Dims shape(StepId id) const;
  std::string path(StepId id) const;
  std::string name(StepId id) const;

  /// While it exists, steps are added to a scope, and their paths begin with `prefix`: "encoder.",
  /// "norm_1_".
  class Within {
   public:
    Within(PlanBuilder& builder, Words prefix, const Scope& scope);
    /// One of several: "tiles.0.", "workers.1."; the scope has the number, too.
    Within(PlanBuilder& builder, Words prefix, Index number, const Scope& scope);
    ~Within();
    Within(const Within&) = delete;
    Within& operator=(const Within&) = delete;

   private:
    PlanBuilder& builder_;
    std::size_t length_;
    Scope outer_;
  };

  /// Adds a kernel that can compute a range of steps at once.
  void fuse(Fusion fusion) { plan_.fusions_.push_back(std::move(fusion)); }
  /// The kernels so far.
  const std::vector<Fusion>& fusions() const { return plan_.fusions_; }
  /// Replaces them all.
  void set_fusions(std::vector<Fusion> fusions) { plan_.fusions_ = std::move(fusions); }

  /// How many steps there are.
  StepId count() const { return plan_.count(); }

  /// The step as it is so far; the next add() may move it.
  const Step& operator[](StepId id) const { return plan_[id]; }

  /// A run keeps the supplied leaves and the steps with these paths, or all steps if `keep` is
  /// null. Throws Error(overflow) as add() does, for steps that are computed, and Error(conflict)
  /// naming `faults` for a fault that could not be made anywhere.
  Plan finish(const std::vector<std::string>* keep = nullptr) &&;

 private:
  void require_faults_made() const;

  Plan plan_;
  std::string prefix_;
  Scope scope_;
  std::vector<std::string> given_;
  bool fused_;
  bool normal_start_ = false;
  std::optional<StepId> dropout_round_;
  Faults faults_;
  std::vector<char> made_ = std::vector<char>(faults_.size());  // whether each fault was made
};

}  // namespace ap
