// What the tests of the engine share: the loaded engine, comparisons with named tolerances, seeded numbers.

import assert from 'node:assert/strict';
import { bundleEngine } from './bundle.mjs';

export { seeded } from '../../support/seeded.mjs';

export const bundle = await bundleEngine();
export const engine = await import(bundle.url);
export const ap = await engine.load();

/** 2⁻²³: the distance from 1 to the next float. */
export const epsilon = 2 ** -23;

/** n roundings of numbers up to `magnitude`. */
export const roundings = (n, magnitude = 1) => n * epsilon * magnitude;

/** Half of the last printed decimal, and the few roundings of a small example. */
export const printed = (decimals, magnitude = 1) => 0.5 * 10 ** -decimals + roundings(8, magnitude);

export const cat = [['The', 'cat', 'sat', 'on', 'the', 'mat', '.']];
export const iAmGood = [
  [1, 3, 2],
  [1, 1, 3],
  [1, 2, 1],
];
export const identity = (n) =>
  Array.from({ length: n }, (_, row) => Array.from({ length: n }, (__, i) => Number(i === row)));

/** The number at an index of a row-major tensor. */
export function at({ shape, data }, index) {
  return data[index.reduce((position, place, axis) => position * shape[axis] + place, 0)];
}

/** Every index of a shape, row-major. */
export function* indicesOf(shape) {
  const count = shape.reduce((product, size) => product * size, 1);
  for (let position = 0; position < count; position++) {
    const index = [];
    let rest = position;
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      index.unshift(rest % shape[axis]);
      rest = Math.floor(rest / shape[axis]);
    }
    yield index;
  }
}

/** Each number within the tolerance of what is expected; nested arrays are read row by row. */
export function assertNear(tensor, expected, tolerance, what = 'cell') {
  const numbers = expected.flat(Infinity);
  assert.ok(numbers.length > 0, 'nothing to compare');
  assert.equal(tensor.data.length, numbers.length, `${what}: count`);
  numbers.forEach((number, i) => {
    const fits =
      Object.is(tensor.data[i], number) || Math.abs(tensor.data[i] - number) <= tolerance;
    assert.ok(fits, `${what} ${i}: ${tensor.data[i]}, expected ${number} ± ${tolerance}`);
  });
}

/** Same shape, same numbers to the last bit (and the same zeros). */
export function assertSame(tensor, other, what = 'tensor') {
  assert.deepEqual(tensor.shape, other.shape, `${what}: shape`);
  assert.ok(tensor.data.length > 0, `${what}: no numbers`);
  const place = tensor.data.findIndex((number, i) => !Object.is(number, other.data[i]));
  assert.equal(
    place,
    -1,
    `${what}: ${tensor.data[place]} against ${other.data[place]} at ${place}`,
  );
}

/** Runs with a trace that is given back whatever happens. */
export function withTrace(options, use) {
  const trace = ap.traceAttention(options);
  try {
    return use(trace);
  } finally {
    trace.dispose();
  }
}

const typeErrors = ['option', 'type', 'missing', 'conflict', 'disposed'];

/** The call throws the engine's own error: its record, its class, and a message in English made of them. */
export function assertRefused(call, { code, argument, actual, expected }) {
  let error;
  try {
    call();
  } catch (thrown) {
    error = thrown;
  }
  assert.ok(error, `${argument}: nothing was thrown`);
  assert.ok(engine.isEngineError(error), `not an error of the engine: ${error.stack}`);
  assert.equal(error.code, code, error.message);
  assert.equal(error.argument, argument, error.message);
  if (actual !== undefined) assert.equal(error.actual, actual);
  if (expected !== undefined) assert.equal(error.expected, expected);
  assert.equal(error.constructor, typeErrors.includes(code) ? TypeError : RangeError);
  assert.ok(error.actual.length > 0 && error.expected.length > 0, error.message);
  assert.equal(error.message, `${error.argument}: ${error.actual}, expected ${error.expected}`);
}

const reference = ap.scaledDotProductAttention({ query: iAmGood, key: iAmGood, value: iAmGood });

/** After a bad call: a good one gives what it gave before, to the last bit. */
export function assertStillRight() {
  const again = ap.scaledDotProductAttention({ query: iAmGood, key: iAmGood, value: iAmGood });
  assertSame(again.output, reference.output);
  assertSame(again.weights, reference.weights);
}
