#include "attention_playground/ops/softcap.hpp"

#include <cmath>

#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/operation_check.hpp"
#include "support/tensors.hpp"

namespace ap::test {

TEST_CASE("softcap: SIMD, reference and explanation agree at every length, order and cap") {
  for (const float cap : {1e-30F, 0.3F, 50.0F, 1e30F}) {
    for (Index length : lengths) {
      const Tensor x = random_tensor({3, length}, "x", 60);
      for (Arrangement arrangement : arrangements) {
        INFO(cap << " " << length << " " << name_of(arrangement));
        CHECK(what_is_wrong(ops::softcap, {arranged(x, arrangement)}, Capped{cap}) == "");
      }
    }
  }
}

TEST_CASE("softcap: nearly the number itself far below the cap, and never beyond it") {
  const Tensor small = random_tensor({200}, "small");
  const std::vector<float> same = values_of(run(ops::softcap, {small}, Capped{1e6F}));
  for (std::size_t i = 0; i < same.size(); ++i)
    CHECK(std::fabs(same[i] - values_of(small)[i]) <= 1e-6F * std::fabs(same[i]));
  const Tensor x = tensor({8}, {-infinity, -3e38F, -100, -0.0F, 1e-37F, 100, 3e38F, infinity});
  const std::vector<float> capped = values_of(run(ops::softcap, {x}, Capped{2}));
  CHECK(capped == std::vector<float>{-2, -2, -2, 0, 1e-37F, 2, 2, 2});
  CHECK(std::isnan(run(ops::softcap, {tensor({1}, {not_a_number})}, Capped{2}).at({0})));
}

}  // namespace ap::test
