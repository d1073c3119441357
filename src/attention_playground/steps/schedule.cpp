#include "attention_playground/steps/schedule.hpp"

#include <algorithm>
#include <map>

#include "attention_playground/tensor/count.hpp"

namespace ap {

namespace {

/// Pieces of one memory, each given back before or after others.
class Pieces {
 public:
  /// The first piece of free memory that is large enough, or what lies behind the last one.
  Index take(Index floats) {
    const Index size = rounded(floats);
    for (auto piece = free_.begin(); piece != free_.end(); ++piece) {
      if (piece->second < size) continue;
      const auto [offset, length] = *piece;
      free_.erase(piece);
      if (length > size) free_[offset + size] = length - size;
      return offset;
    }
    // What is free at the end is a part of it.
    Index offset = end_;
    if (!free_.empty()) {
      const auto last = std::prev(free_.end());
      if (last->first + last->second == end_) {
        offset = last->first;
        free_.erase(last);
      }
    }
    end_ = (Count(offset) + size).value();
    return offset;
  }

  void give_back(Index offset, Index floats) {
    auto here = free_.emplace(offset, rounded(floats)).first;
    const auto after = std::next(here);
    if (after != free_.end() && here->first + here->second == after->first) {
      here->second += after->second;
      free_.erase(after);
    }
    if (here == free_.begin()) return;
    const auto before = std::prev(here);
    if (before->first + before->second != here->first) return;
    before->second += here->second;
    free_.erase(here);
  }

  Index end() const { return end_; }

 private:
  /// Each piece begins at a whole vector.
  static Index rounded(Index floats) { return (floats + 3) / 4 * 4; }

  std::map<Index, Index> free_;  // length by offset
  Index end_ = 0;
};

Index floats_of(const Step& step) { return element_count(step.layout.shape, step.path.c_str()); }

}  // namespace

Schedule::Schedule(std::vector<Step>& steps, const std::vector<Fusion>& fusions)
    : steps_(steps), fusions_(fusions) {
  take_fusions();
  find_last_readers();
  find_releases();
  lay_out();
}

StepId Schedule::time_of(StepId id) {
  const int fusion = at(id).fusion;
  return fusion < 0 ? id : fusions_[static_cast<std::size_t>(fusion)].last;
}

void Schedule::take_fusions() {
  if (fusions_.empty()) return;
  for (std::size_t i = 0; i < fusions_.size(); ++i) {
    for (StepId id = fusions_[i].first; id <= fusions_[i].last; ++id)
      if (!at(id).is_supplied()) at(id).fusion = static_cast<int>(i);
  }
  // From the end: alive is what is kept, and what something alive reads.
  std::vector<char> read(steps_.size());
  for (StepId id = static_cast<StepId>(steps_.size()) - 1; id >= 0; --id) {
    Step& step = at(id);
    if (step.fusion >= 0 && id == time_of(id)) {
      const Fusion& fusion = fusions_[static_cast<std::size_t>(step.fusion)];
      for (StepId input : fusion.inputs) read[static_cast<std::size_t>(input)] = 1;
    }
    step.is_dead = !step.keep && read[static_cast<std::size_t>(id)] == 0;
    if (step.is_dead || step.fusion >= 0) continue;
    for (StepId input : step.inputs) read[static_cast<std::size_t>(input)] = 1;
  }
}

/// From the end: what a view's readers read is its source's memory.
void Schedule::find_last_readers() {
  for (StepId id = static_cast<StepId>(steps_.size()) - 1; id >= 0; --id) {
    Step& step = at(id);
    step.last_reader = std::max(step.last_reader, time_of(id));
    const bool aliases = step.declaration.operation->aliases;
    const StepId reads = aliases && step.fusion < 0 ? step.last_reader : time_of(id);
    for (StepId input : step.inputs) {
      StepId& last = at(input).last_reader;
      last = std::max(last, reads);
    }
  }
}

void Schedule::find_releases() {
  for (StepId id = 0; id < static_cast<StepId>(steps_.size()); ++id)
    if (!at(id).keep) at(at(id).last_reader).releases.push_back(id);
}

void Schedule::lay_out() {
  const auto count = static_cast<StepId>(steps_.size());
  // What a kept view shows stays, whether or not its source is kept by name.
  std::vector<char> stays(steps_.size());
  for (StepId id = count - 1; id >= 0; --id) {
    const Step& step = at(id);
    stays[static_cast<std::size_t>(id)] |= step.keep;
    if (step.declaration.operation->aliases && step.fusion < 0)
      stays[static_cast<std::size_t>(step.inputs[0])] |= stays[static_cast<std::size_t>(id)];
  }
  Pieces pieces;
  for (StepId id = 0; id < count; ++id) {
    Step& step = at(id);
    // A view that a kernel gives has memory of its own.
    const bool owns = !step.declaration.operation->aliases || step.fusion >= 0;
    if (owns && !step.is_dead) {
      all_floats_ += static_cast<double>(floats_of(step));
      if (stays[static_cast<std::size_t>(id)] != 0)
        held_floats_ += static_cast<double>(floats_of(step));
      else
        step.arena_offset = pieces.take(floats_of(step));
    }
    for (StepId done : step.releases)
      if (at(done).arena_offset >= 0) pieces.give_back(at(done).arena_offset, floats_of(at(done)));
  }
  arena_floats_ = pieces.end();
}

}  // namespace ap
