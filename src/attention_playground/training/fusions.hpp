#pragma once

#include "attention_playground/steps/gradients.hpp"

namespace ap {

/// A backward pass that was declared after a forward pass, of which kernels may replace ranges.
/// Each function returns those that it finds; whether they hold is for fusions_that_hold() to say.
struct BackwardSteps {
  const PlanBuilder& builder;
  StepId forward;  // the number of steps before it
  const DeclaredGradients& declared;
};

/// The gradients of q, k and v of each fused attention of the forward pass, from the gradient of
/// its output: weights are computed again, so that no run holds T · S numbers.
std::vector<Fusion> attention_gradients(const BackwardSteps& steps);

/// The gradients of each linear layer and of each norm over one axis: of x, weight and bias, as far
/// as they are declared.
std::vector<Fusion> layer_gradients(const BackwardSteps& steps);

}  // namespace ap
