#include "attention_playground/steps/run.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "attention_playground/ops/finite.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap {

namespace {

std::size_t at(Index id) { return static_cast<std::size_t>(id); }

Tensor copy_of(const Tensor& tensor) {
  Tensor copy(tensor.shape());
  tensor.copy_to({copy.mutable_data(), at(copy.count())});
  return copy;
}

void require_editable(const Step& step, float value) {
  const bool may_hide = step.declaration.role == Role::mask && value < 0;
  if (std::isfinite(value) || (std::isinf(value) && may_hide)) return;
  fail(ErrorCode::not_finite, "value", {static_cast<double>(value)},
       {step.declaration.role == Role::mask ? "a finite number or −∞" : "a finite number"});
}

}  // namespace

class Run::Look {
 public:
  explicit Look(Run& run) : run_(run) {}
  ~Look() { run_.release_unkept(); }
  Look(const Look&) = delete;
  Look& operator=(const Look&) = delete;

 private:
  Run& run_;
};

Run::Run(std::shared_ptr<const Plan> plan, Implementation implementation)
    : plan_(std::move(plan)), implementation_(implementation) {}

Run::Run(std::shared_ptr<const Plan> plan, std::vector<Tensor> supplied,
         Implementation implementation)
    : Run(std::move(plan), implementation) {
  plan_->require_memory();
  computed_.resize(at(plan_->count()));
  values_.resize(at(plan_->count()));
  std::size_t next = 0;
  for (StepId id = 0; id < plan_->count(); ++id) {
    const Step& leaf = (*plan_)[id];
    kept_.push_back(leaf.keep);
    if (!leaf.is_supplied()) continue;
    require(next < supplied.size(), ErrorCode::size, "supplied", {supplied.size(), " tensors"},
            {"one for each supplied step of the plan: ", leaf.path, " too"});
    const Tensor& given = supplied[next++];
    require(bool(given), ErrorCode::missing, leaf.path, {"nothing"},
            {"a tensor ", leaf.layout.shape});
    require(given.shape() == leaf.layout.shape, ErrorCode::shape, leaf.path, {given.shape()},
            {leaf.layout.shape});
    computed_[at(id)] = values_[at(id)] = given.layout() == leaf.layout ? given : copy_of(given);
  }
  require(next == supplied.size(), ErrorCode::size, "supplied", {supplied.size(), " tensors"},
          {next, ", one for each supplied step of the plan"});
  for (StepId id = 0; id < plan_->count(); ++id) {
    compute(id);
    for (StepId done : (*plan_)[id].releases) release(done);
  }
}

std::vector<const Tensor*> Run::inputs_of(StepId id) {
  std::vector<const Tensor*> inputs = std::move(scratch_inputs_);
  inputs.clear();
  for (StepId input : (*plan_)[id].inputs) inputs.push_back(&values_[at(input)]);
  return inputs;
}

/// Memory for the step's result: that of its last run, unless the baseline or an edited copy still
/// holds it.
Tensor& Run::output_of(StepId id) {
  Tensor& output = computed_[at(id)];
  const bool shared_with_baseline =
      !baseline_.empty() && output && baseline_[at(id)].storage() == output.storage();
  if (!output || shared_with_baseline) output = Tensor((*plan_)[id].layout.shape);
  return output;
}

void Run::compute(StepId id) {
  const Step& step = (*plan_)[id];
  const Operation& operation = *step.declaration.operation;
  if (operation.aliases) {
    computed_[at(id)] = Tensor(values_[at(step.inputs[0])].storage(), step.layout);
  } else if (operation.run != nullptr) {
    std::vector<const Tensor*> inputs = inputs_of(id);
    const auto run = implementation_ == Implementation::simd ? operation.run : operation.reference;
    run(inputs, step.attributes, output_of(id));
    multiply_adds_ += step.multiply_adds;
    scratch_inputs_ = std::move(inputs);
  }
  overlay(id);
}

/// Puts the edits of a step over what it computed, on a copy: what a view edits is not its source.
void Run::overlay(StepId id) {
  bool copied = false;
  for (const auto& entry : edits_) {
    if (entry.front().step != id) continue;
    if (!copied) copy_computed(id);
    copied = true;
    for (const CellEdit& cell : entry)
      values_[at(id)].set(index_at(cell.position, (*plan_)[id].layout.shape), cell.value);
  }
  if (!copied) values_[at(id)] = computed_[at(id)];
}

/// Into the memory of the last edited copy where there is one that nothing else holds.
void Run::copy_computed(StepId id) {
  const Tensor& from = computed_[at(id)];
  Tensor& to = values_[at(id)];
  const bool reusable = to && to.storage() != from.storage() &&
                        to.storage()->count() == from.storage()->count() &&
                        to.storage() != baseline_[at(id)].storage();
  if (!reusable) {
    to = from.clone();
    return;
  }
  std::memcpy(to.storage()->mutable_data(), from.storage()->data(),
              static_cast<std::size_t>(from.storage()->count()) * sizeof(float));
}

void Run::release(StepId id) {
  if (kept_[at(id)]) return;
  computed_[at(id)] = Tensor();
  values_[at(id)] = Tensor();
}

void Run::release_unkept() {
  for (StepId id = 0; id < plan_->count(); ++id) release(id);
}

void Run::materialise(StepId id) {
  if (values_[at(id)]) return;
  for (StepId input : (*plan_)[id].inputs) materialise(input);
  compute(id);
}

/// They are computed again when somebody asks: what an edit that failed left behind. The first was
/// edited, so that what its operation gave still holds.
void Run::forget(const std::vector<StepId>& ids) {
  for (StepId id : ids) {
    values_[at(id)] = Tensor();
    if (id != ids.front()) computed_[at(id)] = Tensor();
  }
}

const Step& Run::step(StepId id) const {
  require(id >= 0 && id < plan_->count(), ErrorCode::step, "step", {id},
          {"0 to ", plan_->count() - 1, ", a step of the plan"});
  return (*plan_)[id];
}

void Run::keep_all() {
  plan_->require_memory_for_all();
  const Look look(*this);
  for (StepId id = 0; id < plan_->count(); ++id) materialise(id);
  std::fill(kept_.begin(), kept_.end(), true);
}

Tensor Run::value(StepId id) { return copy_of(loan(id)); }

Tensor Run::baseline(StepId id) { return copy_of(loan_baseline(id)); }

const Tensor Run::loan(StepId id) {
  step(id);
  const Look look(*this);
  materialise(id);
  return values_[at(id)];
}

const Tensor Run::loan_baseline(StepId id) {
  if (baseline_.empty()) return loan(id);
  step(id);
  if (baseline_[at(id)]) return baseline_[at(id)];
  // What is not kept is recomputed from what is, in a run of its own that shares the kept tensors.
  Run clean(plan_, implementation_);
  clean.kept_ = kept_;
  clean.values_ = clean.computed_ = baseline_;
  return clean.loan(id);
}

void Run::require_cell(StepId id, const Dims& index) const {
  const Dims& shape = step(id).layout.shape;
  bool inside = index.rank() == shape.rank();
  for (int axis = 0; inside && axis < shape.rank(); ++axis)
    inside = index[axis] >= 0 && index[axis] < shape[axis];
  if (!inside) fail(ErrorCode::index, "index", {index}, {"a cell of shape ", shape});
}

Explanation Run::explain(StepId id, const Dims& index) {
  require_cell(id, index);
  const Step& own = step(id);
  const Look look(*this);
  for (StepId input : own.inputs) materialise(input);
  Explanation explanation =
      own.declaration.operation->explain(inputs_of(id), own.attributes, index);
  if (own.is_supplied()) explanation.result = static_cast<double>(computed(id, index));
  return explanation;
}

float Run::computed(StepId id, const Dims& index) {
  require_cell(id, index);
  const Look look(*this);
  materialise(id);
  return computed_[at(id)].at(index);
}

bool Run::is_edited(StepId id, const Dims& index) const {
  require_cell(id, index);
  const Index position = position_of(index, (*plan_)[id].layout.shape);
  for (const auto& entry : edits_)
    for (const CellEdit& cell : entry)
      if (cell.step == id && cell.position == position) return true;
  return false;
}

Index Run::edited_cells(StepId id) const {
  const Index cells = element_count(step(id).layout.shape);
  std::vector<char> seen;
  Index count = 0;
  for (const auto& entry : edits_) {
    if (entry.front().step != id) continue;
    seen.resize(at(cells));
    for (const CellEdit& cell : entry) {
      count += seen[at(cell.position)] ? 0 : 1;
      seen[at(cell.position)] = 1;
    }
  }
  return count;
}

void Run::rerun(const std::vector<StepId>& ids) {
  for (StepId id : ids) {
    // What the edited step's operation gave stays as it is.
    if (id == ids.front() && computed_[at(id)]) {
      overlay(id);
      continue;
    }
    for (StepId input : (*plan_)[id].inputs) materialise(input);
    compute(id);
  }
}

std::vector<StepId> Run::edit(StepId id, std::vector<CellEdit> cells) {
  const Dims& shape = step(id).layout.shape;
  const Index count = element_count(shape);
  for (const CellEdit& cell : cells) {
    require_editable(step(id), cell.value);
    require(cell.step == id && cell.position >= 0 && cell.position < count, ErrorCode::index,
            "index", {cell.position}, {"a cell of shape ", shape});
  }
  if (cells.empty()) return {};
  const std::vector<StepId> changed = plan_->dependants(id);
  const Look look(*this);
  materialise(id);
  const char was_kept = std::exchange(kept_[at(id)], true);
  edits_.push_back(std::move(cells));
  try {
    release_unkept();
    if (edits_.size() == 1) baseline_ = values_;
    rerun(changed);
  } catch (...) {
    // An id outside the table, say, or memory that is used up: the last good values stay.
    edits_.pop_back();
    if (edits_.empty()) {
      restore_baseline();
    } else {
      forget(changed);
    }
    kept_[at(id)] = was_kept;
    throw;
  }
  return changed;
}

std::vector<CellEdit> Run::differing_cells(StepId id, const Tensor& values) {
  const Dims& shape = step(id).layout.shape;
  require(bool(values), ErrorCode::missing, "values", {"nothing"}, {"a tensor ", shape});
  if (values.shape() != shape) fail(ErrorCode::shape, "values", {values.shape()}, {shape});
  require_finite(values, "values", step(id).declaration.role == Role::mask);
  const Tensor now = loan(id).contiguous();
  const Tensor wanted = values.contiguous();
  std::vector<CellEdit> cells;
  for (Index i = 0, n = now.count(); i < n; ++i)
    if (now.data()[i] != wanted.data()[i]) cells.push_back({id, i, wanted.data()[i]});
  return cells;
}

std::vector<StepId> Run::undo() {
  if (edits_.empty()) return {};
  if (edits_.size() == 1) return reset();
  const std::vector<StepId> changed = plan_->dependants(edits_.back().front().step);
  const Look look(*this);
  edits_.pop_back();
  try {
    rerun(changed);
  } catch (...) {
    // It is undone all the same; what there is no memory for now is computed when somebody asks.
    forget(changed);
  }
  return changed;
}

/// As before the first edit. Allocates nothing, so that it cannot fail.
void Run::restore_baseline() {
  edits_.clear();
  if (baseline_.empty()) return;
  values_ = computed_ = baseline_;
  baseline_.clear();
}

std::vector<StepId> Run::reset() {
  if (edits_.empty()) return {};
  std::vector<StepId> edited;
  for (const auto& entry : edits_) edited.push_back(entry.front().step);
  std::vector<StepId> changed = plan_->dependants(edited);
  restore_baseline();
  return changed;
}

}  // namespace ap
