#pragma once

/// For a function that runs once for a cell that somebody looks at, or in a test: where a library
/// is compiled for speed, size is what counts there.
#ifdef __clang__
#define AP_SMALL __attribute__((minsize, noinline))
#else
#define AP_SMALL
#endif
