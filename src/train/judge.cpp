#include "train/judge.hpp"

#include <fstream>
#include <iterator>

#include "attention_playground/checkpoint/json.hpp"
#include "attention_playground/checkpoint/model_file.hpp"
#include "attention_playground/tensor/error.hpp"
#include "attention_playground/training/tasks/report.hpp"
#include "attention_playground/training/tasks/task_batches.hpp"

namespace ap {

namespace {

constexpr Index all_examples = 1 << 20;
constexpr Index samples = 200;

Bytes read(const char* path) {
  std::ifstream file(path, std::ios::binary);
  Bytes bytes{std::istreambuf_iterator<char>(file), {}};
  if (!file) fail(ErrorCode::file, path, {"nothing could be read"}, {"the file of a model"});
  return bytes;
}

}  // namespace

std::string judge(const std::string& name, const char* path) {
  const auto task = make_task(name);
  const auto model = std::make_shared<Model>(load_model(read(path)));
  const std::vector<Example> examples = task->held_out();
  const std::unique_ptr<Run> run = model->trace(pass_of(task->settings(), {examples.data(), 1}));
  JsonText heads = JsonText::array();
  for (const HeadPlace& head : heads_of(run->plan())) {
    JsonText line = JsonText::object();
    line.add("attention", json_string(head.attention));
    line.add("head", std::to_string(head.head));
    const Evaluation without = evaluate(*model, task->settings(), examples, {&head, 1});
    line.add("loss", json_number(static_cast<float>(without.loss)));
    line.add("labels", json_number(static_cast<float>(without.labels)));
    line.add("sentences", json_number(static_cast<float>(without.sentences)));
    heads.add(line.finished());
  }
  JsonText result = JsonText::object();
  result.add("examples", std::to_string(examples.size()));
  result.add("heldOut", report_text(report_on(model, *task, all_examples, samples)));
  result.add("without", heads.finished());
  return result.finished();
}

}  // namespace ap
