// model.gradients, for long: nothing is left behind.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertRefused } from './support/engine.mjs';
import { ap, sizes } from './support/trainer.mjs';

const source = [
  ['The', 'cat', 'sat', 'on'],
  ['cat', 'sat'],
];
const target = [
  ['<sos>', 'The', 'cat'],
  ['<sos>', 'sat', 'on'],
];
const labels = [
  ['The', 'cat', '<eos>'],
  ['sat', 'on', '[PAD]'],
];

test('thousands of passes and models leave memory where it was', () => {
  const life = (n) => {
    const model = ap.transformer({ ...sizes, numEncoderLayers: 1, numDecoderLayers: 1 });
    for (let pass = 0; pass < 4; pass++) {
      const length = 1 + ((n + pass) % 3);
      model.gradients({
        source,
        target: target.map((tokens) => tokens.slice(0, length)),
        labels: labels.map((tokens) => tokens.slice(0, length)),
      });
    }
    assertRefused(() => model.gradients({ source, target }), {
      code: 'missing',
      argument: 'labels',
    });
    model.dispose();
  };
  for (let n = 0; n < 200; n++) life(n);
  const before = ap.memoryBytes();
  for (let n = 0; n < 1000; n++) life(n);
  assert.equal(ap.memoryBytes(), before);
});
