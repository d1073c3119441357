#include "attention_playground/ops/scratch.hpp"

#include <optional>

#include "attention_playground/tensor/tensor.hpp"

namespace ap {

float* scratch(Count count) {
  static thread_local std::optional<Storage> memory;
  if (!memory || memory->count() < count.value()) {
    memory.reset();  // first: both at a time may be more than there is
    memory.emplace(count);
  }
  return memory->mutable_data();
}

}  // namespace ap
