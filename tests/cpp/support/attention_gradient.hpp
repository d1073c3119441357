#pragma once

#include <string>
#include <vector>

#include "attention_playground/attention/fused_backward.hpp"

namespace ap::test {

/// A matrix in double precision, and for each cell the magnitude of what was added up for it.
struct Cells {
  Index rows, columns;
  std::vector<double> values = std::vector<double>(static_cast<std::size_t>(rows * columns));
  std::vector<double> magnitudes = values;

  double& value(Index row, Index column) { return values[at(row, column)]; }
  double& magnitude(Index row, Index column) { return magnitudes[at(row, column)]; }
  std::size_t at(Index row, Index column) const {
    return static_cast<std::size_t>(row * columns + column);
  }
  void add(Index row, Index column, double part, double size) {
    value(row, column) += part;
    magnitude(row, column) += size;
  }
};

/// The gradients of a head's operands by their definition, and how much of its magnitude a cell of
/// a computation with floats may be off by.
struct AttentionGradient {
  Cells d_query, d_key, d_value;
  double allowed;
};

AttentionGradient attention_gradient(const AttentionHead& head, Rows d_output);

/// Describes the first cell that is off by more than `allowed` of its magnitude; "" if there is
/// none.
std::string first_difference(RowsToWrite actual, const Cells& expected, double allowed);

}  // namespace ap::test
