// Dropout on the weights: only in training, equal for equal seeds, survivors scaled.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ap, assertNear, assertSame, roundings, seeded } from './support/engine.mjs';

const x = seeded(31).tensor(4, 32, 3);
const inputs = { query: x, key: x, value: x };
const p = 0.25;

describe('dropout', () => {
  const { weights: whole, output: wholeOutput } = ap.scaledDotProductAttention(inputs);
  const dropped = (seed) =>
    ap.scaledDotProductAttention({ ...inputs, dropoutP: p, training: true, seed });

  test('does nothing in evaluation', () => {
    for (const training of [false, undefined]) {
      const result = ap.scaledDotProductAttention({ ...inputs, dropoutP: p, training, seed: 1 });
      assertSame(result.output, wholeOutput);
      assertSame(result.weights, whole);
    }
  });

  test('with p = 0 does nothing in training', () => {
    const result = ap.scaledDotProductAttention({ ...inputs, dropoutP: 0, training: true });
    assertSame(result.output, wholeOutput);
  });

  test('each weight is zero, or itself / (1 − p)', () => {
    const { weights } = dropped(1);
    let zeros = 0;
    weights.data.forEach((weight, i) => {
      const kept = whole.data[i] / (1 - p);
      if (weight === 0) zeros++;
      else assert.ok(Math.abs(weight - kept) <= roundings(2, kept), `cell ${i}`);
    });
    const n = weights.data.length;
    const deviation = Math.sqrt(n * p * (1 - p));
    assert.ok(Math.abs(zeros - n * p) <= 5 * deviation, `${zeros} of ${n} dropped`);
  });

  test('the output is made of the dropped weights, and these come back', () => {
    const { weights, output } = dropped(2);
    const expected = ap.matmul(weights, x);
    assertNear(output, Array.from(expected.data), roundings(32, 4));
    assert.notDeepEqual(output.data, wholeOutput.data);
  });

  test('equal seeds drop the same weights, other seeds others', () => {
    assertSame(dropped(3).weights, dropped(3).weights);
    const pattern = (seed) =>
      Array.from(dropped(seed).weights.data, (weight) => weight === 0).join();
    const patterns = new Set([0, 3, 4, 2 ** 31, 2 ** 32 - 1].map(pattern));
    assert.equal(patterns.size, 5);
  });

  test('every row and every sentence is dropped by itself', () => {
    const { weights } = dropped(5);
    const rows = new Set();
    for (let row = 0; row < 128; row++) {
      rows.add(Array.from(weights.data.slice(row * 32, row * 32 + 32), (w) => w === 0).join());
    }
    assert.equal(rows.size, 128);
  });

  test('in multi-head attention too: seeded, only in training', () => {
    const random = seeded(32);
    const [wq, wk, wv, wo] = [1, 2, 3, 4].map(() => random.tensor(6, 6));
    const layer = { query: random.tensor(2, 5, 6), wq, wk, wv, wo, numHeads: 2, dropoutP: 0.5 };
    const run = (options) => ap.multiHeadAttention({ ...layer, ...options }).weights;
    assertSame(run({ training: true, seed: 6 }), run({ training: true, seed: 6 }));
    const patternOf = ({ data }) => Array.from(data, (weight) => weight === 0).join();
    assert.notEqual(
      patternOf(run({ training: true, seed: 6 })),
      patternOf(run({ training: true, seed: 7 })),
    );
    assert.ok(run({ seed: 6 }).data.every((weight) => weight > 0));
  });
});
