#pragma once

#include "attention_playground/steps/plan.hpp"

namespace ap {

/// How a training pass holds what its way back reads of its layers' steps, their activations.
struct Activations {
  /// Gradient checkpointing (Chen et al. 2016, arXiv:1604.06174): of each layer but the last one
  /// only what later steps read is held, and the way back computes the others again. All numbers
  /// stay the same, to the last bit.
  bool recomputed = false;
  /// Mixed precision (Micikevicius et al. 2018, arXiv:1710.03740): they wait for the way back as
  /// 16-bit floats, and so do, times loss_scale, the gradients that layers contribute to a step
  /// outside of them. Everything is computed in floats of 32 bits: the loss is the same, and
  /// gradients are not.
  bool halved = false;

  bool operator==(const Activations&) const = default;
};

/// Gradients are small: so they lose nothing above 1.5 · 10⁻⁸ as halves, and nothing is cut off
/// below 16.
inline constexpr float loss_scale = 0x1p12F;

/// Declared steps, and where each step of before is among them.
struct HeldLess {
  PlanBuilder builder;
  std::vector<StepId> ids;
};

/// The steps of a forward pass, of which there are `forward`, and of its way back, with those that
/// hold less between the two.
HeldLess hold_less(const PlanBuilder& builder, StepId forward, const Activations& activations);

}  // namespace ap
