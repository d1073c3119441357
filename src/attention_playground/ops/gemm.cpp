// Compiled for speed.
#include "attention_playground/ops/gemm.hpp"

#include <algorithm>

#include "attention_playground/ops/gemm_tile.hpp"
#include "attention_playground/ops/scratch.hpp"
#include "attention_playground/tensor/small.hpp"

namespace ap {

namespace {

using simd::float4;
using simd::lanes;

// The inner loop reads a panel of 512 × 16 floats (32 kB) and two rows of a: about a first-level
// cache. Rows of a are taken 128 at a time, so that they stay in the second-level cache while they
// are multiplied by one panel after the other.
constexpr Index block_k = 512;
constexpr Index block_m = 128;
constexpr Index block_n = 512;  // columns of b packed at a time

/// For so many rows of a at most b is not packed: packing takes as long as multiplying some of
/// them.
constexpr Index few_rows = 8;

/// Splits K into equal parts: 768 becomes 2 · 384, not 512 and 256, whose loops would be too short
/// to pay off.
Index part_of(Index whole, Index largest) {
  const Index parts = (whole + largest - 1) / largest;
  return (whole + parts - 1) / parts;
}

/// Where a product is written, and what it is added to: the output so far, a bias, or zeros. All
/// three are read the same way, because alternatives slow the inner loop down: if several values
/// can enter it, V8 shuffles registers in every iteration.
struct Output {
  float* data;
  Index step;
  const float* start;
  Index start_row_step, start_column_step;

  Output from(Index row, Index column) const {
    return {data + row * step + column, step,
            start + row * start_row_step + column * start_column_step, start_row_step,
            start_column_step};
  }
};

Output output_of(float* data, Index step, const float* bias, bool add) {
  static constexpr float zeros[2 * panel_width] = {};
  if (add) return {data, step, data, step, 1};
  if (bias != nullptr) return {data, step, bias, 0, 1};
  return {data, step, zeros, 0, 0};
}

/// m rows of a times one panel, or its first columns.
template <int Vectors, typename Step>
inline void run_panel(Index m, Index k, const float* a, Index a_step, const float* b, Step b_step,
                      Output out) {
  Index r = 0;
  for (; r + 2 <= m; r += 2) {
    Tile<2, Vectors> tile;
    tile.load(out.start + r * out.start_row_step, out.start_row_step);
    tile.multiply(k, a + r * a_step, a_step, b, b_step);
    tile.store(out.data + r * out.step, out.step);
  }
  if (r == m) return;
  Tile<1, Vectors> tile;
  tile.load(out.start + r * out.start_row_step, 0);
  tile.multiply(k, a + r * a_step, 0, b, b_step);
  tile.store(out.data + r * out.step, 0);
}

/// One row of a times pairs of packed panels. Returns the number of columns that are done.
Index run_row(Index n, Index k, const float* a, const float* b, Index panel_step,
              const Output& out) {
  constexpr Index width = 2 * panel_width;
  Index c = 0;
  for (; c + width <= n; c += width, b += 2 * panel_step) {
    const Output to = out.from(0, c);
    multiply_two_panels(k, a, b, panel_width, panel_step, to.start, 1, to.data);
  }
  return c;
}

/// All rows times the last panel, where only some columns exist: rows go through a padded copy.
template <int Vectors>
void run_tail(Index m, Index k, const float* a, Index a_step, const float* b, Index columns,
              Output out) {
  float padded[panel_width] = {};
  for (Index r = 0; r < m; ++r) {
    const Output row = out.from(r, 0);
    for (Index c = 0; c < columns; ++c) padded[c] = row.start[c * row.start_column_step];
    Tile<1, Vectors> tile;
    tile.load(padded, 0);
    tile.multiply(k, a + r * a_step, 0, b, PanelStep{});
    tile.store(padded, 0);
    std::copy_n(padded, columns, row.data);
  }
}

/// Whole panels of packed b, panel_step apart: these loops take nearly all of the time. They are in
/// one function, because V8 unrolls an inner loop more if it is nested more deeply. They work on
/// copies of the arguments, which stay in registers because storing a tile cannot change them.
void run_panels(const GemmSize& whole, const float* a, Index a_step, const float* b,
                Index panel_step, const Output& output) {
  const GemmSize size = whole;
  const Output out = output;
  for (Index r = 0; r < size.m; r += block_m) {
    const Index rows = std::min(block_m, size.m - r);
    for (Index c = 0; c < size.n; c += panel_width) {
      run_panel<4>(rows, size.k, a + r * a_step, a_step, b + c / panel_width * panel_step,
                   PanelStep{}, out.from(r, c));
    }
  }
}

/// All rows of a, which are contiguous along K, times n columns of packed b.
void run_columns(const GemmSize& size, const float* a, Index a_step, const float* b,
                 Index panel_step, const Output& out) {
  const Index whole = size.n / panel_width * panel_width;
  const Index done = size.m == 1 ? run_row(whole, size.k, a, b, panel_step, out) : 0;
  run_panels({size.m, whole - done, size.k}, a, a_step, b + done / panel_width * panel_step,
             panel_step, out.from(0, done));
  if (whole == size.n) return;
  const Index columns = size.n - whole;
  const auto run = columns > panel_width / 2 ? run_tail<4> : run_tail<2>;
  run(size.m, size.k, a, a_step, b + whole / panel_width * panel_step, columns, out.from(0, whole));
}

/// Distance between rows of a copy of a. A power of two would make them compete for the same lines
/// of a cache.
constexpr Index copy_step(Index k) { return k + panel_width; }

/// to [rows, k] = a, whatever its strides.
AP_SMALL void copy_cells(Index rows, Matrix a, Index k, float* to) {
  for (Index row = 0; row < rows; ++row)
    for (Index i = 0; i < k; ++i) to[row * copy_step(k) + i] = a.at(row, i);
}

/// The same as run_columns for any a: if its rows are not contiguous along K, blocks of them are
/// copied to `scratch`.
void run_rows(const GemmSize& size, Matrix a, const float* b, Index panel_step, float* scratch,
              const Output& out) {
  if (a.column_step == 1) return run_columns(size, a.data, a.row_step, b, panel_step, out);
  const Index step = copy_step(size.k);
  for (Index r = 0; r < size.m; r += block_m) {
    const Index rows = std::min(block_m, size.m - r);
    const Matrix own = a.from(r, 0);
    if (a.row_step == 1)
      write_transposed(size.k, rows, own.data, own.column_step, 1, scratch, step);
    else
      copy_cells(rows, own, size.k, scratch);
    run_columns({rows, size.n, size.k}, scratch, step, b, panel_step, out.from(r, 0));
  }
}

Index scratch_for_rows(Index m, Matrix a, Index part) {
  return a.column_step != 1 ? std::min(m, block_m) * copy_step(part) : 0;
}

/// out [Rows, n] += a [Rows, Depth] · Depth rows of b; n is a multiple of four.
template <int Rows, int Depth>
void add_rows(Index n, const float* a, Index a_step, const float* b, Index b_step,
              const Output& out) {
  float4 left[Rows][Depth];
  for (int r = 0; r < Rows; ++r)
    for (int i = 0; i < Depth; ++i) left[r][i] = simd::splat(a[r * a_step + i]);
  float* to = out.data;
  const Index step = out.step;
  for (const float* const end = to + n; to != end; to += lanes, b += lanes) {
    float4 sums[Rows];
    for (int r = 0; r < Rows; ++r) sums[r] = simd::load(to + r * step);
    for (int i = 0; i < Depth; ++i) {
      const float4 right = simd::load(b + i * b_step);
      for (int r = 0; r < Rows; ++r) sums[r] = simd::multiply_add(left[r][i], right, sums[r]);
    }
    for (int r = 0; r < Rows; ++r) simd::store(to + r * step, sums[r]);
  }
}

/// out [n] = start + a [depth] · depth rows of b, for any depth.
AP_SMALL void start_row(Index n, Index depth, const float* a, const Matrix& b, const Output& out) {
  for (Index c = 0; c < n; c += lanes) {
    const float* const from = out.start + c * out.start_column_step;
    float4 sum = out.start_column_step == 0 ? simd::splat(*from) : simd::load(from);
    for (Index i = 0; i < depth; ++i)
      sum = simd::multiply_add(simd::splat(a[i]), simd::load(b.from(i, c).data), sum);
    simd::store(out.data + c, sum);
  }
}

/// Few rows of a times b, whose rows are contiguous: reads b in the order in which it lies in
/// memory. Panels would be read from as many pages as b has rows.
void run_through(const GemmSize& size, const Matrix& a, const Matrix& b, const Output& out) {
  constexpr int depth = 8;
  Index i = size.k % depth;
  for (Index r = 0; r < size.m; ++r) start_row(size.n, i, a.from(r, 0).data, b, out.from(r, 0));
  for (; i < size.k; i += depth) {
    const float* const rows = b.from(i, 0).data;
    Index r = 0;
    for (; r + 2 <= size.m; r += 2) {
      // Two rows at half the depth need as many registers as one.
      for (Index half : {0, depth / 2})
        add_rows<2, depth / 2>(size.n, a.from(r, i + half).data, a.row_step,
                               rows + half * b.row_step, b.row_step, out.from(r, 0));
    }
    if (r < size.m)
      add_rows<1, depth>(size.n, a.from(r, i).data, 0, rows, b.row_step, out.from(r, 0));
  }
}

/// For few rows of a, if b's rows are contiguous, or for one row, if b's columns are: multiplies
/// without packing b. Computes whole panels and returns their number of columns.
Index gemm_direct(const GemmSize& size, const Matrix& a, const Matrix& b, const Output& output) {
  const bool by_rows = size.m <= few_rows && b.column_step == 1;
  const bool by_columns = size.m == 1 && b.row_step == 1 && size.k % lanes == 0;
  if (a.column_step != 1 || !(by_rows || by_columns)) return 0;
  const Index whole = size.n / panel_width * panel_width;
  if (by_rows) {
    run_through({size.m, whole, size.k}, a, b, output);
    return whole;
  }
  for (Index c = 0; c < whole; c += panel_width) {
    const Output out = output.from(0, c);
    multiply_columns(size.k, a.data, b.from(0, c).data, b.column_step, out.start, out.data);
  }
  return whole;
}

}  // namespace

__attribute__((noinline)) void multiply_two_panels(Index k, const float* a, const float* b,
                                                   Index b_step, Index panel_step,
                                                   const float* start, float factor, float* out) {
  constexpr int half = panel_width / lanes;
  float4 sums[2 * half];
  for (int v = 0; v < 2 * half; ++v) sums[v] = simd::load(start + v * lanes);
  const float* other = b + panel_step;
  for (; k > 0; --k, ++a, b += b_step, other += b_step) {
    const float4 left = simd::splat(*a);
    for (int v = 0; v < half; ++v)
      sums[v] = simd::multiply_add(left, simd::load(b + v * lanes), sums[v]);
    for (int v = 0; v < half; ++v)
      sums[half + v] = simd::multiply_add(left, simd::load(other + v * lanes), sums[half + v]);
  }
  for (int v = 0; v < 2 * half; ++v) simd::store(out + v * lanes, sums[v] * factor);
}

// Four columns at a time are transposed; the sums of all sixteen grow side by side, so that an
// addition need not wait for the one before it.
__attribute__((noinline)) void multiply_columns(Index k, const float* a, const float* b,
                                                Index b_step, const float* start, float* out) {
  constexpr int groups = panel_width / lanes;
  simd::float4 sums[groups];
  for (int g = 0; g < groups; ++g) sums[g] = simd::load(start + g * lanes);
  for (Index i = 0; i < k; i += lanes) {
    for (int g = 0; g < groups; ++g) {
      simd::float4 rows[lanes];
      for (int j = 0; j < lanes; ++j) rows[j] = simd::load(b + (g * lanes + j) * b_step + i);
      simd::transpose(rows[0], rows[1], rows[2], rows[3]);
      for (int j = 0; j < lanes; ++j)
        sums[g] = simd::multiply_add(simd::splat(a[i + j]), rows[j], sums[g]);
    }
  }
  for (int g = 0; g < groups; ++g) simd::store(out + g * lanes, sums[g]);
}

// Not inlined: all callers share the code.
template <int Vectors>
__attribute__((noinline)) void multiply_panel(Index m, Index k, const float* a, Index a_step,
                                              const float* b, Index b_step, const float* start,
                                              Index start_step, float* out, Index out_step) {
  run_panel<Vectors>(m, k, a, a_step, b, b_step, {out, out_step, start, start_step, 1});
}
template void multiply_panel<2>(Index, Index, const float*, Index, const float*, Index,
                                const float*, Index, float*, Index);
template void multiply_panel<4>(Index, Index, const float*, Index, const float*, Index,
                                const float*, Index, float*, Index);

AP_SMALL void gemm_reference(GemmSize size, Matrix a, Matrix b, const float* bias, float* out,
                             Index out_step) {
  for (Index r = 0; r < size.m; ++r) {
    for (Index c = 0; c < size.n; ++c) {
      float sum = 0;
      for (Index i = 0; i < size.k; ++i) sum += a.at(r, i) * b.at(i, c);
      out[r * out_step + c] = bias != nullptr ? sum + bias[c] : sum;
    }
  }
}

namespace {

/// out = a · b (+ bias), or out += a · b; K is not 0.
void multiply(GemmSize size, Matrix a, Matrix b, const float* bias, bool add, float* out,
              Index out_step) {
  // The first column that has to be packed.
  const Index first = gemm_direct(size, a, b, output_of(out, out_step, bias, add));
  const Index part = part_of(size.k, block_k);
  const Index width = whole_panels(std::min(block_n, size.n - first));
  float* const packed = scratch(width * part + scratch_for_rows(size.m, a, part));
  for (Index c = first; c < size.n; c += block_n) {
    const Index columns = std::min(block_n, size.n - c);
    for (Index k = 0; k < size.k; k += part) {
      const Index count = std::min(part, size.k - k);
      for (Index panel = 0; panel < columns; panel += panel_width) {
        pack_panel(b.from(k, c + panel), count, std::min(panel_width, columns - panel), 1,
                   packed + panel * count);
      }
      const Output to = output_of(out, out_step, bias, add || k > 0);
      run_rows({size.m, columns, count}, a.from(0, k), packed, panel_width * count,
               packed + width * part, to.from(0, c));
    }
  }
}

}  // namespace

void gemm(GemmSize size, Matrix a, Matrix b, const float* bias, float* out, Index out_step) {
  if (size.k == 0) return gemm_reference(size, a, b, bias, out, out_step);
  multiply(size, a, b, bias, false, out, out_step);
}

void gemm_add(GemmSize size, Matrix a, Matrix b, float* out, Index out_step) {
  if (size.k > 0) multiply(size, a, b, nullptr, true, out, out_step);
}

void gemm_packed(Index m, Matrix a, const PackedMatrix& b, const float* bias, float* out,
                 Index out_step) {
  if (b.k() == 0) return gemm_reference({m, b.n(), 0}, a, {}, bias, out, out_step);
  // One tile of rows reads each panel only once, so it need not stay in a cache. Between two parts
  // the sums are stored and loaded exactly, so that the parts do not affect a single bit.
  const Index part = m <= 2 ? b.k() : part_of(b.k(), block_k);
  const Index copied = scratch_for_rows(m, a, part);
  float* const rows = copied > 0 ? scratch(copied) : nullptr;
  for (Index k = 0; k < b.k(); k += part) {
    run_rows({m, b.n(), std::min(part, b.k() - k)}, a.from(0, k), b.data() + k * panel_width,
             b.k() * panel_width, rows, output_of(out, out_step, bias, k > 0));
  }
}

}  // namespace ap
