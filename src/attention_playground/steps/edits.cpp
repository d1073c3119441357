#include <algorithm>
#include <cmath>
#include <cstring>

#include "attention_playground/ops/finite.hpp"
#include "attention_playground/steps/run.hpp"
#include "attention_playground/tensor/error.hpp"

// Edits of a run: an overlay over what its steps computed.

namespace ap {

namespace {

void require_editable(const Step& step, float value) {
  const bool may_hide = step.declaration.role == Role::mask && value < 0;
  if (std::isfinite(value) || (std::isinf(value) && may_hide)) return;
  fail(ErrorCode::not_finite, "value", {static_cast<double>(value)},
       {step.declaration.role == Role::mask ? "a finite number or −∞" : "a finite number"});
}

/// The step, and those whose memory it shows.
std::vector<StepId> with_sources(const Plan& plan, StepId id) {
  std::vector<StepId> steps = {id};
  while (plan[steps.back()].declaration.operation->aliases)
    steps.push_back(plan[steps.back()].inputs[0]);
  return steps;
}

}  // namespace

/// Applies the edits of a step to a copy of its result, so that editing a view does not change its
/// source. Without memory for the copy the step has no value: it is computed again on demand.
void Run::overlay(StepId id) {
  values_[as_size(id)] = nullptr;
  const Tensor* value = &computed_[as_size(id)];
  for (const auto& entry : edits_) {
    if (entry.front().step != id) continue;
    if (value != &edited_[as_size(id)]) copy_computed(id);
    value = &edited_[as_size(id)];
    for (const CellEdit& cell : entry)
      edited_[as_size(id)].set(index_at(cell.position, (*plan_)[id].layout.shape), cell.value);
  }
  values_[as_size(id)] = value;
}

/// Copies into the memory of the last edited copy, if that exists and nothing else holds it.
void Run::copy_computed(StepId id) {
  const Tensor& from = computed_[as_size(id)];
  Tensor& to = edited_[as_size(id)];
  const bool reusable = to && to.storage()->count() == from.storage()->count() &&
                        to.storage() != baseline_[as_size(id)].storage();
  if (!reusable) {
    to = from.clone();
    return;
  }
  std::memcpy(to.storage()->mutable_data(), from.storage()->data(),
              static_cast<std::size_t>(from.storage()->count()) * sizeof(float));
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
    seen.resize(as_size(cells));
    for (const CellEdit& cell : entry) {
      count += seen[as_size(cell.position)] ? 0 : 1;
      seen[as_size(cell.position)] = 1;
    }
  }
  return count;
}

/// Forgets the values of a step and of those that depend on it; they are computed again on demand.
/// The result of the first one's operation stays if it is there: only its edits have changed.
void Run::forget(const std::vector<StepId>& ids) {
  const bool is_there = values_[as_size(ids.front())] != nullptr;
  for (StepId id : ids) values_[as_size(id)] = nullptr;
  if (is_there) overlay(ids.front());
}

/// The same, and computes those again that are kept, but not gradients of an edited forward step.
void Run::compute_again(const std::vector<StepId>& ids) {
  forget(ids);
  std::vector<StepId> kept;
  for (StepId id : ids) {
    const bool waits = is_forward(ids.front()) && !is_forward(id);
    if (kept_[as_size(id)] != 0 && !waits) kept.push_back(id);
  }
  materialise(kept);
}

/// Remembers the values before the first edit.
void Run::take_baseline() {
  baseline_.resize(values_.size());
  for (std::size_t i = 0; i < values_.size(); ++i) {
    if (kept_[i] != 0) {
      if (values_[i] != nullptr) baseline_[i] = *values_[i];
    } else if ((*plan_)[static_cast<StepId>(i)].arena_offset < 0) {
      // Views in the baseline read the memory of this step, which therefore needs new memory.
      computed_[i] = Tensor();
      values_[i] = nullptr;
    }
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
  std::vector<char> kept = kept_;
  const std::size_t before = edits_.size();
  const Look look(*this);
  materialise(with_sources(*plan_, id));
  try {
    keep(id);
    is_altered_ = true;
    if (edits_.empty()) take_baseline();
    edits_.push_back(std::move(cells));
    compute_again(changed);
    if (is_forward(id)) declare_again(edits_);
  } catch (...) {
    // For example an id outside the table, or no memory left: the last good values stay.
    const bool was_added = edits_.size() > before;
    if (was_added) edits_.pop_back();
    if (edits_.empty()) {
      restore_baseline();
    } else if (was_added) {
      forget(changed);
    }
    kept_.swap(kept);
    throw;
  }
  return changed_by(id);
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
  const StepId undone = edits_.back().front().step;
  const Look look(*this);
  if (is_forward(undone)) declare_or_drop(std::span(edits_).first(edits_.size() - 1));
  const std::vector<StepId> changed = plan_->dependants(undone);
  edits_.pop_back();
  // Another backward pass may lack steps that were edited.
  if (edits_.empty()) {
    restore_baseline();
    return changed_by(undone);
  }
  try {
    compute_again(changed);
  } catch (...) {
    // The edit is undone all the same; steps that do not fit into memory now are computed on
    // demand.
    forget(changed);
  }
  return changed_by(undone);
}

/// The steps that an edit of this one has changed, a backward pass as a whole: where it is edited,
/// other steps lead through it.
std::vector<StepId> Run::changed_by(StepId edited) const {
  std::vector<StepId> changed = plan_->dependants(edited);
  if (!backward_ || !is_forward(edited)) return changed;
  std::erase_if(changed, [&](StepId id) { return !is_forward(id); });
  for (StepId id = backward_->forward; id < plan_->count(); ++id) changed.push_back(id);
  return changed;
}

/// Restores the state before the first edit. Allocates nothing, so that it cannot fail.
void Run::restore_baseline() {
  edits_.clear();
  if (baseline_.empty()) return;
  computed_ = baseline_;
  arena_memory_.reset();  // steps that are not kept go back to their places
  find_computed();
  baseline_.clear();
  std::fill(edited_.begin(), edited_.end(), Tensor());
}

std::vector<StepId> Run::reset() {
  if (edits_.empty()) return {};
  std::vector<StepId> edited;
  for (const auto& entry : edits_) edited.push_back(entry.front().step);
  std::vector<StepId> changed = plan_->dependants(edited);
  if (backward_) {
    std::erase_if(changed, [&](StepId id) { return !is_forward(id); });
    declare_or_drop({});
    for (StepId id = forward_count(); id < plan_->count(); ++id) changed.push_back(id);
  }
  restore_baseline();
  return changed;
}

}  // namespace ap
