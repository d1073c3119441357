#include "steps/plan.hpp"

#include <algorithm>
#include <utility>

#include "tensor/error.hpp"
#include "tensor/random.hpp"

namespace ap {

StepId Plan::find(std::string_view path) const {
  for (StepId id = 0; id < count(); ++id)
    if ((*this)[id].path == path) return id;
  fail(ErrorCode::step, "path", {path}, {"the path of one of the trace's steps"});
}

std::vector<StepId> PlanBuilder::dependants(StepId id) const {
  std::vector<char> reached(plan_.steps_.size());
  reached[static_cast<std::size_t>(id)] = 1;
  std::vector<StepId> result = {id};
  for (StepId later = id + 1; later < plan_.count(); ++later) {
    for (StepId input : plan_[later].inputs)
      reached[static_cast<std::size_t>(later)] |= reached[static_cast<std::size_t>(input)];
    if (reached[static_cast<std::size_t>(later)] != 0) result.push_back(later);
  }
  return result;
}

StepId PlanBuilder::last_reader(StepId id) const {
  StepId last = id;
  for (StepId later = id + 1; later < plan_.count(); ++later) {
    const auto& inputs = plan_[later].inputs;
    if (std::find(inputs.begin(), inputs.end(), id) == inputs.end()) continue;
    last = std::max(last, plan_[later].declaration.operation->aliases ? last_reader(later) : later);
  }
  return last;
}

double PlanBuilder::peak_floats() const {
  double peak = 0;
  for (StepId now = 0; now < plan_.count(); ++now) {
    double alive = 0;
    for (StepId id = 0; id <= now; ++id) {
      const Step& step = plan_[id];
      if (step.declaration.operation->aliases || (!step.keep && step.last_reader < now)) continue;
      alive += static_cast<double>(element_count(step.layout.shape));
    }
    peak = std::max(peak, alive);
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
  Step step{declaration,
            scope_ + (name.empty() ? declaration.kind : std::string(name)),
            attributes,
            std::move(inputs),
            declaration.operation->layout(read, attributes),
            roundings + declaration.operation->roundings(read),
            true,
            0,
            {}};
  step.attributes.stream = stream_of(step.path);
  plan_.steps_.push_back(std::move(step));
  return plan_.count() - 1;
}

PlanBuilder::Scope::Scope(PlanBuilder& builder, std::string_view name)
    : builder_(builder), length_(builder.scope_.size()) {
  builder.scope_ += std::string(name) + ".";
}

Plan PlanBuilder::finish(const std::vector<std::string>* keep) && {
  for (StepId id = 0; id < plan_.count(); ++id) {
    Step& step = plan_.steps_[static_cast<std::size_t>(id)];
    step.last_reader = last_reader(id);
    step.dependants = dependants(id);
    step.keep = keep == nullptr || step.is_supplied() ||
                std::find(keep->begin(), keep->end(), step.path) != keep->end();
  }
  plan_.peak_floats_ = peak_floats();
  return std::move(plan_);
}

}  // namespace ap
