#include "attention_playground/steps/plan.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "attention_playground/ops/leaf.hpp"
#include "attention_playground/steps/schedule.hpp"
#include "attention_playground/tensor/error.hpp"
#include "attention_playground/tensor/random.hpp"

namespace ap {

namespace {

/// The module may grow to 2 GiB; the program itself needs some of that.
constexpr double most_floats = 5.1e8;
constexpr double megabytes_of_a_float = 4e-6;

/// The axes of a tensor of this rank: with one less than declared it has no heads, with two less no
/// batch either.
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
  require_fits(peak_floats(), "shape", "", " for all steps together");
}

void Plan::require_memory_for_all() const {
  require_fits(all_floats_, "shape", "", " for all steps together");
}

PlanBuilder::PlanBuilder(const Plan& plan, StepId count) : fused_(false) {
  plan_.steps_.assign(plan.steps().begin(), plan.steps().begin() + count);
  for (Step& step : plan_.steps_) {
    step.last_reader = 0;
    step.releases.clear();
    step.arena_offset = -1;
    step.fusion = -1;
    step.is_dead = false;
  }
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
    if (!fused_) element_count(step.layout.shape);
  } catch (const Error& error) {
    // The operation names `shape`; callers know the step by its path.
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

StepId PlanBuilder::add_like(const Step& step, std::vector<StepId> inputs,
                             const char* before_path) {
  plan_.steps_.push_back(step);
  plan_.steps_.back().path = before_path + step.path;
  plan_.steps_.back().inputs = std::move(inputs);
  return plan_.count() - 1;
}

namespace {

/// The initialiser of a model that starts normally in place of that of a declaration.
Initialiser normal_one(Initialiser declared) {
  if (declared == Initialiser::xavier_uniform) return Initialiser::xavier_normal;
  if (declared == Initialiser::bias_uniform) return Initialiser::zeros;
  return declared == Initialiser::normal ? Initialiser::narrow_normal : declared;
}

}  // namespace

StepId PlanBuilder::add_leaf(const Declaration& declaration, Leaf leaf, Words name) {
  const std::string path = prefix_ + (name.empty() ? declaration.kind : name.text);
  leaf.given = leaf.given || std::find(given_.begin(), given_.end(), path) != given_.end();
  if (normal_start_) leaf.initialiser = normal_one(leaf.initialiser);
  Declaration of_leaf = declaration;
  of_leaf.operation = &ops::leaf(leaf);
  return add(of_leaf, {}, leaf, name);
}

StepId PlanBuilder::add_data(const Declaration& declaration, const Dims& shape, Words name) {
  return add_leaf(declaration, {.shape = shape}, name);
}

StepId PlanBuilder::add_parameter(const Declaration& declaration, const Dims& shape,
                                  Initialiser initialiser, Words name) {
  return add_leaf(declaration,
                  {.shape = shape, .source = Leaf::Source::parameter, .initialiser = initialiser},
                  name);
}

void PlanBuilder::call(StepId id, const Declaration& kind) {
  Declaration& declaration = plan_.steps_[static_cast<std::size_t>(id)].declaration;
  declaration.symbol = kind.symbol;
  declaration.variable = kind.variable;
}

void PlanBuilder::set_backward(StepId id, const BackwardPart& part) {
  plan_.steps_[static_cast<std::size_t>(id)].backward = part;
}

void PlanBuilder::rename(StepId id, const Declaration& kind, Words name) {
  call(id, kind);
  Step& step = plan_.steps_[static_cast<std::size_t>(id)];
  step.path = prefix_ + name.text;
  step.name = step.path.substr(step.path.rfind('.') + 1);
  step.scope = scope_;
  step.declaration.kind = kind.kind;
}

bool PlanBuilder::has_fault(Fault fault, std::initializer_list<Words> names,
                            std::optional<StepId> read) {
  bool found = false;
  for (std::size_t i = 0; i < faults_.size(); ++i) {
    const std::string& at = faults_[i].at;
    const bool is_here = std::any_of(names.begin(), names.end(), [&](const Words& name) {
      return is_within(prefix_ + name.text, at);
    });
    if (faults_[i].fault != fault || !(is_here || (read && is_within(path(*read), at)))) continue;
    made_[i] = 1;
    found = true;
  }
  return found;
}

Fault PlanBuilder::requested(Fault fault, std::initializer_list<Words> names) {
  return has_fault(fault, names) ? fault : Fault::none;
}

StepId PlanBuilder::blame(StepId id, Fault fault) {
  plan_.steps_[static_cast<std::size_t>(id)].fault = fault;
  return id;
}

void PlanBuilder::require_faults_made() const {
  for (std::size_t i = 0; i < faults_.size(); ++i) {
    if (made_[i] != 0) continue;
    const FaultAt& wanted = faults_[i];
    const std::string& at = wanted.at;
    const bool is_place =
        std::any_of(plan_.steps_.begin(), plan_.steps_.end(),
                    [&wanted](const Step& step) { return is_within(step.path, wanted.at); });
    fail(ErrorCode::conflict, "faults",
         {name_of(wanted.fault), at.empty() ? at : " at '" + at + "'"},
         {is_place ? needs_of(wanted.fault)
                   : "the beginning of a step's path, up to a dot or its end"});
  }
}

Dims PlanBuilder::shape(StepId id) const { return plan_[id].layout.shape; }

std::string PlanBuilder::path(StepId id) const { return plan_[id].path; }

std::string PlanBuilder::name(StepId id) const { return plan_[id].name; }

std::uint64_t PlanBuilder::stream_of(Words name) const {
  return ap::stream_of(prefix_ + name.text);
}

PlanBuilder::Within::Within(PlanBuilder& builder, Words prefix, const Scope& scope)
    : builder_(builder), length_(builder.prefix_.size()), outer_(builder.scope_) {
  builder.prefix_ += prefix.text;
  builder.scope_ = nested(builder.scope_, scope);
}

PlanBuilder::Within::Within(PlanBuilder& builder, Words prefix, Index number, const Scope& scope)
    : Within(builder, prefix, scope) {
  (builder.prefix_ += std::to_string(number)) += '.';
}

PlanBuilder::Within::~Within() {
  builder_.prefix_.resize(length_);
  builder_.scope_ = outer_;
}

Plan PlanBuilder::finish(const std::vector<std::string>* keep) && {
  require_faults_made();
  for (Step& step : plan_.steps_) {
    step.keep = keep == nullptr || step.is_supplied() ||
                std::find(keep->begin(), keep->end(), step.path) != keep->end();
  }
  if (!fused_) plan_.fusions_.clear();
  MemorySchedule schedule(plan_.steps_, plan_.fusions_);
  for (StepId id = 0; id < plan_.count(); ++id) {
    const Step& step = plan_[id];
    const bool of_kernel =
        step.fusion >= 0 && plan_.fusions_[static_cast<std::size_t>(step.fusion)].last != id;
    if (!step.is_supplied() && !of_kernel && (step.fusion >= 0 || !step.is_dead))
      plan_.computed_.push_back(id);
  }
  plan_.arena_floats_ = schedule.arena_floats();
  plan_.held_floats_ = schedule.held_floats();
  plan_.all_floats_ = schedule.all_floats();
  return std::move(plan_);
}

}  // namespace ap
