#pragma once

#include <list>
#include <memory>

#include "attention_playground/steps/plan.hpp"
#include "attention_playground/tensor/callback.hpp"

namespace ap {

/// How many steps a plan has, or that of an object which holds one.
inline StepId step_count(const Plan& plan) { return plan.count(); }
template <typename Holder>
StepId step_count(const Holder& holder) {
  return holder.plan().count();
}

/// The part of PlanCache that does not depend on its types, compiled once.
class RecentlyUsed {
 protected:
  struct Entry {
    std::shared_ptr<const void> key;
    std::shared_ptr<void> planned;
    Index steps;
  };
  using Equal = bool (*)(const void* a, const void* b);

  const std::shared_ptr<void>& find_or(const void* key, Equal equal, Callback<Entry()> declare);

 private:
  std::list<Entry> entries_;
  Index steps_ = 0;  // of all of them
};

/// The plans used last (or objects that hold a plan), by the options that determine them, so that
/// editing the text or calling in a loop declares nothing again: 16 of them, or fewer if they have
/// more than 16,384 steps together, of about a kilobyte each, but always the last one. Each thread
/// has its own caches, so that threads never wait.
template <typename Key, typename Planned>
class PlanCache : RecentlyUsed {
 public:
  /// `declare` returns a std::shared_ptr<Planned>, not to a constant one.
  template <typename Declare>
  std::shared_ptr<Planned> find_or(const Key& key, Declare declare) {
    const Equal equal = [](const void* a, const void* b) {
      return *static_cast<const Key*>(a) == *static_cast<const Key*>(b);
    };
    return std::static_pointer_cast<Planned>(RecentlyUsed::find_or(&key, equal, [&] {
      auto planned = declare();
      const Index steps = step_count(*planned);
      return Entry{std::make_shared<Key>(key), std::move(planned), steps};
    }));
  }
};

}  // namespace ap
