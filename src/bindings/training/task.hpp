#pragma once

#include "attention_playground/training/tasks/task.hpp"
#include "bindings/request.hpp"
#include "bindings/values.hpp"

namespace ap::bindings {

/// The task that a request says: by its only token, a name; or with the number "pairs" by these, as
/// sources and targets in turn. Throws what make_task throws.
std::unique_ptr<Task> task_of(const Request& request);

/// JSON: name, model, optimizer, schedule, batchSize, and examples and heldOut as lists of tokens;
/// of examples those that "seed" draws, "count" from "first" on; of those held out, "heldOut".
val describe_task(const Request& request);

}  // namespace ap::bindings
