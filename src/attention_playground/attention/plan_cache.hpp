#pragma once

#include <algorithm>
#include <list>
#include <memory>
#include <utility>

#include "attention_playground/steps/plan.hpp"

namespace ap {

/// The plans last used (or what has a plan in it), by what shapes them: an edit of the text or a
/// call in a loop declares nothing again. Each thread has caches of its own, so that nobody waits.
template <typename Key, typename Planned = const Plan>
class PlanCache {
 public:
  template <typename Declare>
  std::shared_ptr<Planned> find_or(const Key& key, Declare declare) {
    auto found = std::find_if(plans_.begin(), plans_.end(),
                              [&](const auto& entry) { return entry.first == key; });
    if (found == plans_.end()) {
      plans_.emplace_front(key, std::make_shared<Planned>(declare()));
      if (plans_.size() > capacity) plans_.pop_back();
    } else {
      plans_.splice(plans_.begin(), plans_, found);
    }
    return plans_.front().second;
  }

 private:
  static constexpr std::size_t capacity = 16;
  std::list<std::pair<Key, std::shared_ptr<Planned>>> plans_;
};

}  // namespace ap
