// Trainers in files: what goes on from a file is what would have gone on, to the last bit.

#include "attention_playground/training/training_file.hpp"

#include "attention_playground/training/tasks/report.hpp"
#include "attention_playground/training/tasks/task_batches.hpp"
#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/models.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

float update(Trainer& trainer, const Task& task, Index number) {
  const PassRequest batch = training_batch(task, 3, number, 8);
  return trainer.step({&batch, 1}).loss;
}

TrainerOptions kept_options_of(OptimizerKind kind, double momentum) {
  TrainerOptions options;
  options.optimizer.kind = kind;
  options.optimizer.momentum = momentum;
  return options;
}

}  // namespace

TEST_CASE("training files: losses after a file are those without it, to the last bit") {
  const auto task = make_task("phrases");
  for (const TrainerOptions& options :
       {kept_options_of(OptimizerKind::adamw, 0), kept_options_of(OptimizerKind::sgd, 0.9),
        kept_options_of(OptimizerKind::sgd, 0)}) {
    Trainer trainer(task->model(3), options);
    for (Index number = 1; number <= 5; ++number) update(trainer, *task, number);
    const Bytes bytes = save_training(trainer, {{"note", "ours"}});
    auto model = std::make_shared<Model>(load_model(bytes));
    Trainer again(model, options);
    again.restore(read_training(bytes));
    CHECK(again.updates() == 5);
    for (Index number = 6; number <= 12; ++number)
      CHECK(update(again, *task, number) == update(trainer, *task, number));
    CHECK(save_training(again) == save_training(trainer));
    // The parameters are those of the model's own file.
    const StoredModel stored = read_model(bytes);
    CHECK(stored.parameters.size() == model->parameters().size());
    CHECK(stored.metadata.back() == std::pair<std::string, std::string>("note", "ours"));
  }
}

TEST_CASE("training files: a file without a state, or of another optimiser, is an error") {
  const auto task = make_task("phrases");
  Trainer trainer(task->model(0), kept_options_of(OptimizerKind::adamw, 0));
  CHECK(error_of([&] { save_training(trainer); }) == "missing batches");
  update(trainer, *task, 1);
  const Bytes bytes = save_training(trainer);
  CHECK(error_of([&] { read_training(save_model(*trainer.model(), Dtype::f32)); }) ==
        std::string("missing ") + updates_key);
  CHECK(error_of([&] {
          read_training(write_safetensors({}, Dtype::f32, {{updates_key, "many"}}));
        }) == std::string("file ") + updates_key);
  CHECK(error_of([&] {
          read_training(write_safetensors({}, Dtype::f32, {{updates_key, "-1"}}));
        }) == std::string("file ") + updates_key);
  CHECK(error_of([&] {
          read_training(write_safetensors({}, Dtype::f32, {{updates_key, "1"}, {round_key, ""}}));
        }) == std::string("file ") + round_key);
  // As files were before they said a round.
  CHECK(read_training(write_safetensors({}, Dtype::f32, {{updates_key, "7"}})).round == 7);
  Trainer other(task->model(0), kept_options_of(OptimizerKind::sgd, 0));
  update(other, *task, 1);
  CHECK(error_of([&] { other.restore(read_training(bytes)); }) == "shape optimizer");
  const auto pairs = make_task("four-pairs");
  Trainer smaller(pairs->model(0), kept_options_of(OptimizerKind::adamw, 0));
  const PassRequest batch = training_batch(*pairs, 0, 1);
  smaller.step({&batch, 1});
  CHECK(error_of([&] { smaller.restore(read_training(bytes)); }) == "conflict parameters");
}

TEST_CASE("training files: a report is JSON with what is held out, heads and judgements") {
  const auto task = make_task("phrases");
  const auto model = task->model(0);
  const std::string text = report_text(report_on(model, *task, 4, 5));
  CHECK(text.starts_with("{\"loss\":"));
  CHECK(text.find("\"judged\"") == std::string::npos);
  CHECK(text.find("{\"name\":\"profession\",\"attention\":\"decoder.0.cross_attention\","
                  "\"head\":\"all\"") != std::string::npos);
  const auto verse = make_task("verse-zh");
  CHECK(report_on(verse->model(0), *verse, 2, 3).judged.has_value());
  CHECK(!report_on(verse->model(0), *verse, 2, 0).judged.has_value());
}

}  // namespace ap::test
