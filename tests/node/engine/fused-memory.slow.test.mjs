// Without weights memory grows with the length, not with its square: as many tokens as the API pages speak of.

import { testMemory } from './support/fused-memory.mjs';

testMemory(16384);
