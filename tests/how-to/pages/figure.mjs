// The figure of an operation is one file, and changes no other figure.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { optionsOf, storeWith, web } from '../../figures/support/draw.mjs';

export function testFigure(built) {
  test('a file in web/figures/kinds draws its operation, and changes no other figure', async () => {
    const copy = (await built.importFrom('tests/figures/support/draw.mjs')).web;
    const store = storeWith({ step: 'scores' });
    try {
      const options = optionsOf(store, ['scores'], [600, 400]);
      const steps = {
        step: (path) => ({ ...store.step(path), op: 'square_root' }),
        tensor: (path) => store.tensor(path),
        baseline: (path) => store.baseline(path),
        extent: (...paths) => store.extent(...paths),
        rows: (path) => store.rows(path),
        explain: (cell) => store.explain(cell),
        namesAlong: (step, axis, batch) => store.namesAlong(step, axis, batch),
        tokensOf: (step, batch) => store.tokensOf(step, batch),
      };
      const drawn = copy.figure(steps, options);
      assert.deepEqual(
        drawn.grids.map(({ box }) => box),
        [{ x: 30, y: 10, width: 140, height: 140 }],
      );
      const texts = [...web.everyMark(drawn.marks)].flatMap(({ mark }) => mark.text ?? []);
      assert.deepEqual(texts, ['∴']);
      const cells = [...web.everyMark(drawn.marks)].find(({ mark }) => mark.type === 'cells');
      assert.deepEqual(cells.mark.values, store.tensor('scores').data.slice(0, 49));
      assert.deepEqual(copy.figure(store, options).marks, web.figure(store, options).marks);
    } finally {
      store.dispose();
    }
  });
}
