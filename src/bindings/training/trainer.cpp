#include "bindings/training/trainer.hpp"

#include "attention_playground/tensor/error.hpp"
#include "attention_playground/tensor/portable_math.hpp"
#include "attention_playground/training/tasks/report.hpp"
#include "attention_playground/training/tasks/task_batches.hpp"
#include "attention_playground/training/training_file.hpp"
#include "bindings/step_record.hpp"
#include "bindings/training/files.hpp"
#include "bindings/training/task.hpp"

namespace ap::bindings {

namespace {

TrainerOptions options_of(const Request& settings) {
  return {.optimizer = {.kind = static_cast<OptimizerKind>(settings.whole("optimizer")),
                        .beta_1 = settings.number("beta1"),
                        .beta_2 = settings.number("beta2"),
                        .epsilon = settings.number("eps"),
                        .momentum = settings.number("momentum"),
                        .weight_decay = settings.number("weightDecay"),
                        .max_norm = settings.number("maxNorm")},
          .schedule = {.kind = static_cast<ScheduleKind>(settings.whole("schedule")),
                       .rate = settings.number("lr"),
                       .warmup = settings.whole("warmup"),
                       .steps = settings.whole("steps"),
                       .floor = settings.number("floor")},
          .activations = {.recomputed = settings.flag("gradientCheckpointing"),
                          .halved = settings.flag("mixedPrecision")}};
}

using Part = std::pair<const char*, Leaves>;

std::array<Part, 3> parts_of(const TrainerState& state) {
  return {Part{"parameters", state.parameters}, Part{"first", state.first_moments},
          Part{"second", state.second_moments}};
}

}  // namespace

Training::Training(const Transformer& model, const Request& settings)
    : trainer_(model.model(), options_of(settings)), accumulate_(settings.whole("accumulate")) {}

val Training::add_batch(const Request& request) {
  return guarded([&] {
    const PassRequest batch = request.pass();
    trainer_.model()->check(batch);
    require(batch.labels.has_value(), ErrorCode::missing, "labels", {"nothing"},
            {"the tokens that are expected, from which the loss is computed"});
    batches_.push_back(batch);
    return val(true);
  });
}

val Training::use_task(const Request& request) {
  return guarded([&] {
    auto task = task_of(request);
    Model& model = *trainer_.model();
    const TaskSettings& settings = task->settings();
    require(model.vocabulary() == settings.vocabulary &&
                model.source_vocabulary() == settings.source_vocabulary,
            ErrorCode::conflict, "task", {"a model with other tokens"},
            {"a model with the tokens of the task"});
    seed_ = static_cast<std::uint32_t>(request.number("seed"));
    sentences_ = request.number("batchSize") > 0 ? request.whole("batchSize") : settings.batch;
    trainer_.prepare_for(training_batch(*task, seed_, 1, sentences_));
    task_ = std::move(task);
    return val(true);
  });
}

val Training::evaluate(const Request& request) {
  return guarded([&] {
    require(task_ != nullptr, ErrorCode::missing, "task", {"batches"}, {"a task, to be judged by"});
    trainer_.publish();
    const std::string report = report_text(
        report_on(trainer_.model(), *task_, request.whole("examples"), request.whole("samples")));
    results_ = "{\"updates\":" + std::to_string(updates()) + "," + report.substr(1);
    return text_value(report);
  });
}

val Training::save(const Request& metadata) {
  return guarded([&] {
    Metadata all;
    if (task_) {
      all.emplace_back(task_key, task_->settings().name);
      all.emplace_back(seed_key, std::to_string(seed_));
    }
    if (!results_.empty()) all.emplace_back(results_key, results_);
    const Metadata own = metadata_of(metadata);
    all.insert(all.end(), own.begin(), own.end());
    return bytes_value(save_training(trainer_, all));
  });
}

val Training::resume(Handle bytes, double length) {
  return guarded([&] {
    trainer_.restore(read_training(file_at(bytes, length)));
    return val(true);
  });
}

/// Those of the next update: all in turn, from the first one again after the last.
std::vector<PassRequest> Training::next_batches() const {
  std::vector<PassRequest> next;
  if (task_) {
    for (Index i = 1; i <= accumulate_; ++i)
      next.push_back(
          training_batch(*task_, seed_, trainer_.updates() * accumulate_ + i, sentences_));
    return next;
  }
  const auto count = static_cast<Index>(batches_.size());
  for (Index i = 0; count > 0 && i < accumulate_; ++i) {
    const Index place = (trainer_.updates() % count * accumulate_ + i) % count;
    next.push_back(batches_[static_cast<std::size_t>(place)]);
  }
  return next;
}

val Training::step(int count) {
  return guarded([&] {
    std::vector<double> numbers(6);
    for (int i = 0; i < count; ++i) {
      UpdateReport report;
      try {
        report = trainer_.step(next_batches());
      } catch (...) {
        if (i == 0) throw;
        // Those before it stay made: fewer losses than asked for say that it failed, and how.
        note_failure();
        break;
      }
      numbers[0] = static_cast<double>(report.update);
      numbers[1] = report.rate;
      numbers[2] = static_cast<double>(report.gradient_norm);
      numbers[3] += static_cast<double>(report.tokens);
      numbers.push_back(static_cast<double>(report.loss));
    }
    numbers[4] = static_cast<double>(trainer_.activation_floats()) * sizeof(float);
    numbers[5] = portable_exp(numbers.back());
    trainer_.publish();
    return numbers_value(numbers);
  });
}

val Training::trace() {
  return guarded([&] { return trace_value(trainer_.trace(next_batches())); });
}

val Training::places() const {
  return guarded([&] {
    std::string text;
    for (const auto& [part, tensors] : parts_of(trainer_.state())) {
      for (const auto& [path, tensor] : tensors) {
        ((text += part) += field_end) += path;
        for (const Index size : tensor.shape()) (text += field_end) += std::to_string(size);
        text += record_end;
      }
    }
    return text_value(text);
  });
}

val Training::numbers() const {
  return guarded([&] {
    std::vector<float> numbers;
    for (const auto& [part, tensors] : parts_of(trainer_.state()))
      for (const auto& [path, tensor] : tensors)
        numbers.insert(numbers.end(), tensor.data(), tensor.data() + tensor.count());
    return floats_value(numbers.data(), static_cast<Index>(numbers.size()));
  });
}

val Training::restore(const Request& state) {
  return guarded([&] {
    trainer_.restore({state.whole("updates"), state.whole("round"), state.tensors_of("parameters."),
                      state.tensors_of("first."), state.tensors_of("second.")});
    return val(true);
  });
}

val trainer(const Transformer& model, const Request& settings) {
  return guarded([&] { return val(std::make_unique<Training>(model, settings)); });
}

val update_declarations() {
  return guarded([&] {
    std::string text;
    for_each_update_kind([&](const Declaration& kind) { append_record(text, kind); });
    return text_value(text);
  });
}

}  // namespace ap::bindings
