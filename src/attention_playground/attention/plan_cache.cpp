#include "attention_playground/attention/plan_cache.hpp"

#include <algorithm>

namespace ap {

const std::shared_ptr<void>& RecentlyUsed::find_or(const void* key, Equal equal,
                                                   Callback<Entry()> declare) {
  constexpr std::size_t most_entries = 16;
  constexpr Index most_steps = 1 << 14;
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const Entry& entry) { return equal(entry.key.get(), key); });
  if (found == entries_.end()) {
    entries_.push_front(declare());
    steps_ += entries_.front().steps;
    while (entries_.size() > most_entries || (steps_ > most_steps && entries_.size() > 1)) {
      steps_ -= entries_.back().steps;
      entries_.pop_back();
    }
  } else if (found != entries_.begin()) {
    entries_.splice(entries_.begin(), entries_, found);
  }
  return entries_.front().planned;
}

}  // namespace ap
