#include "attention_playground/simd/float4.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "catch.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

std::vector<float> lanes_of(simd::float4 x) { return {x[0], x[1], x[2], x[3]}; }

}  // namespace

TEST_CASE("float4: loads and stores at any alignment") {
  const std::vector<float> from = {0, 1, 2, 3, 4, 5, 6};
  for (std::size_t start = 0; start < 4; ++start) {
    std::vector<float> to(7, -1);
    simd::store(to.data() + start, simd::load(from.data() + start));
    for (std::size_t i = 0; i < 7; ++i)
      CHECK(to[i] == (i >= start && i < start + 4 ? from[i] : -1));
  }
}

TEST_CASE("float4: a tail reads and writes its own lanes and no others") {
  for (Index count = 0; count <= 4; ++count) {
    // Exactly `count` floats on the heap: the sanitizer detects a read or write past them.
    const auto size = static_cast<std::size_t>(count);
    const std::unique_ptr<float[]> from(new float[size]);
    const std::unique_ptr<float[]> to(new float[size]);
    std::fill_n(from.get(), size, 7.0F);
    const simd::float4 x = simd::load_tail(from.get(), count, -2);
    simd::store_tail(to.get(), x, count);
    CHECK(std::equal(from.get(), from.get() + size, to.get()));
    for (Index lane = 0; lane < 4; ++lane) CHECK(x[lane] == (lane < count ? 7 : -2));
  }
}

TEST_CASE("float4: max and min keep a NaN of the first operand") {
  const simd::float4 a = {1, not_a_number, -infinity, 2};
  const simd::float4 b = {2, 1, -1, not_a_number};
  const std::vector<float> larger = lanes_of(simd::max(a, b));
  const std::vector<float> smaller = lanes_of(simd::min(a, b));
  CHECK(larger[0] == 2);
  CHECK(std::isnan(larger[1]));
  CHECK(larger[2] == -1);
  CHECK(larger[3] == 2);
  CHECK(smaller[0] == 1);
  CHECK(std::isnan(smaller[1]));
  CHECK(smaller[2] == -infinity);
  CHECK(smaller[3] == 2);
}

TEST_CASE("float4: sum and largest reach every lane") {
  for (int lane = 0; lane < 4; ++lane) {
    simd::float4 x = simd::splat(-1);
    x[lane] = 5;
    CHECK(simd::sum(x) == 2);
    CHECK(simd::largest(x) == 5);
  }
}

TEST_CASE("float4: transpose makes rows columns") {
  simd::float4 rows[4] = {{0, 1, 2, 3}, {10, 11, 12, 13}, {20, 21, 22, 23}, {30, 31, 32, 33}};
  simd::transpose(rows[0], rows[1], rows[2], rows[3]);
  for (int row = 0; row < 4; ++row)
    for (int lane = 0; lane < 4; ++lane)
      CHECK(rows[row][lane] == static_cast<float>(10 * lane + row));
}

}  // namespace ap::test
