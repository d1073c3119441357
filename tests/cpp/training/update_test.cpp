// Updates as steps, and as a kernel: the same bits.

#include <cmath>

#include "attention_playground/attention_playground.hpp"
#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/operation_check.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

OptimizerOptions optimizer(OptimizerKind kind, double max_norm, double decay, double momentum) {
  OptimizerOptions options;
  options.kind = kind;
  options.max_norm = max_norm;
  options.weight_decay = decay;
  options.momentum = momentum;
  return options;
}

constexpr Declaration leaf_kind = {.kind = "x",
                                   .symbol = "X",
                                   .variable = "x",
                                   .operation = &ops::given,
                                   .role = Role::input,
                                   .axes = {Axis::one, Axis::one}};

/// Parameters, gradients and moments of some shapes, in flat memory.
struct Numbers {
  Numbers(std::initializer_list<Dims> list, const std::string& seed, float limit) {
    std::vector<std::pair<std::string, Dims>> shapes;
    for (const Dims& shape : list) shapes.emplace_back("p" + std::to_string(shapes.size()), shape);
    for (FlatTensors* const each : {&value, &gradient, &first, &second}) *each = flat_like(shapes);
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      const Dims& shape = shapes[i].second;
      const auto fill = [&](FlatTensors& to, const char* name, float size, bool square) {
        const Tensor drawn = random_tensor(shape, seed + name + std::to_string(i), size);
        for (Index cell = 0; cell < drawn.count(); ++cell) {
          const float x = drawn.data()[cell];
          to.views[i].second.mutable_data()[cell] = square ? x * x : x;
        }
      };
      fill(value, "value", 1, false);
      fill(gradient, "gradient", limit, false);
      fill(first, "first", limit, false);
      fill(second, "second", limit, true);
    }
  }

  std::vector<UpdatedNumbers> updated(const OptimizerOptions& options) {
    std::vector<UpdatedNumbers> all;
    const bool adam = options.kind == OptimizerKind::adamw;
    const bool has_first = adam || options.momentum > 0;
    for (std::size_t i = 0; i < value.views.size(); ++i) {
      const Tensor& own = value.views[i].second;
      const auto data = [i](FlatTensors& of) { return of.views[i].second.mutable_data(); };
      all.push_back({data(value), data(gradient), has_first ? data(first) : nullptr,
                     adam ? data(second) : nullptr, own.count(), own.size(-1),
                     options.weight_decay > 0 && decays(own.rank())});
    }
    return all;
  }

  FlatTensors value, gradient, first, second;
};

/// The update of these numbers by steps: next values and moments, as a run and its steps.
struct BySteps {
  BySteps(Numbers& numbers, const OptimizerOptions& options, const UpdateMoment& moment) {
    PlanBuilder builder;
    std::vector<Tensor> leaves;
    std::vector<UpdatedParameter> parameters;
    for (std::size_t i = 0; i < numbers.value.views.size(); ++i) {
      const auto& [path, tensor] = numbers.value.views[i];
      const StepId value = builder.add_data(leaf_kind, tensor.shape(), path);
      const StepId gradient = builder.add_data(leaf_kind, tensor.shape(), "gradient." + path);
      parameters.push_back({value, gradient});
      leaves.push_back(tensor.clone());
      leaves.push_back(numbers.gradient.views[i].second.clone());
    }
    declared = declare_updates(builder, parameters, options, moment);
    auto plan = std::make_shared<Plan>(std::move(builder).finish());
    std::size_t next = leaves.size();
    for (StepId id = 0; id < plan->count(); ++id) {
      if (!(*plan)[id].is_supplied() || static_cast<std::size_t>(id) < next) continue;
      if (id == declared.epsilon)
        leaves.push_back(Tensor::filled({}, static_cast<float>(options.epsilon)));
      for (std::size_t i = 0; i < declared.parameters.size(); ++i) {
        if (id == declared.parameters[i].first_moment)
          leaves.push_back(numbers.first.views[i].second.clone());
        if (id == declared.parameters[i].second_moment)
          leaves.push_back(numbers.second.views[i].second.clone());
      }
    }
    run = std::make_unique<Run>(plan, leaves);
  }

  DeclaredUpdates declared;
  std::unique_ptr<Run> run;
};

}  // namespace

TEST_CASE("update: the kernel gives the bits of the steps, and every cell is explained") {
  int trial = 0;
  for (const OptimizerKind kind : {OptimizerKind::adamw, OptimizerKind::sgd}) {
    for (const double max_norm : {0.0, 1.0, 1e3}) {
      for (const double decay : {0.0, 0.01}) {
        for (const float limit : {0.0F, 1e-20F, 1.0F, 1e15F}) {
          ++trial;
          const OptimizerOptions options =
              optimizer(kind, max_norm, decay, trial % 2 == 0 ? 0.9 : 0);
          const UpdateMoment moment = {1 + trial % 7, 0.01};
          Numbers numbers({{trial % 5 + 1, trial % 9 + 1}, {trial % 17 + 1}, {3, 33}},
                          std::to_string(trial), limit);
          INFO("trial " << trial << ", limit " << limit);
          BySteps steps(numbers, options, moment);
          const std::vector<UpdatedNumbers> updated = numbers.updated(options);
          const float norm = gradient_norm(updated);
          update_parameters(updated, options, UpdateFactors(options, moment), norm);
          Run& run = *steps.run;
          if (max_norm > 0)
            CHECK(same_bits(run.value(run.plan().find("update.gradient_norm")).data()[0], norm));
          for (std::size_t i = 0; i < updated.size(); ++i) {
            const UpdateSteps& own = steps.declared.parameters[i];
            CHECK(first_bit_difference(numbers.value.views[i].second, run.value(own.next_value)) ==
                  "");
            if (own.next_first >= 0)
              CHECK(first_bit_difference(numbers.first.views[i].second,
                                         run.value(own.next_first)) == "");
            if (own.next_second >= 0)
              CHECK(first_bit_difference(numbers.second.views[i].second,
                                         run.value(own.next_second)) == "");
          }
          for (StepId id = 0; id < run.plan().count(); ++id) {
            const Step& step = run.plan()[id];
            std::vector<Tensor> inputs;
            for (const StepId input : step.inputs) inputs.push_back(run.value(input));
            const Dims first = first_index(step.layout.shape.rank());
            const Explanation explained = run.explain(id, first);
            INFO(step.path);
            CHECK(what_is_wrong(explained, inputs, run.value(id).at(first)) == "");
          }
        }
      }
    }
  }
}

TEST_CASE("update: the mean of several batches is in the steps") {
  const OptimizerOptions options = optimizer(OptimizerKind::sgd, 0, 0, 0);
  PlanBuilder builder;
  const StepId value = builder.add_data(leaf_kind, {1, 2}, "w");
  const StepId gradient = builder.add_data(leaf_kind, {1, 2}, "gradient.w");
  const UpdatedParameter parameter = {value, gradient};
  const DeclaredUpdates declared = declare_updates(builder, {&parameter, 1}, options, {1, 0.5, 4});
  Run run(std::make_shared<Plan>(std::move(builder).finish()),
          {tensor({1, 2}, {1, 2}), tensor({1, 2}, {8, 16}), tensor({1, 2}, {0, 4})});
  CHECK(values_of(run.value(declared.parameters[0].next_value)) == std::vector<float>{0, -0.5F});
}

TEST_CASE("update: matrices decay, biases do not") {
  CHECK(decays(2));
  CHECK(!decays(1));
}

TEST_CASE("clip factor: min(1, max_norm / (norm + 1e-6)), and the square root") {
  for (const float norm : {0.0F, 0.5F, 0.9999F, 1.0F, 2.0F, 1e30F}) {
    const std::vector<Tensor> inputs = {tensor({}, {norm})};
    CHECK(what_is_wrong(ops::clip_factor, inputs, Above{1}) == "");
    CHECK(what_is_wrong(ops::square_root, inputs, {}) == "");
    const float factor = run(ops::clip_factor, inputs, Above{1}).data()[0];
    CHECK(factor == (norm < 0.9999F ? 1 : 1 / (norm + 1e-6F) < 1 ? 1 / (norm + 1e-6F) : 1));
  }
  CHECK(std::isnan(run(ops::square_root, {tensor({}, {-1})}, {}).data()[0]));
}

TEST_CASE("schedule: warm-up, then constant, cosine or inverse square root") {
  Schedule schedule;
  schedule.rate = 0.4;
  schedule.warmup = 4;
  schedule.steps = 12;
  const auto near = [](double a, double b) { return std::fabs(a - b) < 1e-15; };
  for (const ScheduleKind kind :
       {ScheduleKind::constant, ScheduleKind::cosine, ScheduleKind::inverse_square_root}) {
    schedule.kind = kind;
    CHECK(near(schedule.at(1), 0.1));
    CHECK(near(schedule.at(4), 0.4));
  }
  schedule.kind = ScheduleKind::constant;
  CHECK(schedule.at(1000) == 0.4);
  schedule.kind = ScheduleKind::cosine;
  CHECK(near(schedule.at(8), 0.22));  // half of the way from 0.4 to 0.04
  CHECK(near(schedule.at(12), 0.04));
  CHECK(near(schedule.at(100), 0.04));
  schedule.kind = ScheduleKind::inverse_square_root;
  CHECK(near(schedule.at(16), 0.2));
  CHECK(near(schedule.at(400), 0.04));
}

TEST_CASE("settings: numbers out of range are named") {
  const auto error = [](auto change) {
    OptimizerOptions options;
    change(options);
    return error_of([&] { check_optimizer(options); });
  };
  CHECK(error([](auto&) {}) == "no error");
  CHECK(error([](auto& o) { o.beta_1 = 1; }) == "range betas");
  CHECK(error([](auto& o) { o.beta_2 = -0.1; }) == "range betas");
  CHECK(error([](auto& o) { o.beta_2 = std::nan(""); }) == "range betas");
  CHECK(error([](auto& o) { o.momentum = 1; }) == "range momentum");
  CHECK(error([](auto& o) { o.epsilon = -1; }) == "range eps");
  CHECK(error([](auto& o) { o.weight_decay = static_cast<double>(infinity); }) ==
        "range weight_decay");
  CHECK(error([](auto& o) { o.max_norm = -1; }) == "range max_norm");
  const auto schedule_error = [](auto change) {
    Schedule schedule;
    change(schedule);
    return error_of([&] { check_schedule(schedule); });
  };
  CHECK(schedule_error([](auto&) {}) == "no error");
  CHECK(schedule_error([](auto& s) { s.rate = -1; }) == "range lr");
  CHECK(schedule_error([](auto& s) { s.floor = 2; }) == "range floor");
  CHECK(schedule_error([](auto& s) { s.warmup = -1; }) == "range warmup");
  CHECK(schedule_error([](auto& s) { s.steps = -1; }) == "range steps");
}

}  // namespace ap::test
