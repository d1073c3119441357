// No option that was not asked for gives PyTorch's numbers: every model with each of them.

import { testOtherOptions } from './support/golden-checks.mjs';

testOtherOptions(1);
