#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <string>

namespace ap {

/// Signed, and as wide as a pointer: 32 bits in wasm, so products of sizes are checked
/// (element_count).
using Index = std::ptrdiff_t;
/// A number that is known not to be negative, as the standard library counts.
constexpr std::size_t as_size(Index number) { return static_cast<std::size_t>(number); }

/// The most axes that a tensor may have.
inline constexpr int max_rank = 6;

/// A shape, strides or an index: up to six numbers, kept inline so that a re-run allocates nothing.
class Dims {
 public:
  constexpr Dims() = default;
  constexpr Dims(std::initializer_list<Index> values) {
    for (Index value : values) push_back(value);
  }

  constexpr int rank() const { return rank_; }
  constexpr Index operator[](int axis) const { return values_[static_cast<std::size_t>(axis)]; }
  constexpr Index& operator[](int axis) { return values_[static_cast<std::size_t>(axis)]; }
  constexpr Index back() const { return (*this)[rank_ - 1]; }
  constexpr const Index* begin() const { return values_.data(); }
  constexpr const Index* end() const { return values_.data() + rank_; }

  /// Throws Error(rank) beyond six axes.
  constexpr void push_back(Index value) {
    if (rank_ == max_rank) too_many_axes();
    values_[static_cast<std::size_t>(rank_++)] = value;
  }

  /// Unused places stay zero, so whole arrays may be compared.
  constexpr bool operator==(const Dims&) const = default;

 private:
  [[noreturn]] static void too_many_axes();

  std::array<Index, max_rank> values_{};
  int rank_ = 0;
};

/// "(2, 6, 64)"
std::string to_text(const Dims& dims);

/// Product of the sizes. Throws Error(overflow) if memory could never hold so many elements, and
/// Error(shape) for a negative size.
Index element_count(const Dims& shape, const char* argument = "shape");

/// Where the elements of a tensor lie in its storage. All values count elements and are the same as
/// PyTorch's.
struct Layout {
  Dims shape;
  Dims strides;
  Index offset = 0;

  int rank() const { return shape.rank(); }
  /// Position of a cell in the storage; the index is not checked.
  Index offset_of(const Dims& index) const;
  /// Whether every element lies in a storage of `storage_count` elements; for an empty shape,
  /// whether the offset does.
  bool is_inside(Index storage_count) const;
  bool is_contiguous() const;  // row-major without gaps; strides of size-1 axes do not matter
  bool operator==(const Layout&) const = default;
};

/// Row-major without gaps, from offset 0. Throws Error(shape) for a negative size. The number of
/// elements is checked only when they are allocated: a step that is never computed may have any
/// number.
Layout contiguous_layout(const Dims& shape);

/// The same elements in the same memory with another shape, in exactly those cases that PyTorch's
/// `view` allows. Throws Error(view) in the others (for example after `transpose`) and Error(size)
/// if the counts differ, both naming `shape`.
Layout view_layout(const Layout& layout, const Dims& shape);

/// Whether view_layout() allows this shape.
bool is_viewable(const Layout& layout, const Dims& shape);

/// Swaps two axes, each from 0 to below the rank, by swapping their sizes and strides.
Layout transpose_layout(const Layout& layout, int first, int second);

/// `length` elements of one axis from `start`. Throws Error(range) naming `start` if the axis is
/// too short.
Layout narrow_layout(const Layout& layout, int axis, Index start, Index length);

/// Repeats axes of size 1 (with stride 0) and adds leading axes up to `shape`, as NumPy does.
/// Throws Error(shape) naming `argument`.
Layout broadcast_layout(const Layout& layout, const Dims& shape, const char* argument);

/// The shape that both broadcast to; throws Error(shape) naming `argument`.
Dims broadcast_shapes(const Dims& a, const Dims& b, const char* argument);

/// Index of the cell of a tensor of `shape` that a broadcast reads for `index`.
Dims broadcast_index(const Dims& index, const Dims& shape);

/// The index at a row-major position, and the position of an index; the arguments are not checked.
Dims index_at(Index position, const Dims& shape);
Index position_of(const Dims& index, const Dims& shape);

/// All zeros, the start for next_index().
Dims first_index(int rank);

/// Moves on to the next index in row-major order; false after the last.
bool next_index(Dims& index, const Dims& shape);

/// Turns −1 into the last axis. Throws Error(range) naming `argument` outside −rank … rank − 1.
int checked_axis(Index axis, int rank, const char* argument);

}  // namespace ap
