// The numbers of REFERENCE.md §1–§5, through the calls of the npm API.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as oracle from './support/attention-oracle.mjs';
import {
  ap,
  assertNear,
  at,
  epsilon,
  iAmGood,
  identity,
  printed,
  roundings,
  seeded,
} from './support/engine.mjs';

const sixDecimals = printed(6);
const largest = 3; // in the example "I am good"
const transposed = (rows) => rows[0].map((_, column) => rows.map((row) => row[column]));

const iAmGoodWeights = [
  [0.975559, 0.017868, 0.006573],
  [0.267623, 0.727475, 0.004902],
  [0.909443, 0.045279, 0.045279],
];
const iAmGoodOutput = [
  [1, 2.957691, 2.011295],
  [1, 1.540148, 2.722573],
  [1, 2.864164, 2],
];

describe('similarity, before there are Q, K and V', () => {
  test('"I am good": X Xᵀ is exact', () => {
    const { shape, data } = ap.matmul(iAmGood, transposed(iAmGood));
    assert.deepEqual(shape, [3, 3]);
    assert.deepEqual(Array.from(data), [14, 10, 9, 10, 11, 6, 9, 6, 6]);
  });

  test('"I am good": softmax of the similarities, and Z = W X', () => {
    const weights = ap.softmax(ap.matmul(iAmGood, transposed(iAmGood)));
    assertNear(weights, iAmGoodWeights, sixDecimals);
    assertNear(ap.matmul(weights, iAmGood), iAmGoodOutput, printed(6, largest));
  });

  test('"I am good": the same by one attention with scale 1', () => {
    const same = { query: iAmGood, key: iAmGood, value: iAmGood, scale: 1 };
    const { output, weights } = ap.scaledDotProductAttention(same);
    assertNear(weights, iAmGoodWeights, sixDecimals);
    assertNear(output, iAmGoodOutput, printed(6, largest));
  });

  test('identity projections and scale 1 turn multi-head attention back into this', () => {
    const I = identity(3);
    const options = { query: iAmGood, wq: I, wk: I, wv: I, wo: I, numHeads: 1 };
    const { output, weights } = ap.multiHeadAttention({ ...options, scale: 1 });
    assertNear(weights, iAmGoodWeights, sixDecimals);
    assertNear(output, iAmGoodOutput, printed(6, largest));
    const scaled = ap.multiHeadAttention(options);
    assertNear({ data: scaled.weights.data.slice(0, 1) }, [0.865743], sixDecimals);
  });

  test('a second matrix: each English word becomes a mix of the two Chinese ones', () => {
    const chinese = [
      [1, 2, 3],
      [2, 1, 1],
    ];
    const options = { query: iAmGood, key: chinese, value: chinese, scale: 1 };
    const { output, weights } = ap.scaledDotProductAttention(options);
    assert.deepEqual(weights.shape, [3, 2]);
    assert.deepEqual(output.shape, [3, 3]);
    const [x, y] = [oracle.given(3, 3, iAmGood.flat()), oracle.given(2, 3, chinese.flat())];
    const expected = oracle.attention(x, y, y, { scale: 1 });
    oracle.assertWithin(weights.data, 0, expected.weights, 'weight');
    oracle.assertWithin(output.data, 0, expected.output, 'output');
  });
});

describe('softmax', () => {
  test('of masked scores: −∞ gets no weight', () => {
    const scores = [
      [2, -Infinity, -Infinity],
      [1, 3, -Infinity],
      [0.5, 2, 1.5],
    ];
    const weights = ap.softmax(scores);
    assertNear(
      weights,
      [1, 0, 0, 0.119203, 0.880797, 0, 0.121952, 0.546549, 0.331499],
      sixDecimals,
    );
    assert.deepEqual([weights.data[1], weights.data[2], weights.data[5]], [0, 0, 0]);
  });

  test('the numbers that write-ups print wrong', () => {
    assertNear(ap.softmax([1, 3, 2]), [0.09003, 0.66524, 0.24473], printed(5));
    assertNear(ap.softmax([39, 20, 31, 35]), [0.98169, 5.5e-9, 0.000329, 0.01798], sixDecimals);
  });

  test('over any axis: slices along it sum to one, and equal the last axis of the transpose', () => {
    const x = seeded(1).tensor(2, 3, 4);
    for (const axis of [0, 1, 2, -1, -2, -3]) {
      const weights = ap.softmax(x, axis);
      const place = axis < 0 ? axis + 3 : axis;
      const others = [0, 1, 2].filter((other) => other !== place);
      for (let i = 0; i < x.shape[others[0]]; i++) {
        for (let j = 0; j < x.shape[others[1]]; j++) {
          const cell = (k) =>
            others.reduce((index, other, n) => index.with(other, [i, j][n]), [k, k, k]);
          const line = Array.from({ length: x.shape[place] }, (_, k) => at(x, cell(k)));
          const alone = ap.softmax(line);
          const own = line.map((_, k) => at(weights, cell(k)));
          const sum = own.reduce((a, b) => a + b, 0);
          assert.ok(Math.abs(sum - 1) <= roundings(line.length), `axis ${axis}: ${sum}`);
          assertNear(alone, own, roundings(line.length), `axis ${axis}, cell`);
        }
      }
    }
  });

  test('a row of −∞ alone has zero weights', () => {
    assert.deepEqual(Array.from(ap.softmax([[-Infinity, -Infinity]]).data), [0, 0]);
  });

  test('large numbers do not overflow', () => {
    assertNear(ap.softmax([3e38, 3e38, -3e38]), [0.5, 0.5, 0], epsilon);
  });
});

describe('causal mask', () => {
  test('for [BOS] I like you [EOS] it is the 5 × 5 upper triangle', () => {
    const { shape, data } = ap.causalMask(5);
    assert.deepEqual(shape, [5, 5]);
    data.forEach((number, i) => {
      assert.equal(number, i % 5 > Math.floor(i / 5) ? -Infinity : 0, `cell ${i}`);
    });
  });

  test('queries, keys and an offset: query t sees keys 0 … t + offset', () => {
    for (const [queries, keys, offset] of [
      [2, 5, 3],
      [5, 2, 0],
      [3, 4, -1],
      [1, 1, 0],
      [2, 3, 2 ** 30],
    ]) {
      const mask = ap.causalMask(queries, keys, offset);
      assert.deepEqual(mask.shape, [queries, keys]);
      mask.data.forEach((number, i) => {
        const sees = i % keys <= Math.floor(i / keys) + offset;
        assert.equal(number, sees ? 0 : -Infinity, `${queries} × ${keys}, ${offset}: cell ${i}`);
      });
    }
  });
});

describe('positional encoding', () => {
  test('3 positions, D = 4', () => {
    const table = ap.positionalEncoding({ length: 3, dModel: 4 });
    assert.deepEqual(table.shape, [3, 4]);
    const rows = [
      [0, 1, 0, 1],
      [0.841471, 0.540302, 0.01, 0.99995],
      [0.909297, -0.416147, 0.019999, 0.9998],
    ];
    assertNear(table, rows, sixDecimals);
  });

  for (const [length, dModel] of [
    [128, 512],
    [5000, 7],
  ]) {
    test(`${length} × ${dModel}: every cell is the float nearest to the definition, or next to it`, () => {
      const { shape, data } = ap.positionalEncoding({ length, dModel });
      assert.deepEqual(shape, [length, dModel]);
      data.forEach((number, i) => {
        const column = i % dModel;
        const angle = Math.floor(i / dModel) / 10000 ** ((2 * Math.floor(column / 2)) / dModel);
        const expected = column % 2 === 0 ? Math.sin(angle) : Math.cos(angle);
        assert.ok(Math.abs(number - expected) <= epsilon, `cell ${i}: ${number}, ${expected}`);
      });
    });
  }
});
