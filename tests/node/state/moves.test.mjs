// Where a figure says that a number was read is where the engine read it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ap } from '../engine/support/engine.mjs';
import { importWeb } from '../support/bundled.mjs';

const { sourceOf } = await importWeb('figures/layout/moves.ts');

const MOVES = ['view', 'transpose', 'contiguous', 'split', 'concat', 'append'];
const layer = {
  tokens: [
    ['a', 'b', 'c', 'd', 'e'],
    ['a', 'b', 'c'],
  ],
  dModel: 12,
  numHeads: 4,
};
const layers = {
  'a layer': {},
  workers: { workers: 2 },
  tiles: { tile: [2, 3], isCausal: true },
  'matrices of each head': { headMatrices: 'separate' },
  'the wrong view': { faults: [{ fault: 'view_without_transpose' }] },
  'learned positions': { positions: 'learned' },
};

/** The index of every cell. */
function* cells(shape, index = []) {
  if (index.length === shape.length) yield index;
  else for (let at = 0; at < shape[index.length]; at += 1) yield* cells(shape, [...index, at]);
}

for (const [name, options] of Object.entries(layers)) {
  test(`${name}: every moved number is drawn on its way from where it was read`, () => {
    const trace = ap.traceAttention({ ...layer, ...options });
    const byPath = new Map(trace.steps.map((step) => [step.path, step]));
    const moved = trace.steps.filter(({ op }) => MOVES.includes(op));
    assert.ok(moved.length > 0);
    for (const step of moved) {
      const inputs = step.inputs.map((path) => byPath.get(path));
      for (const index of cells(step.shape)) {
        const { source } = trace.explain(step.path, index);
        const drawn = sourceOf(step, inputs, index);
        const told = { path: step.inputs[drawn.input], index: drawn.index };
        assert.deepEqual(told, { path: source.step, index: source.index }, `${step.path} ${index}`);
      }
    }
    trace.dispose();
  });
}
