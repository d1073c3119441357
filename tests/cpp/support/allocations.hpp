#pragma once

namespace ap::test {

/// How often this program has called `new`.
long allocations();

/// Not in a program under AddressSanitizer, which has a `new` of its own.
extern const bool counts_allocations;

}  // namespace ap::test
