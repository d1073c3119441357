#pragma once

#include "attention_playground/training/tasks/task.hpp"

namespace ap {

/// Examples as one pass of the task's model: padded to its lengths.
PassRequest pass_of(const TaskSettings& settings, std::span<const Example> examples);

/// The n-th batch of so many sentences, counted from 1, that a seed draws.
PassRequest training_batch(const Task& task, std::uint32_t seed, Index number, Index sentences);
/// The same, of as many as the task has in a batch.
PassRequest training_batch(const Task& task, std::uint32_t seed, Index number);

}  // namespace ap
