#include "attention_playground/training/tasks/report.hpp"

#include <algorithm>
#include <cmath>

#include "attention_playground/checkpoint/json.hpp"

namespace ap {

namespace {

/// JSON has no infinity, but numbers that are too large for their readers; null stands for NaN.
void add(JsonText& to, const char* name, double number) {
  const auto value = static_cast<float>(number);
  to.add(name, std::isfinite(value) ? json_number(value) : std::isnan(value) ? "null" : "1e999");
}

}  // namespace

Report report_on(const std::shared_ptr<Model>& model, const Task& task, Index examples,
                 Index samples) {
  std::vector<Example> held_out = task.held_out();
  held_out.resize(std::min(held_out.size(), static_cast<std::size_t>(examples)));
  Report report = {evaluate(*model, task.settings(), held_out), {}};
  if (task.judge({}) && samples > 0) report.judged = draw_samples(model, task, samples).judged;
  return report;
}

std::string report_text(const Report& report) {
  const Evaluation& evaluation = report.evaluation;
  JsonText all = JsonText::object();
  add(all, "loss", evaluation.loss);
  add(all, "perplexity", evaluation.perplexity);
  add(all, "labels", evaluation.labels);
  add(all, "sentences", evaluation.sentences);
  add(all, "answers", evaluation.answers);
  if (report.judged) add(all, "judged", *report.judged);
  JsonText heads = JsonText::array();
  for (const HeadMeasure& measure : evaluation.heads) {
    JsonText head = JsonText::object();
    head.add("name", json_string(measure.name));
    head.add("attention", json_string(measure.attention));
    head.add("head",
             measure.head == HeadMeasure::all ? json_string("all") : std::to_string(measure.head));
    add(head, "points", measure.points);
    add(head, "weight", measure.weight);
    heads.add(head.finished());
  }
  all.add("heads", heads.finished());
  return all.finished();
}

}  // namespace ap
