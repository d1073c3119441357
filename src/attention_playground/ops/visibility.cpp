#include "attention_playground/ops/visibility.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "attention_playground/ops/elementwise.hpp"

namespace ap::ops {

namespace {

constexpr float hidden = -std::numeric_limits<float>::infinity();

Layout given_layout(InputLayouts, const Attributes& attributes) {
  return contiguous_layout(attributes.shape);
}

/// The last key that a query sees. An offset beyond the size of any tensor is as good as that size.
Index last_key(Index query, const Attributes& attributes) {
  constexpr Index beyond = Index{1} << 29;
  return query + std::clamp(attributes.offset, -beyond, beyond);
}

/// The last axis is the key, the one before it the query, whatever stands before them has size 1.
void causal_reference(Inputs, const Attributes& attributes, Tensor& out) {
  for_each_cell(out, [&](const Dims& index) {
    return index.back() <= last_key(index[index.rank() - 2], attributes) ? 0.0F : hidden;
  });
}

void causal_run(Inputs, const Attributes& attributes, Tensor& out) {
  const Index queries = out.size(-2);
  const Index keys = out.size(-1);
  float* row = out.data();
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

void padding_run(Inputs inputs, const Attributes& attributes, Tensor& out) {
  const Index keys = attributes.shape.back();
  float* row = out.data();
  for (Index sentence = 0; sentence < attributes.shape[0]; ++sentence, row += keys) {
    const float length = inputs[0]->at(Dims{sentence});
    for (Index key = 0; key < keys; ++key)
      row[key] = static_cast<float>(key) < length ? 0.0F : hidden;
  }
}

Explanation padding_explain(Inputs inputs, const Attributes&, const Dims& index) {
  const float length = inputs[0]->at(Dims{index[0]});
  const bool visible = static_cast<float>(index.back()) < length;
  return {visible ? 0.0 : static_cast<double>(hidden), 0,
          VisibilityRule{false, visible, static_cast<Index>(std::ceil(length))}};
}

}  // namespace

const Operation causal_mask = {"causal_mask",    given_layout,   causal_run,
                               causal_reference, causal_explain, no_rounding};

const Operation padding_mask = {"padding_mask",    given_layout,    padding_run,
                                padding_reference, padding_explain, no_rounding};

}  // namespace ap::ops
