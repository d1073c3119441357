#include "attention_playground/training/trainer.hpp"

#include <algorithm>
#include <cmath>

#include "attention_playground/ops/finite.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap {

namespace {

constexpr Index most_rounds = 1 << 24;

/// Copies, each in its own memory: the trainer goes on to write into the originals.
Leaves copies_of(const Leaves& tensors) {
  Leaves copies;
  for (const auto& [path, tensor] : tensors) {
    Tensor copy(tensor.shape());
    std::copy_n(tensor.data(), tensor.count(), copy.mutable_data());
    add_leaf(copies, path, copy);
  }
  return copies;
}

void copy_into(const Leaves& from, FlatTensors& to) {
  for (auto& [path, tensor] : to.views) {
    const Tensor own = find_leaf(from, path)->contiguous();
    std::copy_n(own.data(), own.count(), tensor.mutable_data());
  }
}

/// The update of parameters as steps, after a pass's way back.
class UpdateOfTrace : public AfterBackward {
 public:
  /// Takes copies of what the trainer has at that time.
  UpdateOfTrace(const OptimizerOptions& optimizer, const UpdateMoment& moment, Leaves earlier,
                Leaves first, Leaves second, Leaves parameters)
      : optimizer_(optimizer),
        moment_(moment),
        earlier_(std::move(earlier)),
        first_(std::move(first)),
        second_(std::move(second)),
        parameters_(std::move(parameters)) {}

  std::vector<std::pair<StepId, Tensor>> declare(PlanBuilder& builder,
                                                 std::span<const StepId> gradients) const override {
    std::vector<UpdatedParameter> updated;
    std::vector<std::string> paths;
    for (std::size_t id = 0; id < gradients.size(); ++id) {
      const auto step = static_cast<StepId>(id);
      const std::string& path = builder[step].path;
      if (gradients[id] < 0 || find_leaf(parameters_, path) == nullptr) continue;
      updated.push_back({step, gradients[id]});
      paths.push_back(path);
    }
    const DeclaredUpdates declared = declare_updates(builder, updated, optimizer_, moment_);
    std::vector<std::pair<StepId, Tensor>> leaves;
    const auto add = [&](StepId id, const Leaves& tensors, const std::string& path) {
      if (id >= 0) leaves.emplace_back(id, *find_leaf(tensors, path));
    };
    for (std::size_t i = 0; i < paths.size(); ++i) {
      add(declared.parameters[i].accumulated, earlier_, paths[i]);
      add(declared.parameters[i].first_moment, first_, paths[i]);
      add(declared.parameters[i].second_moment, second_, paths[i]);
    }
    if (declared.epsilon >= 0)
      leaves.emplace_back(declared.epsilon,
                          Tensor::filled({}, static_cast<float>(optimizer_.epsilon)));
    return leaves;
  }

 private:
  OptimizerOptions optimizer_;
  UpdateMoment moment_;
  Leaves earlier_, first_, second_, parameters_;
};

/// NaN and +∞ are never right; −∞ hides keys: masks have it, and the steps that read it.
bool is_fault(Run& run, StepId id) {
  const auto has = [&](StepId step, auto is) {
    const Tensor tensor = run.value(step);
    return std::any_of(tensor.data(), tensor.data() + tensor.count(), is);
  };
  const auto is_wrong = [](float x) { return std::isnan(x) || (std::isinf(x) && x > 0); };
  const auto is_hidden = [](float x) { return std::isinf(x) && x < 0; };
  if (has(id, is_wrong)) return true;
  const Step& step = run.plan()[id];
  if (step.is_leaf() || step.declaration.role == Role::mask || !has(id, is_hidden)) return false;
  return std::none_of(step.inputs.begin(), step.inputs.end(),
                      [&](StepId input) { return has(input, is_hidden); });
}

}  // namespace

Trainer::Trainer(std::shared_ptr<Model> model, const TrainerOptions& options)
    : model_(std::move(model)), options_(options) {
  check_optimizer(options.optimizer);
  check_schedule(options.schedule);
}

/// Which cells dropout drops depends on the number of the batch in the whole run.
PassRequest Trainer::in_round(const PassRequest& request, std::size_t number) const {
  PassRequest own = request;
  own.round = (round_ + static_cast<Index>(number)) % most_rounds;
  return own;
}

UpdateMoment Trainer::next_moment(std::size_t batches) const {
  return {updates_ + 1, options_.schedule.at(updates_ + 1), static_cast<Index>(batches)};
}

/// The first batch says which parameters are trained.
void Trainer::make_room(const TrainingPass& pass) {
  const auto shapes = pass.parameter_shapes();
  if (!rows_.values.views.empty()) {
    require(shapes_of(rows_.values.views) == shapes, ErrorCode::conflict, "parameters",
            {"a batch that reads other parameters than the first one"},
            {"batches that all look up tokens, or all give vectors"});
    return;
  }
  TrainerState start;
  for (const auto& [path, shape] : shapes)
    add_leaf(start.parameters, path, model_->parameter(path));
  rows_ = rows_of(start);
  place_numbers();
}

bool Trainer::has_first_moments() const {
  return has_second_moments() || options_.optimizer.momentum > 0;
}

bool Trainer::has_second_moments() const { return options_.optimizer.kind == OptimizerKind::adamw; }

/// A state in rows of its own; moments that it lacks begin at 0.
Trainer::Rows Trainer::rows_of(const TrainerState& state) const {
  const auto shapes = shapes_of(state.parameters);
  Rows rows = {flat_like(shapes), flat_like(shapes), {}, {}};
  if (has_first_moments()) rows.first = flat_like(shapes);
  if (has_second_moments()) rows.second = flat_like(shapes);
  copy_into(state.parameters, rows.values);
  if (!state.first_moments.empty()) copy_into(state.first_moments, rows.first);
  if (!state.second_moments.empty()) copy_into(state.second_moments, rows.second);
  return rows;
}

void Trainer::place_numbers() {
  numbers_.clear();
  for (std::size_t i = 0; i < rows_.values.views.size(); ++i) {
    const auto data = [i](FlatTensors& tensors) {
      return tensors.views.empty() ? nullptr : tensors.views[i].second.mutable_data();
    };
    const Tensor& value = rows_.values.views[i].second;
    const bool decayed = options_.optimizer.weight_decay > 0 && decays(value.rank());
    numbers_.push_back({data(rows_.values), data(rows_.gradients), data(rows_.first),
                        data(rows_.second), value.count(), value.rank() == 0 ? 1 : value.size(-1),
                        decayed});
  }
}

void Trainer::Prepared::let_go() {
  pass->let_go();
  for (const std::size_t leaf : data) leaves[leaf] = Tensor();
}

Trainer::Prepared& Trainer::prepare(const PassRequest& request) {
  require(request.faults.empty(), ErrorCode::conflict, "faults", {"faults"},
          {"none: only a trace makes them"});
  CheckedPass checked = model_->check(request);
  add_leaf(checked.given, "gradient.loss", one_);
  const auto prepared = passes_.find_or(checked.options, [&] {
    auto made = std::make_shared<Prepared>();
    made->pass = std::make_shared<TrainingPass>(checked.options, arena_, options_.activations);
    const Plan& plan = made->pass->plan();
    // Draws the parameters that no pass has used yet.
    made->leaves = model_->supply(plan, checked.given);
    make_room(*made->pass);
    std::size_t leaf = 0;
    for (const Step& step : plan.steps()) {
      if (!step.is_supplied()) continue;
      if (const Tensor* const own = find_leaf(rows_.values.views, step.path))
        made->leaves[leaf] = *own;
      else if (find_leaf(checked.given, step.path) != nullptr)
        made->data.push_back(leaf);
      ++leaf;
    }
    return made;
  });
  if (latest_ != nullptr && latest_ != prepared) latest_->let_go();
  latest_ = prepared;
  std::size_t leaf = 0, next = 0;
  for (const Step& step : prepared->pass->plan().steps()) {
    if (!step.is_supplied()) continue;
    if (next < prepared->data.size() && prepared->data[next] == leaf) {
      prepared->leaves[leaf] = find_leaf(checked.given, step.path)->contiguous();
      ++next;
    }
    ++leaf;
  }
  return *prepared;
}

/// The mean loss; the mean gradients are in rows_.gradients.
float Trainer::gradients_of(std::span<const PassRequest> batches, UpdateReport& report) {
  require(!batches.empty(), ErrorCode::size, "batches", {"no batch"}, {"at least one"});
  float loss = 0;
  for (std::size_t i = 0; i < batches.size(); ++i) {
    Prepared& prepared = prepare(in_round(batches[i], i));
    loss += prepared.pass->run(prepared.leaves, rows_.gradients.views);
    const Tensor labels = batches[i].labels->contiguous();
    report.tokens += std::count_if(labels.data(), labels.data() + labels.count(),
                                   [](float label) { return label >= 0; });
    if (batches.size() == 1) break;
    const Index count = rows_.gradients.numbers.count();
    if (i == 0) {
      if (earlier_.views.empty()) earlier_ = flat_like(shapes_of(rows_.gradients.views));
      std::copy_n(rows_.gradients.numbers.data(), count, earlier_.numbers.mutable_data());
    } else if (i + 1 < batches.size()) {
      average_gradients(earlier_.numbers.mutable_data(), rows_.gradients.numbers.data(), count, 1);
    } else {
      const UpdateFactors factors(options_.optimizer, next_moment(batches.size()));
      average_gradients(rows_.gradients.numbers.mutable_data(), earlier_.numbers.data(), count,
                        factors.mean);
    }
  }
  return loss / static_cast<float>(batches.size());
}

UpdateReport Trainer::step(std::span<const PassRequest> batches) {
  UpdateReport report;
  report.loss = gradients_of(batches, report);
  const UpdateMoment moment = next_moment(batches.size());
  report.update = moment.step;
  report.rate = moment.rate;
  report.gradient_norm = gradient_norm(numbers_);
  if (!std::isfinite(report.loss) || !std::isfinite(report.gradient_norm)) fail_not_finite(batches);
  update_parameters(numbers_, options_.optimizer, UpdateFactors(options_.optimizer, moment),
                    report.gradient_norm);
  ++updates_;
  round_ = (round_ + moment.batches) % most_rounds;
  return report;
}

std::unique_ptr<Run> Trainer::trace(std::span<const PassRequest> batches) {
  require(!batches.empty(), ErrorCode::size, "batches", {"no batch"}, {"at least one"});
  const std::size_t last = batches.size() - 1;
  UpdateReport report;
  // Of a single batch nothing is needed but the room for what is trained.
  if (batches.size() > 1)
    gradients_of(batches, report);
  else
    prepare(in_round(batches[last], last));
  std::unique_ptr<Run> run = present().trace(in_round(batches[last], last));
  run->backward(run->plan().find("loss"), {},
                std::make_shared<UpdateOfTrace>(
                    options_.optimizer, next_moment(batches.size()), copies_of(earlier_.views),
                    copies_of(rows_.first.views), copies_of(rows_.second.views),
                    copies_of(rows_.values.views)));
  return run;
}

/// Computes the pass once more, by steps, to say where the first wrong number is.
void Trainer::fail_not_finite(std::span<const PassRequest> batches) {
  Model model = present();
  for (std::size_t i = 0; i < batches.size(); ++i) {
    const std::unique_ptr<Run> run = model.trace(in_round(batches[i], i));
    run->backward(run->plan().find("loss"));
    for (StepId id = 0; id < run->plan().count(); ++id) {
      if (!is_fault(*run, id)) continue;
      fail(ErrorCode::not_finite, run->plan()[id].path,
           {"NaN or infinity in update ", updates_ + 1},
           {"finite numbers: a lower rate, a warm-up, or another batch"});
    }
  }
  fail(ErrorCode::not_finite, "gradients", {"a norm that is too large in update ", updates_ + 1},
       {"finite numbers: a lower rate, a warm-up, or another batch"});
}

/// The model with the present parameters, unpublished.
Model Trainer::present() const {
  Model model = *model_;
  if (!rows_.values.views.empty()) model.assign(copies_of(rows_.values.views));
  return model;
}

void Trainer::publish() {
  if (!rows_.values.views.empty()) model_->assign(copies_of(rows_.values.views));
}

TrainerState Trainer::state() const {
  require(!rows_.values.views.empty(), ErrorCode::missing, "batches", {"no batch"},
          {"a first batch, which says what is trained"});
  return {updates_, round_, copies_of(rows_.values.views), copies_of(rows_.first.views),
          copies_of(rows_.second.views)};
}

void Trainer::restore(const TrainerState& state) {
  require(state.updates >= 0 && state.updates < most_rounds, ErrorCode::range, "updates",
          {state.updates}, {"0 to ", most_rounds - 1});
  require(state.round >= 0 && state.round < most_rounds, ErrorCode::range, "round", {state.round},
          {"0 to ", most_rounds - 1});
  const auto shapes = shapes_of(state.parameters);
  const bool same = rows_.values.views.empty() || shapes == shapes_of(rows_.values.views);
  require(same && !shapes.empty(), ErrorCode::conflict, "parameters",
          {"other parameters, or other shapes"}, {"those that are trained"});
  for (const auto& [path, tensor] : state.parameters) require_finite(tensor, path.c_str());
  const auto check = [&](const Leaves& moments, bool needed) {
    require(shapes_of(moments) == (needed ? shapes : decltype(shapes)()), ErrorCode::shape,
            "optimizer", {moments.size(), " tensors"}, {"those of this optimiser"});
    for (const auto& [path, tensor] : moments) require_finite(tensor, path.c_str());
  };
  check(state.first_moments, has_first_moments());
  check(state.second_moments, has_second_moments());
  // What can fail comes first.
  Rows rows = rows_of(state);
  model_->parameters();  // draws what no pass has used yet
  model_->assign(copies_of(rows.values.views));
  rows_ = std::move(rows);
  updates_ = state.updates;
  round_ = state.round;
  // They lend the parameters of before.
  passes_ = {};
  latest_.reset();
  place_numbers();
}

}  // namespace ap
