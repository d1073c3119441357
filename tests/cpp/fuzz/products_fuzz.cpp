// Matrix products with any strides, unpacked and packed, against the loop of the definition.

#include <cmath>

#include "attention_playground/ops/gemm.hpp"
#include "attention_playground/ops/matmul.hpp"
#include "attention_playground/ops/packed.hpp"
#include "catch.hpp"
#include "fuzz/draw.hpp"
#include "support/comparison.hpp"
#include "support/tensors.hpp"

namespace ap::fuzz {

namespace {

Matrix matrix_of(const Tensor& tensor) {
  return {tensor.data(), tensor.stride(0), tensor.stride(1)};
}

/// Sums of k products of numbers up to 2, in any order.
double allowed(Index k) { return test::tolerance(2 * (k + 2), 4 * static_cast<double>(k) + 2); }

}  // namespace

TEST_CASE("products: gemm and gemm_packed agree with the definition, whatever the strides") {
  const int count = static_cast<int>(12000 * rounds());
  for (int round = 0; round < count; ++round) {
    Draw draw("products", round);
    const GemmSize size = {draw.size(9), draw.size(40), draw.size(40)};
    const Tensor a = draw.tensor({size.m, size.k});
    const Tensor b = draw.tensor({size.k, size.n});
    const Tensor bias = draw.plain({size.n});
    const float* added = draw.chance(0.5) ? bias.data() : nullptr;
    test::GuardedOutput expected({size.m, size.n}), direct({size.m, size.n}),
        packed({size.m, size.n});
    INFO(draw.again() << ": " << size.m << " × " << size.k << " × " << size.n);
    gemm_reference(size, matrix_of(a), matrix_of(b), added, expected.tensor().mutable_data(),
                   size.n);
    gemm(size, matrix_of(a), matrix_of(b), added, direct.tensor().mutable_data(), size.n);
    const PackedMatrix form(matrix_of(b), size.k, size.n);
    gemm_packed(size.m, matrix_of(a), form, added, packed.tensor().mutable_data(), size.n);
    REQUIRE((expected.intact() && direct.intact() && packed.intact()));
    for (const Tensor& result : {direct.tensor(), packed.tensor()})
      REQUIRE(test::first_difference(result, expected.tensor(), allowed(size.k)) == "");
    // A row of a product may not depend on how many rows it is computed with.
    if (size.m < 2) continue;
    const Index row = draw.whole(0, size.m - 1);
    Tensor alone({1, size.n});
    gemm({1, size.n, size.k}, matrix_of(a).from(row, 0), matrix_of(b), added, alone.mutable_data(),
         size.n);
    for (Index c = 0; c < size.n; ++c)
      REQUIRE(test::same_bits(alone.at({0, c}), direct.tensor().at({row, c})));
  }
}

TEST_CASE("products: a packed weight that is written to is packed anew") {
  const int count = static_cast<int>(1500 * rounds());
  for (int round = 0; round < count; ++round) {
    Draw draw("packed weights", round);
    INFO(draw.again());
    const Index k = draw.whole(1, 20), n = draw.whole(1, 20);
    Tensor weight = draw.chance(0.8) ? draw.plain({k, n}) : draw.tensor({k, n});
    const Tensor x = draw.tensor({draw.size(), k});
    weight.storage()->knowledge().set_stays(draw.chance(0.5));
    keep_packed(weight);
    for (int turn = 0; turn < 3; ++turn) {
      if (draw.chance(0.6)) weight.set({draw.whole(0, k - 1), draw.whole(0, n - 1)}, draw.number());
      const Tensor fresh = Tensor::from({k, n}, test::values_of(weight));
      const Tensor result = apply(ops::linear, {&x, &weight});
      const Tensor expected = apply(ops::linear, {&x, &fresh});
      REQUIRE(test::first_difference(result, expected, allowed(k)) == "");
      if (draw.chance(0.5)) keep_packed(weight);
    }
  }
}

}  // namespace ap::fuzz
