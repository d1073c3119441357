// Numbers as text: whoever reads one knows whether it is 0, how large it is, and whether the arithmetic around it holds.
// SEED=7 node --test tests/node/state/digits.test.mjs tries other numbers.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importWeb } from '../support/bundled.mjs';
import { seeded } from '../support/seeded.mjs';

const numbers = await importWeb('trace/numbers.ts');
const seed = Number(process.env.SEED ?? 1);
const random = seeded(seed).unit;
const of = (text) => `${text}, seed ${seed}`;

/** A 32-bit number of any magnitude that a run meets, of either sign. */
function anyNumber(low = -38, high = 12) {
  const size = (1 + 9 * random()) * 10 ** (low + Math.floor((high - low) * random()));
  return Math.fround(random() < 0.5 ? -size : size);
}

/** What the last digit of a printed number counts. */
const unit = (text) => 10 ** numbers.lastPlace(text);

/** Whether a text is the number, rounded at its last digit. */
function assertRounded(text, value) {
  const slack = unit(text) * 0.5 + Math.abs(value) * 1e-12;
  assert.ok(Math.abs(Number(text) - value) <= slack, of(`${value} is written ${text}`));
}

const formatters = {
  ...Object.fromEntries(
    [0, 1, 2, 6].map((decimals) => [
      `a cell with ${decimals} decimals`,
      (value) => numbers.rounded(value, decimals),
    ]),
  ),
  'a proof': numbers.precise,
  'a table': numbers.brief,
  'the end of a scale': numbers.scaleEnd,
  'a bound': numbers.tiny,
};

describe('every way to write a number', () => {
  for (const [name, write] of Object.entries(formatters)) {
    test(`${name}: right to half a unit of the last digit, and 0 is written for 0 alone`, () => {
      for (let i = 0; i < 3000; i += 1) {
        const value = anyNumber();
        const text = write(value);
        assertRounded(text, value);
        assert.notEqual(Number(text), 0, of(`${value} is written ${text}`));
      }
      assert.deepEqual([write(0), write(-0)], ['0', '0']);
    });
  }

  test('a mask of −10⁹ is short, and a power has no plus', () => {
    assert.equal(numbers.rounded(-1e9, 2), '-1e9');
    assert.equal(numbers.scaleEnd(1e9), '1e9');
    assert.equal(numbers.scaleEnd(-23), '-23');
    assert.equal(numbers.scaleEnd(1.001), '1.00');
    assert.equal(numbers.scaleEnd(123456792), '1.23e8');
    assert.doesNotMatch(numbers.precise(1.2345e30), /\+/);
  });

  test('what rounds to 0 is written with one digit', () => {
    const cells = [0.3, 0.04, 0.004, -4e-4, 8e-26].map((value) => numbers.rounded(value, 0));
    assert.deepEqual(cells, ['0.3', '0.04', '0.004', '-4e-4', '8e-26']);
  });
});

describe('the arithmetic of a proof', () => {
  test('the difference of two printed numbers is the printed difference', () => {
    for (let i = 0; i < 3000; i += 1) {
      const a = anyNumber(-6, 8);
      // Often a number right beside it, which takes most digits away.
      const b = random() < 0.5 ? anyNumber(-6, 8) : Math.fround(a * (1 + 1e-5 * random()));
      const texts = [a, b].map((value) => numbers.asTerm(value, a - b));
      const shown = numbers.precise(a - b);
      const found = Number(texts[0]) - Number(texts[1]);
      const slack = 1.5 * unit(shown) + 1e-9 * Math.abs(a - b) + 1e-15 * Math.abs(a);
      assert.ok(Math.abs(found - Number(shown)) <= slack, of(`${texts.join(' − ')} = ${shown}`));
    }
  });

  test('the exponential of a difference is that of the printed numbers', () => {
    const texts = [-110192.6, -110189.81].map((value) => numbers.asExponent(Math.fround(value)));
    assert.deepEqual(texts, ['-110192.601563', '-110189.812500']);
    for (let i = 0; i < 3000; i += 1) {
      const a = anyNumber(-6, 8);
      const b = Math.fround(a + 8 * random());
      const [x, y] = [a, b].map((value) => Number(numbers.asExponent(value)));
      const [shown, right] = [Math.exp(x - y), Math.exp(a - b)];
      assert.ok(Math.abs(shown - right) <= 2e-6 * right, of(`exp(${x} − ${y})`));
    }
  });

  test('every printed sum is the printed one before it and the printed term', () => {
    for (let i = 0; i < 300; i += 1) {
      const terms = Array.from({ length: 8 }, () => anyNumber(-5, 4));
      // The last ones take the sum back to nearly nothing.
      if (random() < 0.5) terms.push(Math.fround(-terms.reduce((a, b) => a + b)));
      let sum = 0;
      const sums = terms.map((term) => (sum += term));
      const written = numbers.runningSums(terms, sums);
      for (let at = 1; at < terms.length; at += 1) {
        const [before, after] = [written.sums[at - 1], written.sums[at]];
        const found = Number(before) + Number(written.terms[at]);
        const slack = 1.5 * unit(after) + 1e-12 * Math.abs(found);
        assert.ok(
          Math.abs(found - Number(after)) <= slack,
          of(`${before} + ${written.terms[at]} = ${after}`),
        );
      }
    }
  });

  test('the product of two printed numbers is the printed product, to four digits', () => {
    for (let i = 0; i < 3000; i += 1) {
      const [a, b] = [anyNumber(-8, 6), anyNumber(-8, 6)];
      const found = Number(numbers.precise(a)) * Number(numbers.precise(b));
      assert.ok(Math.abs(found - a * b) <= 1.1e-4 * Math.abs(a * b), of(`${a} × ${b}`));
    }
  });

  test('numbers that one is chosen from differ where they are printed', () => {
    for (let i = 0; i < 300; i += 1) {
      const first = anyNumber(-3, 5);
      const values = [first, first * (1 + 1e-6 * random()), anyNumber(-3, 5), first].map(
        Math.fround,
      );
      const write = numbers.toldApart(values);
      for (const a of values) {
        for (const b of values)
          assert.equal(write(a) === write(b), a === b, of(`${a} and ${b}: ${write(a)}`));
      }
    }
    assert.equal(numbers.toldApart([0.25, 0.5])(0.25), '0.250000', 'no more digits than it takes');
  });
});
