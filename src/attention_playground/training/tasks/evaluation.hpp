#pragma once

#include "attention_playground/training/tasks/task.hpp"

namespace ap {

/// How well a model does on examples, each label given those before it.
struct Evaluation {
  double loss = 0;       // mean cross-entropy of all labels
  double labels = 0;     // share of labels that are the most probable
  double sentences = 0;  // share of examples all of whose labels are
};

/// Runs the model on the examples. Throws what Model::trace() throws.
Evaluation evaluate(Model& model, const TaskSettings& settings, std::span<const Example> examples);

}  // namespace ap
