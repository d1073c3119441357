#include "support/allocations.hpp"

#include <cstdlib>
#include <new>

namespace {

long count = 0;

}  // namespace

// Compiled for each program by itself, with its flags.
#if defined(__SANITIZE_ADDRESS__)
#define AP_COUNTS_ALLOCATIONS 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define AP_COUNTS_ALLOCATIONS 0
#endif
#endif
#ifndef AP_COUNTS_ALLOCATIONS
#define AP_COUNTS_ALLOCATIONS 1

void* operator new(std::size_t size) {
  ++count;
  void* const memory = std::malloc(size == 0 ? 1 : size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

#endif

namespace ap::test {

long allocations() { return count; }

const bool counts_allocations = AP_COUNTS_ALLOCATIONS != 0;

}  // namespace ap::test
