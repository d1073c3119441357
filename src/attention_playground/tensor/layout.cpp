#include "attention_playground/tensor/layout.hpp"

#include <algorithm>
#include <optional>

#include "attention_playground/tensor/count.hpp"
#include "attention_playground/tensor/error.hpp"

namespace ap {

void Dims::too_many_axes() {
  fail(ErrorCode::rank, "shape", {"more than 6 axes"}, {"at most 6 axes"});
}

std::string to_text(const Dims& dims) {
  std::string text = "(";
  for (int axis = 0; axis < dims.rank(); ++axis) {
    if (axis > 0) text += ", ";
    text += std::to_string(dims[axis]);
  }
  return text + ")";
}

Index element_count(const Dims& shape, const char* argument) {
  Count count = 1;
  bool empty = false;
  for (Index size : shape) {
    if (size < 0) fail(ErrorCode::shape, argument, {shape}, {"sizes of 0 or more"});
    empty = empty || size == 0;
    // An axis of size 0 counts as 1, as it does in the strides, which must not overflow either.
    count = count * std::max<Index>(size, 1);
  }
  if (!count.fits()) fail(ErrorCode::overflow, argument, {shape}, {"at most 2^29 − 1 elements"});
  return empty ? 0 : count.value();
}

Index Layout::offset_of(const Dims& index) const {
  Index position = offset;
  for (int axis = 0; axis < rank(); ++axis) position += index[axis] * strides[axis];
  return position;
}

bool Layout::is_inside(Index storage_count) const {
  const auto negative = [](Index size) { return size < 0; };
  if (std::any_of(shape.begin(), shape.end(), negative)) return false;
  if (offset < 0 || offset > storage_count || shape.rank() != strides.rank()) return false;
  Index left = storage_count - 1 - offset;  // elements after the first one
  bool fits = left >= 0;
  for (int axis = 0; axis < rank(); ++axis) {
    if (shape[axis] == 0) return true;
    if (shape[axis] == 1) continue;
    const bool reaches = strides[axis] >= 0 && fits &&
                         (strides[axis] == 0 || shape[axis] - 1 <= left / strides[axis]);
    if (reaches) left -= (shape[axis] - 1) * strides[axis];
    fits = reaches;
  }
  return fits;
}

bool Layout::is_contiguous() const {
  if (std::find(shape.begin(), shape.end(), 0) != shape.end()) return true;
  Index expected = 1;
  for (int axis = rank() - 1; axis >= 0; --axis) {
    if (shape[axis] == 1) continue;
    // Returning here also avoids overflow: a broadcast shape may have more elements than an Index
    // can count.
    if (strides[axis] != expected) return false;
    expected *= shape[axis];
  }
  return true;
}

Layout contiguous_layout(const Dims& shape) {
  Layout layout{shape, shape, 0};
  Count stride = 1;
  for (int axis = shape.rank() - 1; axis >= 0; --axis) {
    require(shape[axis] >= 0, ErrorCode::shape, "shape", {shape}, {"sizes of 0 or more"});
    layout.strides[axis] = stride.value();
    stride = stride * std::max<Index>(shape[axis], 1);
  }
  return layout;
}

// Groups the old axes, from the last to the first, into runs without gaps in memory. The new axes
// must divide each run evenly: exactly then no element has to move.
namespace {

/// The strides of `layout` seen with another shape of as many elements; none if memory is not
/// traversed so.
std::optional<Layout> viewed(const Layout& layout, const Dims& shape) {
  Layout view = contiguous_layout(shape);
  view.offset = layout.offset;
  int fresh = shape.rank() - 1;
  int old = layout.rank() - 1;
  while (old >= 0) {
    const Index step = layout.strides[old];
    Index run = layout.shape[old];
    while (old > 0 && (layout.shape[old - 1] == 1 || layout.strides[old - 1] == run * step)) {
      run *= layout.shape[--old];
    }
    --old;
    Index filled = 1;
    for (; fresh >= 0 && (filled < run || shape[fresh] == 1); --fresh) {
      view.strides[fresh] = filled * step;
      filled *= shape[fresh];
    }
    if (filled != run) return std::nullopt;
  }
  return view;
}

}  // namespace

Layout view_layout(const Layout& layout, const Dims& shape) {
  const Index count = element_count(layout.shape);
  if (element_count(shape) != count)
    fail(ErrorCode::size, "shape", {element_count(shape), " elements"}, {count, " elements"});
  if (count == 0 && layout.shape == shape) return layout;
  if (count == 0) {
    Layout view = contiguous_layout(shape);
    view.offset = layout.offset;
    return view;
  }
  const std::optional<Layout> view = viewed(layout, shape);
  if (!view) {
    fail(ErrorCode::view, "shape", {"strides ", layout.strides, " do not allow ", shape},
         {"a contiguous tensor: call contiguous() first"});
  }
  return *view;
}

bool is_viewable(const Layout& layout, const Dims& shape) {
  const Index count = element_count(layout.shape);
  return element_count(shape) == count && (count == 0 || viewed(layout, shape));
}

Layout transpose_layout(const Layout& layout, int first, int second) {
  Layout result = layout;
  result.shape[first] = layout.shape[second];
  result.shape[second] = layout.shape[first];
  result.strides[first] = layout.strides[second];
  result.strides[second] = layout.strides[first];
  return result;
}

Layout narrow_layout(const Layout& layout, int axis, Index start, Index length) {
  if (start < 0 || length < 0 || start > layout.shape[axis] - length) {
    fail(ErrorCode::range, "start", {start, " + ", length}, {"at most ", layout.shape[axis]});
  }
  Layout result = layout;
  result.offset += start * layout.strides[axis];
  result.shape[axis] = length;
  return result;
}

Layout broadcast_layout(const Layout& layout, const Dims& shape, const char* argument) {
  const int added = shape.rank() - layout.rank();
  Layout result{shape, shape, layout.offset};
  for (int axis = 0; axis < shape.rank(); ++axis) {
    const int own = axis - added;
    const Index size = own < 0 ? 1 : layout.shape[own];
    if (added < 0 || (size != shape[axis] && size != 1)) {
      fail(ErrorCode::shape, argument, {layout.shape}, {"a shape that broadcasts to ", shape});
    }
    result.strides[axis] = size == 1 ? 0 : layout.strides[own];
  }
  if (added < 0)
    fail(ErrorCode::shape, argument, {layout.shape}, {"a shape that broadcasts to ", shape});
  return result;
}

Dims broadcast_shapes(const Dims& a, const Dims& b, const char* argument) {
  const Dims& longer = a.rank() >= b.rank() ? a : b;
  const Dims& shorter = a.rank() >= b.rank() ? b : a;
  const int added = longer.rank() - shorter.rank();
  Dims result = longer;
  for (int axis = added; axis < longer.rank(); ++axis) {
    const Index one = longer[axis];
    const Index other = shorter[axis - added];
    if (one != other && one != 1 && other != 1)
      fail(ErrorCode::shape, argument, {b}, {"a shape that broadcasts with ", a});
    result[axis] = one == 1 ? other : one;
  }
  return result;
}

Dims broadcast_index(const Dims& index, const Dims& shape) {
  Dims result = shape;
  const int added = index.rank() - shape.rank();
  for (int axis = 0; axis < shape.rank(); ++axis)
    result[axis] = shape[axis] == 1 ? 0 : index[axis + added];
  return result;
}

Dims index_at(Index position, const Dims& shape) {
  Dims index = shape;
  for (int axis = shape.rank() - 1; axis >= 0; --axis) {
    index[axis] = position % shape[axis];
    position /= shape[axis];
  }
  return index;
}

Index position_of(const Dims& index, const Dims& shape) {
  Index position = 0;
  for (int axis = 0; axis < shape.rank(); ++axis) position = position * shape[axis] + index[axis];
  return position;
}

Dims first_index(int rank) {
  Dims index;
  for (int axis = 0; axis < rank; ++axis) index.push_back(0);
  return index;
}

bool next_index(Dims& index, const Dims& shape) {
  for (int axis = shape.rank() - 1; axis >= 0; --axis) {
    if (++index[axis] < shape[axis]) return true;
    index[axis] = 0;
  }
  return false;
}

int checked_axis(Index axis, int rank, const char* argument) {
  if (axis < -rank || axis >= rank) {
    fail(ErrorCode::range, argument, {axis}, {"an axis from ", -rank, " to ", rank - 1});
  }
  return static_cast<int>(axis < 0 ? axis + rank : axis);
}

}  // namespace ap
