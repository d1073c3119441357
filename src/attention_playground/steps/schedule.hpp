#pragma once

#include "attention_playground/steps/plan.hpp"

namespace ap {

/// Decides when steps run and where they lie, and writes it into the steps: the kernel that
/// computes each, its last reader, when it is released, and its place in an arena if it is not
/// kept. Takes time linear in the steps, because each generated token has its own plan.
class MemorySchedule {
 public:
  MemorySchedule(std::vector<Step>& steps, const std::vector<Fusion>& fusions);

  Index arena_floats() const { return arena_floats_; }
  double held_floats() const { return held_floats_; }
  double all_floats() const { return all_floats_; }

 private:
  void take_fusions();
  void find_last_readers();
  void find_releases();
  void lay_out();
  Step& at(StepId id) { return steps_[static_cast<std::size_t>(id)]; }
  /// When a step is computed: a fused one together with the last step of its kernel.
  StepId time_of(StepId id);

  std::vector<Step>& steps_;
  const std::vector<Fusion>& fusions_;
  Index arena_floats_ = 0;
  double held_floats_ = 0;
  double all_floats_ = 0;
};

}  // namespace ap
