// Results that go into a given tensor instead of a copy.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ap, assertRefused, assertSame, assertStillRight, seeded } from './support/engine.mjs';
import { layer, resident, withResident } from './support/residents.mjs';

const random = seeded(11);
const x = random.tensor(2, 19, 24);
const flat = random.tensor(24, 24);
const w = random.tensor(24, 24);
const one = random.tensor(24);
const matrices = layer(random, 24);
const attention = { query: x, key: x, value: x };
const multiHead = { query: x, ...matrices, numHeads: 3 };

/** name → [shape of the result, the call with `out`, which gives what it returns] */
const calls = {
  matmul: [x.shape, (out) => ap.matmul(x, w, { out })],
  linear: [x.shape, (out) => ap.linear(x, w, one, { out })],
  softmax: [x.shape, (out) => ap.softmax(x, 1, { out })],
  layerNorm: [x.shape, (out) => ap.layerNorm(x, 24, one, one, 1e-3, { out })],
  scaledDotProductAttention: [
    x.shape,
    (out) => ap.scaledDotProductAttention({ ...attention, needWeights: false, out }).output,
  ],
  multiHeadAttention: [
    x.shape,
    (out) => ap.multiHeadAttention({ ...multiHead, needWeights: false, out }).output,
  ],
  'multiHeadAttention of [T, D]': [
    flat.shape,
    (out) => ap.multiHeadAttention({ ...multiHead, query: flat, out }).output,
  ],
};

describe('out', () => {
  for (const [name, [shape, call]] of Object.entries(calls)) {
    test(`${name}: the same object comes back, with the bits of the copied result`, () => {
      const expected = call(undefined);
      assert.deepEqual(expected.shape, shape);
      withResident([ap.tensor(shape, new Float32Array(expected.data.length).fill(7))], ([out]) => {
        for (let round = 0; round < 3; round++) {
          assert.equal(call(out), out);
          assertSame({ shape: [...out.shape], data: out.read() }, expected);
        }
      });
    });
  }

  test('the weights are a copy all the same, and are right', () => {
    for (const [name, options] of [
      ['scaledDotProductAttention', attention],
      ['multiHeadAttention', multiHead],
    ]) {
      const expected = ap[name](options);
      withResident([ap.tensor(x.shape)], ([out]) => {
        const result = ap[name]({ ...options, out });
        assert.equal(result.output, out);
        assert.deepEqual(result.weights, expected.weights);
        assert.deepEqual(out.read(), expected.output.data);
      });
    }
  });

  test('a chain of calls in wasm memory gives what copies give', () => {
    const tensors = [x, w, one].map(resident);
    withResident([...tensors, ap.tensor(x.shape), ap.tensor(x.shape)], ([x_, w_, b_, h, y]) => {
      ap.layerNorm(x_, 24, undefined, undefined, undefined, { out: h });
      ap.linear(h, w_, b_, { out: y });
      ap.scaledDotProductAttention({ query: y, key: y, value: y, needWeights: false, out: h });
      const linear = ap.linear(ap.layerNorm(x, 24), w, one);
      const options = { query: linear, key: linear, value: linear, needWeights: false };
      assert.deepEqual(h.read(), ap.scaledDotProductAttention(options).output.data);
    });
  });

  test('makes the engine forget what it knew of that tensor: packed as a weight, and finite', () => {
    withResident([resident(w), ap.tensor([1, 1], [1])], ([out, cell]) => {
      ap.matmul(x, out);
      const product = ap.matmul(flat, w, { out: resident(flat) });
      ap.matmul(flat, w, { out });
      assertSame(ap.matmul(x, out), ap.matmul(x, product));
      product.dispose();
      ap.softmax(cell);
      ap.matmul([[3e38]], [[3e38]], { out: cell });
      assert.deepEqual([...cell.read()], [Infinity]);
      assertRefused(() => ap.matmul([[1]], cell), { code: 'not_finite', argument: 'b' });
    });
  });

  test('of another shape is refused, and stays as it was', () => {
    for (const [name, [shape, call]] of Object.entries(calls)) {
      const [rows, ...rest] = shape;
      for (const other of [[rows + 1, ...rest], [1, ...shape], rest, []]) {
        const data = new Float32Array(other.reduce((a, b) => a * b, 1)).fill(7);
        withResident([ap.tensor(other, data)], ([out]) => {
          assertRefused(() => call(out), { code: 'shape', argument: 'out' });
          assert.deepEqual(out.read(), data, name);
        });
      }
    }
    assertStillRight();
  });

  test('that is an input of the same call is refused, masks and matrices too', () => {
    const square = resident(flat);
    const given = { query: flat, key: flat, value: flat };
    const row = ap.tensor([24], one.data);
    withResident([square, row], () => {
      const out = square;
      const conflicts = [
        ...['query', 'key', 'value', 'attnMask'].map(
          (name) => () => ap.scaledDotProductAttention({ ...given, [name]: out, out }),
        ),
        ...['query', 'key', 'value', 'attnMask', 'wq', 'wk', 'wv', 'wo'].map(
          (name) => () => ap.multiHeadAttention({ ...multiHead, ...given, [name]: out, out }),
        ),
        () => ap.matmul(out, w, { out }),
        () => ap.matmul(flat, out, { out }),
        () => ap.linear(out, w, one, { out }),
        () => ap.linear(flat, out, one, { out }),
        () => ap.linear(one, w, row, { out: row }),
        () => ap.softmax(out, 0, { out }),
        () => ap.layerNorm(out, 24, one, one, 0, { out }),
        () => ap.layerNorm(one, 24, row, one, 0, { out: row }),
        () => ap.layerNorm(one, 24, one, row, 0, { out: row }),
      ];
      for (const call of conflicts) {
        assertRefused(call, { code: 'conflict', argument: 'out' });
        assert.deepEqual(square.read(), flat.data);
        assert.deepEqual(row.read(), one.data);
      }
    });
    assertStillRight();
  });

  test('that is no resident tensor is refused, and so are options that are no object', () => {
    for (const out of [null, 5, 'out', [[1]], { shape: [1, 1], data: new Float32Array(1) }]) {
      for (const [, call] of Object.values(calls)) {
        assertRefused(() => call(out), { code: 'type', argument: 'out' });
      }
    }
    for (const into of [null, 5, [], 'out']) {
      assertRefused(() => ap.matmul(w, w, into), { code: 'type', argument: 'into' });
      assertRefused(() => ap.softmax(w, 0, into), { code: 'type', argument: 'into' });
    }
  });

  test('stays as it was when another argument is refused', () => {
    withResident([ap.tensor([2, 2], [1, 2, 3, 4])], ([out]) => {
      assertRefused(() => ap.matmul([[1, NaN]], w, { out }), { code: 'not_finite', argument: 'a' });
      assertRefused(() => ap.softmax([[1]], 3, { out }), { code: 'range', argument: 'axis' });
      assert.deepEqual([...out.read()], [1, 2, 3, 4]);
    });
  });
});
