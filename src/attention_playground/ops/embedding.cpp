#include "attention_playground/ops/embedding.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "attention_playground/ops/elementwise.hpp"
#include "attention_playground/ops/gradient.hpp"
#include "attention_playground/ops/ids.hpp"
#include "attention_playground/tensor/error.hpp"
#include "attention_playground/tensor/portable_math.hpp"

namespace ap::ops {

namespace {

Layout embedding_layout(InputLayouts inputs, const Attributes&) {
  if (inputs[1]->rank() != 2)
    fail(ErrorCode::rank, "table", {inputs[1]->shape}, {"2 axes: [vocabulary, d_model]"});
  Dims shape = inputs[0]->shape;
  shape.push_back(inputs[1]->shape[1]);
  return contiguous_layout(shape);
}

Index checked_id(float id, Index rows) {
  if (is_id(id, rows)) return static_cast<Index>(id);
  fail(ErrorCode::range, "ids", {static_cast<double>(id)}, {"whole numbers from 0 to ", rows - 1});
}

void embedding_reference(Inputs inputs, const Attributes&, Tensor& out) {
  const Tensor& table = *inputs[1];
  const Tensor ids = inputs[0]->contiguous();
  Index position = 0;
  for (Index i = 0; i < ids.count(); ++i) {
    const Index row = checked_id(ids.data()[i], table.size(0));
    for (Index column = 0; column < table.size(1); ++column)
      out.mutable_data()[position++] = table.at(Dims{row, column});
  }
}

void embedding_run(Inputs inputs, const Attributes&, Tensor& out) {
  const Tensor table = inputs[1]->contiguous();
  const Tensor ids = inputs[0]->contiguous();
  const Index width = table.size(1);
  for (Index i = 0; i < ids.count(); ++i) {
    const Index row = checked_id(ids.data()[i], table.size(0));
    std::memcpy(out.mutable_data() + i * width, table.data() + row * width,
                static_cast<std::size_t>(width) * sizeof(float));
  }
}

Explanation embedding_explain(Inputs inputs, const Attributes&, const Dims& index) {
  Dims id_index;
  for (int axis = 0; axis < index.rank() - 1; ++axis) id_index.push_back(index[axis]);
  const float id = inputs[0]->at(id_index);
  const Dims cell{checked_id(id, inputs[1]->size(0)), index.back()};
  const float value = inputs[1]->at(cell);
  return {value, 0, SelectRule{{0, id_index, id}, {1, cell, value}}};
}

// ---- the gradient of the table ----

void embedding_gradient(Gradient& gradient) {
  gradient.give(1, embedding_backward, {gradient.upstream(), gradient.input(0)},
                Entries{gradient.shape(gradient.input(1))[0]});
}

Layout embedding_backward_layout(InputLayouts inputs, const Attributes& attributes) {
  const Dims& g = inputs[0]->shape;
  Dims rows = inputs[1]->shape;
  const Index width = g.rank() > 0 ? g.back() : 0;
  rows.push_back(width);
  require(rows == g, ErrorCode::shape, "ids", {inputs[1]->shape}, {"one id for each row of ", g});
  return contiguous_layout({as<Entries>(attributes).count, width});
}

/// Calls each(row of the table, row of g).
void for_each_id(Inputs inputs, Index count, Callback<void(Index, Index)> each) {
  const Tensor ids = inputs[1]->contiguous();
  for (Index i = 0; i < ids.count(); ++i) each(checked_id(ids.data()[i], count), i);
}

/// Rows come in the order of the ids, so equal ids are added in the same order everywhere.
void embedding_backward_run(Inputs inputs, const Attributes& attributes, Tensor& out) {
  const Tensor g = inputs[0]->contiguous();
  const Index width = out.size(1);
  float* const table = out.mutable_data();
  std::fill_n(table, out.count(), 0.0F);
  for_each_id(inputs, as<Entries>(attributes).count, [&](Index row, Index i) {
    for (Index column = 0; column < width; ++column)
      table[row * width + column] += g.data()[i * width + column];
  });
}

Explanation embedding_backward_explain(Inputs inputs, const Attributes& attributes,
                                       const Dims& index) {
  Explanation explanation = explained_by<SumRule>();
  auto& rule = rule_of<SumRule>(explanation);
  double magnitude = 0;
  for_each_id(inputs, as<Entries>(attributes).count, [&](Index row, Index i) {
    if (row != index[0]) return;
    Dims cell = index_at(i, inputs[1]->shape());
    cell.push_back(index[1]);
    const auto term = static_cast<double>(inputs[0]->at(cell));
    add_term(rule, {0, cell, inputs[0]->at(cell)}, term);
    explanation.result += term;
    magnitude += std::fabs(term);
  });
  const double bound = static_cast<double>(rule.terms.size()) * float_epsilon * magnitude;
  if (std::isfinite(bound)) explanation.bound = bound;
  return explanation;
}

Index embedding_backward_roundings(InputLayouts inputs) {
  return element_count(inputs[1]->shape) + 1;
}

Layout positional_layout(InputLayouts, const Attributes& attributes) {
  const auto& [shape, first] = as<FromPosition>(attributes);
  require(shape.rank() == 2, ErrorCode::rank, "shape", {shape}, {"2 axes: [length, d_model]"});
  require(first >= 0 && first < Count::too_many, ErrorCode::range, "first", {first},
          {"a position from 0 to below 2^29"});
  return contiguous_layout(shape);
}

/// 10000^(2·pair / d_model)
double divisor_of(Index pair, Index d_model) {
  constexpr double ln_10000 = 9.2103403719761827361;
  return portable_exp(ln_10000 * 2 * static_cast<double>(pair) / static_cast<double>(d_model));
}

void positional_reference(Inputs, const Attributes& attributes, Tensor& out) {
  const Index first = as<FromPosition>(attributes).first;
  for_each_cell(out, [&](const Dims& index) {
    const SineCosine both =
        portable_sin_cos(sinusoid_angle(first + index[0], index[1] / 2, out.size(1)));
    return static_cast<float>(index[1] % 2 == 0 ? both.sine : both.cosine);
  });
}

// The angle is in double precision: a float angle would be wrong in its third decimal at position
// 10,000. Each angle serves a sine and a cosine, and each frequency a whole column.
void positional_run(Inputs, const Attributes& attributes, Tensor& out) {
  const Index first = as<FromPosition>(attributes).first;
  const Index length = out.size(0);
  const Index d_model = out.size(1);
  float* to = out.mutable_data();
  for (Index column = 0; column < d_model; column += 2) {
    const double divisor = divisor_of(column / 2, d_model);
    for (Index row = 0; row < length; ++row) {
      const auto position = static_cast<double>(first + row);
      const SineCosine both = portable_sin_cos(position / divisor);
      float* cell = to + row * d_model + column;
      cell[0] = static_cast<float>(both.sine);
      if (column + 1 < d_model) cell[1] = static_cast<float>(both.cosine);
    }
  }
}

Explanation positional_explain(Inputs, const Attributes& attributes, const Dims& index) {
  const bool sine = index[1] % 2 == 0;
  const auto& [shape, first] = as<FromPosition>(attributes);
  const Index position = first + index[0];
  const double angle = sinusoid_angle(position, index[1] / 2, shape[1]);
  const SineCosine both = portable_sin_cos(angle);
  return {sine ? both.sine : both.cosine, float_epsilon,
          SinusoidRule{sine, position, index[1] / 2, shape[1], angle}};
}

}  // namespace

double sinusoid_angle(Index position, Index pair, Index width) {
  return static_cast<double>(position) / divisor_of(pair, width);
}

const Operation embedding = {
    .name = "embedding",
    .arity = 2,
    .texts = {"{1}[{0!}]", "F.embedding({0}, {1})", "{1}[{0}]"},
    .layout = embedding_layout,
    .run = embedding_run,
    .reference = tested<embedding_reference>,
    .explain = embedding_explain,
    .roundings = no_rounding,
    .gradient = embedding_gradient,
    .passes_to = second_input,
};

const Operation embedding_backward = {
    .name = "embedding_backward",
    .arity = 2,
    .texts = {R"({out}[v] = \textstyle\sum_{{1!} = v} {0})",
              "torch.zeros({shape}).index_add_(0, {1}.flatten().long(), {0}.flatten(0, -2))",
              "(np.arange({entries})[:, None] == {1}.reshape(-1)).astype(np.float32) @ "
              "{0}.reshape(-1, {0}.shape[-1])"},
    .layout = embedding_backward_layout,
    .run = embedding_backward_run,
    .reference = tested<embedding_backward_run>,
    .explain = embedding_backward_explain,
    .roundings = embedding_backward_roundings,
    .stops = Stop::gradient,
};

const Operation positional_encoding = {
    .name = "positional_encoding",
    .arity = 0,
    .texts =
        {R"({out}[t,\; 2i] = \sin\dfrac{t}{10000^{2i/D}}, \quad {out}[t,\; 2i + 1] = \cos\dfrac{t}{10000^{2i/D}})",
         "torch.stack((torch.sin(angle := torch.arange({?first:{first}, {first} + }T)[:, None] / "
         "10000**(torch.arange(0, d_model, 2).double() / d_model)), torch.cos(angle)), "
         "-1).reshape(T, -1)[:, :d_model].float()",
         "np.stack((np.sin(angle := np.arange({?first:{first}, {first} + }T)[:, None] / "
         "10000**(np.arange(0, d_model, 2) / d_model)), np.cos(angle)), "
         "-1).reshape(T, -1)[:, :d_model].astype(np.float32)"},
    .layout = positional_layout,
    .run = positional_run,
    .reference = tested<positional_reference>,
    .explain = positional_explain,
    .roundings = one_rounding,
    .stops = Stop::rule,
};

}  // namespace ap::ops
