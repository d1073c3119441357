#pragma once

#include <emscripten/val.h>

#include <cstdint>
#include <string>
#include <vector>

#include "attention_playground/tensor/callback.hpp"
#include "attention_playground/tensor/error.hpp"
#include "attention_playground/tensor/tensor.hpp"

namespace ap::bindings {

using emscripten::val;

// What crosses the border is plain: numbers in typed arrays, records in one line of text each.
// web/engine gives the parts their names; objects built here property by property were larger and
// slower.

/// Separates the fields of a record, and records; neither occurs in any text of ours.
inline constexpr char field_end = '\x1f';
inline constexpr char record_end = '\x1e';

/// Where the text of the last failure lies, four fields and a null: code, argument, actual,
/// expected. It has a place of its own, because memory may be used up when it is written.
std::uintptr_t failure_address();

/// Writes what is being caught there, an Error or else memory that is used up. Errors cross as
/// values, because a JavaScript exception through a C++ frame leaks the wasm stack.
void note_failure();

/// A cell's row-major position as JavaScript counts. Throws Error(index) unless it is one of
/// `count`.
Index cell_of(double position, Index count);

/// A copy as a typed array: a view into wasm memory would be detached by growth.
val numbers_value(const std::vector<double>& numbers);
val integers_value(const std::vector<int>& numbers);
val floats_value(const float* data, Index count);
/// Its bytes: a text would cross through memory that there may not be.
val text_value(const std::string& text);

/// { shape, data }: a copy, row-major.
val tensor_value(const Tensor& tensor);

/// The body's value, or undefined where it failed.
val guarded(Callback<val()> body);

}  // namespace ap::bindings
