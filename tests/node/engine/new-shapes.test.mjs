// Tensors without axes, rows of ids, columns of one: how they are laid out, named and coloured.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { steps, store } from '../state/support/proof-examples.mjs';
import { storeWith, web } from '../state/support/proof.mjs';

/** A step's grid, read from a store that holds these numbers. */
function gridIn(owner, path, data, extent = { low: -2, high: 2 }) {
  const step = owner.step(path);
  const steps = {
    ...owner,
    tensor: () => ({ shape: step.shape, data }),
    extent: () => extent,
    baseline: () => undefined,
  };
  const options = { selection: { batch: 0, head: 0 }, words: owner.t, root: false };
  return web.gridOf(steps, options, step);
}

describe('steps of new shapes', () => {
  const grid = (path, data) => {
    assert.equal(steps[path].shape, store.step(path).shape);
    return gridIn(store, path, data);
  };

  test('a loss is a matrix of one cell, and its cell has a name', () => {
    const { layout, rowLabels, columnLabels, rowAxis } = grid('loss', Float32Array.of(2));
    assert.deepEqual([layout.rows, layout.columns, rowLabels, columnLabels], [1, 1, [''], ['']]);
    assert.equal(rowAxis, undefined);
    assert.equal(web.cellName(store, store.step('loss'), []), 'its only cell');
    assert.equal(web.cellInStep(store, store.step('loss'), []), 'Loss: its only cell');
  });

  test('what is left of a row is no axis that needs a name', () => {
    const step = store.step('tile_maximum');
    assert.equal(web.cellName(store, step, [1, 0]), 'query like');
    const { rowLabels, columnLabels, columnAxis } = grid('tile_maximum', new Float32Array(3));
    assert.deepEqual([rowLabels, columnLabels], [['I', 'like', 'you'], ['']]);
    assert.equal(columnAxis, undefined);
  });

  test('chosen tokens are ids: whole numbers without colour', () => {
    for (const op of ['argmax', 'sample']) {
      const owner = storeWith({ chosen: { axes: ['batch', 'token'], shape: [1, 3], op } });
      const data = Float32Array.of(1, 4, 2);
      const { scale, columnLabels, ...chosen } = gridIn(owner, 'chosen', data, { low: 1, high: 4 });
      assert.deepEqual([scale.kind, columnLabels], ['plain', ['I', 'like', 'you']]);
      assert.equal(web.cellText({ ...chosen, scale }, 9, 2), '9');
    }
  });

  test('probabilities are never negative, whatever their role', () => {
    const kindOf = (op) =>
      web.scaleOf({ role: 'logits', op, axes: ['batch', 'token'] }, { low: -1, high: 2 }).kind;
    assert.equal(kindOf('softmax'), 'sequential');
    assert.equal(kindOf('linear'), 'diverging');
  });

  test('the sign between inputs is that of the operation', () => {
    const signs = ['multiply', 'divide', 'exp_difference', 'add'].map((op) =>
      web.signBetween(op, 0),
    );
    assert.deepEqual(signs, ['×', '÷', '−', '+']);
    assert.deepEqual(
      [0, 1].map((place) => web.signBetween('layer_norm', place)),
      ['×', '+'],
    );
  });
});
