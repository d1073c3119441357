#include "attention_playground/attention/plan_cache.hpp"

#include <algorithm>

namespace ap {

const std::shared_ptr<void>& RecentlyUsed::find_or(const void* key, Equal equal,
                                                   Callback<Entry()> declare) {
  constexpr std::size_t capacity = 16;
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const Entry& entry) { return equal(entry.key.get(), key); });
  if (found == entries_.end()) {
    entries_.push_front(declare());
    if (entries_.size() > capacity) entries_.pop_back();
  } else if (found != entries_.begin()) {
    entries_.splice(entries_.begin(), entries_, found);
  }
  return entries_.front().planned;
}

}  // namespace ap
