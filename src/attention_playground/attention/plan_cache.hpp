#pragma once

#include <list>
#include <memory>

#include "attention_playground/tensor/callback.hpp"

namespace ap {

/// The part of PlanCache that does not depend on its types, compiled once.
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

/// The plans used last (or objects that hold a plan), by the options that determine them, so that
/// editing the text or calling in a loop declares nothing again. Each thread has its own caches, so
/// that threads never wait.
template <typename Key, typename Planned>
class PlanCache : RecentlyUsed {
 public:
  /// `declare` returns a std::shared_ptr<Planned>.
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
