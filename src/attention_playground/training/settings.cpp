#include "attention_playground/training/settings.hpp"

#include <algorithm>
#include <cmath>

#include "attention_playground/tensor/error.hpp"
#include "attention_playground/tensor/portable_math.hpp"

namespace ap {

namespace {

void check_number(double value, const char* name, double most) {
  require(std::isfinite(value) && value >= 0 && value <= most, ErrorCode::range, name, {value},
          {"a number from 0 to ", most});
}

void check_share(double value, const char* name) {
  require(value >= 0 && value < 1, ErrorCode::range, name, {value}, {"a number from 0 to below 1"});
}

void check_steps(Index steps, const char* name) {
  constexpr Index most = 1 << 24;
  require(steps >= 0 && steps < most, ErrorCode::range, name, {steps},
          {"a whole number from 0 to ", most - 1});
}

constexpr double largest = 1e6;

}  // namespace

double Schedule::at(Index step) const {
  const auto now = static_cast<double>(step);
  const auto warm = static_cast<double>(warmup);
  if (step <= warmup) return rate * now / warm;
  switch (kind) {
    case ScheduleKind::constant:
      return rate;
    case ScheduleKind::inverse_square_root:
      return rate * std::sqrt(std::max(warm, 1.0) / now);
    default: {
      const double last = std::max(static_cast<double>(steps), warm + 1);
      const double done = std::min(1.0, (now - warm) / (last - warm));
      constexpr double pi = 3.141592653589793;
      return rate * (floor + (1 - floor) * (1 + portable_sin_cos(pi * done).cosine) / 2);
    }
  }
}

void check_optimizer(const OptimizerOptions& options) {
  check_share(options.beta_1, "betas");
  check_share(options.beta_2, "betas");
  check_share(options.momentum, "momentum");
  check_number(options.epsilon, "eps", 1);
  check_number(options.weight_decay, "weight_decay", largest);
  check_number(options.max_norm, "max_norm", largest);
}

void check_schedule(const Schedule& schedule) {
  check_number(schedule.rate, "lr", largest);
  check_number(schedule.floor, "floor", 1);
  check_steps(schedule.warmup, "warmup");
  check_steps(schedule.steps, "steps");
}

}  // namespace ap
