// The order of a list, as the library's stable sort finds it.

#include "attention_playground/tensor/order.hpp"

#include <algorithm>
#include <numeric>

#include "attention_playground/tensor/random.hpp"
#include "catch.hpp"

namespace ap::test {

TEST_CASE("order: that of a stable sort, whatever comes twice") {
  for (std::size_t count = 0; count < 200; ++count) {
    for (const Index values : {1, 3, 1000}) {
      std::vector<Index> list(count);
      for (std::size_t i = 0; i < count; ++i)
        list[i] = static_cast<Index>(uniform(1, count, i) * static_cast<float>(values));
      std::vector<std::size_t> expected(count);
      std::iota(expected.begin(), expected.end(), std::size_t{0});
      const auto is_before = [&](std::size_t a, std::size_t b) { return list[a] < list[b]; };
      std::stable_sort(expected.begin(), expected.end(), is_before);
      CHECK(order_of(count, is_before) == expected);
    }
  }
}

TEST_CASE("order: finds a text that comes twice") {
  CHECK(repeated({}) == nullptr);
  CHECK(repeated({"b", "a", "c", ""}) == nullptr);
  const std::vector<std::string> texts = {"b", "a", "c", "a"};
  const std::string* const twice = repeated(texts);
  REQUIRE(twice != nullptr);
  CHECK(*twice == "a");
}

}  // namespace ap::test
