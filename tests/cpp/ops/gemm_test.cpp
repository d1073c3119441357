#include "ops/gemm.hpp"

#include <cmath>
#include <vector>

#include "catch.hpp"
#include "support/comparison.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

// Around every tile: 4 rows, 4 and 8 columns, 4 elements of K, and several of each.
const std::vector<Index> row_counts = {1, 2, 3, 4, 5, 6, 7, 8, 9};
const std::vector<Index> column_counts = {1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 31, 32, 33};
const std::vector<Index> depths = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 15, 16, 17, 31, 32, 33};

Matrix as_matrix(const Tensor& tensor) {
  return {tensor.data(), tensor.stride(0), tensor.stride(1)};
}

/// Σ a·b (+ bias) in double precision, and how large its parts are.
struct Exact {
  double sum = 0;
  double magnitude = 0;
};

Exact exact_cell(const Tensor& a, const Tensor& b, const float* bias, Index row, Index column) {
  Exact exact;
  const auto add = [&](double part) {
    exact.sum += part;
    exact.magnitude += std::fabs(part);
  };
  for (Index k = 0; k < a.size(1); ++k)
    add(static_cast<double>(a.at({row, k})) * static_cast<double>(b.at({k, column})));
  if (bias != nullptr) add(bias[column]);
  return exact;
}

using Product = void (*)(GemmSize, Matrix, Matrix, const float*, float*, Index);

/// Runs one product into rows that are wider than it needs, and says what is wrong, or "".
std::string what_is_wrong_with(Product product, const Tensor& a, const Tensor& b,
                               const float* bias) {
  const GemmSize size = {a.size(0), b.size(1), a.size(1)};
  constexpr Index gap = 3;
  constexpr float untouched = -77;
  std::vector<float> out(static_cast<std::size_t>(size.m * (size.n + gap) - gap + 1), untouched);
  product(size, as_matrix(a), as_matrix(b), bias, out.data() + 1, size.n + gap);
  if (out[0] != untouched) return "wrote before the first row";
  for (Index row = 0; row < size.m; ++row) {
    const float* cells = out.data() + 1 + row * (size.n + gap);
    for (Index column = 0; column < size.n; ++column) {
      const Exact exact = exact_cell(a, b, bias, row, column);
      const double off = std::fabs(static_cast<double>(cells[column]) - exact.sum);
      if (!(off <= tolerance(size.k + 1, exact.magnitude)))
        return to_text(Dims{row, column}) + " is off by " + std::to_string(off);
    }
    for (Index column = size.n; row + 1 < size.m && column < size.n + gap; ++column)
      if (cells[column] != untouched) return "wrote behind row " + std::to_string(row);
  }
  return "";
}

void check_arrangements(Index rows, Index columns, Index depth) {
  const Tensor a = random_tensor({rows, depth}, "a");
  const Tensor b = random_tensor({depth, columns}, "b");
  const Tensor bias = random_tensor({columns}, "bias");
  std::string wrong;
  for (Arrangement left : arrangements) {
    for (Arrangement right : arrangements) {
      const Tensor a_here = arranged(a, left);
      const Tensor b_here = arranged(b, right);
      for (const float* added : {static_cast<const float*>(nullptr), bias.data()}) {
        for (Product product : {gemm, gemm_reference}) {
          const std::string found = what_is_wrong_with(product, a_here, b_here, added);
          if (found.empty()) continue;
          wrong = std::string(product == gemm ? "gemm" : "gemm_reference") + " (" + name_of(left) +
                  " · " + name_of(right) + (added != nullptr ? " + bias) " : ") ") + found;
        }
      }
    }
  }
  INFO(rows << " × " << depth << " · " << depth << " × " << columns);
  CHECK(wrong == "");
}

}  // namespace

TEST_CASE(
    "gemm: below, at and above every tile, for every order in memory, with and without bias") {
  for (Index rows : row_counts) {
    for (Index columns : column_counts) {
      // Every depth where a tile changes; a few where only their tails do.
      const bool all = rows <= 5 && columns <= 9;
      for (Index depth : all ? depths : std::vector<Index>{3, 8, 17})
        check_arrangements(rows, columns, depth);
    }
  }
}

TEST_CASE("gemm: larger products of sizes that fit no tile") {
  check_arrangements(33, 31, 65);
  check_arrangements(17, 67, 32);
  check_arrangements(64, 64, 64);
}

TEST_CASE("gemm: a product over nothing is the bias") {
  const std::vector<float> bias = {1, 2, 3, 4, 5, 6, 7, 8, 9};
  std::vector<float> out(9, -1);
  gemm({1, 9, 0}, {nullptr, 0, 1}, {nullptr, 9, 1}, bias.data(), out.data(), 9);
  CHECK(out == bias);
}

TEST_CASE("gemm: a cell does not depend on the tile that computes it") {
  // Head by head and all heads at once must agree: the sum of one cell has one order.
  const Tensor a = random_tensor({9, 13}, "a");
  const Tensor b = random_tensor({13, 20}, "b");
  Tensor whole({9, 20});
  gemm({9, 20, 13}, as_matrix(a), as_matrix(b), nullptr, whole.data(), 20);
  for (Index start = 0; start < 20; start += 5) {
    Tensor part({9, 5});
    gemm({9, 5, 13}, as_matrix(a), {b.data() + start, 20, 1}, nullptr, part.data(), 5);
    const Layout columns = narrow_layout(whole.layout(), 1, start, 5);
    CHECK(first_bit_difference(part, Tensor(whole.storage(), columns)) == "");
  }
}

}  // namespace ap::test
