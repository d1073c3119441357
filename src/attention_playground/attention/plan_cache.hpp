#pragma once

#include <list>
#include <memory>

#include "attention_playground/tensor/callback.hpp"

namespace ap {

/// What PlanCache keeps, whatever its types: that exists once.
class RecentlyUsed {
 protected:
  struct Entry {
    std::shared_ptr<const void> key;
    std::shared_ptr<void> planned;
  };
  using Equal = bool (*)(const void* a, const void* b);

  const std::shared_ptr<void>& find_or(const void* key, Equal equal, Callback<Entry()> declare);

 private:
  std::list<Entry> entries_;
};

/// The plans last used (or what has a plan in it), by what shapes them: an edit of the text or a
/// call in a loop declares nothing again. Each thread has caches of its own, so that nobody waits.
template <typename Key, typename Planned>
class PlanCache : RecentlyUsed {
 public:
  /// `declare` gives a shared Planned.
  template <typename Declare>
  std::shared_ptr<Planned> find_or(const Key& key, Declare declare) {
    const Equal equal = [](const void* a, const void* b) {
      return *static_cast<const Key*>(a) == *static_cast<const Key*>(b);
    };
    return std::static_pointer_cast<Planned>(RecentlyUsed::find_or(&key, equal, [&] {
      return Entry{std::make_shared<Key>(key), declare()};
    }));
  }
};

}  // namespace ap
