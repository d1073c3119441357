#pragma once

#include <emscripten/val.h>

#include <optional>
#include <string>

#include "steps/run.hpp"
#include "tensor/error.hpp"

namespace ap::bindings {

using emscripten::val;

/// { error: { code, argument, actual, expected } }: errors cross the border as values, because a
/// JavaScript exception through a C++ frame leaks the wasm stack.
val error_value(const Error& error);

/// The body's value, or its error as a value.
template <typename Body>
val guarded(Body body) {
  try {
    return body();
  } catch (const Error& error) {
    return error_value(error);
  } catch (const std::bad_alloc&) {
    return error_value(Error(ErrorCode::memory, "shape", "no memory left", "less at a time"));
  }
}

/// A handle; the caller in web/engine deletes it.
val handle_of(const Tensor& tensor);
/// The tensor behind a handle, sharing its storage.
Tensor tensor_of(const val& handle);
/// Empty where the property is undefined.
std::optional<Tensor> optional_tensor(const val& object, const char* property);

val array_of(const Dims& dims);
Dims dims_of(const val& array, const char* argument);

/// { shape, data }: a copy, row-major.
val copy_of(const Tensor& tensor);
val declaration_value(const Declaration& declaration);
val explanation_value(Run& run, StepId id, const Dims& index);

}  // namespace ap::bindings
