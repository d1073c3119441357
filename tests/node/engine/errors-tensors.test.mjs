// Things that are no tensor, given for every tensor that the API takes.

import { describe, test } from 'node:test';
import {
  ap,
  assertRefused,
  assertStillRight,
  iAmGood,
  identity,
  withTrace,
} from './support/engine.mjs';

const I = identity(3);
const layer = { wq: I, wk: I, wv: I, wo: I };
const cyclic = [];
cyclic[0] = cyclic;
const nestedDeep = [[[[[[[1]]]]]]];
const detached = new Float32Array(9);
structuredClone(detached.buffer, { transfer: [detached.buffer] });

// prettier-ignore
/** [what it is, the value, the code]: no tensor and no mask. */
const neither = [
  ['null', null, 'type'],
  ['a number', 5, 'type'],
  ['a string', 'abc', 'type'],
  ['true', true, 'type'],
  ['false', false, 'type'],
  ['zero', 0, 'type'],
  ['a function', () => [[1]], 'type'],
  ['a symbol', Symbol('x'), 'type'],
  ['a bigint', 1n, 'type'],
  ['an empty object', {}, 'type'],
  ['an object without a prototype', Object.create(null), 'type'],
  ['a date', new Date(0), 'type'],
  ['a DataView', new DataView(new ArrayBuffer(36)), 'type'],
  ['data without a shape', { data: [1, 2, 3] }, 'type'],
  ['a shape without data', { shape: [3, 3] }, 'type'],
  ['a shape that is a number', { shape: 9, data: new Float32Array(9) }, 'type'],
  ['data that is a string', { shape: [3], data: 'abc' }, 'type'],
  ['data that only looks like an array', { shape: [2], data: { length: 2, 0: 1, 1: 2 } }, 'type'],
  ['a DataView', { shape: [9], data: new DataView(new ArrayBuffer(9)) }, 'type'],
  ['an ArrayBuffer', { shape: [9], data: new ArrayBuffer(36) }, 'type'],
  ['big integers', { shape: [3, 3], data: new BigInt64Array(9) }, 'type'],
  ['strings in rows', [['1', '2', '3']], 'type'],
  ['a hole in a row', [[1, , 3]], 'type'],
  ['a hole in the data', { shape: [3], data: [1, , 3] }, 'type'],
  ['a row of holes', new Array(3), 'type'],
  ['two thousand million holes', new Array(2 ** 31), 'type'],
  ['null in a row', [[1, null, 3]], 'type'],
  ['a hole between rows', [[1, 2, 3], , [1, 2, 3]], 'size'],
  ['rows of unequal length', [[1, 2, 3], [1, 2]], 'size'],
  ['a number beside a row', [[1, 2, 3], 4], 'size'],
  ['a row beside a number', [1, [2, 3]], 'type'],
  ['seven nested arrays', nestedDeep, 'rank'],
  ['an array that holds itself', cyclic, 'rank'],
  ['seven axes', { shape: [1, 1, 1, 1, 1, 1, 1], data: [1] }, 'rank'],
  ['too little data', { shape: [3, 3], data: new Float32Array(8) }, 'size'],
  ['too much data', { shape: [3, 3], data: new Float32Array(10) }, 'size'],
  ['data that was transferred away', { shape: [3, 3], data: detached }, 'size'],
  ['a negative size', { shape: [-3, -3], data: new Float32Array(9) }, 'shape'],
  ['a fractional size', { shape: [1.5, 6], data: new Float32Array(9) }, 'shape'],
  ['a size of NaN', { shape: [NaN, 3], data: new Float32Array(9) }, 'shape'],
  ['an infinite size', { shape: [Infinity, 3], data: new Float32Array(9) }, 'shape'],
  ['a size that is a string', { shape: ['3', 3], data: new Float32Array(9) }, 'shape'],
  ['a hole in the shape', { shape: [3, , 3], data: new Float32Array(9) }, 'shape'],
  ['a shape that overflows', { shape: [2 ** 20, 2 ** 20], data: [] }, 'overflow'],
  ['a shape that overflows 32 bits to 0', { shape: [2 ** 16, 2 ** 16], data: [] }, 'overflow'],
  ['a shape that overflows 64 bits to 0', { shape: [2 ** 22, 2 ** 22, 2 ** 20], data: [] }, 'overflow'],
  ['a huge size beside a 0', { shape: [0, 2 ** 40], data: [] }, 'overflow'],
  ['a size beyond what numbers count', { shape: [2 ** 60], data: [] }, 'overflow'],
];

/** Of the right shape, all ones but for the last. */
const filled = (last) => (shape) => {
  const data = new Float64Array(shape.reduce((product, size) => product * size, 1)).fill(1);
  data[data.length - 1] = last;
  return { shape, data };
};
const listed = (first, rest) => (shape) => ({
  shape,
  data: new Array(shape.reduce((product, size) => product * size, 1)).fill(rest).with(0, first),
});

/** The same, made to fit the place. */
const noTensor = [
  ['NaN', filled(NaN), 'not_finite'],
  ['+∞', filled(Infinity), 'not_finite'],
  ['−∞', filled(-Infinity), 'not_finite'],
  ['a double that is no float', filled(1e39), 'not_finite'],
  ['booleans', listed(true, true), 'type'],
];

const noMask = [
  ['NaN', filled(NaN), 'not_finite'],
  ['+∞', filled(Infinity), 'not_finite'],
  ['numbers beside booleans', listed(true, 1), 'type'],
  ['booleans beside numbers', listed(1, true), 'type'],
];

const attention = (own) =>
  ap.scaledDotProductAttention({ query: iAmGood, key: iAmGood, value: iAmGood, ...own });
const multiHead = (own) => ap.multiHeadAttention({ query: iAmGood, ...layer, numHeads: 1, ...own });
const trace = (own) => ap.traceAttention({ x: iAmGood, ...own }).dispose();
const projected = (own) => trace({ projections: { ...layer, ...own } });
const pasted = ({ values }) => withTrace({ x: iAmGood }, (own) => own.setTensor('w_q', values));

/** Where tensors go in: function, arguments, a call with one of them replaced, the shape that fits. */
const places = [
  ['scaledDotProductAttention', ['query', 'key', 'value'], attention, [3, 3]],
  ['multiHeadAttention', ['query', 'key', 'value', 'wq', 'wk', 'wv', 'wo'], multiHead, [3, 3]],
  ['multiHeadAttention', ['bq', 'bk', 'bv', 'bo'], multiHead, [3]],
  ['traceAttention', ['x', 'memory'], trace, [1, 3, 3]],
  ['traceAttention, projections', ['wq', 'wk', 'wv', 'wo'], projected, [3, 3]],
  ['traceAttention, projections', ['bq', 'bk', 'bv', 'bo'], projected, [3]],
  ['softmax', ['x'], ({ x }) => ap.softmax(x), [3, 3]],
  ['matmul', ['a'], ({ a }) => ap.matmul(a, I), [3, 3]],
  ['matmul', ['b'], ({ b }) => ap.matmul(I, b), [3, 3]],
  ['setTensor', ['values'], pasted, [3, 3]],
];
const maskPlaces = [
  ['scaledDotProductAttention', ['attnMask'], attention, [3, 3]],
  ['multiHeadAttention', ['attnMask'], multiHead, [3, 3]],
  ['multiHeadAttention', ['keyPaddingMask'], multiHead, [1, 3]],
  ['traceAttention', ['attnMask'], trace, [3, 3]],
  ['traceAttention', ['keyPaddingMask'], trace, [1, 3]],
];

function refusedIn(list, valueFor, code) {
  for (const [where, names, call, shape] of list) {
    for (const name of names) {
      // −∞ may be among what softmax is taken of.
      if (where === 'softmax' && valueFor(shape)?.data?.[8] === -Infinity) continue;
      assertRefused(() => call({ [name]: valueFor(shape) }), { code, argument: name });
      assertStillRight();
    }
  }
}

describe('no argument that takes a tensor or a mask accepts', () => {
  for (const [kind, value, code] of neither) {
    test(`${kind}: ${code}`, () => refusedIn([...places, ...maskPlaces], () => value, code));
  }
});

describe('no argument that takes a tensor accepts', () => {
  for (const [kind, fit, code] of noTensor) {
    test(`${kind}: ${code}`, () => refusedIn(places, fit, code));
  }
});

describe('no argument that takes a mask accepts', () => {
  for (const [kind, fit, code] of noMask) {
    test(`${kind}: ${code}`, () => refusedIn(maskPlaces, fit, code));
  }
});

test('every place accepts what fits it', () => {
  for (const [, names, call, shape] of [...places, ...maskPlaces]) {
    for (const name of names) call({ [name]: filled(0.5)(shape) });
  }
});
