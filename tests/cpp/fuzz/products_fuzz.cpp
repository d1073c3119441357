// Matrix products with any strides, unpacked and packed, against the loop of the definition.

#include <cmath>

#include "attention_playground/ops/gemm.hpp"
#include "attention_playground/ops/linear_backward.hpp"
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
double rounding_allowed(Index k) {
  return test::tolerance(2 * (k + 2), 4 * static_cast<double>(k) + 2);
}

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
      REQUIRE(test::first_difference(result, expected.tensor(), rounding_allowed(size.k)) == "");
    // Added to the bias it is the same.
    test::GuardedOutput sum({size.m, size.n});
    for (Index row = 0; row < size.m; ++row)
      for (Index c = 0; c < size.n; ++c)
        sum.tensor().set({row, c}, added != nullptr ? bias.at({c}) : 0);
    gemm_add(size, matrix_of(a), matrix_of(b), sum.tensor().mutable_data(), size.n);
    REQUIRE(sum.intact());
    REQUIRE(test::first_difference(sum.tensor(), expected.tensor(), rounding_allowed(size.k)) ==
            "");
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
      REQUIRE(test::first_difference(result, expected, rounding_allowed(k)) == "");
      if (draw.chance(0.5)) keep_packed(weight);
    }
  }
}

TEST_CASE("products: the backward pass of a linear layer agrees with its definition, or refuses") {
  const int count = static_cast<int>(6000 * rounds());
  for (int round = 0; round < count; ++round) {
    Draw draw("linear backward", round);
    Dims shape = draw.shape(1, 3, 20);
    const Index columns = draw.size(40);
    Tensor x = draw.tensor(shape);
    Tensor w = draw.tensor({shape.back(), columns});
    Dims result = shape;
    result[shape.rank() - 1] = columns;
    Tensor d_y = draw.tensor(result);
    const bool spoiled = draw.chance(0.2);
    if (spoiled) {
      Tensor* const one[] = {&x, &w, &d_y};
      Tensor& wrong = *draw.pick(one);
      wrong = draw.tensor(draw.shape(0, 3));
    }
    test::GuardedOutput d_x(shape), d_w({shape.back(), columns}), d_b({columns});
    Tensor right[] = {Tensor(shape), Tensor({shape.back(), columns}), Tensor(Dims{columns})};
    Tensor* const found[] = {&d_x.tensor(), &d_w.tensor(), &d_b.tensor()};
    const auto wanted = [&](Tensor* tensor, bool one) { return one ? tensor : nullptr; };
    const bool which[] = {draw.chance(0.8), draw.chance(0.8), draw.chance(0.8)};
    INFO(draw.again() << ": " << to_text(shape) << " to " << columns);
    const bool done = goes_through([&] {
      linear_backward(x, w, d_y, wanted(found[0], which[0]), wanted(found[1], which[1]),
                      wanted(found[2], which[2]));
    });
    REQUIRE((d_x.intact() && d_w.intact() && d_b.intact()));
    if (!spoiled) REQUIRE(done);
    if (!done) continue;
    linear_backward_reference(x, w, d_y, &right[0], &right[1], &right[2]);
    const Index rows = columns > 0 ? d_y.count() / columns : 0;
    for (std::size_t i = 0; i < 3; ++i)
      if (which[i])
        REQUIRE(test::first_difference(*found[i], right[i],
                                       rounding_allowed(std::max(rows, columns))) == "");
  }
}

}  // namespace ap::fuzz
