// linear and layerNorm against their formulas in doubles, and what they refuse.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as oracle from './support/attention-oracle.mjs';
import {
  ap,
  assertRefused,
  assertSame,
  assertStillRight,
  epsilon,
  seeded,
} from './support/engine.mjs';

describe('linear', () => {
  const sizes = [
    [[1], 1],
    [[7], 5],
    [[3, 8], 16],
    [[2, 5, 17], 33],
    [[2, 1, 3, 64], 130],
    [[65, 300], 70],
    [[1, 2, 1, 2, 3, 4], 3],
  ];
  for (const [shape, width] of sizes) {
    test(`[${shape}] × [${shape.at(-1)}, ${width}], with a bias and without`, () => {
      const random = seeded(101 + width);
      const x = random.tensor(...shape);
      x.data.forEach((number, i) => (x.data[i] = number / 16)); // the bounds are of the worst case
      const w = random.tensor(shape.at(-1), width);
      const b = random.tensor(width);
      const rows = x.data.length / shape.at(-1);
      for (const bias of [undefined, b]) {
        const result = ap.linear(x, w, bias);
        assert.deepEqual(result.shape, [...shape.slice(0, -1), width]);
        const expected = oracle.multiply(
          oracle.given(rows, shape.at(-1), x.data),
          oracle.given(...w.shape, w.data),
          { bias: bias?.data },
        );
        oracle.assertWithin(result.data, 0, expected, 'cell');
      }
    });
  }

  test('without a bias equals matmul to the last bit', () => {
    const random = seeded(102);
    const [x, w] = [random.tensor(9, 20), random.tensor(20, 31)];
    assertSame(ap.linear(x, w), ap.matmul(x, w));
  });

  test('axes of size 0: no rows, no columns, and nothing to add up but the bias', () => {
    const none = (...shape) => ({ shape, data: [] });
    assert.deepEqual(ap.linear(none(0, 3), seeded(1).tensor(3, 2)).shape, [0, 2]);
    assert.deepEqual(ap.linear([[1, 2]], none(2, 0)).shape, [1, 0]);
    assert.deepEqual([...ap.linear(none(2, 0), none(0, 2), [3, 4]).data], [3, 4, 3, 4]);
  });

  const x = [[1, 2]];
  const w = [[3], [4]];

  test('names the argument that is missing, or not finite', () => {
    assertRefused(() => ap.linear(), { code: 'missing', argument: 'input' });
    assertRefused(() => ap.linear(x), { code: 'missing', argument: 'weight' });
    const expected = 'finite numbers';
    for (const [argument, actual, call] of [
      ['input', 'NaN at (0, 1)', () => ap.linear([[1, NaN]], w)],
      ['weight', '∞ at (1, 0)', () => ap.linear(x, [[1], [Infinity]])],
      ['bias', '−∞ at (0)', () => ap.linear(x, w, [-Infinity])],
    ]) {
      assertRefused(call, { code: 'not_finite', argument, actual, expected });
      assertStillRight();
    }
  });

  const misfits = [
    ['input', 'rank', '()', () => ap.linear({ shape: [], data: [1] }, w)],
    ['weight', 'rank', '(2)', () => ap.linear(x, [1, 2])],
    ['weight', 'shape', '(1, 2)', () => ap.linear(x, [[1, 2]])],
    ['bias', 'shape', '(2)', () => ap.linear(x, w, [1, 2])],
    ['bias', 'shape', '(1, 1)', () => ap.linear(x, w, [[1]])],
  ];
  // The core still says x, w and b.
  test('names the argument that does not fit', () => {
    for (const [argument, code, actual, call] of misfits) {
      assertRefused(call, { code, argument, actual });
      assertStillRight();
    }
  });
});

/** Each part normalised in doubles: [value, how far floats may be off] of each cell. */
function normalised(data, n, { weight, bias, eps = 1e-5 } = {}) {
  return Array.from(data, (_, place) => {
    const row = data.subarray(place - (place % n), place - (place % n) + n);
    const i = place % n;
    const mean = row.reduce((sum, x) => sum + x, 0) / n;
    const variance = row.reduce((sum, x) => sum + (x - mean) ** 2, 0) / n;
    const inverse = 1 / Math.sqrt(variance + eps);
    const z = (row[i] - mean) * inverse;
    const [scale, shift] = [weight?.data[i] ?? 1, bias?.data[i] ?? 0];
    // n roundings of the mean, of the squares, and a few: they move z, and through the deviation z again.
    const magnitude = row.reduce((sum, x) => sum + Math.abs(x), 0) / n;
    const roundings = (n + 8) * epsilon;
    const moved = roundings * (magnitude * inverse * (1 + Math.abs(z)) + Math.abs(z));
    const value = z * scale + shift;
    return [value, moved * Math.abs(scale) + 2 * epsilon * (Math.abs(value) + Math.abs(shift))];
  });
}

function assertNormalised(result, x, n, options) {
  assert.deepEqual(result.shape, x.shape);
  normalised(x.data, n, options).forEach(([value, bound], i) => {
    const off = Math.abs(result.data[i] - value);
    assert.ok(off <= bound, `cell ${i}: ${result.data[i]}, expected ${value} ± ${bound}`);
  });
}

describe('layerNorm', () => {
  for (const n of [1, 2, 3, 4, 7, 8, 15, 16, 17, 64, 257, 768]) {
    test(`width ${n}: equals the formula, with weight and bias, with either, with none`, () => {
      const random = seeded(110 + n);
      const x = random.tensor(2, 3, n);
      const [weight, bias] = [random.tensor(n), random.tensor(n)];
      for (const options of [{}, { weight }, { bias }, { weight, bias }]) {
        assertNormalised(ap.layerNorm(x, n, options.weight, options.bias), x, n, options);
        assertNormalised(ap.layerNorm(x, [n], options.weight, options.bias), x, n, options);
      }
    });
  }

  test('over several trailing axes, up to all of them', () => {
    const random = seeded(111);
    const x = random.tensor(2, 3, 4, 5);
    for (const axes of [1, 2, 3, 4]) {
      const shape = x.shape.slice(4 - axes);
      const n = shape.reduce((a, b) => a * b);
      const [weight, bias] = [random.tensor(...shape), random.tensor(...shape)];
      const options = { weight, bias, eps: 0.1 };
      assertNormalised(ap.layerNorm(x, shape, weight, bias, 0.1), x, n, options);
    }
  });

  test('a list of numbers, and a shape without elements', () => {
    const x = { shape: [4], data: Float32Array.of(1, 2, 3, 4) };
    assertNormalised(ap.layerNorm([1, 2, 3, 4], 4), x, 4);
    assert.deepEqual(ap.layerNorm({ shape: [0, 2], data: [] }, 2).shape, [0, 2]);
  });

  test('equal numbers become the bias: eps keeps the division from 0 / 0', () => {
    assert.deepEqual([...ap.layerNorm([[5, 5, 5]], 3, [2, 2, 2], [1, 2, 3]).data], [1, 2, 3]);
  });

  test('eps is 1e-5 when left out, and may be 0', () => {
    const x = seeded(112).tensor(3, 6);
    assertSame(ap.layerNorm(x, 6), ap.layerNorm(x, 6, undefined, undefined, 1e-5));
    assertNormalised(ap.layerNorm(x, 6, undefined, undefined, 0), x, 6, { eps: 0 });
  });

  test('each refusal names the argument, what it was and what it has to be', () => {
    const x = [[1, 2]];
    const sizes = 'a size or a list of sizes';
    const eps = (value) => () => ap.layerNorm(x, 2, undefined, undefined, value);
    for (const [code, argument, actual, expected, call] of [
      ['missing', 'input', 'nothing', 'a tensor', () => ap.layerNorm(undefined, 2)],
      ['shape', 'input', '(1, 2)', 'a shape that ends in (3)', () => ap.layerNorm(x, 3)],
      ['shape', 'input', '(1, 2)', 'a shape that ends in (2, 1)', () => ap.layerNorm(x, [2, 1])],
      [
        'shape',
        'input',
        '(1, 2)',
        'a shape that ends in (1, 1, 2)',
        () => ap.layerNorm(x, [1, 1, 2]),
      ],
      ['shape', 'weight', '(1)', '(2)', () => ap.layerNorm(x, 2, [1])],
      ['shape', 'bias', '(1, 2)', '(2)', () => ap.layerNorm(x, 2, [1, 1], x)],
      ['shape', 'bias', '(3)', '(2)', () => ap.layerNorm(x, 2, undefined, [1, 1, 1])],
      ['not_finite', 'input', 'NaN at (0)', 'finite numbers', () => ap.layerNorm([NaN], 1)],
      [
        'not_finite',
        'weight',
        '∞ at (1)',
        'finite numbers',
        () => ap.layerNorm(x, 2, [1, Infinity]),
      ],
      [
        'not_finite',
        'bias',
        '∞ at (0)',
        'finite numbers',
        () => ap.layerNorm(x, 2, undefined, [Infinity, 1]),
      ],
      ['size', 'normalizedShape', '()', 'at least one element', () => ap.layerNorm(x, [])],
      ['size', 'normalizedShape', '(0)', 'at least one element', () => ap.layerNorm(x, 0)],
      ['type', 'normalizedShape', 'undefined', sizes, () => ap.layerNorm(x)],
      ['type', 'normalizedShape', '"2"', sizes, () => ap.layerNorm(x, '2')],
      ['shape', 'normalizedShape', '[-1]', 'whole sizes of 0 or more', () => ap.layerNorm(x, -1)],
      [
        'shape',
        'normalizedShape',
        '[1.5]',
        'whole sizes of 0 or more',
        () => ap.layerNorm(x, [1.5]),
      ],
      ['range', 'eps', '-1', 'a finite number of 0 or more', eps(-1)],
      ['range', 'eps', 'NaN', 'a finite number of 0 or more', eps(NaN)],
      ['range', 'eps', 'Infinity', 'a finite number of 0 or more', eps(Infinity)],
      ['range', 'eps', '1e+39', 'a finite number of 0 or more', eps(1e39)],
      ['type', 'eps', '"1"', 'a number', eps('1')],
      ['type', 'eps', 'null', 'a number', eps(null)],
    ]) {
      assertRefused(call, { code, argument, actual, expected });
      assertStillRight();
    }
  });
});
