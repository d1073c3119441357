// Compiled for speed.
#include "attention_playground/ops/finite.hpp"

#include <cmath>

#include "attention_playground/ops/rows.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap {

namespace {

/// A NaN or ∞ makes the sum not finite. A sum of finite numbers may overflow; then each number is
/// checked. There are twice as many chains as elsewhere, because the loop waits only for additions.
bool finite_sum(const float* values, Index count) {
  const auto add = [](simd::float4 sum, simd::float4 x) { return sum + x; };
  return std::isfinite(simd::sum(reduce_row<2 * chains>(values, count, 0, 0, add, add)));
}

}  // namespace

void require_finite(const Tensor& tensor, const char* argument, bool or_minus_infinity) {
  require(static_cast<bool>(tensor), ErrorCode::missing, argument, {"nothing"}, {"a tensor"});
  Knowledge& known = tensor.storage()->knowledge();
  const bool whole = tensor.is_whole();
  if (whole && known.finite()) return;
  const Tensor rows = tensor.contiguous();
  const float* values = rows.data();
  const Index count = rows.count();
  if (finite_sum(values, count)) {
    if (whole && known.stays()) known.set_finite();
    return;
  }
  for (Index i = 0; i < count; ++i) {
    if (std::isfinite(values[i]) || (or_minus_infinity && values[i] < 0)) continue;
    fail(ErrorCode::not_finite, argument,
         {static_cast<double>(values[i]), " at ", index_at(i, rows.shape())},
         {or_minus_infinity ? "finite numbers or −∞" : "finite numbers"});
  }
}

}  // namespace ap
