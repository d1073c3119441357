#pragma once

#include <string>
#include <vector>

#include "attention_playground/tensor/callback.hpp"

namespace ap {

/// 0 to below `count` in the order that `is_before(a, b)` says, equal ones as they come. It takes
/// O(n log n). One function for lists of everything: another std::sort of each type would be two
/// kilobytes of the module.
std::vector<std::size_t> order_of(std::size_t count,
                                  Callback<bool(std::size_t, std::size_t)> is_before);

/// A text that comes twice; null if there is none.
const std::string* repeated(const std::vector<std::string>& texts);

}  // namespace ap
