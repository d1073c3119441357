// What browser tests read of a page as one text is what was there, to the last bit.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runInNewContext } from 'node:vm';
import { readWhole } from '../../browser/support/whole.mjs';
import { seeded } from '../support/seeded.mjs';

/** A page is a place of its own, that gets a text and gives one. */
const page = { evaluate: (text) => runInNewContext(text) };

const numbers = [0, -0, NaN, Infinity, -Infinity, 2 ** -149, 1 / 3, 2 ** 53, -1.5];

/** Any plain value: lists, objects, texts, and numbers that JSON knows and does not know. */
function anyValue({ unit, whole }, depth = 3) {
  const list = () => Array.from({ length: whole(0, 4) }, (_, i) => [`key ${i}`, inner()]);
  const inner = () => anyValue({ unit, whole }, depth - 1);
  const kinds = [
    () => numbers[whole(0, numbers.length - 1)],
    () => unit() * 1e9,
    () => ['', 'a "text"', '≈0', '−∞'][whole(0, 3)],
    () => [true, false, null][whole(0, 2)],
    () => list().map(([, value]) => value),
    () => Object.fromEntries(list()),
  ];
  return kinds[whole(0, depth > 0 ? kinds.length - 1 : 3)]();
}

test('random plain values come back as they were', async () => {
  for (let seed = 0; seed < 300; seed += 1) {
    const value = [anyValue(seeded(seed))];
    assert.deepEqual(await readWhole(page, `() => (${sourceOf(value)})`), value, `seed ${seed}`);
  }
});

/** A value as an expression of JavaScript. */
function sourceOf(value) {
  if (Object.is(value, -0)) return '-0';
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return `[${value.map(sourceOf).join()}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const fields = Object.entries(value).map(
    ([name, one]) => `${JSON.stringify(name)}: ${sourceOf(one)}`,
  );
  return `({ ${fields.join()} })`;
}

test('typed arrays come as lists, an argument goes there, and what is late is waited for', async () => {
  const read = async (length) => new Float32Array(length).fill(-Infinity);
  assert.deepEqual(await readWhole(page, read, 3), [-Infinity, -Infinity, -Infinity]);
});
