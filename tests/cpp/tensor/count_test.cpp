// Sizes of memory to allocate never wrap around, however large their factors are.

#include "attention_playground/tensor/count.hpp"

#include "attention_playground/ops/gemm.hpp"
#include "attention_playground/ops/scratch.hpp"
#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

constexpr Index most = Count::too_many - 1;

}  // namespace

TEST_CASE("count: products and sums that fit are exact") {
  CHECK((Count(3) * 5 + 7).value() == 22);
  CHECK((Count(0) * most).value() == 0);
  CHECK((Count(most) * 1).fits());
  CHECK((Count(1 << 14) * (1 << 14)).value() == 1 << 28);
  CHECK((Count(most - 1) + 1).value() == most);
}

TEST_CASE("count: at each power of two past the limit it stays too many") {
  // 2^29 floats are 2^31 bytes, 2^30 are 2^32; as 32-bit numbers, 2^31 and 2^32 elements wrap
  // around to a negative number and to 0.
  for (const int bits : {29, 30, 31, 32, 34, 40, 58}) {
    INFO("2^" << bits);
    const Count half = Index{1} << (bits / 2);
    const Count rest = Index{1} << (bits - bits / 2);
    CHECK_FALSE((half * rest).fits());
    CHECK_FALSE((half * rest + 1).fits());
    CHECK_FALSE((half * rest * rest).fits());
    CHECK(error_of([&] { Storage(half * rest); }) == "memory shape");
    CHECK(error_of([&] { scratch(half * rest); }) == "memory shape");
  }
  CHECK_FALSE((Count(most) + 1).fits());
  CHECK_FALSE((Count(most) + most).fits());
}

TEST_CASE("count: a storage past what a module's memory holds is refused, and so is its shape") {
  for (const Dims& shape : {Dims{Index{1} << 29}, Dims{1 << 15, 1 << 14}, Dims{1 << 15, 1 << 15},
                            Dims{1 << 16, 1 << 15}, Dims{1 << 16, 1 << 16},
                            Dims{1 << 11, 1 << 11, 1 << 10}, Dims{0, 1 << 16, 1 << 16}}) {
    INFO(to_text(shape));
    CHECK(error_of([&] { Tensor{shape}; }) == "overflow shape");
  }
}

TEST_CASE("count: a packed matrix whose panels would not fit is refused") {
  // One column becomes sixteen: 2^26 rows are 2^30 floats, 2^27 rows 2^31.
  const float zero = 0;
  for (const int bits : {25, 26, 27, 28}) {
    INFO("2^" << bits << " rows");
    CHECK(error_of([&] { PackedMatrix({&zero, 0, 0}, Index{1} << bits, 1); }) == "memory shape");
  }
}

TEST_CASE("layout: a tensor reaches nothing outside its storage") {
  const auto storage = std::make_shared<Storage>(12);
  const auto error = [&](const Dims& shape, const Dims& strides, Index offset) {
    return error_of([&] { Tensor(storage, Layout{shape, strides, offset}); });
  };
  CHECK(error({3, 4}, {4, 1}, 0) == "no error");
  CHECK(error({4, 3}, {1, 4}, 0) == "no error");
  CHECK(error({5, 4}, {0, 1}, 8) == "no error");
  CHECK(error({0, 4}, {4, 1}, 12) == "no error");
  CHECK(error({1}, {100}, 11) == "no error");
  CHECK(error({}, {}, 11) == "no error");
  CHECK(error({3, 4}, {4, 1}, 1) == "range layout");
  CHECK(error({3, 4}, {5, 1}, 0) == "range layout");
  CHECK(error({4}, {-1}, 11) == "range layout");
  CHECK(error({3, 4}, {4, 1}, -1) == "range layout");
  CHECK(error({}, {}, 12) == "range layout");
  CHECK(error({2, 2}, {1}, 0) == "range layout");
  CHECK(error({1 << 15, 1 << 15}, {1 << 15, 1 << 15}, 0) == "range layout");
  CHECK(error_of([] { Tensor(nullptr, contiguous_layout({1})); }) == "missing storage");
}

TEST_CASE("layout: a broadcast shape of more cells than an Index counts is not contiguous") {
  const Layout layout = broadcast_layout(contiguous_layout({1}), {1 << 16, 1 << 16}, "mask");
  CHECK_FALSE(layout.is_contiguous());
  CHECK(broadcast_layout(contiguous_layout({1}), {0, 1 << 16, 1 << 16}, "mask").is_contiguous());
}

TEST_CASE("tensor: elements are copied into exactly as many places") {
  const Tensor x = counting({2, 3});
  std::vector<float> places(7);
  CHECK(error_of([&] { x.copy_to(places); }) == "size out");
  CHECK(error_of([&] { x.copy_to({places.data(), 5}); }) == "size out");
  CHECK(error_of([&] { x.transpose(0, 1).copy_to({}); }) == "size out");
}

}  // namespace ap::test
