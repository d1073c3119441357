#include "support/allocations.hpp"

#include <cstdlib>
#include <new>

#if defined(__EMSCRIPTEN__) || defined(__GLIBC__)
#include <malloc.h>
#endif

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
#ifdef AP_COUNTS_ALLOCATIONS
extern "C" std::size_t __sanitizer_get_current_allocated_bytes();
#else
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

std::size_t held_bytes() {
#if !AP_COUNTS_ALLOCATIONS
  return __sanitizer_get_current_allocated_bytes();
#elif defined(__EMSCRIPTEN__)
  return static_cast<std::size_t>(mallinfo().uordblks);
#elif defined(__GLIBC__)
  const auto info = mallinfo2();
  return info.uordblks + info.hblkhd;
#else
  return 0;
#endif
}

}  // namespace ap::test
