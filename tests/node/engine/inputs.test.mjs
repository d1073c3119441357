// What a tensor may be given as, what may be left out, and what comes back.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ap, assertNear, assertSame, iAmGood, roundings, seeded } from './support/engine.mjs';

/** Row-major numbers as nested arrays. */
function nested({ shape, data }) {
  if (shape.length === 1) return Array.from(data);
  const size = data.length / shape[0];
  return Array.from({ length: shape[0] }, (_, i) =>
    nested({ shape: shape.slice(1), data: data.slice(i * size, (i + 1) * size) }),
  );
}

function randomInputs(seed) {
  const random = seeded(seed);
  return {
    query: random.tensor(2, 3, 4),
    key: random.tensor(2, 5, 4),
    value: random.tensor(2, 5, 6),
  };
}

const forms = {
  'nested arrays': nested,
  Float64Array: ({ shape, data }) => ({ shape, data: Float64Array.from(data) }),
  'a plain array': ({ shape, data }) => ({ shape, data: Array.from(data) }),
  'a frozen object': (tensor) => Object.freeze({ ...tensor }),
  'a part of a longer buffer': ({ shape, data }) => {
    const longer = new Float32Array(data.length + 3);
    longer.set(data, 3);
    return { shape, data: longer.subarray(3) };
  },
};

describe('what a tensor may be given as', () => {
  const inputs = randomInputs(11);
  const expected = ap.scaledDotProductAttention(inputs);

  for (const [name, form] of Object.entries(forms)) {
    test(`${name}: the same numbers as Float32Array`, () => {
      const given = Object.fromEntries(
        Object.entries(inputs).map(([key, tensor]) => [key, form(tensor)]),
      );
      const result = ap.scaledDotProductAttention(given);
      assertSame(result.output, expected.output);
      assertSame(result.weights, expected.weights);
    });
  }

  test('doubles are rounded to floats', () => {
    const doubles = { shape: [1, 3], data: Float64Array.of(0.1, 1 / 3, Math.PI) };
    const { data } = ap.matmul([[1]], doubles);
    assert.deepEqual(Array.from(data), Array.from(doubles.data, Math.fround));
  });

  test('inputs are left as they are', () => {
    const given = randomInputs(12);
    const before = structuredClone(given);
    ap.scaledDotProductAttention(given);
    assert.deepEqual(given, before);
  });
});

describe('what comes back', () => {
  test('a copy: later calls leave it alone, and changing it changes no later result', () => {
    const inputs = randomInputs(13);
    const first = ap.scaledDotProductAttention(inputs);
    const kept = structuredClone(first);
    ap.scaledDotProductAttention(randomInputs(14));
    assert.deepEqual(first, kept);
    first.output.data.fill(7);
    first.output.shape.reverse();
    assert.deepEqual(ap.scaledDotProductAttention(inputs), kept);
  });

  test('with needWeights false there are no weights, and the output is the same to the last bit', () => {
    const inputs = randomInputs(15);
    const result = ap.scaledDotProductAttention({ ...inputs, needWeights: false });
    assert.deepEqual(Object.keys(result), ['output']);
    assertSame(result.output, ap.scaledDotProductAttention(inputs).output);
  });

  test('rows of weights sum to one', () => {
    const { weights } = ap.scaledDotProductAttention(randomInputs(16));
    const [, , keys] = weights.shape;
    const sums = ap.matmul(weights, { shape: [keys, 1], data: new Float32Array(keys).fill(1) });
    assertNear(sums, new Array(6).fill(1), roundings(2 * keys), 'row');
  });

  test('the same call gives the same bits, also after many other shapes', () => {
    const inputs = randomInputs(17);
    const before = ap.scaledDotProductAttention(inputs);
    for (let n = 1; n <= 40; n++) {
      const x = seeded(n).tensor(n, 2);
      ap.scaledDotProductAttention({ query: x, key: x, value: x });
    }
    assertSame(ap.scaledDotProductAttention(inputs).output, before.output);
  });
});

describe('ranks', () => {
  test('[T, d], [1, T, d] and [1, 1, T, d] are the same attention', () => {
    const random = seeded(18);
    const two = {
      query: random.tensor(3, 4),
      key: random.tensor(5, 4),
      value: random.tensor(5, 2),
    };
    const expected = ap.scaledDotProductAttention(two);
    for (const leading of [[1], [1, 1]]) {
      const inputs = Object.fromEntries(
        Object.entries(two).map(([key, { shape, data }]) => [
          key,
          { shape: [...leading, ...shape], data },
        ]),
      );
      const { output, weights } = ap.scaledDotProductAttention(inputs);
      assertSame(output, { shape: [...leading, 3, 2], data: expected.output.data });
      assertSame(weights, { shape: [...leading, 3, 5], data: expected.weights.data });
    }
  });

  test('multi-head attention of [T, D] is that of a batch of one, without the axis', () => {
    const random = seeded(19);
    const [wq, wk, wv, wo] = [1, 2, 3, 4].map(() => random.tensor(4, 4));
    const layer = { wq, wk, wv, wo, numHeads: 2 };
    const query = random.tensor(3, 4);
    const single = ap.multiHeadAttention({ query, ...layer });
    const batch = ap.multiHeadAttention({
      query: { shape: [1, 3, 4], data: query.data },
      ...layer,
    });
    assertSame(single.output, { shape: [3, 4], data: batch.output.data });
    assertSame(single.weights, { shape: [2, 3, 3], data: batch.weights.data });
    const bare = ap.multiHeadAttention({ query, ...layer, needWeights: false });
    assert.deepEqual(Object.keys(bare), ['output']);
    assertSame(bare.output, single.output);
  });

  test('key is the query and value the key when left out', () => {
    const random = seeded(20);
    const [wq, wk, wv, wo] = [1, 2, 3, 4].map(() => random.tensor(4, 4));
    const layer = { wq, wk, wv, wo, numHeads: 2 };
    const [query, key] = [random.tensor(2, 3, 4), random.tensor(2, 5, 4)];
    const self = ap.multiHeadAttention({ query, ...layer });
    assertSame(
      self.output,
      ap.multiHeadAttention({ query, key: query, value: query, ...layer }).output,
    );
    const cross = ap.multiHeadAttention({ query, key, ...layer });
    assertSame(cross.output, ap.multiHeadAttention({ query, key, value: key, ...layer }).output);
    assert.deepEqual(cross.weights.shape, [2, 2, 3, 5]);
  });
});

describe('axes of size 0', () => {
  const none = (...shape) => ({ shape, data: [] });

  test('no queries: an empty output', () => {
    const options = { query: none(0, 3), key: iAmGood, value: iAmGood };
    const { output, weights } = ap.scaledDotProductAttention(options);
    assert.deepEqual(
      [output.shape, weights.shape],
      [
        [0, 3],
        [0, 3],
      ],
    );
  });

  test('no keys: nothing to attend to, so zeros', () => {
    const options = { query: iAmGood, key: none(0, 3), value: none(0, 2) };
    const { output, weights } = ap.scaledDotProductAttention(options);
    assert.deepEqual(weights.shape, [3, 0]);
    assert.deepEqual(output, { shape: [3, 2], data: new Float32Array(6) });
  });

  test('no sentences, no values', () => {
    const batch = { query: none(0, 2, 3), key: none(0, 4, 3), value: none(0, 4, 5) };
    assert.deepEqual(ap.scaledDotProductAttention(batch).output.shape, [0, 2, 5]);
    const flat = { query: iAmGood, key: iAmGood, value: none(3, 0) };
    assert.deepEqual(ap.scaledDotProductAttention(flat).output.shape, [3, 0]);
    assert.deepEqual(ap.softmax([]).shape, [0]);
  });
});
