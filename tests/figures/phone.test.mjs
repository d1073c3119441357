// On a phone every cell has digits: what has no room for them scrolls inside its place.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sentence } from '../browser/support/visible-share.mjs';
import { drawFigure, storeWith } from './support/draw.mjs';

/** The stage of phones of 320, 360 and 390 px, by the height that is left on the lowest. */
const stages = [
  [296, 260],
  [336, 420],
  [366, 520],
];

/** What figures have beside all marks; the element clips no more. */
const AIR = 4;

const models = {
  attention: {},
  'attention, D 64': { dModel: 64, heads: 2 },
  'attention, D 3': { dModel: 3, heads: 1 },
  'attention, backward': { gradients: true },
  transformer: { model: 'encoder-decoder', layers: 1 },
};

/** What is wrong with the figure of each step, in short. */
function problemsIn(store, size) {
  return store.steps.flatMap(({ path }) => {
    const { grids, width } = drawFigure(store, path, size);
    const bare = grids.filter(({ decimals }) => decimals === undefined).map(({ name }) => name);
    const away = grids.filter(({ box }) => box.x + box.width > width).map(({ name }) => name);
    const wide = width > size[0] + AIR ? [`${width} px wide`] : [];
    return [...bare.map((name) => `no digits: ${name}`), ...away, ...wide].map(
      (one) => `${path}: ${one}`,
    );
  });
}

for (const [name, patch] of Object.entries(models)) {
  for (const tokens of [3, 7, 10, 16, 31]) {
    test(`every cell has digits: ${name}, ${tokens} tokens`, () => {
      const store = storeWith({
        ...patch,
        sentences: [sentence(tokens)],
        memory: [sentence(tokens)],
      });
      try {
        for (const size of stages)
          assert.deepEqual(problemsIn(store, size).slice(0, 12), [], String(size));
      } finally {
        store.dispose();
      }
    });
  }
}
