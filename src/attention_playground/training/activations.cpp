#include "attention_playground/training/activations.hpp"

#include "attention_playground/ops/scale.hpp"
#include "attention_playground/training/halves.hpp"

namespace ap {

namespace {

constexpr StepId none = -1;

Declaration kept_as(const char* kind, const Operation& operation) {
  return {.kind = kind,
          .symbol = "",
          .variable = "",
          .operation = &operation,
          .role = Role::scores,
          .axes = {}};
}

/// Steps that are computed at once: one, or the range of a kernel.
struct Unit {
  StepId first, last;
  const Fusion* fusion;
};

/// Declares all steps anew. What the way back reads of a layer is computed, or made from halves,
/// just before it is read for the first time, so that the steps of the forward pass end with their
/// last reader there. Steps that nobody reads, MemorySchedule leaves out.
class Rewriting {
 public:
  Rewriting(const PlanBuilder& from, StepId forward, const Activations& activations)
      : from_(from),
        forward_(forward),
        activations_(activations),
        now_(as_size(from.count()), none),
        again_(as_size(from.count()), none),
        halves_(as_size(from.count()), none),
        read_later_(as_size(forward)) {
    for (StepId id = 0; id < forward; ++id)
      if (is_of_layer(id)) last_of_layers_ = id;
    find_read_later();
  }

  HeldLess rewrite() && {
    for (StepId id = 0; id < from_.count();) {
      const Unit unit = unit_of(id);
      id = unit.last + 1;
      const bool is_forward = unit.first < forward_;
      // First, so that nothing comes between the steps of a kernel.
      if (!is_forward) for_each_input(unit, [this](StepId input) { again(input); });
      copy(unit, is_forward);
      if (activations_.halved)
        for (StepId own = unit.first; own <= unit.last; ++own) halve(own);
    }
    return {std::move(to_), std::move(now_)};
  }

 private:
  Unit unit_of(StepId id) const {
    for (const Fusion& fusion : from_.fusions())
      if (fusion.first <= id && id <= fusion.last) return {fusion.first, fusion.last, &fusion};
    return {id, id, nullptr};
  }

  template <typename Visit>
  void for_each_input(const Unit& unit, Visit visit) const {
    for (StepId id = unit.first; id <= unit.last; ++id)
      for (const StepId input : from_[id].inputs)
        if (input < unit.first) visit(input);
    if (unit.fusion != nullptr)
      for (const StepId input : unit.fusion->inputs) visit(input);
  }

  bool is_of_layer(StepId id) const { return from_[id].scope.layer >= 0 && !from_[id].is_leaf(); }

  bool are_of_one_layer(StepId a, StepId b) const {
    return from_[a].scope.layer == from_[b].scope.layer &&
           from_[a].scope.stack == from_[b].scope.stack;
  }

  /// A view that no kernel computes shows another step's memory.
  bool is_view(StepId id) const {
    return from_[id].declaration.operation->aliases && unit_of(id).fusion == nullptr;
  }

  /// Marks what steps of other layers, or of none, read of a layer.
  void find_read_later() {
    for (StepId id = 0; id < forward_; ++id)
      for_each_input(unit_of(id), [&](StepId input) {
        if (!are_of_one_layer(input, id)) read_later_[as_size(input)] = 1;
      });
    for (StepId id = forward_ - 1; id >= 0; --id)
      if (is_view(id)) read_later_[as_size(from_[id].inputs[0])] |= read_later_[as_size(id)];
  }

  bool is_recomputed(StepId id) const {
    return activations_.recomputed && read_later_[as_size(id)] == 0 &&
           !are_of_one_layer(id, last_of_layers_);
  }

  /// Whether it waits long to be read: in a layer, or what one contributes to a step outside.
  bool waits(StepId id) const {
    if (id < forward_) return is_of_layer(id);
    const BackwardPart& part = *from_[id].backward;
    return part.is_share && part.of < forward_ && !from_[part.of].is_leaf() &&
           !is_of_layer(part.of) && is_of_layer(part.through);
  }

  /// What a step of the way back reads in place of another.
  StepId again(StepId id) {
    StepId& known = again_[as_size(id)];
    if (known != none) return known;
    if (!waits(id)) return known = now_[as_size(id)];
    if (id < forward_ && (is_view(id) || is_recomputed(id))) {
      const Unit unit = unit_of(id);
      for_each_input(unit, [this](StepId input) { again(input); });
      copy(unit, false);
    } else if (halves_[as_size(id)] != none) {
      known = to_.add(kept_as("from_halves", from_halves), {halves_[as_size(id)]},
                      ToShape{from_.shape(id)}, from_.path(id) + ".from_halves");
      if (id >= forward_) known = scaled(known, 1 / loss_scale, from_.path(id) + ".unscaled");
    } else {
      known = now_[as_size(id)];
    }
    return known;
  }

  void halve(StepId id) {
    const Step& step = from_[id];
    if (!waits(id) || is_view(id) || step.layout != contiguous_layout(step.layout.shape)) return;
    StepId from = now_[as_size(id)];
    if (id >= forward_) from = scaled(from, loss_scale, step.path + ".scaled");
    halves_[as_size(id)] =
        to_.add(kept_as("to_halves", to_halves), {from}, no_attributes, step.path + ".to_halves");
  }

  StepId scaled(StepId id, float factor, const std::string& path) {
    return to_.add(kept_as("scaled", ops::scale), {id}, Factor{factor}, path);
  }

  /// Steps of the way back, and those that it computes again, read what again() has found.
  void copy(const Unit& unit, bool is_forward) {
    const bool is_again = !is_forward && unit.first < forward_;
    const StepId first = to_.count();
    std::vector<StepId> copies;
    const auto mapped = [&](StepId input) {
      if (from_[input].is_leaf()) return now_[as_size(input)];
      if (input >= unit.first) return copies[as_size(input - unit.first)];
      return is_forward ? now_[as_size(input)] : again_[as_size(input)];
    };
    const auto all_mapped = [&](const std::vector<StepId>& inputs) {
      std::vector<StepId> result;
      for (const StepId input : inputs) result.push_back(mapped(input));
      return result;
    };
    for (StepId id = unit.first; id <= unit.last; ++id) {
      const Step& step = from_[id];
      if (is_again && step.is_leaf()) {
        copies.push_back(now_[as_size(id)]);
        continue;
      }
      const StepId added =
          to_.add_like(step, all_mapped(step.inputs), is_again ? "recomputed." : "");
      copies.push_back(added);
      if (!is_again)
        now_[as_size(id)] = added;
      else if (again_[as_size(id)] == none)
        again_[as_size(id)] = added;
    }
    if (unit.fusion != nullptr)
      to_.fuse({first, to_.count() - 1, all_mapped(unit.fusion->inputs),
                all_mapped(unit.fusion->outputs), unit.fusion->kernel});
  }

  const PlanBuilder& from_;
  const StepId forward_;
  const Activations& activations_;
  PlanBuilder to_{{}, true};
  std::vector<StepId> now_, again_, halves_;
  std::vector<char> read_later_;
  StepId last_of_layers_ = 0;
};

}  // namespace

HeldLess hold_less(const PlanBuilder& builder, StepId forward, const Activations& activations) {
  return Rewriting(builder, forward, activations).rewrite();
}

}  // namespace ap
