#pragma once

#include "attention_playground/training/update.hpp"

namespace ap {

/// A parameter in memory, and what belongs to it; all have `count` numbers and lie on a multiple of
/// four floats, with room up to the next one. The moments are null if the optimiser has none.
struct UpdatedNumbers {
  float* value;
  float* gradient;
  float* first_moment;   // m, or the velocity
  float* second_moment;  // v
  Index count;
  Index width;  // the size of its last axis
  bool decays;
};

/// Makes gradients the means of several batches: (earlier + gradient) · factor, in place.
void average_gradients(float* gradients, const float* earlier, Index count, float factor);

/// The gradients' global norm, before they are clipped.
float gradient_norm(std::span<const UpdatedNumbers> parameters);

/// The update of declare_updates(), to the last bit, from gradients that are means already, and
/// their norm.
void update_parameters(std::span<const UpdatedNumbers> parameters, const OptimizerOptions& options,
                       const UpdateFactors& factors, float norm);

}  // namespace ap
