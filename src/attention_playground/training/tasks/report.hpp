#pragma once

#include "attention_playground/training/tasks/evaluation.hpp"

namespace ap {

/// What a model does on what its task holds out.
struct Report {
  Evaluation evaluation;
  std::optional<double> judged;  // mean of the texts that it draws, if its task judges texts
};

/// On at most so many examples that are held out, and so many texts. Throws what evaluate() and
/// draw_samples() throw.
Report report_on(const std::shared_ptr<Model>& model, const Task& task, Index examples,
                 Index samples);

/// As a JSON object, in the names of the npm API.
std::string report_text(const Report& report);

}  // namespace ap
