#include "attention_playground/tensor/order.hpp"

#include <algorithm>
#include <numeric>

namespace ap {

std::vector<std::size_t> order_of(std::size_t count,
                                  Callback<bool(std::size_t, std::size_t)> is_before) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto comes_before = [&](std::size_t a, std::size_t b) {
    return is_before(a, b) || (a < b && !is_before(b, a));
  };
  // The smallest of the library's sorts.
  std::make_heap(order.begin(), order.end(), comes_before);
  std::sort_heap(order.begin(), order.end(), comes_before);
  return order;
}

const std::string* repeated(const std::vector<std::string>& texts) {
  const auto order =
      order_of(texts.size(), [&](std::size_t a, std::size_t b) { return texts[a] < texts[b]; });
  const auto twice =
      std::adjacent_find(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return texts[a] == texts[b]; });
  return twice == order.end() ? nullptr : &texts[*twice];
}

}  // namespace ap
