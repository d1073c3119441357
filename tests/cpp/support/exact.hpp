#pragma once

#include <string>
#include <vector>

#include "attention_playground/steps/run.hpp"

namespace ap::test {

/// A change of one cell of a step, after it was computed.
struct Nudge {
  StepId step;
  Index position;
  double by;
};

/// The forward pass of a run, evaluated in double precision by formulas of its own: an oracle for
/// gradients. It takes leaves and edits from the run.
class ExactPass {
 public:
  explicit ExactPass(Run& run);

  /// Σ cells of `of` · seed, or their sum.
  double loss(StepId of, const std::vector<float>& seed) const { return loss(of, seed, all_); }
  /// The central difference of that with respect to one cell.
  double slope(StepId of, const std::vector<float>& seed, StepId step, Index position) const;

 private:
  using Numbers = std::vector<double>;
  double loss(StepId of, const std::vector<float>& seed, const std::vector<Numbers>& all) const;
  double nudged(StepId of, const std::vector<float>& seed, const Nudge& nudge) const;
  Numbers compute(const Step& step, const std::vector<Numbers>& all) const;
  void overlay(StepId id, Numbers& numbers) const;

  const Plan& plan_;
  std::vector<std::vector<CellEdit>> edits_;
  std::vector<Numbers> all_;  // by step
};

/// Compares the gradients of a run's backward pass with central differences: all cells of steps
/// with at most `most` cells, and as many of others. Describes the first that differs, or returns
/// "".
std::string wrong_gradient(Run& run, StepId of, const Tensor& seed, Index most);

}  // namespace ap::test
