#include "attention_playground/ops/matmul.hpp"

#include <cmath>

#include "attention_playground/ops/elementwise.hpp"
#include "attention_playground/ops/gemm.hpp"
#include "attention_playground/ops/gradient.hpp"
#include "attention_playground/ops/movement.hpp"
#include "attention_playground/ops/transposed_matmul.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap::ops {

namespace {

using OperandAt = Callback<Operand(Index)>;

/// Σ left[k]·right[k] (+ bias) in double precision; `left_at(k)` and `right_at(k)` give the
/// operands. The bound is (n + 1)·ε·Σ|left·right|: Higham 2002, §3.1, for sums in any order.
Explanation explain_dot(Index n, OperandAt left_at, OperandAt right_at,
                        std::optional<Operand> bias) {
  Explanation explanation = explained_by<DotRule>();
  auto& rule = rule_of<DotRule>(explanation);
  double magnitude = 0;
  for (Index k = 0; k < n; ++k) magnitude += std::fabs(add_term(rule, left_at(k), right_at(k)));
  if (n > 0) explanation.result = rule.sums.back();
  rule.bias = bias;
  if (bias) {
    explanation.result += static_cast<double>(bias->value);
    magnitude += std::fabs(static_cast<double>(bias->value));
  }
  constexpr double smallest_normal = 1.1754943508222875e-38;
  const double roundings = static_cast<double>(n) + 1;
  explanation.bound = roundings * (float_epsilon * magnitude + smallest_normal);
  return explanation;
}

Dims batch_of(const Dims& shape) {
  Dims result;
  for (int axis = 0; axis < shape.rank() - 2; ++axis) result.push_back(shape[axis]);
  return result;
}

Dims with_matrix(Dims leading_axes, Index rows, Index columns) {
  leading_axes.push_back(rows);
  leading_axes.push_back(columns);
  return leading_axes;
}

void require_matrix(const Layout& layout, const char* argument) {
  if (layout.rank() < 2) fail(ErrorCode::rank, argument, {layout.shape}, {"at least 2 axes"});
}

/// Transposed: K is the last axis of b (a·bᵀ), not the one before it (a·b).
template <bool Transposed>
Layout matmul_layout(InputLayouts inputs, const Attributes&) {
  const Layout& a = *inputs[0];
  const Layout& b = *inputs[1];
  require_matrix(a, "a");
  require_matrix(b, "b");
  const int rank = b.rank();
  const Index b_k = b.shape[Transposed ? rank - 1 : rank - 2];
  const Index b_n = b.shape[Transposed ? rank - 2 : rank - 1];
  if (b_k != a.shape.back()) {
    fail(ErrorCode::shape, "b", {b.shape},
         {a.shape.back(), " along the axis that is multiplied with a's last axis"});
  }
  const Dims batch = broadcast_shapes(batch_of(a.shape), batch_of(b.shape), "b");
  return contiguous_layout(with_matrix(batch, a.shape[a.rank() - 2], b_n));
}

template <bool Transposed>
Matrix as_right_operand(const float* data, const Layout& b) {
  const Index last = b.strides[b.rank() - 1];
  const Index before = b.strides[b.rank() - 2];
  return Transposed ? Matrix{data, last, before} : Matrix{data, before, last};
}

using Gemm = void (*)(GemmSize, Matrix, Matrix, const float*, float*, Index);

template <bool Transposed>
void multiply(Inputs inputs, Tensor& out, Gemm product) {
  if (out.count() == 0) return;
  const Index m = out.size(-2);
  const Index n = out.size(-1);
  const Index k = inputs[0]->size(-1);
  const Dims batch = batch_of(out.shape());
  const Layout a = broadcast_layout(
      inputs[0]->layout(), with_matrix(batch, inputs[0]->size(-2), inputs[0]->size(-1)), "a");
  const Layout b = broadcast_layout(
      inputs[1]->layout(), with_matrix(batch, inputs[1]->size(-2), inputs[1]->size(-1)), "b");
  Dims index = first_index(out.rank());
  const Dims matrices = with_matrix(batch, 1, 1);
  float* to = out.mutable_data();
  do {
    const float* a_data = inputs[0]->storage()->data() + a.offset_of(index);
    const float* b_data = inputs[1]->storage()->data() + b.offset_of(index);
    const Matrix left{a_data, a.strides[a.rank() - 2], a.strides[a.rank() - 1]};
    product({m, n, k}, left, as_right_operand<Transposed>(b_data, b), nullptr, to, n);
    to += m * n;
  } while (next_index(index, matrices));
}

/// Multiplies all rows of a, over all leading axes, by b; false if b is not packed.
bool multiplied_packed(const Tensor& a, const Tensor& b, const float* bias, Tensor& out) {
  const PackedMatrix* packed = packed_form(b);
  if (packed == nullptr || out.count() == 0) return false;
  const Tensor rows = a.contiguous();
  gemm_packed(out.count() / packed->n(), {rows.data(), packed->k(), 1}, *packed, bias,
              out.mutable_data(), packed->n());
  return true;
}

template <bool Transposed>
void matmul_run(Inputs inputs, const Attributes&, Tensor& out) {
  const Tensor& b = *inputs[1];
  if (b.storage()->knowledge().packed() != nullptr && b.rank() == 2) {
    const Tensor right = Transposed ? b.transpose(0, 1) : b;
    if (multiplied_packed(*inputs[0], right, nullptr, out)) return;
  }
  multiply<Transposed>(inputs, out, gemm);
}

template <bool Transposed>
void matmul_reference(Inputs inputs, const Attributes&, Tensor& out) {
  multiply<Transposed>(inputs, out, gemm_reference);
}

template <bool Transposed>
Explanation matmul_explain(Inputs inputs, const Attributes&, const Dims& index) {
  const Tensor& a = *inputs[0];
  const Tensor& b = *inputs[1];
  const int rank = index.rank();
  const Dims batch_index = batch_of(index);
  Dims a_index = with_matrix(broadcast_index(batch_index, batch_of(a.shape())), index[rank - 2], 0);
  const Dims b_batch = broadcast_index(batch_index, batch_of(b.shape()));
  return explain_dot(
      a.size(-1),
      [&](Index k) {
        a_index[a_index.rank() - 1] = k;
        return Operand{0, a_index, a.at(a_index)};
      },
      [&](Index k) {
        const Dims own = Transposed ? with_matrix(b_batch, index[rank - 1], k)
                                    : with_matrix(b_batch, k, index[rank - 1]);
        return Operand{1, own, b.at(own)};
      },
      std::nullopt);
}

Index dot_roundings(InputLayouts inputs) { return inputs[0]->shape.back() + 1; }

template <Layout (*layout)(InputLayouts, const Attributes&)>
double product_multiply_adds(InputLayouts inputs) {
  double products = static_cast<double>(inputs[0]->shape.back());
  for (const Index size : layout(inputs, {}).shape) products *= static_cast<double>(size);
  return products;
}

Layout linear_layout(InputLayouts inputs, const Attributes&) {
  const Layout& x = *inputs[0];
  const Layout& w = *inputs[1];
  if (x.rank() < 1) fail(ErrorCode::rank, "input", {x.shape}, {"at least 1 axis"});
  if (w.rank() != 2) fail(ErrorCode::rank, "weight", {w.shape}, {"2 axes: [in, out]"});
  if (w.shape[0] != x.shape.back()) {
    fail(ErrorCode::shape, "weight", {w.shape},
         {"(", x.shape.back(), ", out): as many rows as input is wide"});
  }
  if (inputs.size() > 2 && (inputs[2]->rank() != 1 || inputs[2]->shape[0] != w.shape[1])) {
    fail(ErrorCode::shape, "bias", {inputs[2]->shape},
         {"(", w.shape[1], "): one bias for each column of weight"});
  }
  Dims shape = x.shape;
  shape[shape.rank() - 1] = w.shape[1];
  return contiguous_layout(shape);
}

/// The leading axes are merged, so that all rows of x are one matrix.
void linear_product(Inputs inputs, Tensor& out, Gemm product) {
  if (out.count() == 0) return;
  const Tensor x = inputs[0]->contiguous();
  const Tensor& w = *inputs[1];
  const Tensor bias = inputs.size() > 2 ? inputs[2]->contiguous() : Tensor();
  const Index k = x.size(-1);
  const Index n = w.size(1);
  product({out.count() / n, n, k}, {x.data(), k, 1}, {w.data(), w.stride(0), w.stride(1)},
          bias ? bias.data() : nullptr, out.mutable_data(), n);
}

void linear_run(Inputs inputs, const Attributes&, Tensor& out) {
  const Tensor bias = inputs.size() > 2 ? inputs[2]->contiguous() : Tensor();
  if (multiplied_packed(*inputs[0], *inputs[1], bias ? bias.data() : nullptr, out)) return;
  linear_product(inputs, out, gemm);
}

void linear_reference(Inputs inputs, const Attributes&, Tensor& out) {
  linear_product(inputs, out, gemm_reference);
}

Explanation linear_explain(Inputs inputs, const Attributes&, const Dims& index) {
  const Tensor& x = *inputs[0];
  const Tensor& w = *inputs[1];
  const Index column = index.back();
  Dims x_index = index;
  std::optional<Operand> bias;
  if (inputs.size() > 2) bias = Operand{2, Dims{column}, inputs[2]->at(Dims{column})};
  return explain_dot(
      x.size(-1),
      [&](Index k) {
        x_index[x_index.rank() - 1] = k;
        return Operand{0, x_index, x.at(x_index)};
      },
      [&](Index k) {
        return Operand{1, Dims{k, column}, w.at(Dims{k, column})};
      },
      bias);
}

// ---- gradients ----

/// What is multiplied by a matrix that all rows share: its rows are one matrix.
bool shares_right(const Gradient& gradient) {
  return gradient.layout(gradient.input(1)).rank() == 2 &&
         gradient.layout(gradient.input(0)).rank() > 2;
}

/// C = A B: dA = dC Bᵀ, dB = Aᵀ dC.
void matmul_gradient(Gradient& gradient) {
  const GradientValue a = gradient.input(0);
  const GradientValue upstream = gradient.upstream();
  gradient.give_product(0, matmul_transposed, upstream, gradient.input(1));
  if (!shares_right(gradient))
    gradient.give_product(1, transposed_matmul, a, upstream);
  else if (gradient.wants(1))
    gradient.give(1, rows_matmul, {a, upstream});
}

/// C = A Bᵀ: dA = dC B, dB = dCᵀ A.
void matmul_transposed_gradient(Gradient& gradient) {
  const GradientValue a = gradient.input(0);
  const GradientValue upstream = gradient.upstream();
  gradient.give_product(0, matmul, upstream, gradient.input(1));
  if (!shares_right(gradient))
    gradient.give_product(1, transposed_matmul, upstream, a);
  else if (gradient.wants(1))
    gradient.give(1, rows_matmul, {upstream, a});
}

/// Y = X W + b: dX = dY Wᵀ, dW = Xᵀ dY, db = Σ dY.
void linear_gradient(Gradient& gradient) {
  const GradientValue x = gradient.input(0);
  const GradientValue w = gradient.input(1);
  GradientValue upstream = gradient.upstream();
  // Both products read its rows: once copied, not twice.
  if (!gradient.layout(upstream).is_contiguous())
    upstream = gradient.aid(aids::copied, contiguous, {upstream});
  if (gradient.wants(0)) {
    if (gradient.layout(x).rank() > 1)
      gradient.give(0, matmul_transposed, {upstream, w});
    else
      gradient.give(0, linear,
                    {upstream, gradient.aid(aids::transposed, transpose, {w}, Swapped{})});
  }
  if (gradient.wants(1)) gradient.give(1, rows_matmul, {x, upstream});
  if (gradient.inputs() > 2) gradient.give_broadcast(2, upstream);
}

}  // namespace

const Operation matmul = {
    .name = "matmul",
    .arity = 2,
    .texts = {R"({0}\, {1})", "{0} @ {1}", "{0} @ {1}"},
    .layout = matmul_layout<false>,
    .run = matmul_run<false>,
    .reference = tested<matmul_reference<false>>,
    .explain = matmul_explain<false>,
    .roundings = dot_roundings,
    .gradient = matmul_gradient,
    .packs = 1,
    .multiply_adds = product_multiply_adds<matmul_layout<false>>,
};

const Operation matmul_transposed = {
    .name = "matmul_transposed",
    .arity = 2,
    .texts = {R"({0}\, {1}^{\top})", "{0} @ {1}.transpose(-2, -1)", "{0} @ {1}.swapaxes(-2, -1)"},
    .layout = matmul_layout<true>,
    .run = matmul_run<true>,
    .reference = tested<matmul_reference<true>>,
    .explain = matmul_explain<true>,
    .roundings = dot_roundings,
    .gradient = matmul_transposed_gradient,
    .packs = 1,
    .packs_transposed = true,
    .multiply_adds = product_multiply_adds<matmul_layout<true>>,
};

const Operation linear = {
    .name = "linear",
    .arity = {2, 3},
    .texts = {R"({0}\, {1}{?2: + {2}})", "{0} @ {1}{?2: + {2}}", "{0} @ {1}{?2: + {2}}"},
    .layout = linear_layout,
    .run = linear_run,
    .reference = tested<linear_reference>,
    .explain = linear_explain,
    .roundings = dot_roundings,
    .gradient = linear_gradient,
    .packs = 1,
    .multiply_adds = product_multiply_adds<linear_layout>,
};

}  // namespace ap::ops
