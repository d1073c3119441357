#pragma once

/// For functions that run once for an explained cell, or only in tests: they are compiled for size
/// even where a library is compiled for speed.
#ifdef __clang__
#define AP_SMALL __attribute__((minsize, noinline))
#else
#define AP_SMALL
#endif
