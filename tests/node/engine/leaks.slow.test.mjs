// Wasm memory stays where it was, whatever is called of kernels and traces, for long.

import { testCalls } from './support/calls-of-kernels.mjs';

testCalls(100_000, 8);
