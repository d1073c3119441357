#include "attention_playground/ops/visibility.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attention_playground/ops/elementwise.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap::ops {

namespace {

constexpr float hidden = -std::numeric_limits<float>::infinity();

Layout causal_layout(InputLayouts, const Attributes& attributes) {
  const Dims& shape = as<Visible>(attributes).shape;
  require(shape.rank() >= 2, ErrorCode::rank, "shape", {shape},
          {"at least 2 axes: [queries, keys]"});
  return contiguous_layout(shape);
}

Layout padding_layout(InputLayouts inputs, const Attributes& attributes) {
  const Dims& shape = as<Visible>(attributes).shape;
  require(shape.rank() >= 2 && element_count(shape) == shape[0] * shape.back(), ErrorCode::shape,
          "shape", {shape}, {"[batch, 1, …, keys]"});
  require(inputs[0]->shape == Dims{shape[0]}, ErrorCode::shape, "lengths", {inputs[0]->shape},
          {Dims{shape[0]}, ": one length for each sentence"});
  return contiguous_layout(shape);
}

/// The last key that a query sees. `past` is clamped to the size of the largest tensor, so that the
/// sum cannot overflow.
Index last_key(Index query, const Attributes& attributes) {
  constexpr Index beyond = Index{1} << 29;
  return query + std::clamp(as<Visible>(attributes).past, -beyond, beyond);
}

/// The last axis is the key, the one before it the query.
void causal_reference(Inputs, const Attributes& attributes, Tensor& out) {
  for_each_cell(out, [&](const Dims& index) {
    return index.back() <= last_key(index[index.rank() - 2], attributes) ? 0.0F : hidden;
  });
}

void causal_run(Inputs, const Attributes& attributes, Tensor& out) {
  const Index queries = out.size(-2);
  const Index keys = out.size(-1);
  float* row = out.mutable_data();
  for (Index query = 0; query < queries; ++query, row += keys) {
    const Index seen = std::clamp<Index>(last_key(query, attributes) + 1, 0, keys);
    std::fill_n(row, seen, 0.0F);
    std::fill_n(row + seen, keys - seen, hidden);
  }
}

Explanation causal_explain(Inputs, const Attributes& attributes, const Dims& index) {
  const int rank = index.rank();
  const Index limit = last_key(index[rank - 2], attributes);
  const bool visible = index[rank - 1] <= limit;
  return {visible ? 0.0 : static_cast<double>(hidden), 0, VisibilityRule{true, visible, limit}};
}

void padding_reference(Inputs inputs, const Attributes&, Tensor& out) {
  for_each_cell(out, [&](const Dims& index) {
    const float length = inputs[0]->at(Dims{index[0]});
    return static_cast<float>(index.back()) < length ? 0.0F : hidden;
  });
}

void padding_run(Inputs inputs, const Attributes&, Tensor& out) {
  const Index keys = out.size(-1);
  float* row = out.mutable_data();
  for (Index sentence = 0; sentence < out.size(0); ++sentence, row += keys) {
    const float length = inputs[0]->at(Dims{sentence});
    for (Index key = 0; key < keys; ++key)
      row[key] = static_cast<float>(key) < length ? 0.0F : hidden;
  }
}

Explanation padding_explain(Inputs inputs, const Attributes&, const Dims& index) {
  const float length = inputs[0]->at(Dims{index[0]});
  const bool visible = static_cast<float>(index.back()) < length;
  // An axis limits the number of keys. NaN counts as no keys, because no key is below it.
  const float keys = length > 0 ? std::min(length, static_cast<float>(Count::too_many)) : 0;
  return {visible ? 0.0 : static_cast<double>(hidden), 0,
          VisibilityRule{false, visible, static_cast<Index>(std::ceil(keys))}};
}

}  // namespace

const Operation causal_mask = {
    .name = "causal_mask",
    .arity = 0,
    .texts =
        {R"({out}[t,s] = \begin{cases} 0 & s \le t{?past: + {past}}{?behind: - {behind}} \\ -\infty & s > t{?past: + {past}}{?behind: - {behind}} \end{cases})",
         "torch.full((T, S), -torch.inf).triu(1{?past: + {past}}{?behind: - {behind}})[{leading}]",
         "np.triu(np.full((T, S), -np.inf, np.float32), 1{?past: + {past}}{?behind: - "
         "{behind}})[{leading}]"},
    .layout = causal_layout,
    .run = causal_run,
    .reference = tested<causal_reference>,
    .explain = causal_explain,
    .roundings = no_rounding,
    .stops = Stop::rule,
};

const Operation padding_mask = {
    .name = "padding_mask",
    .texts = {R"({out}[b,s] = \begin{cases} 0 & s < {0}[b] \\ -\infty & \text{else} \end{cases})",
              "torch.where(torch.arange(S) < {0}[:, None], 0., -torch.inf)[:, {leading}]",
              "np.where(np.arange(S) < {0}[:, None], 0, -np.inf)[:, {leading}].astype(np.float32)"},
    .layout = padding_layout,
    .run = padding_run,
    .reference = tested<padding_reference>,
    .explain = padding_explain,
    .roundings = no_rounding,
    .stops = Stop::rule,
};

}  // namespace ap::ops
