// Without weights memory grows with the length, not with its square.

import { testMemory } from './support/fused-memory.mjs';

testMemory(4096);
