#pragma once

#include <limits>
#include <string>
#include <vector>

#include "attention_playground/tensor/tensor.hpp"

namespace ap::test {

inline constexpr float infinity = std::numeric_limits<float>::infinity();
inline constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

/// Lengths of rows around one, several and many groups of four lanes.
inline constexpr Index lengths[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 31, 32, 33, 64};
/// And around the four chains of four lanes in reduce_row.
inline constexpr Index chain_lengths[] = {1,  2,  3,  4,  5,  6,  7,  8,  9,  12, 13, 15,
                                          16, 17, 19, 20, 21, 28, 31, 32, 33, 48, 49, 100};

/// Row-major values as a Tensor.
Tensor tensor(const Dims& shape, const std::vector<float>& values);

/// 0, 1, 2, …
Tensor counting(const Dims& shape);

/// Uniform in ±limit, the same for the same name on every platform.
Tensor random_tensor(const Dims& shape, const std::string& name, float limit = 1);

/// Ones, except for `bad` in the last cell.
Tensor with_last(const Dims& shape, float bad);

/// Elements in row-major order.
std::vector<float> values_of(const Tensor& tensor);

/// Arrangements of the same numbers in memory. All except `plain` put NaN in every place that is
/// not an element, so that a kernel which reads a neighbour gives NaN.
enum class Arrangement {
  plain,       // row-major
  offset,      // a part of wider rows that starts one element in: misaligned, with gaps
  transposed,  // the last two axes swapped in memory
  spread,      // the last axis with stride 2
};
inline constexpr Arrangement arrangements[] = {Arrangement::plain, Arrangement::offset,
                                               Arrangement::transposed, Arrangement::spread};
const char* name_of(Arrangement arrangement);

/// The same numbers in another arrangement; tensors of one axis have no `transposed`.
Tensor arranged(const Tensor& values, Arrangement arrangement);

/// Room beside the rows of a result, and what stands there before and after.
inline constexpr Index gap = 3;
inline constexpr float untouched = -77;

/// A misaligned result to write to, with guards before and after it.
class GuardedOutput {
 public:
  explicit GuardedOutput(const Dims& shape);

  Tensor& tensor() { return tensor_; }
  /// Whether nothing was written outside the tensor.
  bool intact() const;

 private:
  Tensor tensor_;
};

}  // namespace ap::test
