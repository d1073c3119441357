#include "attention_playground/steps/plan.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "attention_playground/ops/leaf.hpp"
#include "attention_playground/tensor/error.hpp"
#include "attention_playground/tensor/random.hpp"

namespace ap {

namespace {

/// 2 GiB is all that the module may grow to; some of it is the program's own.
constexpr double most_floats = 5.1e8;
constexpr double megabytes_of_a_float = 4e-6;

/// Those that a tensor of `rank` axes has: without one it has no heads, without two no batch
/// either.
Axes axes_of(const Axes& declared, int rank) {
  const auto missing = declared.count() - rank;
  Axes axes = {};
  for (const Axis* axis = declared.begin(); axis != declared.end(); ++axis) {
    const bool left_out = missing == 1 ? *axis == Axis::head : axis - declared.begin() < missing;
    if (!left_out) axes.push_back(*axis);
  }
  return axes;
}

}  // namespace

StepId Plan::find(std::string_view path) const {
  for (StepId id = 0; id < count(); ++id)
    if ((*this)[id].path == path) return id;
  fail(ErrorCode::step, "path", {std::string(path)}, {"the path of one of the trace's steps"});
}

std::vector<StepId> Plan::dependants(const std::vector<StepId>& edited) const {
  std::vector<char> reached(steps_.size());
  for (StepId id : edited) reached[static_cast<std::size_t>(id)] = 1;
  std::vector<StepId> result;
  for (StepId id = 0; id < count(); ++id) {
    for (StepId input : (*this)[id].inputs)
      reached[static_cast<std::size_t>(id)] |= reached[static_cast<std::size_t>(input)];
    if (reached[static_cast<std::size_t>(id)] != 0) result.push_back(id);
  }
  return result;
}

void require_fits(double floats, Words argument, const char* what, const char* of) {
  require(floats <= most_floats, ErrorCode::memory, argument,
          {what, std::ceil(floats * megabytes_of_a_float), " MB"},
          {"at most ", most_floats * megabytes_of_a_float, " MB", of});
}

void Plan::require_memory() const {
  require_fits(peak_floats_, "shape", "", " for all steps together");
}

void Plan::require_memory_for_all() const {
  require_fits(all_floats_, "shape", "", " for all steps together");
}

/// From the end: what a view's readers read is its source's memory.
void PlanBuilder::find_last_readers() {
  for (StepId id = plan_.count() - 1; id >= 0; --id) {
    Step& step = plan_.steps_[static_cast<std::size_t>(id)];
    step.last_reader = std::max(step.last_reader, id);
    const StepId reads = step.declaration.operation->aliases ? step.last_reader : id;
    for (StepId input : step.inputs) {
      StepId& last = plan_.steps_[static_cast<std::size_t>(input)].last_reader;
      last = std::max(last, reads);
    }
  }
}

double PlanBuilder::peak_floats() const {
  // What a kept view shows stays, whether or not its source is kept by name.
  std::vector<char> stays(plan_.steps_.size());
  for (StepId id = plan_.count() - 1; id >= 0; --id) {
    const Step& step = plan_[id];
    stays[static_cast<std::size_t>(id)] |= step.keep;
    if (step.declaration.operation->aliases)
      stays[static_cast<std::size_t>(step.inputs[0])] |= stays[static_cast<std::size_t>(id)];
  }
  std::vector<double> released(plan_.steps_.size());
  double alive = 0;
  double peak = 0;
  for (StepId id = 0; id < plan_.count(); ++id) {
    const Step& step = plan_[id];
    if (!step.declaration.operation->aliases) {
      const auto floats = static_cast<double>(element_count(step.layout.shape));
      alive += floats;
      if (stays[static_cast<std::size_t>(id)] == 0)
        released[static_cast<std::size_t>(step.last_reader)] += floats;
    }
    peak = std::max(peak, alive);
    alive -= released[static_cast<std::size_t>(id)];
  }
  return peak;
}

StepId PlanBuilder::add(const Declaration& declaration, StepList inputs,
                        const Attributes& attributes, Words name) {
  std::vector<const Layout*> read;
  Step step{};
  for (StepId input : inputs) {
    read.push_back(&plan_[input].layout);
    step.roundings = std::max(step.roundings, plan_[input].roundings);
  }
  const Operation& operation = *declaration.operation;
  require_inputs(operation, inputs.size());
  step.declaration = declaration;
  step.name = name.empty() ? declaration.kind : name.text;
  step.path = prefix_ + step.name;
  // A prefix may end within a name: "norm_1_" before "weight".
  step.name = step.path.substr(step.path.rfind('.') + 1);
  step.scope = scope_;
  step.attributes = attributes;
  step.inputs.assign(inputs.begin(), inputs.end());
  try {
    step.layout = operation.layout(read, attributes);
  } catch (const Error& error) {
    // The operation calls it its shape; the step that has this shape is named by its path.
    if (error.argument != "shape") throw;
    throw Error(error.code, step.path, error.actual, error.expected);
  }
  step.declaration.axes = axes_of(declaration.axes, step.layout.rank());
  step.roundings += operation.roundings(read);
  step.keep = true;
  if (operation.multiply_adds != nullptr) step.multiply_adds = operation.multiply_adds(read);
  plan_.steps_.push_back(std::move(step));
  return plan_.count() - 1;
}

StepId PlanBuilder::add_leaf(const Declaration& declaration, Leaf leaf, Words name) {
  const std::string path = prefix_ + (name.empty() ? declaration.kind : name.text);
  leaf.given = leaf.given || std::find(given_.begin(), given_.end(), path) != given_.end();
  Declaration of_leaf = declaration;
  of_leaf.operation = &ops::leaf(leaf);
  return add(of_leaf, {}, leaf, name);
}

void PlanBuilder::call(StepId id, const char* symbol, const char* variable) {
  Declaration& declaration = plan_.steps_[static_cast<std::size_t>(id)].declaration;
  declaration.symbol = symbol;
  declaration.variable = variable;
}

std::uint64_t PlanBuilder::stream_of(Words name) const {
  return ap::stream_of(prefix_ + name.text);
}

PlanBuilder::Within::Within(PlanBuilder& builder, const std::string& prefix, const Scope& scope)
    : builder_(builder), length_(builder.prefix_.size()), outer_(builder.scope_) {
  builder.prefix_ += prefix;
  builder.scope_ = nested(builder.scope_, scope);
}

PlanBuilder::Within::~Within() {
  builder_.prefix_.resize(length_);
  builder_.scope_ = outer_;
}

Plan PlanBuilder::finish(const std::vector<std::string>* keep) && {
  find_last_readers();
  for (Step& step : plan_.steps_) {
    step.keep = keep == nullptr || step.is_supplied() ||
                std::find(keep->begin(), keep->end(), step.path) != keep->end();
  }
  for (StepId id = 0; id < plan_.count(); ++id) {
    if (plan_[id].keep) continue;
    plan_.steps_[static_cast<std::size_t>(plan_[id].last_reader)].releases.push_back(id);
  }
  plan_.peak_floats_ = peak_floats();
  for (const Step& step : plan_.steps_)
    if (!step.declaration.operation->aliases)
      plan_.all_floats_ += static_cast<double>(element_count(step.layout.shape));
  return std::move(plan_);
}

}  // namespace ap
