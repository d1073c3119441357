#include "attention_playground/steps/schedule.hpp"

#include <algorithm>
#include <vector>

#include "attention_playground/tensor/count.hpp"

namespace ap {

namespace {

/// Places pieces in one memory; pieces may be freed in any order.
class MemoryPieces {
 public:
  /// The first free piece that is large enough, or new memory at the end.
  Index take(Index floats) {
    const Index size = rounded(floats);
    const auto fits = [&](const Piece& piece) { return piece.end - piece.begin >= size; };
    auto piece = std::find_if(free_.begin(), free_.end(), fits);
    if (piece == free_.end()) {
      // A free piece at the end becomes a part of it.
      const bool grows = !free_.empty() && free_.back().end == end_;
      if (!grows) free_.push_back({end_, end_});
      piece = free_.end() - 1;
      piece->end = end_ = (Count(piece->begin) + size).value();
    }
    const Index offset = piece->begin;
    piece->begin += size;
    if (piece->begin >= piece->end) free_.erase(piece);
    return offset;
  }

  void give_back(Index offset, Index floats) {
    const Piece piece = {offset, offset + rounded(floats)};
    const auto behind = [&](const Piece& other) { return other.begin > piece.begin; };
    auto here = free_.insert(std::find_if(free_.begin(), free_.end(), behind), piece);
    join(here, here + 1);
    if (here != free_.begin()) join(here - 1, here);
  }

  Index end() const { return end_; }

 private:
  struct Piece {
    Index begin, end;
  };

  /// Each piece begins at a whole vector.
  static Index rounded(Index floats) { return (floats + 3) / 4 * 4; }

  void join(std::vector<Piece>::iterator first, std::vector<Piece>::iterator second) {
    if (second == free_.end() || first->end != second->begin) return;
    first->end = second->end;
    free_.erase(second);
  }

  std::vector<Piece> free_;  // in order
  Index end_ = 0;
};

Index floats_of(const Step& step) { return element_count(step.layout.shape, step.path.c_str()); }

}  // namespace

MemorySchedule::MemorySchedule(std::vector<Step>& steps, const std::vector<Fusion>& fusions)
    : steps_(steps), fusions_(fusions) {
  take_fusions();
  find_last_readers();
  find_releases();
  lay_out();
}

StepId MemorySchedule::time_of(StepId id) {
  const int fusion = at(id).fusion;
  return fusion < 0 ? id : fusions_[static_cast<std::size_t>(fusion)].last;
}

void MemorySchedule::take_fusions() {
  if (fusions_.empty()) return;
  for (std::size_t i = 0; i < fusions_.size(); ++i) {
    for (StepId id = fusions_[i].first; id <= fusions_[i].last; ++id)
      if (!at(id).is_supplied()) at(id).fusion = static_cast<int>(i);
  }
  // From the end: a step is alive if it is kept or if a step that is alive reads it.
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

/// Goes from the end, because the readers of a view read its source's memory.
void MemorySchedule::find_last_readers() {
  const auto read_until = [this](std::span<const StepId> inputs, StepId time) {
    for (StepId input : inputs) at(input).last_reader = std::max(at(input).last_reader, time);
  };
  for (StepId id = static_cast<StepId>(steps_.size()) - 1; id >= 0; --id) {
    Step& step = at(id);
    const StepId time = time_of(id);
    step.last_reader = std::max(step.last_reader, time);
    const bool aliases = step.declaration.operation->aliases;
    read_until(step.inputs, aliases && step.fusion < 0 ? step.last_reader : time);
    // A kernel may read what none of its steps does.
    if (step.fusion >= 0 && id == time)
      read_until(fusions_[static_cast<std::size_t>(step.fusion)].inputs, time);
  }
}

void MemorySchedule::find_releases() {
  for (StepId id = 0; id < static_cast<StepId>(steps_.size()); ++id)
    if (!at(id).keep) at(at(id).last_reader).releases.push_back(id);
}

void MemorySchedule::lay_out() {
  const auto count = static_cast<StepId>(steps_.size());
  // The source of a kept view stays, even if it is not kept itself.
  std::vector<char> stays(steps_.size());
  for (StepId id = count - 1; id >= 0; --id) {
    const Step& step = at(id);
    stays[static_cast<std::size_t>(id)] |= step.keep;
    if (step.declaration.operation->aliases && step.fusion < 0)
      stays[static_cast<std::size_t>(step.inputs[0])] |= stays[static_cast<std::size_t>(id)];
  }
  MemoryPieces pieces;
  for (StepId id = 0; id < count; ++id) {
    Step& step = at(id);
    // A view that a kernel computes has its own memory.
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
