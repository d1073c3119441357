// Operands of a call: plain, or live tensors; each with its numbers, for the references.

import assert from 'node:assert/strict';
import { assertWithin } from '../../node/engine/support/attention-oracle.mjs';
import { countOf } from '../support/random.mjs';

/** { given, shape, data }: what to give, and what it holds. Now and then a live tensor of that shape is taken. */
export function operand({ random, world }, shape, data = random.floats(countOf(shape))) {
  const live = world.tensors.filter(
    ({ handle, data }) => sameShape(handle.shape, shape) && data.every(isModerate),
  );
  if (live.length > 0 && random.chance(0.5)) {
    const { handle, data } = random.pick(live);
    return { given: handle, shape, data };
  }
  if (random.chance(0.1) && countOf(shape) > 0) return adopt({ random, world }, shape, data);
  return { given: { shape, data }, shape, data };
}

/** A live tensor may hold anything: what good calls take stays in a range where bounds say something. */
const isModerate = (number) => Math.abs(number) <= 4;

/** Within its errors, where these are small enough to prove anything. */
export function requireWithin(data, start, matrix, what) {
  if (matrix.errors.every((error) => error <= 1e-3)) assertWithin(data, start, matrix, what);
}

function adopt({ world }, shape, data) {
  const handle = world.make(shape, data);
  world.add('tensors', { handle, data: data.slice() });
  return { given: handle, shape, data };
}

/** Undefined, or where a result of this shape is to go. */
export function place({ random, world }, shape, inputs) {
  if (random.chance(0.7)) return undefined;
  const taken = inputs.map(({ given }) => given);
  const free = world.tensors.filter(
    ({ handle }) => sameShape(handle.shape, shape) && !taken.includes(handle),
  );
  if (free.length > 0) return random.pick(free).handle;
  return adopt({ random, world }, shape, random.floats(countOf(shape))).given;
}

export const sameShape = (a, b) => a.length === b.length && a.every((size, i) => size === b[i]);

/** A mask that broadcasts to this shape: what to give, and the numbers that it adds, −∞ for hidden. */
export function maskFor({ random, world }, scores, least = 0) {
  const kept = random.whole(least, scores.length);
  const shape = scores
    .slice(scores.length - kept)
    .map((size) => (size !== 1 && random.chance(0.3) ? 1 : size));
  const count = countOf(shape);
  if (random.chance(0.5)) {
    const sees = Array.from({ length: count }, () => random.chance(0.7));
    const data = random.chance(0.5) ? Uint8Array.from(sees, Number) : sees;
    // An empty list of booleans could be one of numbers: it says nothing either way.
    return {
      given: { shape, data },
      shape,
      data: Float64Array.from(sees, (s) => (s ? 0 : -Infinity)),
    };
  }
  const data = random.floats(count).map((number) => (number < -1.6 ? -Infinity : number));
  // So large that it decides alone who is looked at; two of them together are still finite, and so is the result.
  if (random.chance(0.1)) data.fill(Math.fround(random.pick([1e38, -1e38])), 0, 1);
  const floats =
    random.chance(0.2) && count > 0 ? adopt({ random, world }, shape, data) : { shape, data };
  return { given: floats.given ?? floats, shape, data };
}

/** A mask of dropout that broadcasts to this shape: 1 for what is kept. */
export function keptFor({ random }, scores) {
  const shape = scores
    .slice(random.whole(0, scores.length))
    .map((size) => (size !== 1 && random.chance(0.3) ? 1 : size));
  const keeps = Array.from({ length: countOf(shape) }, () => random.chance(0.7));
  const data = Float64Array.from(keeps, Number);
  const given = random.pick([data, keeps, Uint8Array.from(keeps, Number)]);
  return { given: { shape, data: given }, shape, data };
}

/** What a mask adds at an index of the scores. */
export function addedAt({ shape, data }, index) {
  const own = index.slice(index.length - shape.length);
  return data[shape.reduce((at, size, axis) => at * size + (size === 1 ? 0 : own[axis]), 0)];
}

/** The extent of these numbers, as the engine has to say it. */
export function requireExtent({ low, high, reach }, data) {
  const finite = data.filter(Number.isFinite);
  const least = finite.reduce((a, b) => Math.min(a, b), Infinity);
  const most = finite.reduce((a, b) => Math.max(a, b), -Infinity);
  const expected = finite.length > 0 ? [least, most] : [0, 0];
  // Without the sign of zero.
  assert.deepEqual([low + 0, high + 0], [expected[0] + 0, expected[1] + 0]);
  assert.equal(reach, Math.max(Math.abs(low), Math.abs(high)));
}
