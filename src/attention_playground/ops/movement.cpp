#include "attention_playground/ops/movement.hpp"

#include <cstring>

#include "attention_playground/ops/elementwise.hpp"
#include "attention_playground/ops/gradient.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap::ops {

namespace {

Explanation copied_from(Inputs inputs, int input, const Dims& index) {
  const float value = inputs[static_cast<std::size_t>(input)]->at(index);
  return {value, 0, CopyRule{{input, index, value}}};
}

Layout view_op_layout(InputLayouts inputs, const Attributes& attributes) {
  return view_layout(*inputs[0], as<ToShape>(attributes).shape);
}

Explanation view_explain(Inputs inputs, const Attributes& attributes, const Dims& index) {
  const Dims& shape = as<ToShape>(attributes).shape;
  return copied_from(inputs, 0, index_at(position_of(index, shape), inputs[0]->shape()));
}

Layout transpose_op_layout(InputLayouts inputs, const Attributes& attributes) {
  const int rank = inputs[0]->rank();
  const auto& [axis, other_axis] = as<Swapped>(attributes);
  return transpose_layout(*inputs[0], checked_axis(axis, rank, "axis"),
                          checked_axis(other_axis, rank, "axis"));
}

Explanation transpose_explain(Inputs inputs, const Attributes& attributes, const Dims& index) {
  Dims source = index;
  const auto& [axis, other_axis] = as<Swapped>(attributes);
  const int first = checked_axis(axis, index.rank(), "axis");
  const int second = checked_axis(other_axis, index.rank(), "axis");
  source[first] = index[second];
  source[second] = index[first];
  return copied_from(inputs, 0, source);
}

Layout split_layout(InputLayouts inputs, const Attributes& attributes) {
  const auto& [axis, start, length] = as<Window>(attributes);
  return narrow_layout(*inputs[0], checked_axis(axis, inputs[0]->rank(), "axis"), start, length);
}

Explanation split_explain(Inputs inputs, const Attributes& attributes, const Dims& index) {
  Dims source = index;
  const auto& window = as<Window>(attributes);
  source[checked_axis(window.axis, index.rank(), "axis")] += window.start;
  return copied_from(inputs, 0, source);
}

Layout alias_layout(InputLayouts inputs, const Attributes&) { return *inputs[0]; }

Explanation same_cell(Inputs inputs, const Attributes&, const Dims& index) {
  return copied_from(inputs, 0, index);
}

Layout contiguous_op_layout(InputLayouts inputs, const Attributes&) {
  return contiguous_layout(inputs[0]->shape);
}

void contiguous_reference(Inputs inputs, const Attributes&, Tensor& out) {
  for_each_cell(out, [&](const Dims& index) { return inputs[0]->at(index); });
}

void contiguous_run(Inputs inputs, const Attributes&, Tensor& out) {
  inputs[0]->copy_to({out.mutable_data(), static_cast<std::size_t>(out.count())});
}

Layout concat_layout(InputLayouts inputs, const Attributes& attributes) {
  Dims shape = inputs[0]->shape;
  const int axis = checked_axis(as<Along>(attributes).axis, shape.rank(), "axis");
  Count length = 0;
  for (const Layout* input : inputs) {
    Dims rest = input->shape;
    if (rest.rank() == shape.rank()) {
      length = length + rest[axis];
      rest[axis] = shape[axis];
    }
    if (rest != shape) {
      fail(ErrorCode::shape, "tensors", {input->shape}, {shape, " except along axis ", axis});
    }
  }
  shape[axis] = length.value();
  return contiguous_layout(shape);
}

void concat_reference(Inputs inputs, const Attributes& attributes, Tensor& out) {
  const int axis = checked_axis(as<Along>(attributes).axis, out.rank(), "axis");
  Index start = 0;
  for (const Tensor* input : inputs) {
    Dims index = first_index(input->rank());
    if (input->count() == 0) continue;
    do {
      Dims to = index;
      to[axis] += start;
      out.set(to, input->at(index));
    } while (next_index(index, input->shape()));
    start += input->shape()[axis];
  }
}

Index elements_from(const Dims& shape, int axis) {
  Index count = 1;
  for (; axis < shape.rank(); ++axis) count *= shape[axis];
  return count;
}

// For each index of the axes before `axis`, an input's elements are one contiguous piece, in the
// result too.
void concat_run(Inputs inputs, const Attributes& attributes, Tensor& out) {
  const int axis = checked_axis(as<Along>(attributes).axis, out.rank(), "axis");
  if (out.count() == 0) return;
  Dims pieces = out.shape();
  for (int i = axis; i < pieces.rank(); ++i) pieces[i] = 1;
  Index start = 0;
  for (const Tensor* input : inputs) {
    // In `append`, the first input is already in place.
    if (input->count() > 0 && input->data() != out.data() + start * out.stride(axis)) {
      const Tensor rows = input->contiguous();
      const Index piece = elements_from(rows.shape(), axis);
      const float* from = rows.data();
      float* const to = out.storage()->mutable_data() + start * out.stride(axis);
      Dims index = first_index(out.rank());
      do {
        std::memcpy(to + out.layout().offset_of(index), from,
                    static_cast<std::size_t>(piece) * sizeof(float));
        from += piece;
      } while (next_index(index, pieces));
    }
    start += input->size(axis);
  }
}

Layout append_layout(InputLayouts inputs, const Attributes& attributes) {
  const Layout joined = concat_layout(inputs, attributes);
  const int axis = checked_axis(as<Along>(attributes).axis, joined.rank(), "axis");
  const Layout& first = *inputs[0];
  const bool has_room =
      axis > 0 && first.strides[axis - 1] >= joined.shape[axis] * first.strides[axis];
  return has_room ? Layout{joined.shape, first.strides, first.offset} : joined;
}

Explanation concat_explain(Inputs inputs, const Attributes& attributes, const Dims& index) {
  const int axis = checked_axis(as<Along>(attributes).axis, index.rank(), "axis");
  Dims source = index;
  int input = 0;
  while (source[axis] >= inputs[static_cast<std::size_t>(input)]->shape()[axis])
    source[axis] -= inputs[static_cast<std::size_t>(input++)]->shape()[axis];
  return copied_from(inputs, input, source);
}

// ---- gradients ----

void view_gradient(Gradient& gradient) {
  const Dims shape = gradient.shape(gradient.input(0));
  GradientValue upstream = gradient.upstream();
  if (!is_viewable(gradient.layout(upstream), shape))
    upstream = gradient.aid(aids::copied, contiguous, {upstream});
  gradient.give(0, view, {upstream}, ToShape{shape});
}

void transpose_gradient(Gradient& gradient) {
  gradient.give(0, transpose, {gradient.upstream()}, gradient.attributes());
}

void split_gradient(Gradient& gradient) { gradient.give_part(as<Window>(gradient.attributes())); }

void contiguous_gradient(Gradient& gradient) { gradient.give(0, alias, {gradient.upstream()}); }

/// Each input gets its part back.
void concat_gradient(Gradient& gradient) {
  const auto axis = as<Along>(gradient.attributes()).axis;
  const int place = checked_axis(axis, gradient.layout(gradient.upstream()).rank(), "axis");
  Index start = 0;
  for (int input = 0; input < gradient.inputs(); ++input) {
    const Index length = gradient.shape(gradient.input(input))[place];
    if (gradient.wants(input))
      gradient.give(input, split, {gradient.upstream()}, Window{axis, start, length});
    start += length;
  }
}

}  // namespace

const Operation view = {
    .name = "view",
    .texts = {R"(\mathrm{view}({0!}))", "{0}.view({shape})", "{0}.reshape({shape})"},
    .layout = view_op_layout,
    .explain = view_explain,
    .roundings = no_rounding,
    .gradient = view_gradient,
    .only_adds = true,
    .aliases = true,
};

const Operation transpose = {
    .name = "transpose",
    .texts = {"{out}[{cell}] = {0}[{source}]", "{0}.transpose({axis}, {other_axis})",
              "{0}.swapaxes({axis}, {other_axis})"},
    .layout = transpose_op_layout,
    .explain = transpose_explain,
    .roundings = no_rounding,
    .gradient = transpose_gradient,
    .only_adds = true,
    .aliases = true,
};

const Operation split = {
    .name = "split",
    .texts = {"{0}[{window}]", "{0}[{window}]", "{0}[{window}]"},
    .layout = split_layout,
    .explain = split_explain,
    .roundings = no_rounding,
    .gradient = split_gradient,
    .only_adds = true,
    .aliases = true,
};

const Operation alias = {
    .name = "alias",
    .texts = {"{0!}", "{0}", "{0}"},
    .layout = alias_layout,
    .explain = same_cell,
    .roundings = no_rounding,
    .stops = Stop::gradient,
    .only_adds = true,
    .aliases = true,
};

const Operation contiguous = {
    .name = "contiguous",
    .texts = {"{out}[{cell}] = {0}[{cell}]", "{0}.contiguous()", "np.ascontiguousarray({0})"},
    .layout = contiguous_op_layout,
    .run = contiguous_run,
    .reference = tested<contiguous_reference>,
    .explain = same_cell,
    .roundings = no_rounding,
    .gradient = contiguous_gradient,
    .only_adds = true,
};

constexpr Texts joining = {R"([{*:;\; }])", "torch.cat(({*:, }), dim={axis})",
                           "np.concatenate(({*:, }), axis={axis})"};

const Operation concat = {
    .name = "concat",
    .arity = {1, many},
    .texts = joining,
    .layout = concat_layout,
    .run = concat_run,
    .reference = tested<concat_reference>,
    .explain = concat_explain,
    .roundings = no_rounding,
    .gradient = concat_gradient,
    .only_adds = true,
};

const Operation append = {
    .name = "append",
    .arity = 2,
    .texts = joining,
    .layout = append_layout,
    .run = concat_run,
    .reference = tested<concat_reference>,
    .explain = concat_explain,
    .roundings = no_rounding,
    .gradient = concat_gradient,
    .appends = true,
};

}  // namespace ap::ops
