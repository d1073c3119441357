// Masks in every form they may be given in, and what they have to hide.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  ap,
  assertNear,
  assertSame,
  at,
  identity,
  indicesOf,
  roundings,
  seeded,
} from './support/engine.mjs';

const [T, S, d] = [3, 4, 5];

function inputs(seed = 21, leading = []) {
  const random = seeded(seed);
  return {
    query: random.tensor(...leading, T, d),
    key: random.tensor(...leading, S, d),
    value: random.tensor(...leading, S, d),
  };
}

const sees = [
  [true, false, true, true],
  [false, true, false, false],
  [true, true, true, false],
];
const flat = sees.flat();

describe('attnMask', () => {
  const forms = {
    'nested booleans': sees,
    'a plain array of booleans': { shape: [T, S], data: flat },
    Uint8Array: { shape: [T, S], data: Uint8Array.from(flat) },
    'Uint8Array with other numbers than 1': {
      shape: [T, S],
      data: Uint8Array.from(flat, (b) => 7 * b),
    },
    'nested floats': sees.map((row) => row.map((b) => (b ? 0 : -Infinity))),
    Float64Array: { shape: [T, S], data: Float64Array.from(flat, (b) => (b ? 0 : -Infinity)) },
  };
  const additive = Float32Array.from(flat, (b) => (b ? 0 : -Infinity));

  for (const [name, attnMask] of Object.entries(forms)) {
    test(`${name}: the same as Float32Array with −∞, and hidden weights are 0`, () => {
      const result = ap.scaledDotProductAttention({ ...inputs(), attnMask });
      const floats = { shape: [T, S], data: additive };
      const expected = ap.scaledDotProductAttention({ ...inputs(), attnMask: floats });
      assertSame(result.output, expected.output);
      assertSame(result.weights, expected.weights);
      flat.forEach((visible, i) => assert.equal(result.weights.data[i] > 0, visible, `cell ${i}`));
    });
  }

  test('true means "may attend", as in scaled_dot_product_attention of PyTorch', () => {
    const none = ap.scaledDotProductAttention(inputs());
    const all = ap.scaledDotProductAttention({ ...inputs(), attnMask: [[true]] });
    assertSame(all.weights, none.weights);
  });

  for (const shape of [[], [S], [1, S], [T, 1], [T, S], [1, T, S], [2, 1, S], [2, T, S]]) {
    test(`of shape [${shape}] it is broadcast to the scores of a batch`, () => {
      const given = inputs(22, [2]);
      const { data } = seeded(23).tensor(...shape);
      const attnMask = { shape, data };
      const { weights } = ap.scaledDotProductAttention({ ...given, attnMask });
      const full = new Float32Array(2 * T * S).map((_, i) => {
        const index = [Math.floor(i / (T * S)), Math.floor(i / S) % T, i % S].slice(
          3 - shape.length,
        );
        return data[index.reduce((sum, n, axis) => sum * shape[axis] + (n % shape[axis]), 0)];
      });
      const whole = { shape: [2, T, S], data: full };
      const expected = ap.scaledDotProductAttention({ ...given, attnMask: whole });
      assertSame(weights, expected.weights);
      const unmasked = ap.scaledDotProductAttention(given).weights;
      // A number for a whole row moves no weight.
      const moves = shape.at(-1) === S;
      const moved = weights.data.some((w, i) => Math.abs(w - unmasked.data[i]) > roundings(99));
      assert.equal(moved, moves);
    });
  }
});

describe('isCausal', () => {
  test('equals the mask of causalMask, with an offset too', () => {
    for (const causalOffset of [-1, 0, 1, 5]) {
      const options = { ...inputs(), isCausal: true, causalOffset };
      const attnMask = ap.causalMask(T, S, causalOffset);
      const expected = ap.scaledDotProductAttention({ ...inputs(), attnMask });
      assertSame(ap.scaledDotProductAttention(options).output, expected.output);
    }
  });

  test('aligns top-left: without an offset the first query sees the first key alone', () => {
    const { weights } = ap.scaledDotProductAttention({ ...inputs(), isCausal: true });
    assert.deepEqual(Array.from(weights.data.slice(0, S)), [1, 0, 0, 0]);
  });

  test('a negative causalOffset is subtracted, not added', () => {
    const lines = (causalOffset) => {
      const trace = ap.traceAttention({ tokens: [['a', 'b']], isCausal: true, causalOffset });
      const { formula, code, numpy } = trace.steps.find(({ kind }) => kind === 'causal_mask');
      trace.dispose();
      return [formula, code, numpy];
    };
    for (const [line, sum] of lines(-3).map((each, i) => [each, ['t - 3', '1 - 3', '1 - 3'][i]])) {
      assert.ok(line.includes(sum), line);
      assert.doesNotMatch(line, /\+|--|- -/);
    }
    for (const line of lines(0)) assert.doesNotMatch(line, /[t1] [+-]/);
    for (const line of lines(3)) assert.match(line, /[t1] \+ 3/);
  });

  test('causalOffset does nothing without isCausal', () => {
    const { weights } = ap.scaledDotProductAttention({ ...inputs(), causalOffset: -1 });
    assertSame(weights, ap.scaledDotProductAttention(inputs()).weights);
  });

  test('no query sees a later key: other later keys and values leave its output alone', () => {
    const x = seeded(24).tensor(6, d);
    const before = ap.scaledDotProductAttention({ query: x, key: x, value: x, isCausal: true });
    for (let t = 0; t < 5; t++) {
      const other = { shape: x.shape, data: x.data.map((n, i) => (i >= (t + 1) * d ? 9 - n : n)) };
      const options = { query: x, key: other, value: other, isCausal: true };
      const after = ap.scaledDotProductAttention(options).output.data.slice(0, (t + 1) * d);
      assertSame(
        { shape: [], data: after },
        { shape: [], data: before.output.data.slice(0, (t + 1) * d) },
      );
    }
  });

  test('a cache: one query with an offset gives the last row of the whole', () => {
    const x = seeded(25).tensor(6, d);
    const whole = ap.scaledDotProductAttention({ query: x, key: x, value: x, isCausal: true });
    const query = { shape: [1, d], data: x.data.slice(5 * d) };
    const options = { query, key: x, value: x, isCausal: true, causalOffset: 5 };
    assertSame(ap.scaledDotProductAttention(options).output, {
      shape: [1, d],
      data: whole.output.data.slice(5 * d),
    });
  });
});

describe('rows in which nothing may be attended to', () => {
  test('have zero weights and a zero output; other rows are as ever', () => {
    const attnMask = [[false], [true], [false]];
    const { output, weights } = ap.scaledDotProductAttention({ ...inputs(), attnMask });
    const unmasked = ap.scaledDotProductAttention(inputs());
    for (const row of [0, 2]) {
      assert.deepEqual(Array.from(weights.data.slice(row * S, row * S + S)), [0, 0, 0, 0]);
      assert.deepEqual(Array.from(output.data.slice(row * d, row * d + d)), [0, 0, 0, 0, 0]);
    }
    assert.deepEqual(output.data.slice(d, 2 * d), unmasked.output.data.slice(d, 2 * d));
  });

  test('give the output bias in multi-head attention', () => {
    const I = identity(d);
    const layer = { wq: I, wk: I, wv: I, wo: I, bo: [1, 2, 3, 4, 5], numHeads: 1 };
    const query = seeded(26).tensor(2, d);
    const { output } = ap.multiHeadAttention({ query, ...layer, keyPaddingMask: [false, false] });
    assert.deepEqual(Array.from(output.data), [1, 2, 3, 4, 5, 1, 2, 3, 4, 5]);
  });
});

describe('keyPaddingMask', () => {
  const random = seeded(27);
  const [wq, wk, wv, wo] = [1, 2, 3, 4].map(() => random.tensor(6, 6));
  const layer = { wq, wk, wv, wo, numHeads: 3 };
  const query = random.tensor(2, 4, 6);
  const padding = [
    [true, true, true, true],
    [true, true, false, false],
  ];

  test('equals the attnMask [B, 1, 1, S], in every form', () => {
    const additive = padding.flat().map((b) => (b ? 0 : -Infinity));
    const attnMask = { shape: [2, 1, 1, 4], data: additive };
    const expected = ap.multiHeadAttention({ query, ...layer, attnMask });
    for (const keyPaddingMask of [
      padding,
      { shape: [2, 4], data: Uint8Array.from(padding.flat()) },
      { shape: [2, 4], data: Float32Array.from(additive) },
    ]) {
      const result = ap.multiHeadAttention({ query, ...layer, keyPaddingMask });
      assertSame(result.output, expected.output);
      assertSame(result.weights, expected.weights);
    }
  });

  test('a padded batch equals its sentences alone, real rows', () => {
    const batch = ap.multiHeadAttention({ query, ...layer, keyPaddingMask: padding });
    const short = { shape: [2, 6], data: query.data.slice(24, 36) };
    const alone = ap.multiHeadAttention({ query: short, ...layer });
    const n = roundings(6 + 6 + 2 + 6, 20);
    assertNear({ data: batch.output.data.slice(24, 36) }, Array.from(alone.output.data), n);
  });

  test('[S] goes with an unbatched query, and joins isCausal and attnMask', () => {
    const single = { shape: [4, 6], data: query.data.slice(0, 24) };
    const visible = [true, false, true, true];
    const attnMask = seeded(28).tensor(4, 4);
    const options = { query: single, ...layer, isCausal: true, attnMask, keyPaddingMask: visible };
    const { weights } = ap.multiHeadAttention(options);
    const causal = ap.causalMask(4).data;
    const joined = attnMask.data.map((n, i) => n + causal[i] + (visible[i % 4] ? 0 : -Infinity));
    const all = { query: single, ...layer, attnMask: { shape: [4, 4], data: joined } };
    assertNear(weights, Array.from(ap.multiHeadAttention(all).weights.data), roundings(8));
    weights.data.forEach((weight, i) => {
      const hidden = i % 4 === 1 || i % 4 > Math.floor(i / 4) % 4;
      assert.equal(weight === 0, hidden, `cell ${i}`);
    });
  });
});

test('sentences of unequal lengths attend as each does alone, whichever of the two is the shorter', () => {
  const { whole } = seeded(77);
  const words = () => Array.from({ length: whole(1, 6) }, () => `w${whole(1, 40)}`);
  const options = { dModel: 8, numHeads: 2, isCausal: false };
  for (let trial = 0; trial < 12; trial++) {
    const size = whole(1, 3);
    const [tokens, memoryTokens] = [0, 1].map(() => Array.from({ length: size }, words));
    const batch = ap.traceAttention({ ...options, tokens, memoryTokens });
    for (const [i, own] of tokens.entries()) {
      const alone = ap.traceAttention({
        ...options,
        tokens: [own],
        memoryTokens: [memoryTokens[i]],
      });
      for (const path of ['weights', 'output']) {
        const [right, among] = [alone.tensor(path), batch.tensor(path)];
        for (const [, ...index] of indicesOf(right.shape)) {
          const difference = at(among, [i, ...index]) - at(right, [0, ...index]);
          assert.ok(Math.abs(difference) < 1e-5, `trial ${trial}, ${path}, ${[i, ...index]}`);
        }
      }
      alone.dispose();
    }
    batch.dispose();
  }
});
