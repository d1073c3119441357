#pragma once

#include "attention_playground/steps/plan.hpp"

namespace ap {

/// Works out what runs when and where it lies, and writes it into the steps: which kernel computes
/// them, who reads them last, what is released when, and places in an arena for what is not kept.
/// In time linear in the steps: a generated token is a plan of its own.
class Schedule {
 public:
  Schedule(std::vector<Step>& steps, const std::vector<Fusion>& fusions);

  Index arena_floats() const { return arena_floats_; }
  double held_floats() const { return held_floats_; }
  double all_floats() const { return all_floats_; }

 private:
  void take_fusions();
  void find_last_readers();
  void find_releases();
  void lay_out();
  Step& at(StepId id) { return steps_[static_cast<std::size_t>(id)]; }
  /// When a step is computed: with the last one of its kernel.
  StepId time_of(StepId id);

  std::vector<Step>& steps_;
  const std::vector<Fusion>& fusions_;
  Index arena_floats_ = 0;
  double held_floats_ = 0;
  double all_floats_ = 0;
};

}  // namespace ap
