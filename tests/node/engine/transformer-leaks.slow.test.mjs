// Wasm memory stays where it was, whatever is called of models, traces, sequences and layers, for long.

import { testCalls } from './support/calls-of-models.mjs';

testCalls(20_000, 8);
