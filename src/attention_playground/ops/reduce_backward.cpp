#include "attention_playground/ops/reduce_backward.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attention_playground/ops/chain.hpp"
#include "attention_playground/ops/elementwise.hpp"
#include "attention_playground/ops/summary.hpp"
#include "attention_playground/tensor/error.hpp"
#include "attention_playground/tensor/portable_math.hpp"
#include "attention_playground/tensor/small.hpp"

namespace ap::ops {

namespace {

using Terms = SumRule::Terms;

/// All inputs but the first have a row for each of its cells.
AP_SMALL Layout reduce_backward_layout(InputLayouts inputs, const Attributes&) {
  for (const Layout* input : inputs.subspan(1)) {
    Dims rows = input->shape;
    require(rows.rank() > 0, ErrorCode::shape, "x", {rows}, {"at least 1 axis"});
    rows[rows.rank() - 1] = 1;
    require(rows == inputs[0]->shape, ErrorCode::shape, "x", {input->shape},
            {"rows, one for each cell of ", inputs[0]->shape});
  }
  return contiguous_layout(inputs[1]->shape);
}

/// ∂(reduction of a row)/∂x; `mean` and `n` are the row's.
AP_SMALL double derivative(Terms of, double x, double mean, double n) {
  switch (of) {
    case Terms::mean:
      return 1 / n;
    case Terms::variance:
      return 2 * (x - mean) / n;
    case Terms::entropy:
      return x == 0 ? 0 : -1 - portable_log(x);
    case Terms::softmax_gradient:
      return 1 - 2 * x;
    default:
      return 1;
  }
}

/// Only studies of scores have rows that are reduced: one cell at a time is fast enough.
AP_SMALL void backward_rows(Terms of, Inputs inputs, Tensor& out) {
  if (out.count() == 0) return;
  const Tensor g = inputs[0]->contiguous();
  const Tensor x = inputs[1]->contiguous();
  const Index n = x.size(-1);
  float* const to = out.mutable_data();
  for (Index r = 0; r < g.count(); ++r) {
    const float* const row = x.data() + r * n;
    const double mean = of == Terms::variance ? statistics(row, n).mean : 0;
    for (Index i = 0; i < n; ++i)
      to[r * n + i] = static_cast<float>(
          static_cast<double>(g.data()[r]) *
          derivative(of, static_cast<double>(row[i]), mean, static_cast<double>(n)));
  }
}

AP_SMALL Dims row_of(Dims index) {
  index[index.rank() - 1] = 0;
  return index;
}

/// The row's mean, and the size of its cells.
struct Mean {
  double mean = 0, size = 0;

  AP_SMALL Mean(const Tensor& x, Dims index) {
    const auto n = static_cast<double>(x.size(-1));
    Index& place = index[index.rank() - 1];
    for (place = 0; place < x.size(-1); ++place) {
      mean += static_cast<double>(x.at(index)) / n;
      size += std::fabs(static_cast<double>(x.at(index))) / n;
    }
  }
};

AP_SMALL Explanation explained_row(Terms of, Inputs inputs, const Dims& index) {
  const auto n = static_cast<double>(inputs[1]->size(-1));
  const Operand x{1, index, inputs[1]->at(index)};
  Explanation explanation = explained_by<ChainRule>();
  auto& rule = rule_of<ChainRule>(explanation);
  double off = 1;  // the size of what the derivative adds up
  if (of != Terms::plain && of != Terms::mean) {
    rule.operands.push_back(x);
    off += std::fabs(static_cast<double>(x.value));
  }
  if (of == Terms::variance) {
    const Mean row(*inputs[1], index);
    rule.inner = row.mean;
    off += n * row.size;
  }
  add_term(rule, row_of(index), inputs,
           derivative(of, static_cast<double>(x.value), rule.inner, n));
  const double size = std::fabs(static_cast<double>(rule.upstream[0].value));
  const double magnitude = size * std::fabs(rule.derivatives[0]);
  const double lost = of == Terms::variance ? size * off * 2 / n : size * off;
  const bool exact = of == Terms::plain || of == Terms::mean;
  set_chain(explanation, 8, exact ? magnitude : magnitude + lost);
  return explanation;
}

template <Terms of>
Explanation explain(Inputs inputs, const Attributes&, const Dims& index) {
  return explained_row(of, inputs, index);
}

template <Terms of>
constexpr Operation backward_of(const char* name, const Texts& texts) {
  return {
      .name = name,
      .arity = 2,
      .texts = texts,
      .layout = reduce_backward_layout,
      .run = [](Inputs inputs, const Attributes&, Tensor& out) { backward_rows(of, inputs, out); },
      .reference = tested<by_explanation<explain<of>>>,
      .explain = explain<of>,
      .roundings = [](InputLayouts inputs) { return inputs[1]->shape.back() + 8; },
      .stops = Stop::gradient,
  };
}

// ---- the maximum ----

/// The place of the row's largest cell; −1 if it is among the others.
Index place_of_maximum(Inputs inputs, const Attributes& attributes, Dims index) {
  Index best = -1;
  float largest = -std::numeric_limits<float>::infinity();
  Index& place = index[index.rank() - 1];
  for (place = 0; place < inputs[1]->size(-1); ++place) {
    if (best >= 0 && !(inputs[1]->at(index) > largest)) continue;
    best = place;
    largest = inputs[1]->at(index);
  }
  const bool loses = as<Tie>(attributes).loses;
  for (place = 0; inputs.size() > 2 && place < inputs[2]->size(-1); ++place) {
    const float other = inputs[2]->at(index);
    if (other > largest || (loses && other == largest)) return -1;
  }
  return best;
}

/// A cell of each row at most is not 0, so there is no SIMD version.
void maximum_backward_run(Inputs inputs, const Attributes& attributes, Tensor& out) {
  if (out.count() == 0) return;
  const Index n = out.size(-1);
  float* const to = out.mutable_data();
  std::fill_n(to, out.count(), 0.0F);
  for (Index row = 0; row < out.count(); row += n) {
    const Dims first = index_at(row, out.shape());
    const Index place = place_of_maximum(inputs, attributes, first);
    if (place >= 0) to[row + place] = inputs[0]->at(first);
  }
}

Explanation maximum_backward_explain(Inputs inputs, const Attributes& attributes,
                                     const Dims& index) {
  const bool largest = place_of_maximum(inputs, attributes, index) == index.back();
  Explanation explanation = explained_by<ChainRule>();
  auto& rule = rule_of<ChainRule>(explanation);
  rule.operands.push_back({1, index, inputs[1]->at(index)});
  add_term(rule, row_of(index), inputs, largest ? 1 : 0);
  set_chain(explanation, 0);
  return explanation;
}

}  // namespace

const Operation row_sum_backward = backward_of<Terms::plain>(
    "row_sum_backward", {"{0}", "{0}.expand_as({1})", "np.broadcast_to({0}, {1}.shape)"});

const Operation mean_backward = backward_of<Terms::mean>(
    "mean_backward", {R"(\dfrac1n {0})", "({0} / {1}.shape[-1]).expand_as({1})",
                      "np.broadcast_to({0} / {1}.shape[-1], {1}.shape)"});

const Operation variance_backward = backward_of<Terms::variance>(
    "variance_backward", {R"(\dfrac2n {0} \odot ({1!} - \mu))",
                          "{0} * 2 * ({1} - {1}.mean(-1, keepdim=True)) / {1}.shape[-1]",
                          "{0} * 2 * ({1} - {1}.mean(-1, keepdims=True)) / {1}.shape[-1]"});

const Operation entropy_backward = backward_of<Terms::entropy>(
    "entropy_backward",
    {R"(-{0} \odot (\ln {1} + 1))", "-{0} * torch.where({1} > 0, {1}.log() + 1, 0.)",
     "-{0} * np.where({1} > 0, np.log({1}) + 1, 0)"});

const Operation softmax_gradient_backward = backward_of<Terms::softmax_gradient>(
    "softmax_gradient_backward",
    {"{0} \\odot (1 - 2\\, {1})", "{0} * (1 - 2 * {1})", "{0} * (1 - 2 * {1})"});

const Operation maximum_backward = {
    .name = "maximum_backward",
    .arity = {2, 3},
    .texts = {R"({0} \odot [{1!} = \max])",
              "{0} * F.one_hot({1}.argmax(-1), {1}.shape[-1])"
              "{?2: * ({1}.amax(-1, keepdim=True) >{?wins:=} {2}.amax(-1, keepdim=True))}",
              "{0} * (np.arange({1}.shape[-1]) == {1}.argmax(-1)[..., None])"
              "{?2: * ({1}.max(-1, keepdims=True) >{?wins:=} {2}.max(-1, keepdims=True))}"},
    .layout = reduce_backward_layout,
    .run = maximum_backward_run,
    .reference = tested<by_explanation<maximum_backward_explain>>,
    .explain = maximum_backward_explain,
    .roundings = no_rounding,
    .stops = Stop::gradient,
    .only_adds = true,
};

}  // namespace ap::ops
