#include "attention_playground/tensor/layout.hpp"

#include <limits>

#include "attention_playground/tensor/tensor.hpp"
#include "catch.hpp"
#include "support/comparison.hpp"

namespace ap::test {

TEST_CASE("layout: contiguous strides are PyTorch's, also for axes of size 1 and 0") {
  CHECK(contiguous_layout({2, 3, 4}).strides == Dims{12, 4, 1});
  CHECK(contiguous_layout({2, 1, 4}).strides == Dims{4, 4, 1});
  CHECK(contiguous_layout({1, 1, 1}).strides == Dims{1, 1, 1});
  CHECK(contiguous_layout({2, 0, 3}).strides == Dims{3, 3, 1});
  CHECK(contiguous_layout({2, 3, 0}).strides == Dims{3, 1, 1});
  CHECK(contiguous_layout({}).strides == Dims{});
}

TEST_CASE(
    "layout: contiguous means row-major without gaps, whatever the strides of axes of size 1") {
  CHECK(contiguous_layout({2, 3, 4}).is_contiguous());
  CHECK(Layout{{2, 1, 4}, {4, 99, 1}, 3}.is_contiguous());
  CHECK(Layout{{}, {}, 5}.is_contiguous());
  CHECK(Layout{{2, 0, 3}, {7, 7, 7}, 0}.is_contiguous());
  CHECK_FALSE(Layout{{2, 3}, {4, 1}, 0}.is_contiguous());
  CHECK_FALSE(Layout{{2, 3}, {1, 2}, 0}.is_contiguous());
  CHECK_FALSE(Layout{{2, 3}, {0, 1}, 0}.is_contiguous());
}

TEST_CASE("layout: transpose swaps sizes and strides and nothing else") {
  const Layout layout{{2, 3, 4}, {12, 4, 1}, 5};
  CHECK(transpose_layout(layout, 0, 2) == Layout{{4, 3, 2}, {1, 4, 12}, 5});
  CHECK(transpose_layout(layout, 1, 1) == layout);
  CHECK(transpose_layout(transpose_layout(layout, 0, 1), 0, 1) == layout);
}

TEST_CASE("layout: narrow moves the offset and keeps the strides") {
  const Layout layout = contiguous_layout({4, 6});
  CHECK(narrow_layout(layout, 0, 1, 2) == Layout{{2, 6}, {6, 1}, 6});
  CHECK(narrow_layout(layout, 1, 2, 4) == Layout{{4, 4}, {6, 1}, 2});
  CHECK(narrow_layout(layout, 1, 6, 0).shape == Dims{4, 0});
}

TEST_CASE("layout: narrow outside the axis is an error") {
  const Layout layout = contiguous_layout({4, 6});
  CHECK(error_of([&] { narrow_layout(layout, 0, 3, 2); }) == "range start");
  CHECK(error_of([&] { narrow_layout(layout, 0, -1, 2); }) == "range start");
  CHECK(error_of([&] { narrow_layout(layout, 0, 0, -1); }) == "range start");
  const Index largest = std::numeric_limits<Index>::max();
  CHECK(error_of([&] { narrow_layout(layout, 0, largest, largest); }) == "range start");
}

TEST_CASE("layout: broadcast repeats axes of size 1 with stride 0 and adds leading ones") {
  const Layout column{{3, 1}, {1, 1}, 2};
  CHECK(broadcast_layout(column, {2, 3, 4}, "x") == Layout{{2, 3, 4}, {0, 1, 0}, 2});
  CHECK(broadcast_layout(contiguous_layout({}), {2, 2}, "x").strides == Dims{0, 0});
  CHECK(broadcast_layout(contiguous_layout({1, 3}), {0, 3}, "x").shape == Dims{0, 3});
}

TEST_CASE("layout: what does not broadcast is an error that names the argument") {
  CHECK(error_of([] { broadcast_layout(contiguous_layout({3}), {4}, "mask"); }) == "shape mask");
  CHECK(error_of([] { broadcast_layout(contiguous_layout({2, 3}), {3}, "mask"); }) == "shape mask");
  CHECK(error_of([] { broadcast_layout(contiguous_layout({1, 3}), {3}, "mask"); }) == "shape mask");
}

TEST_CASE("layout: two shapes broadcast to the larger of each axis") {
  CHECK(broadcast_shapes({2, 1, 4}, {3, 1}, "b") == Dims{2, 3, 4});
  CHECK(broadcast_shapes({3, 1}, {2, 1, 4}, "b") == Dims{2, 3, 4});
  CHECK(broadcast_shapes({}, {2, 3}, "b") == Dims{2, 3});
  CHECK(broadcast_shapes({0, 1}, {1, 5}, "b") == Dims{0, 5});
  CHECK(error_of([] { broadcast_shapes({2, 3}, {2, 4}, "b"); }) == "shape b");
  CHECK(error_of([] { broadcast_shapes({0}, {2}, "b"); }) == "shape b");
}

TEST_CASE("layout: a broadcast cell is read from index 0 of the repeated axes") {
  CHECK(broadcast_index({1, 2, 3}, {3, 1}) == Dims{2, 0});
  CHECK(broadcast_index({1, 2, 3}, {2, 3, 4}) == Dims{1, 2, 3});
  CHECK(broadcast_index({1, 2, 3}, {}) == Dims{});
}

TEST_CASE("layout: positions and indices are each other's inverse, in row-major order") {
  const Dims shape = {2, 3, 4};
  Dims index = {0, 0, 0};
  for (Index position = 0; position < 24; ++position) {
    CHECK(index_at(position, shape) == index);
    CHECK(position_of(index, shape) == position);
    CHECK(next_index(index, shape) == (position < 23));
  }
  CHECK(index == Dims{0, 0, 0});
}

TEST_CASE("layout: negative axes count from the end") {
  CHECK(checked_axis(-1, 3, "axis") == 2);
  CHECK(checked_axis(-3, 3, "axis") == 0);
  CHECK(checked_axis(2, 3, "axis") == 2);
  CHECK(error_of([] { checked_axis(3, 3, "axis"); }) == "range axis");
  CHECK(error_of([] { checked_axis(-4, 3, "axis"); }) == "range axis");
  CHECK(error_of([] { checked_axis(0, 0, "axis"); }) == "range axis");
}

TEST_CASE("layout: the product of a shape's sizes is checked before it can overflow") {
  const Index half = Index{1} << (sizeof(Index) * 4);  // squared, it is 0 in an Index
  CHECK(element_count({}) == 1);
  CHECK(element_count({2, 3, 4}) == 24);
  CHECK(element_count({0, 3}) == 0);
  CHECK(element_count({(Index{1} << 29) - 1}) == (Index{1} << 29) - 1);
  CHECK(error_of([] { element_count({Index{1} << 29}, "query"); }) == "overflow query");
  CHECK(error_of([&] { element_count({half, half}, "query"); }) == "overflow query");
  CHECK(error_of([&] { element_count({half, half, half, 1}, "query"); }) == "overflow query");
  CHECK(error_of([] { element_count({2, -1}, "query"); }) == "shape query");
  // Strides that are too large to count saturate at the largest count.
  CHECK(contiguous_layout({2, 1 << 15, 1 << 15}).strides == Dims{1 << 29, 1 << 15, 1});
}

TEST_CASE("layout: a size of 0 hides neither a negative size nor strides that overflow") {
  const Index half = Index{1} << (sizeof(Index) * 4);
  CHECK(error_of([] { element_count({0, -1}, "query"); }) == "shape query");
  // PyTorch refuses it too: "Stride calculation overflowed".
  CHECK(error_of([&] { element_count({0, half, half, half}); }) == "overflow shape");
}

TEST_CASE("layout: more than six axes are an error, six are not") {
  CHECK(error_of([] { Dims{1, 2, 3, 4, 5, 6}; }) == "no error");
  CHECK(error_of([] { Dims{1, 2, 3, 4, 5, 6, 7}; }) == "rank shape");
}

TEST_CASE("layout: a negative size fits into no storage, whatever the other sizes are") {
  constexpr Index least = std::numeric_limits<Index>::min();
  for (const Dims& shape : {Dims{-1}, Dims{least}, Dims{0, -1}, Dims{1, least}})
    CHECK_FALSE(Layout{shape, shape.rank() == 1 ? Dims{0} : Dims{0, 0}, 0}.is_inside(4));
  CHECK(error_of([] { Tensor::filled({1}, 0).broadcast({-1}, "shape"); }) == "range layout");
}

}  // namespace ap::test
