#include "attention_playground/steps/run.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "attention_playground/ops/leaf.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap {

namespace {

Tensor copy_of(const Tensor& tensor) {
  Tensor copy(tensor.shape());
  tensor.copy_to({copy.mutable_data(), as_size(copy.count())});
  return copy;
}

/// A tensor as a leaf needs it: the tensor itself if it lies so, or else a copy.
Tensor laid_out(const Tensor& tensor, const Layout& layout) {
  if (tensor.layout() == layout) return tensor;
  const bool has_gaps = layout != contiguous_layout(layout.shape);
  return has_gaps ? copy_with_layout(tensor, layout) : copy_of(tensor);
}

/// At most an eighth more. Passes of nearly one length then need memory of one size, which takes
/// the place of what was freed; slightly more each time would fit nowhere but behind it.
Count in_eighths(Index floats) {
  const auto eighth = static_cast<Index>(std::bit_floor(as_size(floats)) / 8);
  const Index rest = eighth == 0 ? 0 : floats % eighth;
  return rest == 0 ? Count(floats) : Count(floats) + (eighth - rest);
}

}  // namespace

const std::shared_ptr<Storage>& Arena::memory(Index floats) {
  const Count size = in_eighths(floats);
  if (memory_ == nullptr)
    memory_ = std::make_shared<Storage>(size);
  else if (memory_->count() < floats)
    memory_->resize(size);
  return memory_;
}

void Arena::shrink() {
  if (memory_ != nullptr) memory_->clear();
}

Run::Run(std::shared_ptr<const Plan> plan, Implementation implementation,
         std::shared_ptr<Arena> arena)
    : plan_(std::move(plan)),
      implementation_(implementation),
      owns_arena_(arena == nullptr),
      arena_(owns_arena_ ? std::make_shared<Arena>() : std::move(arena)) {
  plan_->require_memory();
  const std::size_t count = as_size(plan_->count());
  computed_.resize(count);
  edited_.resize(count);
  values_.resize(count);
  std::size_t most_inputs = 0;
  std::size_t most_outputs = 0;
  for (StepId id = 0; id < plan_->count(); ++id) {
    const Step& step = (*plan_)[id];
    if (step.is_supplied()) supplied_.push_back(id);
    kept_.push_back(step.keep);
    most_inputs = std::max(most_inputs, step.inputs.size());
  }
  for (const Fusion& fusion : plan_->fusions()) {
    most_inputs = std::max(most_inputs, fusion.inputs.size());
    most_outputs = std::max(most_outputs, fusion.outputs.size());
  }
  scratch_inputs_.reserve(most_inputs);
  scratch_outputs_.reserve(most_outputs);
}

Run::Run(std::shared_ptr<const Plan> plan, const std::vector<Tensor>& supplied,
         Implementation implementation)
    : Run(std::move(plan), implementation) {
  supply(supplied);
  run();
}

void Run::supply(std::span<const Tensor> supplied) {
  forget_all();
  std::size_t next = 0;
  for (const StepId id : supplied_) {
    const Step& leaf = (*plan_)[id];
    require(next < supplied.size(), ErrorCode::size, "supplied", {supplied.size(), " tensors"},
            {"one for each supplied step of the plan: ", leaf.path, " too"});
    const Tensor& given = supplied[next++];
    require(bool(given), ErrorCode::missing, leaf.path, {"nothing"},
            {"a tensor ", leaf.layout.shape});
    require(given.shape() == leaf.layout.shape, ErrorCode::shape, leaf.path, {given.shape()},
            {leaf.layout.shape});
    computed_[as_size(id)] = laid_out(given, leaf.layout);
    values_[as_size(id)] = &computed_[as_size(id)];
  }
  require(next == supplied.size(), ErrorCode::size, "supplied", {supplied.size(), " tensors"},
          {next, ", one for each supplied step of the plan"});
}

void Run::lend(std::span<const Tensor* const> supplied) {
  forget_all();
  for (std::size_t leaf = 0; leaf < supplied_.size(); ++leaf)
    values_[as_size(supplied_[leaf])] = supplied[leaf];
}

/// Drops all values and edits.
void Run::forget_all() {
  drop_backward();
  std::fill(values_.begin(), values_.end(), nullptr);
  if (!is_altered_) return;
  is_altered_ = false;
  arena_memory_.reset();  // steps that were kept go back to their places
  edits_.clear();
  baseline_.clear();
  std::fill(edited_.begin(), edited_.end(), Tensor());
  for (StepId id = 0; id < plan_->count(); ++id) kept_[as_size(id)] = (*plan_)[id].keep;
}

void Run::place(StepId id, const Tensor& out) { computed_[as_size(id)] = out; }

void Run::run() {
  bind_arena();
  const Look look(*this);
  if (!edits_.empty())
    for (const StepId id : supplied_) overlay(id);
  for (const StepId id : plan_->computed()) {
    const int fusion = (*plan_)[id].fusion;
    if (fusion < 0) {
      compute(id);
    } else {
      compute_fused(plan_->fusions()[as_size(fusion)]);
    }
  }
}

Tensor Run::take(StepId id) {
  values_[as_size(id)] = nullptr;
  return std::move(computed_[as_size(id)]);
}

void Run::let_go() {
  for (Tensor& tensor : computed_)
    if (tensor && tensor.storage() != arena_memory_) tensor = Tensor();
  forget_all();
}

/// Places steps that are not kept into the arena, unless that has been done.
void Run::bind_arena() {
  const Index floats = plan_->arena_floats();
  if (floats == 0) return;
  const std::shared_ptr<Storage>& memory = arena_->memory(floats);
  if (arena_memory_ == memory) return;
  arena_memory_ = memory;
  for (StepId id = 0; id < plan_->count(); ++id) {
    const Step& step = (*plan_)[id];
    if (step.arena_offset < 0 || kept_[as_size(id)] != 0) continue;
    Layout layout = contiguous_layout(step.layout.shape);
    layout.offset = step.arena_offset;
    computed_[as_size(id)] = Tensor(memory, layout);
  }
}

Inputs Run::inputs_of(std::span<const StepId> ids) {
  scratch_inputs_.clear();
  for (StepId input : ids) scratch_inputs_.push_back(values_[as_size(input)]);
  return scratch_inputs_;
}

/// Memory for the step's result: its place in the arena, or that of its last run, unless the
/// baseline or an edited copy still holds it.
Tensor& Run::output_of(StepId id) {
  Tensor& output = computed_[as_size(id)];
  const Step& step = (*plan_)[id];
  if (step.declaration.operation->appends) {
    const std::shared_ptr<Storage>& before = values_[as_size(step.inputs[0])]->storage();
    const bool has_room = step.layout.strides == (*plan_)[step.inputs[0]].layout.strides &&
                          step.layout.is_inside(before->count());
    // After an edit, later passes must not find its numbers in their cache.
    if (has_room)
      return output = Tensor(edits_.empty() ? before : std::make_shared<Storage>(before->count()),
                             step.layout);
  }
  const bool shared_with_baseline =
      !baseline_.empty() && output && baseline_[as_size(id)].storage() == output.storage();
  if (!output || shared_with_baseline) output = Tensor(step.layout.shape);
  return output;
}

/// A view has its layout relative to its source, whose memory may begin anywhere.
Tensor Run::view_of(StepId id) const {
  const Step& step = (*plan_)[id];
  const StepId source = step.inputs[0];
  const Tensor& shown = *values_[as_size(source)];
  Layout layout = step.layout;
  layout.offset += shown.layout().offset - (*plan_)[source].layout.offset;
  return {shown.storage(), layout};
}

void Run::compute(StepId id) {
  const Step& step = (*plan_)[id];
  const Operation& operation = *step.declaration.operation;
  if (operation.aliases) {
    computed_[as_size(id)] = view_of(id);
  } else if (operation.run != nullptr &&
             !(step.is_leaf() && kept_[as_size(id)] != 0 && computed_[as_size(id)])) {
    // A constant that is kept, such as the encoding of positions, is computed once.
    const auto run = implementation_ == Implementation::simd ? operation.run : operation.reference;
    run(inputs_of(step.inputs), step.attributes, output_of(id));
    multiply_adds_ += step.multiply_adds;
  }
  overlay(id);
}

void Run::compute_fused(const Fusion& fusion) {
  scratch_outputs_.clear();
  for (StepId output : fusion.outputs)
    scratch_outputs_.push_back((*plan_)[output].is_dead ? nullptr : &output_of(output));
  fusion.kernel->run(inputs_of(fusion.inputs), scratch_outputs_);
  for (StepId output : fusion.outputs)
    if (!(*plan_)[output].is_dead) overlay(output);
  for (StepId id = fusion.first; id <= fusion.last; ++id)
    multiply_adds_ += (*plan_)[id].multiply_adds;
}

/// Frees the memory of steps that are not kept.
void Run::release_unkept() {
  if (plan_->arena_floats() == 0) return;
  for (StepId id = 0; id < plan_->count(); ++id) {
    if (kept_[as_size(id)] != 0) continue;
    values_[as_size(id)] = nullptr;
    // The source of a kept view keeps its memory, and the next run writes there again.
    const Step& step = (*plan_)[id];
    const bool shown = step.arena_offset < 0 && !step.declaration.operation->aliases;
    const bool in_place = !owns_arena_ && computed_[as_size(id)].storage() == arena_memory_;
    if (!shown && !in_place) computed_[as_size(id)] = Tensor();
  }
  if (!owns_arena_) return;
  arena_memory_.reset();
  *arena_ = Arena();
}

/// Computes those of the steps that are missing, and what they need. A place in the arena holds a
/// step's numbers only while steps run in the plan's order. So this begins with none of them, and
/// leaves none but those asked for, which stay until the Look ends if a single step reads them all.
void Run::materialise(std::span<const StepId> ids) {
  const bool all_there = std::all_of(ids.begin(), ids.end(),
                                     [&](StepId id) { return values_[as_size(id)] != nullptr; });
  if (all_there) return;
  bind_arena();
  std::vector<char> asked(as_size(plan_->count()));
  forget_unkept(asked);
  for (StepId id : ids) asked[as_size(id)] = 1;
  std::vector<char> needed = asked;
  for (StepId id = plan_->count() - 1; id >= 0; --id) {
    if (needed[as_size(id)] == 0 || values_[as_size(id)] != nullptr) continue;
    for (StepId input : (*plan_)[id].inputs) needed[as_size(input)] = 1;
  }
  for (StepId id = 0; id < plan_->count(); ++id)
    if (needed[as_size(id)] != 0 && values_[as_size(id)] == nullptr) compute(id);
  forget_unkept(asked);
}

/// Forgets the numbers of steps that are not kept, except those asked for.
void Run::forget_unkept(std::span<const char> asked) {
  for (std::size_t i = 0; i < values_.size(); ++i)
    if (kept_[i] == 0 && asked[i] == 0) values_[i] = nullptr;
}

/// Gives a step its own memory from now on, and first the source of a view. If memory runs out on
/// the way, its caller puts `kept_` back.
void Run::keep(StepId id) {
  if (kept_[as_size(id)] != 0) return;
  const Step& step = (*plan_)[id];
  const bool aliases = step.declaration.operation->aliases;
  if (aliases) keep(step.inputs[0]);
  Tensor& computed = computed_[as_size(id)];
  const bool is_there = values_[as_size(id)] != nullptr;
  if (is_there) {
    computed = aliases ? view_of(id) : copy_of(computed);
  } else if (step.arena_offset >= 0) {
    computed = Tensor();  // its place is for other steps, too
  }
  is_altered_ = true;
  kept_[as_size(id)] = 1;
}

const Step& Run::step(StepId id) const {
  require(id >= 0 && id < plan_->count(), ErrorCode::step, "step", {id},
          {"0 to ", plan_->count() - 1, ", a step of the plan"});
  return (*plan_)[id];
}

void Run::keep_all() {
  plan_->require_memory_for_all();
  const Look look(*this);
  // All or nothing: if memory runs out on the way, steps that were not kept are freed again.
  const std::vector<char> kept = kept_;
  try {
    for (StepId id = 0; id < plan_->count(); ++id) {
      keep(id);
      if (values_[as_size(id)] == nullptr) compute(id);
    }
  } catch (...) {
    kept_ = kept;
    throw;
  }
}

Tensor Run::value(StepId id) { return copy_of(loan(id)); }

Tensor Run::baseline(StepId id) { return copy_of(loan_baseline(id)); }

const Tensor Run::loan(StepId id) {
  step(id);
  if (values_[as_size(id)] != nullptr) return *values_[as_size(id)];
  const Look look(*this);
  materialise({&id, 1});
  return *values_[as_size(id)];
}

const Tensor Run::loan_baseline(StepId id) {
  if (baseline_.empty()) return loan(id);
  step(id);
  if (baseline_[as_size(id)]) return baseline_[as_size(id)];
  // Steps that are not kept are recomputed in a separate run that shares the kept tensors.
  Run clean(plan_, implementation_);
  clean.kept_ = kept_;
  clean.computed_ = baseline_;
  clean.find_computed();
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
  materialise(own.inputs);
  Explanation explanation =
      own.declaration.operation->explain(inputs_of(own.inputs), own.attributes, index);
  if (own.is_supplied()) explanation.result = static_cast<double>(computed(id, index));
  return explanation;
}

float Run::computed(StepId id, const Dims& index) {
  require_cell(id, index);
  const Look look(*this);
  materialise({&id, 1});
  return computed_[as_size(id)].at(index);
}

/// Makes each step's value the result of its operation, if there is one.
void Run::find_computed() {
  for (std::size_t i = 0; i < computed_.size(); ++i)
    values_[i] = computed_[i] ? &computed_[i] : nullptr;
}

}  // namespace ap
