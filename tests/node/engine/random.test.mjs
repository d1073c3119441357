// Attention against its definition in doubles, over seeded random shapes, masks and switches.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as oracle from './support/attention-oracle.mjs';
import { ap, at, seeded } from './support/engine.mjs';

/** A mask of random booleans or floats, some −∞, of one of the shapes that broadcast to the scores'. */
function randomMask(random, shape) {
  const own = shape.map((size) => (random.coin() ? size : 1)).slice(random.whole(0, shape.length));
  const { data } = random.tensor(...own);
  if (random.coin()) {
    const bytes = Uint8Array.from(data, (number) => Number(number > -1));
    return {
      mask: { shape: own, data: bytes },
      added: Array.from(bytes, (b) => (b ? 0 : -Infinity)),
    };
  }
  const floats = data.map((number) => (number < -1.5 ? -Infinity : number));
  return { mask: { shape: own, data: floats }, added: floats };
}

/** What a mask adds to the scores' cell at an index. */
function addedAt({ mask, added }, index) {
  const own = index.slice(index.length - mask.shape.length);
  const place = own.map((i, axis) => (mask.shape[axis] === 1 ? 0 : i));
  return at({ shape: mask.shape, data: added }, place);
}

function randomSwitches(random, scoresShape) {
  const isCausal = random.coin();
  const causalOffset = isCausal ? random.whole(-1, 2) : 0;
  const given = random.coin() ? randomMask(random, scoresShape) : undefined;
  const scale = random.coin() ? Math.fround(2 * random.unit() - 0.5) : undefined;
  const options = { isCausal, causalOffset };
  if (scale !== undefined) options.scale = scale;
  if (given) options.attnMask = given.mask;
  const added = (index) => {
    const [t, s] = index.slice(-2);
    const hidden = isCausal && s > t + causalOffset ? -Infinity : 0;
    return hidden + (given ? addedAt(given, index) : 0);
  };
  return { options, scale, added };
}

describe('scaled dot-product attention', () => {
  for (const rank of [2, 3, 4]) {
    test(`rank ${rank}: equals the definition within its own error bounds`, () => {
      for (let round = 0; round < 60; round++) {
        const random = seeded(1000 * rank + round);
        const leading = Array.from({ length: rank - 2 }, () => random.whole(1, 3));
        const [T, S, d, dv] = [1, 1, 1, 1].map((least) => random.whole(least, 19));
        const query = random.tensor(...leading, T, d);
        const key = random.tensor(...leading, S, d);
        const value = random.tensor(...leading, S, dv);
        const { options, scale, added } = randomSwitches(random, [...leading, T, S]);
        const result = ap.scaledDotProductAttention({ query, key, value, ...options });
        assert.deepEqual(result.output.shape, [...leading, T, dv]);
        assert.deepEqual(result.weights.shape, [...leading, T, S]);
        const batches = leading.reduce((count, size) => count * size, 1);
        for (let i = 0; i < batches; i++) {
          const batch = rank === 4 ? [Math.floor(i / leading[1]), i % leading[1]] : [i];
          const expected = oracle.attention(
            oracle.given(T, d, query.data, i * T * d),
            oracle.given(S, d, key.data, i * S * d),
            oracle.given(S, dv, value.data, i * S * dv),
            { scale, mask: (t, s) => added([...(rank > 2 ? batch : []), t, s]) },
          );
          const what = `round ${round}, batch ${i}`;
          oracle.assertWithin(result.weights.data, i * T * S, expected.weights, `${what}: weight`);
          oracle.assertWithin(result.output.data, i * T * dv, expected.output, `${what}: output`);
        }
      }
    });
  }
});

/** Divided by √rows, as initialised layers are: products stay of the size of what they multiply. */
function smaller({ shape, data }) {
  return { shape, data: data.map((number) => number / Math.sqrt(shape[0])) };
}

/** Matrices of one layer; query, key and value may differ in width. */
function randomLayer(random, heads, dk, dv, [wide, keyWide, valueWide], out) {
  const bias = random.coin();
  const matrices = {
    wq: smaller(random.tensor(wide, heads * dk)),
    wk: smaller(random.tensor(keyWide, heads * dk)),
    wv: smaller(random.tensor(valueWide, heads * dv)),
    wo: smaller(random.tensor(heads * dv, out)),
  };
  if (!bias) return matrices;
  const biases = { bq: heads * dk, bk: heads * dk, bv: heads * dv, bo: out };
  for (const [name, width] of Object.entries(biases))
    matrices[name] = smaller(random.tensor(width));
  return matrices;
}

function asOracle(layer) {
  return Object.fromEntries(
    Object.entries(layer).map(([name, { shape, data }]) => [
      name,
      shape.length === 2 ? oracle.given(...shape, data) : data,
    ]),
  );
}

describe('multi-head attention', () => {
  test('equals the definition within its own error bounds: self and cross, d_v ≠ d_k, bias, masks', () => {
    for (let round = 0; round < 80; round++) {
      const random = seeded(5000 + round);
      const [B, T, heads] = [random.whole(1, 3), random.whole(1, 9), random.whole(1, 4)];
      const [dk, dv, D] = [random.whole(1, 5), random.whole(1, 5), random.whole(1, 12)];
      const cross = random.coin();
      const S = cross ? random.whole(1, 9) : T;
      const widths = cross ? [D, random.whole(1, 12), random.whole(1, 12)] : [D, D, D];
      const layer = randomLayer(random, heads, dk, dv, widths, random.whole(1, 12));
      const query = random.tensor(B, T, D);
      const key = cross ? random.tensor(B, S, widths[1]) : query;
      const value = cross ? random.tensor(B, S, widths[2]) : key;
      const { options, scale, added } = randomSwitches(random, [B, heads, T, S]);
      const padding = {
        shape: [B, S],
        data: Uint8Array.from({ length: B * S }, () => random.coin()),
      };
      const padded = random.coin();
      if (padded) options.keyPaddingMask = padding;
      const given = cross ? { query, key, value } : { query };
      const result = ap.multiHeadAttention({ ...given, ...layer, ...options, numHeads: heads });
      const out = layer.wo.shape[1];
      assert.deepEqual(result.output.shape, [B, T, out]);
      assert.deepEqual(result.weights.shape, [B, heads, T, S]);
      for (let b = 0; b < B; b++) {
        const hidden = (s) => (padded && !padding.data[b * S + s] ? -Infinity : 0);
        const expected = oracle.multiHead({
          query: oracle.given(T, widths[0], query.data, b * T * widths[0]),
          key: oracle.given(S, widths[1], key.data, b * S * widths[1]),
          value: oracle.given(S, widths[2], value.data, b * S * widths[2]),
          ...asOracle(layer),
          heads,
          scale,
          mask: (head, t, s) => added([b, head, t, s]) + hidden(s),
        });
        const what = `round ${round}, sentence ${b}`;
        oracle.assertWithin(result.output.data, b * T * out, expected.output, `${what}: output`);
        expected.weights.forEach((weights, head) => {
          const start = (b * heads + head) * T * S;
          oracle.assertWithin(result.weights.data, start, weights, `${what}: weight of ${head}`);
        });
      }
    }
  });

  test('sizes of the write-ups: (10, 6, 512) with 8 heads, and (4, 8, 512)', () => {
    const random = seeded(7);
    const layer = randomLayer(random, 8, 64, 64, [512, 512, 512], 512);
    for (const [B, T] of [
      [10, 6],
      [4, 8],
    ]) {
      const query = random.tensor(B, T, 512);
      query.data.forEach((number, i) => (query.data[i] = number / 64)); // the bounds are of the worst case
      const { output, weights } = ap.multiHeadAttention({ query, ...layer, numHeads: 8 });
      assert.deepEqual(output.shape, [B, T, 512]);
      assert.deepEqual(weights.shape, [B, 8, T, T]);
      const last = B - 1;
      const x = oracle.given(T, 512, query.data, last * T * 512);
      const expected = oracle.multiHead({
        query: x,
        key: x,
        value: x,
        ...asOracle(layer),
        heads: 8,
      });
      oracle.assertWithin(output.data, last * T * 512, expected.output, `sentence ${last}`);
    }
  });
});
