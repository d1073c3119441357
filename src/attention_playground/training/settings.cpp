#include "attention_playground/training/settings.hpp"

#include <algorithm>
#include <cmath>

#include "attention_playground/tensor/portable_math.hpp"

namespace ap {

float Schedule::at(Index step) const {
  const auto now = static_cast<double>(step);
  const auto warm = static_cast<double>(warmup);
  const auto peak = static_cast<double>(rate);
  if (step <= warmup) return static_cast<float>(peak * now / warm);
  switch (kind) {
    case ScheduleKind::constant:
      return rate;
    case ScheduleKind::inverse_square_root:
      return static_cast<float>(peak * std::sqrt(std::max(warm, 1.0) / now));
    default: {
      const double last = std::max(static_cast<double>(steps), warm + 1);
      const double done = std::min(1.0, (now - warm) / (last - warm));
      const double low = static_cast<double>(floor);
      constexpr double pi = 3.141592653589793;
      return static_cast<float>(peak *
                                (low + (1 - low) * (1 + portable_sin_cos(pi * done).cosine) / 2));
    }
  }
}

}  // namespace ap
