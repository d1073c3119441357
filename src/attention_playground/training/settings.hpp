#pragma once

#include "attention_playground/tensor/layout.hpp"

namespace ap {

/// How gradients become updates: AdamW (Loshchilov & Hutter 2019), or SGD with momentum, both as in
/// torch.optim.
enum class OptimizerKind { adamw, sgd };

struct OptimizerOptions {
  OptimizerKind kind = OptimizerKind::adamw;
  float beta_1 = 0.9F, beta_2 = 0.98F;  // AdamW's
  float epsilon = 1e-8F;                // AdamW's
  float momentum = 0;                   // SGD's
  float weight_decay = 0.01F;           // of matrices and tables; biases and norms have none
  float max_norm = 1;  // gradients are clipped to this global norm; 0: they are not

  bool operator==(const OptimizerOptions&) const = default;
};

/// How the learning rate changes.
enum class ScheduleKind {
  constant,
  cosine,               // from `rate` down to `floor · rate` at step `steps`
  inverse_square_root,  // rate · √(warmup / step) (Vaswani et al. 2017, §5.3)
};

struct Schedule {
  ScheduleKind kind = ScheduleKind::cosine;
  float rate = 5e-3F;
  Index warmup = 50;  // the rate grows linearly over so many steps
  Index steps = 400;  // cosine's
  float floor = 0.1F;

  /// The rate of a step, counted from 1.
  float at(Index step) const;

  bool operator==(const Schedule&) const = default;
};

}  // namespace ap
