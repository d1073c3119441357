#include "attention_playground/ops/choice.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

#include "attention_playground/ops/activation_backward.hpp"
#include "attention_playground/ops/gradient.hpp"
#include "attention_playground/ops/ids.hpp"
#include "attention_playground/tensor/error.hpp"
#include "attention_playground/tensor/portable_math.hpp"
#include "attention_playground/tensor/random.hpp"

namespace ap::ops {

namespace {

/// One row of x: a number for each candidate.
using Candidates = std::span<const float>;

void require_candidates(const Layout& x) {
  require(x.rank() > 0, ErrorCode::rank, "x", {x.shape}, {"at least 1 axis"});
  require(x.shape.back() > 0 && x.shape.back() <= most_ids, ErrorCode::shape, "x", {x.shape},
          {"rows of 1 to 2^24 numbers"});
}

Dims without_last(const Dims& shape) {
  Dims result;
  for (int axis = 0; axis < shape.rank() - 1; ++axis) result.push_back(shape[axis]);
  return result;
}

Layout chosen_layout(InputLayouts inputs, const Attributes&) {
  require_candidates(*inputs[0]);
  return contiguous_layout(without_last(inputs[0]->shape));
}

/// Calls body(row, r) for every row r of x.
template <typename Body>
void for_each_candidates(const Tensor& input, Body body) {
  if (input.count() == 0) return;
  const Tensor x = input.contiguous();
  const Index n = x.size(-1);
  for (Index r = 0, rows = x.count() / n; r < rows; ++r)
    body(Candidates{x.data() + r * n, static_cast<std::size_t>(n)}, r);
}

/// A row as the operands of an explanation; `leading` is its place among the rows.
std::vector<Operand> operands_of_row(const Tensor& x, const Dims& leading) {
  std::vector<Operand> operands;
  Dims cell = leading;
  cell.push_back(0);
  Index& place = cell[cell.rank() - 1];
  for (place = 0; place < x.size(-1); ++place) operands.push_back({0, cell, x.at(cell)});
  return operands;
}

std::vector<float> values_of(const std::vector<Operand>& operands) {
  std::vector<float> values;
  for (const Operand& operand : operands) values.push_back(operand.value);
  return values;
}

/// Whether place a comes before place b in descending order. NaN comes first, as in PyTorch; of
/// equal numbers, the one at the lower place.
bool comes_before(Candidates row, Index a, Index b) {
  const float x = row[static_cast<std::size_t>(a)];
  const float y = row[static_cast<std::size_t>(b)];
  if (std::isnan(x) != std::isnan(y)) return std::isnan(x);
  return x > y || (!(y > x) && a < b);
}

/// Fills `places` with the row's, and moves `count` of them to the end: the largest number's comes
/// last, the next one's before it, and so on.
void move_largest_to_end(Candidates row, std::vector<Index>& places, Index count) {
  places.resize(row.size());
  std::iota(places.begin(), places.end(), 0);
  const auto comes_after = [row](Index a, Index b) { return comes_before(row, b, a); };
  std::make_heap(places.begin(), places.end(), comes_after);
  for (auto end = places.end(); end > places.end() - count; --end)
    std::pop_heap(places.begin(), end, comes_after);
}

/// Explains a choice from the row at `leading`; the caller says which.
Explanation ordered(ChoiceRule::Way way, const Tensor& x, const Dims& leading) {
  Explanation explanation = explained_by<ChoiceRule>();
  auto& rule = rule_of<ChoiceRule>(explanation);
  rule.way = way;
  rule.operands = operands_of_row(x, leading);
  rule.count = 1;
  rule.kept = true;
  move_largest_to_end(values_of(rule.operands), rule.order, x.size(-1));
  std::reverse(rule.order.begin(), rule.order.end());
  return explanation;
}

/// Sets the place that a rule explains, and its rank.
void set_position(ChoiceRule& rule, Index position) {
  const auto at = std::find(rule.order.begin(), rule.order.end(), position);
  rule.position = position;
  rule.rank = static_cast<Index>(at - rule.order.begin()) + 1;
}

// ---- argmax ----

Index largest(Candidates row) {
  Index best = 0;
  for (Index i = 1; i < static_cast<Index>(row.size()); ++i)
    if (comes_before(row, i, best)) best = i;
  return best;
}

/// It takes one comparison for each number, so SIMD would gain nothing.
void argmax_run(Inputs inputs, const Attributes&, Tensor& out) {
  for_each_candidates(*inputs[0], [&](Candidates row, Index r) {
    out.mutable_data()[r] = static_cast<float>(largest(row));
  });
}

Explanation argmax_explain(Inputs inputs, const Attributes&, const Dims& index) {
  Explanation explanation = ordered(ChoiceRule::Way::argmax, *inputs[0], index);
  auto& rule = rule_of<ChoiceRule>(explanation);
  set_position(rule, rule.order[0]);
  explanation.result = static_cast<double>(rule.position);
  return explanation;
}

// ---- top_k ----

Layout top_k_layout(InputLayouts inputs, const Attributes& attributes) {
  require_candidates(*inputs[0]);
  const Index n = inputs[0]->shape.back();
  const Index k = as<Largest>(attributes).count;
  require(k >= 1 && k <= n, ErrorCode::range, "count", {k}, {"1 to ", n});
  return contiguous_layout(inputs[0]->shape);
}

void top_k_run(Inputs inputs, const Attributes& attributes, Tensor& out) {
  // Kept, so that the next token allocates nothing.
  static thread_local std::vector<Index> places;
  std::fill_n(out.mutable_data(), out.count(), minus_infinity);
  const Index k = as<Largest>(attributes).count;
  for_each_candidates(*inputs[0], [&](Candidates row, Index r) {
    move_largest_to_end(row, places, k);
    float* const to = out.mutable_data() + r * static_cast<Index>(row.size());
    for (auto at = places.end() - k; at < places.end(); ++at)
      to[*at] = row[static_cast<std::size_t>(*at)];
  });
}

/// By definition: fewer than k numbers come before it.
bool is_among(Candidates row, Index place, Index k) {
  Index before = 0;
  for (Index i = 0; i < static_cast<Index>(row.size()); ++i)
    before += i != place && comes_before(row, i, place) ? 1 : 0;
  return before < k;
}

void top_k_reference(Inputs inputs, const Attributes& attributes, Tensor& out) {
  for_each_candidates(*inputs[0], [&](Candidates row, Index r) {
    const auto n = static_cast<Index>(row.size());
    for (Index i = 0; i < n; ++i) {
      const bool kept = is_among(row, i, as<Largest>(attributes).count);
      out.mutable_data()[r * n + i] = kept ? row[static_cast<std::size_t>(i)] : minus_infinity;
    }
  });
}

Explanation top_k_explain(Inputs inputs, const Attributes& attributes, const Dims& index) {
  Explanation explanation = ordered(ChoiceRule::Way::top_k, *inputs[0], without_last(index));
  auto& rule = rule_of<ChoiceRule>(explanation);
  set_position(rule, index.back());
  rule.count = as<Largest>(attributes).count;
  rule.kept = rule.rank <= rule.count;
  const float result = rule.kept ? inputs[0]->at(index) : minus_infinity;
  explanation.result = static_cast<double>(result);
  return explanation;
}

/// The kept logits pass it on; −∞ is below any threshold.
void top_k_gradient(Gradient& gradient) {
  gradient.give(0, threshold_backward, {gradient.upstream(), gradient.result()},
                Above{std::numeric_limits<float>::lowest()});
}

// ---- sample ----

double draw_of(const Attributes& attributes, Index row) {
  const auto& [first, seed, stream] = as<Drawn>(attributes);
  const std::uint64_t number = static_cast<std::uint64_t>(first) + static_cast<std::uint64_t>(row);
  return static_cast<double>(uniform(seed, stream, number));
}

/// The first place whose running sum exceeds the target. If rounding prevents that, the last
/// positive place; 0 if none is positive.
Index first_beyond(Candidates row, double draw) {
  double sum = 0;
  for (float probability : row) sum += static_cast<double>(probability);
  const double target = draw * sum;
  Index last_positive = 0;
  sum = 0;
  for (std::size_t i = 0; i < row.size(); ++i) {
    sum += static_cast<double>(row[i]);
    if (!(row[i] > 0)) continue;
    last_positive = static_cast<Index>(i);
    if (sum > target) break;
  }
  return last_positive;
}

/// Each running sum depends on the one before it, so there is no SIMD version.
void sample_run(Inputs inputs, const Attributes& attributes, Tensor& out) {
  for_each_candidates(*inputs[0], [&](Candidates row, Index r) {
    const Index place = first_beyond(row, draw_of(attributes, r));
    out.mutable_data()[r] = static_cast<float>(place);
  });
}

Explanation sample_explain(Inputs inputs, const Attributes& attributes, const Dims& index) {
  const Dims rows = without_last(inputs[0]->shape());
  Explanation explanation = ordered(ChoiceRule::Way::sample, *inputs[0], index);
  auto& rule = rule_of<ChoiceRule>(explanation);
  double sum = 0;
  for (const Operand& operand : rule.operands)
    rule.sums.push_back(sum += static_cast<double>(operand.value));
  rule.draw = draw_of(attributes, position_of(index, rows));
  rule.target = rule.draw * sum;
  set_position(rule, first_beyond(values_of(rule.operands), rule.draw));
  explanation.result = static_cast<double>(rule.position);
  return explanation;
}

}  // namespace

const Operation argmax = {
    .name = "argmax",
    .texts = {R"(\arg\max {0})", "{0}.argmax(dim=-1)", "{0}.argmax(axis=-1)"},
    .layout = chosen_layout,
    .run = argmax_run,
    .reference = tested<argmax_run>,
    .explain = argmax_explain,
    .roundings = no_rounding,
    .stops = Stop::choice,
};

const Operation top_k = {
    .name = "top_k",
    .texts =
        {R"({out}[v] = \begin{cases} {0}[v] & \text{among the } {k} \text{ largest} \\ -\infty & \text{else} \end{cases})",
         "{0}.masked_fill((-{0}).sort(stable=True)[1].argsort(-1) >= {k}, -torch.inf)",
         "np.where((-{0}).argsort(-1, 'stable').argsort(-1) >= {k}, -np.inf, {0})"},
    .layout = top_k_layout,
    .run = top_k_run,
    .reference = tested<top_k_reference>,
    .explain = top_k_explain,
    .roundings = no_rounding,
    .gradient = top_k_gradient,
};

const Operation sample = {
    .name = "sample",
    .texts = {R"({out} \sim {0})", "{drawn}  # torch.multinomial({0}, 1)[:, 0]",
              "{drawn}  # [rng.choice(len(row), p=row) for row in {0}]"},
    .layout = chosen_layout,
    .run = sample_run,
    .reference = tested<sample_run>,
    .explain = sample_explain,
    .roundings = no_rounding,
    .stops = Stop::choice,
};

}  // namespace ap::ops
