#include "attention_playground/ops/scratch.hpp"

#include <optional>

#include "attention_playground/tensor/tensor.hpp"

namespace ap {

float* scratch(Count count) {
  static thread_local std::optional<Storage> memory;
  if (!memory || memory->count() < count.value()) {
    memory.reset();  // freed first: both at once may not fit into memory
    memory.emplace(count);
  }
  return memory->mutable_data();
}

}  // namespace ap
