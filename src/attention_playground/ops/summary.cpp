#include "attention_playground/ops/summary.hpp"

#include <algorithm>
#include <cmath>

#include "attention_playground/tensor/error.hpp"

namespace ap {

Extent extent(const Tensor& x, double low, double high) {
  const Tensor all = x.contiguous();
  for (Index i = 0; i < all.count(); ++i) {
    const auto value = static_cast<double>(all.data()[i]);
    if (!std::isfinite(value)) continue;
    low = std::min(low, value);
    high = std::max(high, value);
  }
  return {low, high, std::max(std::fabs(low), std::fabs(high))};
}

Histogram histogram(const Tensor& x, Index bins, double reach) {
  require(bins >= 1, ErrorCode::range, "bins", {bins}, {"1 or more"});
  require(std::isfinite(reach) && reach > 0, ErrorCode::range, "reach", {reach},
          {"a finite number above 0"});
  const Tensor all = x.contiguous();
  Histogram found{std::vector<double>(static_cast<std::size_t>(bins)), reach, 0, 0};
  for (Index i = 0; i < all.count(); ++i) {
    const auto value = static_cast<double>(all.data()[i]);
    if (!(std::fabs(value) <= reach)) {
      ++found.outside;
      continue;
    }
    const auto at = static_cast<Index>((value + reach) / (2 * reach) * bins);
    double& count = found.counts[static_cast<std::size_t>(std::min(at, bins - 1))];
    found.largest = std::max(found.largest, ++count);
  }
  return found;
}

Statistics statistics(const float* x, Index n) {
  double sum = 0;
  for (Index i = 0; i < n; ++i) sum += static_cast<double>(x[i]);
  const double mean = sum / static_cast<double>(n);
  double squares = 0;
  for (Index i = 0; i < n; ++i) {
    const double off = static_cast<double>(x[i]) - mean;
    squares += off * off;
  }
  return {sum, mean, squares, squares / static_cast<double>(n)};
}

RowSummary row_summary(const Tensor& x) {
  const Tensor all = x.contiguous();
  const Index width = x.rank() == 0 ? 1 : x.size(x.rank() - 1);
  RowSummary found;
  for (Index start = 0; start < all.count(); start += width) {
    const Statistics row = statistics(all.data() + start, width);
    found.sums.push_back(row.sum);
    found.means.push_back(row.mean);
    found.deviations.push_back(std::sqrt(row.variance));
  }
  return found;
}

Index rank_among(const Tensor& x, const Dims& index, unsigned axes) {
  const float own = x.at(index);
  Index rank = 1;
  for (Index i = 0; i < x.count(); ++i) {
    const Dims other = index_at(i, x.shape());
    bool beside = true;
    for (int axis = 0; axis < x.rank(); ++axis)
      beside &= other[axis] == index[axis] || (axes >> axis & 1U) != 0;
    rank += beside && x.at(other) > own ? 1 : 0;
  }
  return rank;
}

}  // namespace ap
