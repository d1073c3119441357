#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap::ops {

// What an optimiser's update needs beside sums and products. No gradient passes through an update.

/// √x of each element: [...] → [...]. Exactly rounded; NaN of a negative number. No errors.
extern const Operation square_root;

/// min(1, max_norm / (norm + 10⁻⁶)): what all gradients are multiplied by, so that their global
/// norm is at most max_norm, as in torch.nn.utils.clip_grad_norm_ (Pascanu et al. 2013). Inputs:
/// the norm
/// [...] → [...]. Attribute: Above, whose threshold is max_norm. No errors.
extern const Operation clip_factor;

/// The factor itself.
float clipping(float norm, float max_norm);

}  // namespace ap::ops
