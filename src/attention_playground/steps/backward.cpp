#include <algorithm>
#include <utility>

#include "attention_playground/ops/finite.hpp"
#include "attention_playground/steps/run.hpp"
#include "attention_playground/tensor/error.hpp"

// The backward pass of a run: steps after those of its forward pass, in a plan of its own.

namespace ap {

namespace {

using Edits = std::span<const std::vector<CellEdit>>;

/// The forward steps that have edited cells, in order. Nothing passes through a leaf anyway.
std::vector<StepId> edited_steps(const Plan& plan, StepId forward, Edits edits) {
  std::vector<StepId> steps;
  for (StepId id = 0; id < forward; ++id) {
    const auto is_of = [id](const auto& entry) { return entry.front().step == id; };
    if (!plan[id].is_leaf() && std::any_of(edits.begin(), edits.end(), is_of)) steps.push_back(id);
  }
  return steps;
}

/// 1 where a step's cells are computed, 0 where they are edited.
Tensor computed_cells(const Plan& plan, StepId id, Edits edits) {
  const Dims& shape = plan[id].layout.shape;
  Tensor cells = Tensor::filled(shape, 1);
  for (const auto& entry : edits)
    for (const CellEdit& cell : entry)
      if (cell.step == id) cells.set(index_at(cell.position, shape), 0);
  return cells;
}

}  // namespace

std::vector<StepId> Run::backward(StepId of, const Tensor& seed,
                                  std::shared_ptr<const AfterBackward> after) {
  const StepId forward = forward_count();
  require(of >= 0 && of < forward, ErrorCode::step, "of", {of},
          {"0 to ", forward - 1, ", a step of the forward pass"});
  const Dims& shape = step(of).layout.shape;
  if (seed) {
    require(seed.shape() == shape, ErrorCode::shape, "seed", {seed.shape()}, {shape});
    require_finite(seed, "seed");
  }
  keep_all();
  const bool seeded = static_cast<bool>(seed);
  Backward pass{of,
                seeded ? Tensor(shape) : Tensor::filled(shape, 1),
                forward,
                seeded,
                backward_ ? backward_->before : plan_,
                std::move(after)};
  if (seeded) seed.copy_to({pass.start.mutable_data(), as_size(pass.start.count())});
  NextPlan next = plan_backward(pass, edits_);
  next.plan->require_memory_for_all();
  adopt(std::move(next), forward);
  backward_ = std::move(pass);
  std::vector<StepId> added;
  for (StepId id = forward; id < plan_->count(); ++id) added.push_back(id);
  return added;
}

double Run::loss() {
  require(backward_.has_value(), ErrorCode::missing, "backward", {"no backward pass"},
          {"backward() before"});
  const Tensor cells = value(backward_->of);
  double sum = 0;
  for (Index i = 0; i < cells.count(); ++i)
    sum += static_cast<double>(cells.data()[i]) * static_cast<double>(backward_->start.data()[i]);
  return sum;
}

Tensor Run::downhill(StepId id, StepId gradient, float rate) {
  const Tensor slope = value(gradient);
  Tensor next = value(id);
  require(slope.shape() == next.shape(), ErrorCode::shape, "gradient", {slope.shape()},
          {next.shape()});
  float* x = next.mutable_data();
  for (Index i = 0; i < next.count(); ++i) x[i] -= rate * slope.data()[i];
  return next;
}

Run::NextPlan Run::plan_backward(const Backward& pass, Edits edits) const {
  PlanBuilder builder(*pass.before, pass.forward);
  const std::vector<StepId> edited = edited_steps(*plan_, pass.forward, edits);
  const DeclaredGradients declared =
      declare_gradients(builder, {.of = pass.of, .seeded = pass.seeded, .edited = edited});
  NextPlan next;
  if (pass.after != nullptr) next.leaves = pass.after->declare(builder, declared.gradients);
  next.plan = std::make_shared<Plan>(std::move(builder).finish());
  next.leaves.emplace_back(declared.start, pass.start);
  for (std::size_t i = 0; i < edited.size(); ++i)
    if (declared.kept[i] >= 0)
      next.kept_cells.emplace_back(declared.kept[i], computed_cells(*plan_, edited[i], edits));
  return next;
}

/// Goes on with a plan that begins with the same `forward` steps. Their values, and edits of steps
/// that both plans have, stay. Changes nothing if memory runs out.
void Run::adopt(NextPlan next, StepId forward) {
  const std::size_t count = as_size(next.plan->count());
  const std::size_t shared = as_size(forward);
  std::vector<Tensor> computed(count), edited(count);
  std::vector<Tensor> baseline(baseline_.empty() ? 0 : count);
  std::vector<const Tensor*> values(count);
  std::vector<char> kept(count, 1);
  std::vector<StepId> supplied;
  std::size_t most_inputs = scratch_inputs_.capacity();
  for (StepId id = 0; id < next.plan->count(); ++id) {
    if ((*next.plan)[id].is_supplied()) supplied.push_back(id);
    most_inputs = std::max(most_inputs, (*next.plan)[id].inputs.size());
  }
  std::vector<const Tensor*> scratch_inputs;
  scratch_inputs.reserve(most_inputs);
  std::vector<std::vector<CellEdit>> edits;
  for (const auto& entry : edits_) {
    const StepId id = entry.front().step;
    StepId now = id;
    if (id >= forward) {
      const auto& steps = next.plan->steps();
      const auto same = std::find_if(steps.begin(), steps.end(), [&](const Step& each) {
        return each.path == (*plan_)[id].path;
      });
      if (same == steps.end()) continue;
      now = static_cast<StepId>(same - steps.begin());
    }
    edits.push_back(entry);
    for (CellEdit& cell : edits.back()) cell.step = now;
  }
  if (!baseline.empty()) {
    for (const auto& [id, tensor] : next.leaves) baseline[as_size(id)] = tensor;
    // Without edits no cell is an edited one.
    for (const auto& [id, tensor] : next.kept_cells)
      baseline[as_size(id)] = Tensor::filled(tensor.shape(), 1);
  }
  // Nothing below allocates.
  ++listed_;
  for (std::size_t i = 0; i < shared; ++i) {
    const bool is_edited = values_[i] == &edited_[i];
    const bool is_there = values_[i] != nullptr;
    computed[i] = std::move(computed_[i]);
    edited[i] = std::move(edited_[i]);
    if (!baseline.empty()) baseline[i] = std::move(baseline_[i]);
    kept[i] = kept_[i];
    if (is_there) values[i] = is_edited ? &edited[i] : &computed[i];
  }
  for (auto* const leaves : {&next.leaves, &next.kept_cells}) {
    for (auto& [id, tensor] : *leaves) {
      computed[as_size(id)] = std::move(tensor);
      values[as_size(id)] = &computed[as_size(id)];
    }
  }
  plan_ = std::move(next.plan);
  computed_ = std::move(computed);
  edited_ = std::move(edited);
  baseline_ = std::move(baseline);
  values_ = std::move(values);
  kept_ = std::move(kept);
  supplied_ = std::move(supplied);
  scratch_inputs_ = std::move(scratch_inputs);
  edits_ = std::move(edits);
}

/// Declares the backward pass for these edits, which decide what is a constant.
void Run::declare_again(Edits edits) {
  if (!backward_) return;
  adopt(plan_backward(*backward_, edits), backward_->forward);
}

/// The same; without memory for it there is no backward pass any more.
void Run::declare_or_drop(Edits edits) {
  try {
    declare_again(edits);
  } catch (...) {
    drop_backward();
  }
}

/// Goes back to the forward pass alone. Allocates nothing, so that it cannot fail.
void Run::drop_backward() {
  if (!backward_) return;
  const StepId forward = backward_->forward;
  const auto is_later = [forward](StepId id) { return id >= forward; };
  ++listed_;
  plan_ = std::move(backward_->before);
  backward_.reset();
  computed_.resize(as_size(forward));
  edited_.resize(as_size(forward));
  values_.resize(as_size(forward));
  kept_.resize(as_size(forward));
  if (!baseline_.empty()) baseline_.resize(as_size(forward));
  std::erase_if(supplied_, is_later);
  std::erase_if(edits_, [&](const auto& entry) { return is_later(entry.front().step); });
  if (edits_.empty()) restore_baseline();
}

}  // namespace ap
