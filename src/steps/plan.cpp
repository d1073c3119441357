#include "steps/plan.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "ops/leaf.hpp"
#include "tensor/error.hpp"
#include "tensor/random.hpp"

namespace ap {

StepId Plan::find(std::string_view path) const {
  for (StepId id = 0; id < count(); ++id)
    if ((*this)[id].path == path) return id;
  fail(ErrorCode::step, "path", {path}, {"the path of one of the trace's steps"});
}

std::vector<StepId> Plan::dependants(StepId id) const {
  std::vector<char> reached(steps_.size());
  reached[static_cast<std::size_t>(id)] = 1;
  std::vector<StepId> result = {id};
  for (StepId later = id + 1; later < count(); ++later) {
    for (StepId input : (*this)[later].inputs)
      reached[static_cast<std::size_t>(later)] |= reached[static_cast<std::size_t>(input)];
    if (reached[static_cast<std::size_t>(later)] != 0) result.push_back(later);
  }
  return result;
}

void Plan::require_memory() const {
  // 2 GiB is all that the module may grow to; some of it is the program's own.
  constexpr double largest_run_floats = 5.1e8;
  require(peak_floats_ <= largest_run_floats, ErrorCode::memory, "shape",
          {std::ceil(peak_floats_ * 4e-6), " MB"}, {"at most 2040 MB for all steps together"});
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
  std::vector<double> released(plan_.steps_.size());
  double alive = 0;
  double peak = 0;
  for (StepId id = 0; id < plan_.count(); ++id) {
    const Step& step = plan_[id];
    if (!step.declaration.operation->aliases) {
      const auto floats = static_cast<double>(element_count(step.layout.shape));
      alive += floats;
      if (!step.keep) released[static_cast<std::size_t>(step.last_reader)] += floats;
    }
    peak = std::max(peak, alive);
    alive -= released[static_cast<std::size_t>(id)];
  }
  return peak;
}

StepId PlanBuilder::add(const Declaration& declaration, std::vector<StepId> inputs,
                        const Attributes& attributes, std::string_view name) {
  std::vector<const Layout*> read;
  Index roundings = 0;
  for (StepId input : inputs) {
    read.push_back(&plan_[input].layout);
    roundings = std::max(roundings, plan_[input].roundings);
  }
  const auto multiply_adds = declaration.operation->multiply_adds;
  Step step{declaration,
            scope_ + (name.empty() ? declaration.kind : std::string(name)),
            attributes,
            std::move(inputs),
            declaration.operation->layout(read, attributes),
            roundings + declaration.operation->roundings(read),
            true,
            0,
            {},
            multiply_adds == nullptr ? 0 : multiply_adds(read)};
  step.attributes.stream = stream_of(step.path);
  if (step.is_supplied() && std::find(given_.begin(), given_.end(), step.path) != given_.end()) {
    step.declaration.operation = &ops::given;
    step.declaration.code = "# given";
  }
  plan_.steps_.push_back(std::move(step));
  return plan_.count() - 1;
}

PlanBuilder::Scope::Scope(PlanBuilder& builder, std::string_view name)
    : builder_(builder), length_(builder.scope_.size()) {
  builder.scope_ += std::string(name) + ".";
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
  return std::move(plan_);
}

void add_declarations(const Plan& plan, std::vector<Declaration>& list) {
  for (const Step& step : plan.steps()) {
    const Declaration& own = step.declaration;
    const bool known = std::any_of(list.begin(), list.end(), [&](const Declaration& other) {
      return std::string_view(other.kind) == own.kind &&
             std::string_view(other.formula) == own.formula &&
             std::string_view(other.code) == own.code;
    });
    if (!known) list.push_back(own);
  }
}

}  // namespace ap
