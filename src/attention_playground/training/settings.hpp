#pragma once

#include "attention_playground/tensor/layout.hpp"

namespace ap {

/// How gradients become updates: AdamW (Loshchilov & Hutter 2019), or SGD with momentum, both as in
/// torch.optim.
enum class OptimizerKind { adamw, sgd };

struct OptimizerOptions {
  OptimizerKind kind = OptimizerKind::adamw;
  double beta_1 = 0.9, beta_2 = 0.98;  // AdamW's
  double epsilon = 1e-8;               // AdamW's
  double momentum = 0;                 // SGD's
  double weight_decay = 0.01;          // of matrices and tables; biases and norms have none
  double max_norm = 1;                 // gradients are clipped to this global norm; 0: they are not

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
  double rate = 5e-3;
  Index warmup = 50;  // the rate grows linearly over so many steps
  Index steps = 400;  // cosine's
  double floor = 0.1;

  /// The rate of a step, counted from 1.
  double at(Index step) const;

  bool operator==(const Schedule&) const = default;
};

/// Throws Error(range) naming lr, betas, eps, momentum, weight_decay or max_norm; warmup, steps or
/// floor.
void check_optimizer(const OptimizerOptions& options);
void check_schedule(const Schedule& schedule);

}  // namespace ap
