// Calls of changing shapes, models that are dropped, training with batches of changing lengths, for long: memory stays.

import { testManyShapes } from './support/calls-of-shapes.mjs';

testManyShapes();
