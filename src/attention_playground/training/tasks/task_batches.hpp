#pragma once

#include "attention_playground/training/tasks/task.hpp"

namespace ap {

/// Examples as one pass of the task's model: padded to its lengths.
PassRequest pass_of(const TaskSettings& settings, std::span<const Example> examples);

/// The batch of an update, counted from 1, that a seed draws.
PassRequest training_batch(const Task& task, std::uint32_t seed, Index update);

}  // namespace ap
