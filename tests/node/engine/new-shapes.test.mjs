// Tensors without axes, rows of ids, columns of one: how they are laid out, named and coloured.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { steps, store } from '../state/support/proof-examples.mjs';
import { storeWith, web } from '../state/support/proof.mjs';

describe('steps of new shapes', () => {
  const model = (path, data) => {
    const owner = {
      ...store,
      tensor: () => ({ shape: steps[path].shape, data }),
      extent: () => ({ low: -2, high: 2 }),
      baseline: () => undefined,
    };
    const options = { slice: { batch: 0 }, transposed: false, scheme: 'light', root: false };
    return web.matrixModel(owner, store.step(path), options);
  };

  test('a loss is a matrix of one cell, and its cell has a name', () => {
    const { layout, rowLabels, columnLabels, rowAxis } = model('loss', Float32Array.of(2));
    assert.deepEqual([layout.rows, layout.columns, rowLabels, columnLabels], [1, 1, [''], ['']]);
    assert.equal(rowAxis, undefined);
    assert.equal(web.cellName(store, store.step('loss'), []), 'its only cell');
    assert.equal(web.cellInStep(store, store.step('loss'), []), 'Loss: its only cell');
  });

  test('what is left of a row is no axis that needs a name', () => {
    const step = store.step('tile_maximum');
    assert.equal(web.cellName(store, step, [1, 0]), 'query like');
    const { rowLabels, columnLabels, columnAxis } = model('tile_maximum', new Float32Array(3));
    assert.deepEqual([rowLabels, columnLabels], [['I', 'like', 'you'], ['']]);
    assert.equal(columnAxis, undefined);
  });

  test('chosen tokens are ids: whole numbers without colour', () => {
    for (const op of ['argmax', 'sample']) {
      const owner = storeWith({ chosen: { axes: ['batch', 'token'], shape: [1, 3], op } });
      owner.tensor = () => ({ shape: [1, 3], data: Float32Array.of(1, 4, 2) });
      owner.extent = () => ({ low: 1, high: 4 });
      owner.baseline = () => undefined;
      const options = { slice: { batch: 0 }, transposed: false, scheme: 'light', root: false };
      const { plain, decimals, columnLabels } = web.matrixModel(
        owner,
        owner.step('chosen'),
        options,
      );
      assert.deepEqual([plain, decimals, columnLabels], [true, 0, ['I', 'like', 'you']]);
    }
  });

  test('probabilities are never negative, whatever their role', () => {
    assert.equal(web.scaleKind({ role: 'logits', op: 'softmax' }), 'sequential');
    assert.equal(web.scaleKind({ role: 'logits', op: 'linear' }), 'diverging');
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
