// Calls of changing shapes, models that are dropped, training with batches of changing lengths: memory stays.

import { testFewShapes } from './support/calls-of-shapes.mjs';

testFewShapes();
