#pragma once

#include <optional>
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
  double loss(StepId of, const std::vector<float>& seed, std::optional<Nudge> nudge) const;
  /// The central difference of that with respect to one cell.
  double slope(StepId of, const std::vector<float>& seed, StepId step, Index position) const;

 private:
  struct Values;
  std::vector<double> compute(const Step& step, const std::vector<std::vector<double>>& all) const;

  const Plan& plan_;
  std::vector<std::vector<double>> leaves_;  // by step; empty if it is computed
  std::vector<std::vector<CellEdit>> edits_;
};

/// Compares the gradients of a run's backward pass with central differences: all cells of steps with
/// at most `most` cells, and as many of others. Describes the first that differs, or returns "".
std::string wrong_gradient(Run& run, StepId of, const Tensor& seed, Index most);

}  // namespace ap::test
