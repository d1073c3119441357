#pragma once

#include "attention_playground/checkpoint/safetensors.hpp"
#include "bindings/tensors.hpp"
#include "bindings/values.hpp"

namespace ap::bindings {

/// The bytes of a file, in a tensor that web/engine filled: its first `length` bytes.
ByteView file_at(Handle bytes, double length);

/// Throws what Safetensors throws; web/engine parses the header of what is none of that.
val check_safetensors(Handle bytes, double length);
/// So many numbers of a checked file, from this byte on, as floats; `type` is a place in Dtype.
val numbers_of_file(Handle bytes, double begin, double count, int type);

}  // namespace ap::bindings
