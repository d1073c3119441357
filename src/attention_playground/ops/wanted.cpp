#include "attention_playground/ops/wanted.hpp"

#include "attention_playground/tensor/error.hpp"

namespace ap {

float* wanted(Tensor* result, const Dims& shape, const char* argument) {
  if (result == nullptr) return nullptr;
  require(result->shape() == shape, ErrorCode::shape, argument, {result->shape()}, {shape});
  require(result->layout().is_contiguous(), ErrorCode::shape, argument, {"strided"}, {"row-major"});
  return result->mutable_data();
}

}  // namespace ap
