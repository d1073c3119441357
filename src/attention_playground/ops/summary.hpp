#pragma once

// Figures about a whole tensor that a page shows beside its cells: the ends of a colour scale, the
// bars of a histogram, a cell's rank. They are no operations, so no step records them.

#include <vector>

#include "attention_playground/tensor/tensor.hpp"

namespace ap {

/// The smallest and the largest finite number, and the largest distance of one from 0. `low` is ∞
/// and `high` −∞ if there is none.
struct Extent {
  double low;
  double high;
  double reach;
};

/// The extent of the numbers of `x` and those from `low` to `high`, so that several tensors can
/// have a common one.
Extent extent(const Tensor& x, double low, double high);

/// How many numbers lie in each of some equal parts of an axis from −reach to reach, as torch.histc
/// counts them: the end of the axis belongs to the last part.
struct Histogram {
  std::vector<double> counts;
  double reach;
  double largest;  // of the counts
  double outside;  // how many lie beyond both ends, or are NaN

  /// Where a part begins; at counts.size(), the end of the axis.
  double edge(std::size_t part) const {
    return 2 * reach * static_cast<double>(part) / static_cast<double>(counts.size()) - reach;
  }
};

/// Throws Error(range) naming `bins` unless there is one, and `reach` unless it is positive and
/// finite.
Histogram histogram(const Tensor& x, Index bins, double reach);

/// The sum, mean and squared distances from the mean of n ≥ 1 numbers, in double precision; the
/// variance is of all numbers, not of a sample.
struct Statistics {
  double sum;
  double mean;
  double sum_of_squares;
  double variance;
};

Statistics statistics(const float* x, Index n);

/// What a page shows beside each row along the last axis, in double precision: its sum, mean and
/// standard deviation (of all numbers, not of a sample), as layer normalisation takes them.
struct RowSummary {
  std::vector<double> sums;
  std::vector<double> means;
  std::vector<double> deviations;
};

RowSummary row_summary(const Tensor& x);

/// The rank of a cell among those that differ from it only along `axes`, a set of bits: 1 if none
/// of them is larger.
Index rank_among(const Tensor& x, const Dims& index, unsigned axes);

}  // namespace ap
