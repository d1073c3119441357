#pragma once

#include <cstdint>

#include "attention_playground/tensor/layout.hpp"

namespace ap {

/// A number of floats. Sums and products saturate at `too_many`, which Storage refuses, instead of
/// wrapping around. `Index` has 32 bits in wasm, so every size of memory to be allocated is
/// computed as a Count.
class Count {
 public:
  /// 2^29 floats fill the 2 GiB that a wasm module may grow to; the same on every platform.
  static constexpr Index too_many = Index{1} << 29;

  constexpr Count(Index count) : count_(count < 0 ? 0 : count < too_many ? count : too_many) {}

  constexpr bool fits() const { return count_ < too_many; }
  constexpr Index value() const { return count_; }

  // No factor is more than 2^29: 64 bits hold each product.
  friend constexpr Count operator+(Count a, Count b) { return a.count_ + b.count_; }
  friend constexpr Count operator*(Count a, Count b) {
    const std::int64_t product = std::int64_t{a.count_} * b.count_;
    return product < too_many ? static_cast<Index>(product) : too_many;
  }

 private:
  Index count_;
};

}  // namespace ap
