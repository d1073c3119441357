#pragma once

#include <emscripten/val.h>

#include <cstdint>
#include <string>
#include <vector>

#include "attention_playground/ops/summary.hpp"
#include "attention_playground/tensor/callback.hpp"
#include "attention_playground/tensor/error.hpp"
#include "attention_playground/tensor/tensor.hpp"

namespace ap::bindings {

using emscripten::val;

// Only plain data crosses to JavaScript: numbers in typed arrays, each record in one line of text.
// web/engine names the parts; objects built here property by property were larger and slower.

/// Separates the fields of a record, and records; neither occurs in our texts.
inline constexpr char field_end = '\x1f';
inline constexpr char record_end = '\x1e';

/// Address of the text of the last failure, four fields and a null: code, argument, actual,
/// expected. Its memory is static, because none may be left when it is written.
std::uintptr_t failure_address();

/// Writes the exception that is being caught there: an Error, or else a lack of memory. Errors
/// cross as values, because a JavaScript exception through a C++ frame leaks the wasm stack.
void note_failure();

/// Converts a cell's row-major position from a JavaScript number. Throws Error(index) unless it is
/// below `count`.
Index cell_of(double position, Index count);

// Each throws std::bad_alloc if JavaScript has no memory for its copy.

/// A copy as a typed array: a view into wasm memory would be detached by growth.
val numbers_value(const std::vector<double>& numbers);
val integers_value(const std::vector<int>& numbers);
val floats_value(const float* data, Index count);
/// [low, high, reach]
val extent_value(const Extent& extent);
/// The bytes of a text: a JavaScript string would need memory that may be missing.
val text_value(const std::string& text);
val bytes_value(const std::vector<std::uint8_t>& bytes);

/// { shape, data }: a copy, row-major.
val tensor_value(const Tensor& tensor);

/// The body's value, or undefined if it failed.
val guarded(Callback<val()> body);

}  // namespace ap::bindings
