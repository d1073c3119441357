#include "support/products.hpp"

#include <cmath>

#include "support/comparison.hpp"
#include "support/tensors.hpp"

namespace ap::test {

namespace {

void packed_product(GemmSize size, Matrix a, Matrix b, const float* bias, float* out,
                    Index out_step) {
  gemm_packed(size.m, a, PackedMatrix(b, size.k, size.n), bias, out, out_step);
}

/// Added to rows that hold the bias, or zeros.
void added_product(GemmSize size, Matrix a, Matrix b, const float* bias, float* out,
                   Index out_step) {
  for (Index row = 0; row < size.m; ++row)
    for (Index column = 0; column < size.n; ++column)
      out[row * out_step + column] = bias != nullptr ? bias[column] : 0;
  gemm_add(size, a, b, out, out_step);
}

/// Σ a·b in double precision, and the magnitude of its parts, for each cell.
struct Exact {
  std::vector<double> sums;
  std::vector<double> magnitudes;

  Exact(const Tensor& a, const Tensor& b) {
    const Index columns = b.size(1);
    const Index depth = a.size(1);
    sums.resize(static_cast<std::size_t>(a.size(0) * columns));
    magnitudes.resize(sums.size());
    for (Index row = 0; row < a.size(0); ++row) {
      for (Index k = 0; k < depth; ++k) {
        const auto left = static_cast<double>(a.data()[row * depth + k]);
        for (Index column = 0; column < columns; ++column) {
          const double part = left * static_cast<double>(b.data()[k * columns + column]);
          sums[static_cast<std::size_t>(row * columns + column)] += part;
          magnitudes[static_cast<std::size_t>(row * columns + column)] += std::fabs(part);
        }
      }
    }
  }
};

std::string what_is_wrong_with(const Product& product, const Tensor& a, const Tensor& b,
                               const float* bias, const Exact& exact) {
  const GemmSize size = {a.size(0), b.size(1), a.size(1)};
  constexpr Index gap = 3;
  constexpr float untouched = -77;
  // Ends with the last cell, so that a write after it is out of bounds.
  std::vector<float> out(static_cast<std::size_t>(size.m * (size.n + gap) - gap + 1), untouched);
  product.run(size, as_matrix(a), as_matrix(b), bias, out.data() + 1, size.n + gap);
  if (out[0] != untouched) return "wrote before the first row";
  for (Index row = 0; row < size.m; ++row) {
    const float* cells = out.data() + 1 + row * (size.n + gap);
    for (Index column = 0; column < size.n; ++column) {
      const auto cell = static_cast<std::size_t>(row * size.n + column);
      const double added = bias != nullptr ? static_cast<double>(bias[column]) : 0;
      const double off = std::fabs(static_cast<double>(cells[column]) - exact.sums[cell] - added);
      if (!(off <= tolerance(size.k + 1, exact.magnitudes[cell] + std::fabs(added))))
        return to_text(Dims{row, column}) + " is off by " + std::to_string(off);
    }
    for (Index column = size.n; row + 1 < size.m && column < size.n + gap; ++column)
      if (cells[column] != untouched) return "wrote behind row " + std::to_string(row);
  }
  return "";
}

}  // namespace

const std::vector<Product> products = {{"gemm_reference", gemm_reference},
                                       {"gemm", gemm},
                                       {"gemm_packed", packed_product},
                                       {"gemm_add", added_product}};

Matrix as_matrix(const Tensor& tensor) {
  return {tensor.data(), tensor.stride(0), tensor.stride(1)};
}

std::string what_is_wrong_with_products(Index rows, Index columns, Index depth, bool every_order) {
  const Tensor a = random_tensor({rows, depth}, "a");
  const Tensor b = random_tensor({depth, columns}, "b");
  const Tensor bias = random_tensor({columns}, "bias");
  const Exact exact(a, b);
  for (Arrangement left : arrangements) {
    const Tensor a_here = arranged(a, left);
    for (Arrangement right : arrangements) {
      if (!every_order && (left != Arrangement::plain || right != Arrangement::plain)) continue;
      const Tensor b_here = arranged(b, right);
      for (const float* added : {static_cast<const float*>(nullptr), bias.data()}) {
        for (const Product& product : products) {
          const std::string found = what_is_wrong_with(product, a_here, b_here, added, exact);
          if (found.empty()) continue;
          return std::string(product.name) + " (" + name_of(left) + " · " + name_of(right) +
                 (added != nullptr ? " + bias) " : ") ") + found;
        }
      }
    }
  }
  return "";
}

}  // namespace ap::test
