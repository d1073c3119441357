#pragma once

#include "attention_playground/checkpoint/safetensors.hpp"

namespace ap {

/// What bytes that are no safetensors file look like by how they begin, and what to do about it.
struct FileKind {
  const char* name;    // "a pickle, as torch.save wrote it before 2020"
  const char* advice;  // completes "expected …"
};

/// Null if nothing is known of them.
const FileKind* kind_of_file(ByteView bytes);

}  // namespace ap
