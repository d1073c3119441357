#pragma once

#include "attention_playground/ops/operation.hpp"

namespace ap::test {

/// Attributes for any operation, for tests that run all operations alike.
struct AnyAttributes {
  Dims shape = {};
  Index axis = -1;
  Index start = 0;   // of a window; of draws; the first position; keys of the past
  Index length = 0;  // of a window; how many of the largest
  float number = 1;  // factor, ε
  float probability = 0;
  std::uint32_t seed = 0;
  std::uint64_t stream = 0;

  /// The attributes that the operation reads.
  Attributes of(const Operation& operation) const;
};

}  // namespace ap::test
