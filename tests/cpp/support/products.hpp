#pragma once

#include <string>
#include <vector>

#include "attention_playground/ops/gemm.hpp"

namespace ap::test {

/// One way to compute a · b (+ bias).
struct Product {
  const char* name;
  void (*run)(GemmSize size, Matrix a, Matrix b, const float* bias, float* out, Index out_step);
};

/// gemm_reference, gemm, gemm_packed with b packed for the call, and gemm_add to the bias.
extern const std::vector<Product> products;

Matrix as_matrix(const Tensor& tensor);

/// Runs the products of random matrices [rows, depth] · [depth, columns], with and without bias,
/// into rows that are wider than needed. Describes the first product that is further from the exact
/// one than roundings explain, or that wrote outside its rows; "" if there is none. `every_order`:
/// use every arrangement of both operands, else only row-major.
std::string what_is_wrong_with_products(Index rows, Index columns, Index depth,
                                        bool every_order = true);

}  // namespace ap::test
