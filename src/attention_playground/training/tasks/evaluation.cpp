#include "attention_playground/training/tasks/evaluation.hpp"

#include <algorithm>

#include "attention_playground/training/tasks/task_batches.hpp"

namespace ap {

namespace {

/// So many sentences at a time: a pass keeps all of its steps.
constexpr std::size_t together = 64;

}  // namespace

Evaluation evaluate(Model& model, const TaskSettings& settings, std::span<const Example> examples) {
  Evaluation all;
  double labels = 0, right = 0, loss = 0, sentences = 0;
  for (std::size_t first = 0; first < examples.size(); first += together) {
    const auto part = examples.subspan(first, std::min(together, examples.size() - first));
    const PassRequest request = pass_of(settings, part);
    const std::unique_ptr<Run> run = model.trace(request);
    const Plan& plan = run->plan();
    const Tensor choices = run->loan(plan.find("log_probabilities")).contiguous();
    const Tensor& expected = *request.labels;
    const Index width = choices.size(-1);
    double own = 0;
    for (Index sentence = 0; sentence < expected.size(0); ++sentence) {
      bool whole = true;
      for (Index place = 0; place < expected.size(1); ++place) {
        const Index at = sentence * expected.size(1) + place;
        const float label = expected.data()[at];
        if (label < 0) continue;
        const float* const row = choices.data() + at * width;
        const bool hit = std::max_element(row, row + width) - row == static_cast<Index>(label);
        own += 1;
        right += hit ? 1 : 0;
        whole &= hit;
      }
      sentences += whole ? 1 : 0;
    }
    loss += own * static_cast<double>(run->loan(plan.find("loss")).data()[0]);
    labels += own;
  }
  if (labels > 0) {
    all.loss = loss / labels;
    all.labels = right / labels;
  }
  if (!examples.empty()) all.sentences = sentences / static_cast<double>(examples.size());
  return all;
}

}  // namespace ap
