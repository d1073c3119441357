#pragma once

#include <cmath>

#include "attention_playground/tensor/count.hpp"

namespace ap {

/// Above it a float cannot represent every id.
inline constexpr Index most_ids = Index{1} << 24;

/// Whether a float is a whole number from 0 to below `count`. It is compared as an Index, because a
/// float would round a `count` above 2^24.
inline bool is_id(float number, Index count) {
  const bool whole =
      number >= 0 && number < static_cast<float>(Count::too_many) && std::trunc(number) == number;
  return whole && static_cast<Index>(number) < count;
}

}  // namespace ap
