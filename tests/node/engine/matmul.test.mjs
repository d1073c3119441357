// matmul against doubles, over batches and broadcasts.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as oracle from './support/attention-oracle.mjs';
import { ap, assertSame, indicesOf, seeded } from './support/engine.mjs';

describe('matmul', () => {
  test('batches, and batches that broadcast', () => {
    const random = seeded(2);
    for (const [left, right, shape] of [
      [
        [3, 4],
        [4, 5],
        [3, 5],
      ],
      [
        [2, 3, 4],
        [2, 4, 5],
        [2, 3, 5],
      ],
      [
        [2, 3, 4],
        [4, 5],
        [2, 3, 5],
      ],
      [
        [3, 4],
        [2, 4, 5],
        [2, 3, 5],
      ],
      [
        [2, 1, 3, 4],
        [3, 4, 5],
        [2, 3, 3, 5],
      ],
      [
        [1, 7],
        [7, 1],
        [1, 1],
      ],
      [
        [2, 0],
        [0, 3],
        [2, 3],
      ],
    ]) {
      const [a, b] = [random.tensor(...left), random.tensor(...right)];
      const product = ap.matmul(a, b);
      assert.deepEqual(product.shape, shape);
      const [m, k, n] = [left.at(-2), left.at(-1), right.at(-1)];
      const start = (operand, batch) => {
        const own = operand.shape.slice(0, -2);
        const index = batch.slice(batch.length - own.length);
        return own.reduce((sum, size, axis) => sum * size + (size === 1 ? 0 : index[axis]), 0);
      };
      const batches = [...indicesOf(shape.slice(0, -2))];
      for (const [i, batch] of batches.entries()) {
        const expected = oracle.multiply(
          oracle.given(m, k, a.data, start(a, batch) * m * k),
          oracle.given(k, n, b.data, start(b, batch) * k * n),
        );
        oracle.assertWithin(product.data, i * m * n, expected, `${left} × ${right}`);
      }
    }
  });

  test('x·[W1, W2] = [x·W1, x·W2], to the last bit', () => {
    const random = seeded(3);
    const x = random.tensor(5, 8);
    const w = random.tensor(8, 12);
    const columns = (from, to) => ({
      shape: [8, to - from],
      data: w.data.filter((_, i) => i % 12 >= from && i % 12 < to),
    });
    const whole = ap.matmul(x, w);
    for (const [from, to] of [
      [0, 5],
      [5, 12],
    ]) {
      const part = ap.matmul(x, columns(from, to));
      const own = whole.data.filter((_, i) => i % 12 >= from && i % 12 < to);
      assertSame(part, { shape: [5, to - from], data: own });
    }
  });
});
