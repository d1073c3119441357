#include "bindings/training/task.hpp"

#include <algorithm>

#include "attention_playground/checkpoint/json.hpp"
#include "attention_playground/checkpoint/model_record.hpp"
#include "attention_playground/training/tasks/evaluation.hpp"
#include "bindings/values.hpp"

namespace ap::bindings {

namespace {

// In the orders of the enumerations.
constexpr const char* optimizers[] = {"adamw", "sgd"};
constexpr const char* schedules[] = {"constant", "cosine", "inverse_square_root"};

std::string number(double value) { return json_number(static_cast<float>(value)); }

std::string optimizer_text(const TrainerOptions& options) {
  const OptimizerOptions& optimizer = options.optimizer;
  JsonText text = JsonText::object();
  text.add("name", json_string(optimizers[static_cast<std::size_t>(optimizer.kind)]));
  text.add("lr", number(options.schedule.rate));
  JsonText betas = JsonText::array();
  for (const double beta : {optimizer.beta_1, optimizer.beta_2}) betas.add(number(beta));
  text.add("betas", betas.finished());
  text.add("eps", number(optimizer.epsilon));
  text.add("momentum", number(optimizer.momentum));
  text.add("weightDecay", number(optimizer.weight_decay));
  text.add("maxNorm", number(optimizer.max_norm));
  return text.finished();
}

std::string schedule_text(const Schedule& schedule) {
  JsonText text = JsonText::object();
  text.add("name", json_string(schedules[static_cast<std::size_t>(schedule.kind)]));
  text.add("warmup", std::to_string(schedule.warmup));
  text.add("steps", std::to_string(schedule.steps));
  text.add("floor", number(schedule.floor));
  return text.finished();
}

std::string tokens_text(const std::vector<Index>& ids, const std::vector<std::string>& words) {
  JsonText text = JsonText::array();
  for (const Index id : ids) text.add(json_string(words[static_cast<std::size_t>(id)]));
  return text.finished();
}

/// Labels are tokens, or of a pointer places; null where nothing is expected.
std::string example_text(const TaskSettings& settings, const Example& example) {
  const std::vector<std::string>& words = settings.vocabulary;
  const auto& source_words =
      settings.source_vocabulary.empty() ? words : settings.source_vocabulary;
  JsonText text = JsonText::object();
  if (settings.model.has_encoder()) text.add("source", tokens_text(example.source, source_words));
  if (settings.model.has_decoder()) text.add("target", tokens_text(example.target, words));
  JsonText labels = JsonText::array();
  for (const Index label : example.labels) {
    if (label < 0)
      labels.add("null");
    else if (settings.model.pointer)
      labels.add(std::to_string(label));
    else
      labels.add(json_string(words[static_cast<std::size_t>(label)]));
  }
  text.add("labels", labels.finished());
  return text.finished();
}

}  // namespace

std::unique_ptr<Task> task_of(const Request& request) {
  const std::vector<std::string>& tokens = request.tokens();
  if (request.number("pairs") == 0) return make_task(tokens.empty() ? "" : tokens[0]);
  OwnPairs own;
  own.source_characters = request.number("sourceCharacters") > 0;
  own.target_characters = request.number("targetCharacters") > 0;
  for (std::size_t i = 0; i + 1 < tokens.size(); i += 2) {
    own.sources.push_back(tokens[i]);
    own.targets.push_back(tokens[i + 1]);
  }
  return make_task(own);
}

val describe_task(const Request& request) {
  return guarded([&] {
    const auto task = task_of(request);
    const TaskSettings& settings = task->settings();
    JsonText text = JsonText::object();
    text.add("name", json_string(settings.name));
    text.add("model", model_record({task->model(0)->options(), settings.vocabulary,
                                    settings.source_vocabulary}));
    text.add("optimizer", optimizer_text(settings.training));
    text.add("schedule", schedule_text(settings.training.schedule));
    text.add("batchSize", std::to_string(settings.batch));
    text.add("uniformLoss", number(uniform_loss(*task)));
    JsonText examples = JsonText::array(), held_out = JsonText::array();
    const auto seed = static_cast<std::uint32_t>(request.number("seed"));
    for (Index i = 0; i < request.whole("count"); ++i)
      examples.add(example_text(settings, task->example(seed, request.whole("first") + i)));
    text.add("examples", examples.finished());
    if (const Index count = request.whole("heldOut"); count > 0) {
      const std::vector<Example> all = task->held_out();
      for (std::size_t i = 0; i < std::min(all.size(), static_cast<std::size_t>(count)); ++i)
        held_out.add(example_text(settings, all[i]));
    }
    text.add("heldOut", held_out.finished());
    return text_value(text.finished());
  });
}

}  // namespace ap::bindings
