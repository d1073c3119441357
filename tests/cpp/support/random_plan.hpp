#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "attention_playground/steps/run.hpp"

namespace ap::test {

/// A whole number from `least` to `most`.
using DrawWhole = std::function<Index(Index least, Index most)>;

/// A plan of random steps on matrices [4, 4]: products, sums, norms, views of views, parts that are
/// joined, constants, rows of a table. Twice: `all` keeps every step, `light` some or none. Cells
/// of "ids" are rows of a table with four.
struct RandomPlan {
  std::shared_ptr<const Plan> all, light;
  std::vector<Tensor> leaves;

  explicit RandomPlan(const DrawWhole& whole);
};

/// While one exists, the n-th step of a RandomPlan that can fail throws Error(memory), counted from
/// 0, and those after it.
class Failing {
 public:
  explicit Failing(Index after);
  ~Failing();
  Failing(const Failing&) = delete;
  Failing& operator=(const Failing&) = delete;
};

/// Two runs that must always agree: one that keeps every step, and one that keeps little. Both get
/// the same calls, valid or not.
class Twins {
 public:
  Twins(const RandomPlan& plan, const DrawWhole& whole);

  /// One random call: an edit, an undo, a reset, a look, a backward pass, a new pass. Steps of the
  /// light run may fail meanwhile: then the call must have changed nothing, but an undo is made.
  void step();
  /// The first step that differs in the two runs, with or without edits; "" if none does.
  std::string what_differs();

 private:
  Twins(const RandomPlan& plan, const DrawWhole& whole, Implementation implementation);
  StepId some_step() const;
  void edit();
  void undo();
  void backward();
  void look();
  void supply_again();

  const DrawWhole& whole_;
  std::vector<Tensor> leaves_;
  Run all_, light_;
};

}  // namespace ap::test
