#include "attention_playground/ops/finite.hpp"

#include <cmath>

#include "attention_playground/ops/rows.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap {

namespace {

/// x · 0 is NaN where x is not finite, and so is then the sum.
bool all_finite(const float* values, Index count) {
  const auto add = [](simd::float4 sum, simd::float4 zeros) { return sum + zeros; };
  const auto add_product = [](simd::float4 sum, simd::float4 x) { return sum + x * simd::zero(); };
  return simd::sum(reduce_row(values, count, 0, 0, add_product, add)) == 0;
}

}  // namespace

void require_finite(const Tensor& tensor, const char* argument, bool minus_infinity) {
  require(static_cast<bool>(tensor), ErrorCode::missing, argument, {"nothing"}, {"a tensor"});
  Knowledge& known = tensor.storage()->knowledge();
  const bool whole = tensor.is_whole();
  if (whole && known.finite()) return;
  const Tensor rows = tensor.contiguous();
  const float* values = rows.data();
  const Index count = rows.count();
  if (all_finite(values, count)) {
    if (whole && known.stays()) known.set_finite();
    return;
  }
  for (Index i = 0; i < count; ++i) {
    if (std::isfinite(values[i]) || (minus_infinity && values[i] < 0)) continue;
    fail(ErrorCode::not_finite, argument,
         {static_cast<double>(values[i]), " at ", index_at(i, rows.shape())},
         {minus_infinity ? "finite numbers or −∞" : "finite numbers"});
  }
}

}  // namespace ap
