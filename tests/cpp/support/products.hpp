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

/// gemm_reference, gemm, and gemm_packed with b packed for the call.
extern const std::vector<Product> products;

Matrix as_matrix(const Tensor& tensor);

/// Runs the products of random matrices [rows, depth] · [depth, columns], with and without bias,
/// into rows that are wider than they need. What is wrong with the first that lies further from the
/// exact one than its roundings explain, or that wrote outside its rows; "" where none does.
/// `every_order`: for every arrangement of both operands, else row-major alone.
std::string what_is_wrong_with_products(Index rows, Index columns, Index depth,
                                        bool every_order = true);

}  // namespace ap::test
