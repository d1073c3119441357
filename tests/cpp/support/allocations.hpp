#pragma once

#include <cstddef>

namespace ap::test {

/// How often this program has called `new`.
long allocations();

/// Not in a program under AddressSanitizer, which has a `new` of its own.
extern const bool counts_allocations;

/// Bytes that this program holds of the heap, as its allocator counts them; 0 where it does not
/// say.
std::size_t held_bytes();

}  // namespace ap::test
