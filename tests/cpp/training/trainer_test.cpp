// The trainer: each update is that of its trace, goes on from a state, and names what went wrong.

#include <algorithm>
#include <cmath>
#include <set>

#include "attention_playground/attention_playground.hpp"
#include "attention_playground/training/tasks/draws.hpp"
#include "attention_playground/training/training_file.hpp"
#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/models.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

PassRequest batch_of(const ModelOptions& options, int number) {
  const auto id = [number](int place) { return Index{(number * 5 + place * 3) % 7}; };
  PassRequest request;
  if (options.has_encoder())
    request.source = sentence({{id(0), id(1), id(2), id(3)}, {id(4), id(5)}});
  if (options.has_decoder()) request.target = sentence({{id(6), id(7), id(8)}, {id(9), id(1)}});
  const Index length = options.has_decoder() ? 3 : 4;
  Tensor labels({2, length});
  for (Index i = 0; i < labels.count(); ++i)
    labels.mutable_data()[i] =
        static_cast<float>(i == 2 * length - 1 ? -1 : id(static_cast<int>(i) + 2));
  request.labels = labels;
  return request;
}

TrainerOptions options_of(OptimizerKind kind, double momentum = 0) {
  TrainerOptions options;
  options.optimizer.kind = kind;
  options.optimizer.momentum = momentum;
  options.schedule.rate = kind == OptimizerKind::adamw ? 0.01 : 0.1;
  options.schedule.warmup = 3;
  return options;
}

/// What the trace of the next update says differently from the update itself; "" if nothing.
std::string differences_from_trace(Trainer& trainer, const std::vector<PassRequest>& batches) {
  const auto trace = trainer.trace(batches);
  const UpdateReport report = trainer.step(batches);
  std::string wrong;
  const TrainerState state = trainer.state();
  const auto compare = [&](const Leaves& tensors, const char* ending) {
    for (const auto& [path, tensor] : tensors)
      wrong += first_bit_difference(
          trace->value(trace->plan().find("update." + path + "." + ending)), tensor);
  };
  const bool adam = trainer.options().optimizer.kind == OptimizerKind::adamw;
  compare(state.parameters, "new_weight");
  compare(state.first_moments, adam ? "next_first_moment" : "next_velocity");
  compare(state.second_moments, "next_second_moment");
  const auto number = [&](const char* path) {
    return trace->value(trace->plan().find(path)).data()[0];
  };
  if (trainer.options().optimizer.max_norm > 0 &&
      !same_bits(number("update.gradient_norm"), report.gradient_norm))
    wrong += " another norm";
  if (batches.size() == 1 && !same_bits(number("loss"), report.loss)) wrong += " another loss";
  return wrong;
}

/// The round whose masks the last of these batches has.
float round_of(Trainer& trainer, const std::vector<PassRequest>& batches) {
  const auto trace = trainer.trace(batches);
  return trace->value(trace->plan().find("dropout_round")).data()[0];
}

}  // namespace

TEST_CASE("trainer: every update is that of its trace, to the last bit") {
  int trial = 0;
  for (const Architecture architecture :
       {Architecture::encoder_decoder, Architecture::encoder_only, Architecture::decoder_only}) {
    for (const OptimizerKind kind : {OptimizerKind::adamw, OptimizerKind::sgd}) {
      ModelOptions model = drawn_model(++trial, architecture);
      model.layer.dropout = trial % 2 == 0 ? 0.2F : 0;
      INFO(text_of(model));
      Trainer trainer(model_of(model), options_of(kind, trial % 3 == 0 ? 0.9 : 0));
      for (int update = 0; update < 4; ++update) {
        std::vector<PassRequest> batches;
        for (int i = 0; i <= update % 3; ++i) batches.push_back(batch_of(model, 3 * update + i));
        CHECK(differences_from_trace(trainer, batches) == "");
      }
      CHECK(trainer.updates() == 4);
    }
  }
}

TEST_CASE("trainer: an update of several batches gives the mean of what each alone would give") {
  const ModelOptions options = small_model();
  TrainerOptions plain = options_of(OptimizerKind::sgd);
  plain.optimizer.max_norm = 0;
  plain.schedule.warmup = 0;
  // All parameters after one update, one after the other.
  const auto after = [&](std::span<const PassRequest> batches) {
    Trainer trainer(model_of(options), plain);
    trainer.step(batches);
    std::vector<double> numbers;
    for (const auto& [path, tensor] : trainer.state().parameters)
      for (const float number : values_of(tensor)) numbers.push_back(number);
    return numbers;
  };
  std::vector<PassRequest> batches;
  std::vector<double> sum;
  for (int count = 1; count <= 5; ++count) {
    batches.push_back(batch_of(options, count));
    const std::vector<double> alone = after({&batches.back(), 1});
    const std::vector<double> together = after(batches);
    sum.resize(alone.size());
    double furthest = 0, difference = 0;
    for (std::size_t i = 0; i < sum.size(); ++i) {
      sum[i] += alone[i];
      furthest = std::max(furthest, std::fabs(together[i] - sum[i] / count));
      difference = std::max(difference, std::fabs(together[i] - alone[i]));
    }
    INFO(count << " batches");
    CHECK(furthest < 1e-6);
    if (count > 1) CHECK(difference > 1e-3);
  }
}

TEST_CASE("trainer: what was traced does not change when training goes on") {
  const ModelOptions options = small_model();
  Trainer trainer(model_of(options), options_of(OptimizerKind::adamw));
  const PassRequest batch = batch_of(options, 1);
  trainer.step({&batch, 1});
  const auto trace = trainer.trace({&batch, 1});
  std::vector<Tensor> before;
  for (StepId id = 0; id < trace->plan().count(); ++id) before.push_back(trace->value(id));
  for (int i = 0; i < 3; ++i) trainer.step({&batch, 1});
  for (StepId id = 0; id < trace->plan().count(); ++id)
    CHECK(first_bit_difference(trace->value(id), before[static_cast<std::size_t>(id)]) == "");
  // An edit reaches the update, and undo takes it back.
  const StepId scores = trace->plan().find("encoder.0.self_attention.scores");
  trace->edit(scores, {{scores, 0, 5}});
  trace->undo();
  for (StepId id = 0; id < trace->plan().count(); ++id)
    CHECK(first_bit_difference(trace->value(id), before[static_cast<std::size_t>(id)]) == "");
}

TEST_CASE("trainer: goes on from a state as if it had not stopped") {
  for (const OptimizerKind kind : {OptimizerKind::adamw, OptimizerKind::sgd}) {
    ModelOptions options = small_model();
    options.layer.dropout = 0.1F;
    Trainer whole(model_of(options), options_of(kind, 0.8));
    const auto train = [&](Trainer& trainer, int from, int to) {
      std::vector<float> losses;
      for (int i = from; i < to; ++i) {
        const PassRequest batch = batch_of(options, i);
        losses.push_back(trainer.step({&batch, 1}).loss);
      }
      return losses;
    };
    train(whole, 0, 5);
    const TrainerState state = whole.state();
    const std::vector<float> losses = train(whole, 5, 12);
    Trainer fresh(model_of(options), options_of(kind, 0.8));
    fresh.restore(state);
    CHECK(fresh.updates() == 5);
    CHECK(train(fresh, 5, 12) == losses);
    // One that has trained already, too.
    fresh.restore(state);
    CHECK(train(fresh, 5, 12) == losses);
  }
}

TEST_CASE("trainer: learns, and its model is the trained one once it is published") {
  const ModelOptions options = small_model();
  const auto model = model_of(options);
  Generation generation(model);
  NextTokenRequest request;
  request.source = {1, 2};
  request.tokens = {0};
  generation.next(request);
  CHECK(generation.cached() == 1);
  Trainer trainer(model, options_of(OptimizerKind::adamw));
  const PassRequest batch = batch_of(options, 2);
  const float first = trainer.step({&batch, 1}).loss;
  float last = first;
  for (int i = 0; i < 80; ++i) last = trainer.step({&batch, 1}).loss;
  CHECK(last < 0.1F * first);
  trainer.publish();
  CHECK(generation.cached() == 0);
  const auto trace = model->trace(batch);
  CHECK(trace->value(trace->plan().find("loss")).data()[0] < 0.1F * first);
  Generation fresh(model);
  CHECK(fresh.next(request).id == generation.next(request).id);
}

TEST_CASE("trainer: errors name what is wrong, and change nothing") {
  const ModelOptions options = small_model();
  TrainerOptions settings = options_of(OptimizerKind::adamw);
  settings.schedule.rate = -1;
  CHECK(error_of([&] { Trainer(model_of(options), settings); }) == "range lr");
  Trainer trainer(model_of(options), options_of(OptimizerKind::adamw));
  CHECK(error_of([&] { trainer.state(); }) == "missing batches");
  CHECK(error_of([&] { trainer.step({}); }) == "size batches");
  CHECK(error_of([&] { trainer.trace({}); }) == "size batches");
  const PassRequest batch = batch_of(options, 1);
  const auto error = [&](auto change) {
    PassRequest wrong = batch;
    change(wrong);
    return error_of([&] { trainer.step({&wrong, 1}); });
  };
  CHECK(error([](PassRequest& wrong) { wrong.labels.reset(); }) == "missing labels");
  CHECK(error([](PassRequest& wrong) { wrong.source.reset(); }) == "missing source");
  CHECK(error([](PassRequest& wrong) {
          wrong.faults = {{Fault::no_scale, ""}};
        }) == "conflict faults");
  trainer.step({&batch, 1});
  const TrainerState state = trainer.state();
  CHECK(error([](PassRequest& wrong) {
          wrong.labels = Tensor::filled({2, 3}, 7);
        }) == "range labels");
  CHECK(error([](PassRequest& wrong) {
          wrong.source->vectors = random_tensor({2, 4, 6}, "source");
          wrong.target->vectors = random_tensor({2, 3, 6}, "target");
        }) == "conflict parameters");
  CHECK(trainer.updates() == 1);
  const TrainerState after = trainer.state();
  for (std::size_t i = 0; i < state.parameters.size(); ++i)
    CHECK(first_bit_difference(state.parameters[i].second, after.parameters[i].second) == "");
  const auto restore_error = [&](auto change) {
    TrainerState wrong = state;
    change(wrong);
    return error_of([&] { trainer.restore(wrong); });
  };
  CHECK(restore_error([](TrainerState& wrong) { wrong.parameters.pop_back(); }) ==
        "conflict parameters");
  CHECK(restore_error([](TrainerState& wrong) { wrong.second_moments.clear(); }) ==
        "shape optimizer");
  CHECK(restore_error([](TrainerState& wrong) { wrong.updates = -1; }) == "range updates");
  CHECK(restore_error([](TrainerState& wrong) { wrong.round = -1; }) == "range round");
  CHECK(restore_error([](TrainerState& wrong) { wrong.round = 1 << 24; }) == "range round");
  CHECK(restore_error([&](TrainerState& wrong) {
          wrong.parameters[0].second = wrong.parameters[0].second.clone();
          wrong.parameters[0].second.mutable_data()[0] = std::nanf("");
        }) == "not_finite " + state.parameters[0].first);
  CHECK(restore_error([](TrainerState&) {}) == "no error");
}

TEST_CASE("trainer: NaN stops it and is named by the first step that has it") {
  ModelOptions options = small_model();
  TrainerOptions settings = options_of(OptimizerKind::sgd);
  settings.schedule.rate = 1e6;
  settings.schedule.warmup = 0;
  settings.optimizer.max_norm = 0;
  settings.optimizer.weight_decay = 0;
  Trainer trainer(model_of(options), settings);
  const PassRequest batch = batch_of(options, 1);
  std::string error;
  Index updates = 0;
  for (int i = 0; i < 50 && (error.empty() || error == "no error"); ++i) {
    updates = trainer.updates();
    error = error_of([&] { trainer.step({&batch, 1}); });
  }
  INFO(error);
  CHECK(error.find("not_finite ") == 0);
  CHECK(trainer.updates() == updates);
  // The parameters are still those before it.
  for (const auto& [path, tensor] : trainer.state().parameters)
    CHECK(std::isfinite(tensor.data()[0]));
}

TEST_CASE("trainer: no two batches of a run have the same masks, and a file goes on with them",
          "[long]") {
  for (std::uint32_t seed = 0; seed < 4; ++seed) {
    INFO(seed);
    tasks::Draws draws(seed, "batches", 0);
    ModelOptions options = small_model();
    options.layer.dropout = 0.2F;
    Trainer whole(model_of(options), options_of(OptimizerKind::adamw));
    std::set<float> rounds;
    std::size_t batches_made = 0;
    // One update of one to four batches; in a second trainer, too, which must do the same.
    const auto update = [&](Trainer* other) {
      std::vector<PassRequest> batches;
      for (Index left = 1 + draws.below(4); left > 0; --left) {
        batches.push_back(batch_of(options, static_cast<int>(draws.below(6))));
        rounds.insert(round_of(whole, batches));
        if (other != nullptr) CHECK(round_of(*other, batches) == round_of(whole, batches));
      }
      batches_made += batches.size();
      const float loss = whole.step(batches).loss;
      if (other != nullptr) CHECK(other->step(batches).loss == loss);
    };
    for (int i = 0; i < 5; ++i) update(nullptr);
    Trainer resumed(model_of(options), options_of(OptimizerKind::adamw));
    resumed.restore(read_training(save_training(whole)));
    for (int i = 0; i < 4; ++i) update(&resumed);
    CHECK(rounds.size() == batches_made);
  }
}

TEST_CASE("trainer: an update that fails, and a trace, leave the model as it was") {
  const ModelOptions options = small_model();
  TrainerOptions settings = options_of(OptimizerKind::sgd);
  settings.schedule.rate = 1e6;
  settings.schedule.warmup = 0;
  settings.optimizer.max_norm = 0;
  settings.optimizer.weight_decay = 0;
  const auto model = model_of(options);
  Trainer trainer(model, settings);
  const PassRequest batch = batch_of(options, 1);
  trainer.prepare_for(batch);
  const Leaves before = model->parameters();
  const unsigned assigned = model->assigned();
  const auto is_as_before = [&] {
    for (const auto& [path, tensor] : before)
      CHECK(first_bit_difference(model->parameter(path), tensor) == "");
    CHECK(model->assigned() == assigned);
  };
  trainer.trace({&batch, 1});
  is_as_before();
  while (error_of([&] { trainer.step({&batch, 1}); }) == "no error") is_as_before();
  is_as_before();
  CHECK(trainer.updates() > 0);
}

}  // namespace ap::test
