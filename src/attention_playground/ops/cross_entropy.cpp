#include "attention_playground/ops/cross_entropy.hpp"

#include <algorithm>
#include <cmath>

#include "attention_playground/ops/chain.hpp"
#include "attention_playground/ops/elementwise.hpp"
#include "attention_playground/ops/gradient.hpp"
#include "attention_playground/ops/ids.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap::ops {

namespace {

constexpr float padding = -1;

/// What a label makes of each entry's probability: 1 is spread evenly as far as it is smoothed.
double target_of(const Labelled& labelled, bool is_label) {
  const auto smoothing = static_cast<double>(labelled.smoothing);
  return (is_label ? 1 - smoothing : 0) + smoothing / static_cast<double>(labelled.entries);
}

Layout cross_entropy_layout(InputLayouts inputs, const Attributes& attributes) {
  const Dims& x = inputs[0]->shape;
  const float smoothing = as<Labelled>(attributes).smoothing;
  require(smoothing >= 0 && smoothing < 1, ErrorCode::range, "smoothing", {smoothing},
          {"a number from 0 to below 1"});
  require(x.rank() > 0, ErrorCode::rank, "x", {x}, {"at least 1 axis"});
  Dims positions;
  for (int axis = 0; axis < x.rank() - 1; ++axis) positions.push_back(x[axis]);
  require(inputs[1]->shape == positions, ErrorCode::shape, "labels", {inputs[1]->shape},
          {positions, ": one label for each row of ", x});
  return contiguous_layout(Dims{});
}

/// Calls each() with the cell of every label that is not padding, in order; rows have `entries`
/// numbers.
void for_each_cell_of(const Tensor& labels, Index entries, Callback<void(const Dims&)> each) {
  for (Index i = 0; i < labels.count(); ++i) {
    Dims cell = index_at(i, labels.shape());
    const float label = labels.at(cell);
    if (label == padding) continue;
    require(is_id(label, entries), ErrorCode::range, "labels", {static_cast<double>(label)},
            {"whole numbers from 0 to ", entries - 1, ", or -1 for padding"});
    cell.push_back(static_cast<Index>(label));
    each(cell);
  }
}

/// Calls each() with the log-probability of every label that is not padding, in order.
void for_each_label(Inputs inputs, Callback<void(const Operand&)> each) {
  const Tensor& x = *inputs[0];
  for_each_cell_of(*inputs[1], x.size(-1), [&](const Dims& cell) { each({0, cell, x.at(cell)}); });
}

Index labelled(const Tensor& labels, Index entries) {
  Index count = 0;
  for_each_cell_of(labels, entries, [&](const Dims&) { ++count; });
  return count;
}

/// Calls each() with every cell of the rows with a label, in order, and with what it is multiplied
/// by: −target / n.
void for_each_entry(Inputs inputs, float smoothing,
                    Callback<void(const Operand&, double factor)> each) {
  const Tensor& x = *inputs[0];
  const Index entries = x.size(-1);
  const auto n = static_cast<double>(labelled(*inputs[1], entries));
  for_each_cell_of(*inputs[1], entries, [&](const Dims& label) {
    Dims cell = label;
    Index& place = cell[cell.rank() - 1];
    for (place = 0; place < entries; ++place)
      each({0, cell, x.at(cell)}, -target_of({smoothing, entries}, place == label.back()) / n);
  });
}

Explanation cross_entropy_explain(Inputs inputs, const Attributes& attributes, const Dims&) {
  Explanation explanation = explained_by<SumRule>();
  auto& rule = rule_of<SumRule>(explanation);
  const float smoothing = as<Labelled>(attributes).smoothing;
  if (smoothing > 0) {
    rule.of = SumRule::Terms::smoothed;
    for_each_entry(inputs, smoothing, [&](const Operand& operand, double factor) {
      rule.factors.push_back(factor);
      add_term(rule, operand, static_cast<double>(operand.value) * factor);
      explanation.result = rule.sums.back();
    });
    if (std::isfinite(explanation.result)) explanation.bound = product_bound(explanation.result);
    return explanation;
  }
  rule.of = SumRule::Terms::cross_entropy;
  for_each_label(inputs, [&](const Operand& operand) { rule.operands.push_back(operand); });
  const auto n = static_cast<double>(rule.operands.size());
  double& result = explanation.result;
  for (const Operand& operand : rule.operands) {
    rule.terms.push_back(-static_cast<double>(operand.value) / n);
    rule.sums.push_back(result += rule.terms.back());
  }
  // Summed in double precision, rounded once.
  if (std::isfinite(result)) explanation.bound = product_bound(result);
  return explanation;
}

/// Only one number of each row is read, so there is no SIMD version.
void cross_entropy_run(Inputs inputs, const Attributes& attributes, Tensor& out) {
  double sum = 0;
  if (const float smoothing = as<Labelled>(attributes).smoothing; smoothing > 0) {
    for_each_entry(inputs, smoothing, [&](const Operand& operand, double factor) {
      sum += static_cast<double>(operand.value) * factor;
    });
    out.mutable_data()[0] = static_cast<float>(sum);
    return;
  }
  double n = 0;
  for_each_label(inputs, [&](const Operand& operand) {
    sum -= static_cast<double>(operand.value);
    ++n;
  });
  out.mutable_data()[0] = n == 0 ? 0 : static_cast<float>(sum / n);
}

// ---- its gradient ----

void cross_entropy_gradient(Gradient& gradient) {
  gradient.give(0, cross_entropy_backward, {gradient.upstream(), gradient.input(1)},
                Labelled{as<Labelled>(gradient.attributes()).smoothing,
                         gradient.shape(gradient.input(0)).back()});
}

Layout cross_entropy_backward_layout(InputLayouts inputs, const Attributes& attributes) {
  require(inputs[0]->rank() == 0, ErrorCode::shape, "upstream", {inputs[0]->shape}, {Dims{}});
  Dims shape = inputs[1]->shape;
  shape.push_back(as<Labelled>(attributes).entries);
  return contiguous_layout(shape);
}

void cross_entropy_backward_run(Inputs inputs, const Attributes& attributes, Tensor& out) {
  const auto& own = as<Labelled>(attributes);
  float* const to = out.mutable_data();
  std::fill_n(to, out.count(), 0.0F);
  const float each = -inputs[0]->at({}) / static_cast<float>(labelled(*inputs[1], own.entries));
  const auto part = [&](bool is_label) {
    return static_cast<float>(static_cast<double>(each) * target_of(own, is_label));
  };
  for_each_cell_of(*inputs[1], own.entries, [&](const Dims& cell) {
    const Index place = position_of(cell, out.shape());
    if (own.smoothing > 0) std::fill_n(to + place - cell.back(), own.entries, part(false));
    to[place] = part(true);
  });
}

Explanation cross_entropy_backward_explain(Inputs inputs, const Attributes& attributes,
                                           const Dims& index) {
  const auto& own = as<Labelled>(attributes);
  Dims position;
  for (int axis = 0; axis < index.rank() - 1; ++axis) position.push_back(index[axis]);
  Explanation explanation = explained_by<ChainRule>();
  auto& rule = rule_of<ChainRule>(explanation);
  rule.operands.push_back({1, position, inputs[1]->at(position)});
  rule.inner = static_cast<double>(labelled(*inputs[1], own.entries));
  const float label = rule.operands[0].value;
  const bool is_label = label == static_cast<float>(index.back());
  const double target = label == padding ? 0 : target_of(own, is_label);
  add_term(rule, {}, inputs, target == 0 ? 0 : -target / rule.inner);
  set_chain(explanation, own.smoothing > 0 ? 2 : 1);
  return explanation;
}

}  // namespace

const Operation cross_entropy = {
    .name = "cross_entropy",
    .arity = 2,
    .texts =
        {R"(-\dfrac1n \sum_t {?smoothing:\Big( (1 - {smoothing})\, }{0}[t,\; {1!}[t]]{?smoothing: + \dfrac{{smoothing}}{V} \sum_v {0}[t, v] \Big)})",
         "{?empty:torch.zeros(())  # }{?smoothing:F.cross_entropy({0}.transpose(1, 2), {1}, "
         "ignore_index=-1, label_smoothing={smoothing})  # }F.nll_loss({0}.transpose(1, 2), {1}, "
         "ignore_index=-1)",
         "{?empty:np.float32(0)  # }-{?smoothing:((1 - {smoothing}) * }"
         "np.take_along_axis({0}, np.maximum({1}, 0)[..., None], -1)[{1} >= 0].mean()"
         "{?smoothing: + {smoothing} * {0}[{1} >= 0].mean()).astype(np.float32)}"},
    .layout = cross_entropy_layout,
    .run = cross_entropy_run,
    .reference = tested<cross_entropy_run>,
    .explain = cross_entropy_explain,
    .roundings = one_rounding,
    .gradient = cross_entropy_gradient,
    .passes_to = first_input,
};

const Operation cross_entropy_backward = {
    .name = "cross_entropy_backward",
    .arity = 2,
    .texts =
        {R"({out}[t, v] = -\dfrac1n {0} \cdot {?smoothing:\Big( (1 - {smoothing}) }[v = {1!}[t]]{?smoothing: + \dfrac{{smoothing}}{V} \Big)})",
         "-{0} / ({1} >= 0).sum().clamp(min=1) * {?smoothing:((1 - {smoothing}) * }({1}[..., None] "
         "== torch.arange({entries})){?smoothing: + {smoothing} / {entries} * ({1} >= 0)[..., "
         "None])}",
         "(-{0} / np.maximum(({1} >= 0).sum(), 1) * {?smoothing:((1 - {smoothing}) * }({1}[..., "
         "None] == np.arange({entries})){?smoothing: + {smoothing} / {entries} * ({1} >= 0)[..., "
         "None])}).astype(np.float32)"},
    .layout = cross_entropy_backward_layout,
    .run = cross_entropy_backward_run,
    .reference = tested<cross_entropy_backward_run>,
    .explain = cross_entropy_backward_explain,
    .roundings = one_rounding,
    .stops = Stop::gradient,
};

}  // namespace ap::ops
