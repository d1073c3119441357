#include "attention_playground/ops/operation.hpp"

namespace ap {

// By itself in its file, so that a program can define it in its place.
const bool has_references = true;

}  // namespace ap
