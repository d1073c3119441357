#pragma once

#include <algorithm>

#include "attention_playground/tensor/layout.hpp"

namespace ap {

/// How many floats, as sizes are multiplied and added: beyond what any memory of ours can hold it
/// stays at `too_many`, which Storage refuses, instead of wrapping around. `Index` has 32 bits in
/// wasm; every product of sizes that memory is asked for goes through here.
class Count {
 public:
  /// 2^29 floats fill the 2 GiB that a wasm module may grow to; the same on every platform.
  static constexpr Index too_many = Index{1} << 29;

  constexpr Count(Index count) : count_(std::clamp<Index>(count, 0, too_many)) {}

  constexpr bool fits() const { return count_ < too_many; }
  constexpr Index value() const { return count_; }

  friend constexpr Count operator+(Count a, Count b) { return a.count_ + b.count_; }
  friend constexpr Count operator*(Count a, Count b) {
    return b.count_ != 0 && a.count_ > too_many / b.count_ ? too_many : a.count_ * b.count_;
  }

 private:
  Index count_;
};

}  // namespace ap
