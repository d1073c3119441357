// Edits and batches in the store, on the real engine: what changes, what stays, what is said.

import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { eachWithStore, modules } from './support/store.mjs';

const { parseMatrix } = modules;
const shared = eachWithStore();
let store;
beforeEach(() => {
  ({ store } = shared);
});

const scores = () => [...store.tensor('scores').data];
const codes = () => store.notices.map(({ code }) => code);

describe('edits', () => {
  test('change what depends on them, and are undone one by one', () => {
    const before = scores();
    store.edit('scores', [0, 0, 2, 1], 3);
    assert.equal(scores()[15], 3);
    assert.notDeepEqual(store.baseline('weights').data, store.tensor('weights').data);
    store.edit('scores', [0, 0, 2, 1], 4);
    assert.equal(store.state.edits.length, 1);
    store.undo();
    assert.equal(scores()[15], 3);
    store.undo();
    assert.deepEqual(scores(), before);
    assert.equal(store.baseline('weights'), undefined);
  });

  test('of different cells are different edits, whatever digits their places have', () => {
    const cells = [
      [1, 12],
      [11, 2],
      [11, 12],
      [1, 1],
      [1, 11],
      [11, 1],
      [0, 0],
    ];
    for (const [i, index] of cells.entries()) store.edit('w_q', index, i + 0.5);
    store.update({ seed: 2 });
    assert.equal(store.state.edits.length, cells.length);
    const { data, shape } = store.tensor('w_q');
    for (const [i, [row, column]] of cells.entries())
      assert.equal(data[row * shape[1] + column], i + 0.5, String(cells[i]));
  });

  test('NaN and infinity are refused; −∞ is taken by a mask alone', () => {
    for (const value of [NaN, Infinity, -Infinity]) {
      store.edit('scores', [0, 0, 0, 0], value);
      assert.equal(store.problem.code, 'not_finite');
      assert.equal(store.state.edits.length, 0);
    }
    store.update({ mask: 'custom', step: 'custom_mask' });
    store.edit('custom_mask', [0, 1], -Infinity);
    assert.equal(store.problem, undefined);
    assert.equal(store.tensor('weights').data[1], 0);
  });

  test('stay through other changes where their cells do, and the rest is counted', () => {
    store.edit('w_q', [0, 3], 0.5);
    store.edit('scores', [0, 3, 6, 6], 1);
    store.update({ seed: 2 });
    assert.equal(store.state.edits.length, 2);
    assert.equal(store.tensor('w_q').data[3], 0.5);
    store.update({ heads: 2 });
    assert.deepEqual(store.notices, [{ code: 'editsDropped', values: { n: 1 } }]);
    store.undo();
    assert.equal(store.state.edits.length, 2);
  });

  test('of an embedding follow their token', () => {
    const row = store.labels(store.step('embedding_table'), 0, 0).indexOf('mat');
    store.edit('embedding_table', [row, 0], 9);
    store.update({ sentences: ['A big mat'] });
    assert.deepEqual(store.state.edits, [{ path: 'embedding_table', index: [2, 0], value: 9 }]);
    store.update({ sentences: ['A big dog'] });
    assert.deepEqual(codes(), ['editsDropped']);
  });

  test('of an embedding are undone with the sentence that they were made in', () => {
    const row = store.labels(store.step('embedding_table'), 0, 0).indexOf('mat');
    store.edit('embedding_table', [row, 0], 9);
    const { edits } = store.state;
    store.update({ sentences: ['A big mat'] });
    store.undo();
    assert.deepEqual(store.state.edits, edits);
    store.redo();
    assert.deepEqual(store.state.edits, [{ path: 'embedding_table', index: [2, 0], value: 9 }]);
  });

  test('are undone where one takes away a step of the way back that another one has changed', () => {
    store.update({ gradients: true });
    const edit = (path) =>
      store.edit(
        path,
        store.step(path).shape.map(() => 0),
        2,
      );
    edit('k_view');
    const before = store.tensor('gradient.w_v');
    edit('gradient.w_v');
    store.undo();
    assert.deepEqual(store.tensor('gradient.w_v'), before);
    assert.equal(store.state.edits.length, 1);
  });

  test('a whole matrix is pasted and undone as one', () => {
    const rows = Array.from({ length: 7 }, (_, r) =>
      Array.from({ length: 7 }, (_, c) => r * 7 + c),
    );
    store.paste('scores', rows.map((row) => row.join('\t')).join('\r\n'));
    assert.deepEqual(scores().slice(0, 49), rows.flat());
    store.undo();
    assert.equal(store.state.edits.length, 0);
  });

  test('what does not fit is not pasted', () => {
    store.paste('scores', '1 2\n3 4');
    assert.equal(store.problem.code, 'paste_shape');
    assert.equal(store.problem.expected, '7 × 7');
    store.paste('scores', Array(7).fill('1,2,3,4,5,6,x').join('\n'));
    assert.equal(store.problem.code, 'paste_number');
    store.paste('scores', Array(7).fill('1,2,3,4,5,6,inf').join('\n'));
    assert.equal(store.problem.code, 'not_finite');
    assert.equal(store.state.edits.length, 0);
  });

  test('numbers are read as spreadsheets write them', () => {
    assert.deepEqual(parseMatrix('1\t2,5\n\n3\t-4\n'), [
      [1, 2.5],
      [3, -4],
    ]);
    assert.deepEqual(parseMatrix('1, 2.5\n3,4'), [
      [1, 2.5],
      [3, 4],
    ]);
    assert.deepEqual(parseMatrix('1;2,5'), [[1, 2.5]]);
    assert.deepEqual(parseMatrix(' 1   2 '), [[1, 2]]);
    assert.deepEqual(parseMatrix('−∞\t１'), [[-Infinity, 1]]);
  });

  test('and as programs print them, in one line or several', () => {
    const numbers = [
      [1, 2, 3],
      [4, -5.5, 6e-3],
    ];
    for (const text of [
      '[[1,2,3],[4,-5.5,6e-3]]',
      '[[1, 2, 3],\n [4, -5.5, 0.006]]\n',
      '[[1. 2. 3.]\n [4. -5.5 6e-3]]',
      'tensor([[1., 2., 3.],\n        [4., -5.5, 6e-3]], requires_grad=True)',
      '[[[[1, 2, 3,], [4, -5.5, 6e-3,]]]]',
      '[1 2 3; 4 -5.5 6e-3]',
      '1 2 3; 4 -5.5 6e-3',
      '1, 2, 3; 4, -5.5, 6e-3;',
      '［［1，2，3］，［4，−5.5，6e-3］］',
    ]) {
      assert.deepEqual(parseMatrix(text), numbers, text);
    }
    assert.deepEqual(parseMatrix('[1, 2]'), [[1, 2]]);
    assert.deepEqual(parseMatrix('[[1, x]]'), [[1, NaN]]);
    assert.deepEqual(parseMatrix('[1, 2'), [[NaN, 2]]);
    assert.deepEqual(parseMatrix('1,5; 2,5\n3,5; 4'), [
      [1.5, 2.5],
      [3.5, 4],
    ]);
    assert.deepEqual(parseMatrix(''), []);
  });
});

describe('a batch', () => {
  test('of unequal sentences gets the padding mask, and that is said', () => {
    store.update({ sentences: ['The cat', 'The cat sat'], tokens: [null, null] });
    assert.equal(store.state.mask, 'padding');
    assert.deepEqual(codes(), ['paddingAdded']);
    assert.ok(store.step('padding_mask'));
    assert.deepEqual(store.labels(store.step('scores'), 3, 0), ['The', 'cat', '[PAD]']);
  });

  test('without a mask shows its padding, and that is said as long as it is so', () => {
    store.update({ sentences: ['The cat', 'The cat sat'], tokens: [null, null] });
    store.update({ mask: 'none' });
    assert.deepEqual(codes(), ['paddingVisible']);
    store.update({ heads: 2 });
    assert.deepEqual([store.state.mask, ...codes()], ['none', 'paddingVisible']);
    store.update({ sentences: ['The cat', 'A dog'] });
    assert.deepEqual(codes(), []);
  });

  test('in cross-attention has as many second sentences', () => {
    store.update({ sentences: ['a b', 'c d', 'e f'], tokens: [null, null, null], kind: 'cross' });
    assert.equal(store.problem, undefined);
    assert.equal(store.state.memory.length, 3);
    assert.deepEqual(store.step('scores').shape, [3, 4, 2, 4]);
  });
});
