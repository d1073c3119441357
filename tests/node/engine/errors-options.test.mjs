// Options that are no such thing, out of range, or that do not fit together.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  ap,
  assertRefused,
  assertStillRight,
  iAmGood,
  identity,
  seeded,
} from './support/engine.mjs';

const I = identity(3);
const layer = { wq: I, wk: I, wv: I, wo: I };
const attention = (own) =>
  ap.scaledDotProductAttention({ query: iAmGood, key: iAmGood, value: iAmGood, ...own });
const multiHead = (own) => ap.multiHeadAttention({ query: iAmGood, ...layer, numHeads: 1, ...own });
const trace = (own) => ap.traceAttention({ x: iAmGood, ...own }).dispose();
const encoding = (own) => ap.positionalEncoding({ length: 2, dModel: 4, ...own });
const mask = (...sizes) => ap.causalMask(...sizes);
const everywhere = [attention, multiHead, trace];

const noNumbers = [null, '1', true, {}, [], [1], 1n, Symbol('one'), () => 1];
const noFlags = [null, 0, 1, 'true', 'false', {}, []];
const noObjects = [undefined, null, 5, 'options', true, [], [{}], Symbol('x'), () => ({})];
const notWhole = [NaN, Infinity, -Infinity, 1.5, 0.5];

function refused(argument, code, values, calls) {
  for (const value of values) {
    for (const call of calls) {
      assertRefused(() => call({ [argument]: value }), { code, argument });
      assertStillRight();
    }
  }
}

describe('options that are no object', () => {
  for (const name of [
    'scaledDotProductAttention',
    'multiHeadAttention',
    'traceAttention',
    'positionalEncoding',
  ]) {
    test(name, () => {
      for (const options of noObjects) {
        assertRefused(() => ap[name](options), { code: 'type', argument: 'options' });
        assertStillRight();
      }
    });
  }
});

describe('what has to be given', () => {
  test('query, key and value', () => {
    refused('query', 'missing', [undefined], [attention, multiHead]);
    for (const name of ['key', 'value']) refused(name, 'missing', [undefined], [attention]);
  });

  test('matrices, each of them', () => {
    for (const name of Object.keys(layer)) {
      refused(name, 'missing', [undefined], [multiHead]);
      const call = () => trace({ projections: { ...layer, [name]: undefined } });
      assertRefused(call, { code: 'missing', argument: name });
    }
  });

  test('numHeads, length, dModel, queries', () => {
    refused('numHeads', 'missing', [undefined], [multiHead]);
    for (const name of ['length', 'dModel']) refused(name, 'missing', [undefined], [encoding]);
    assertRefused(() => mask(), { code: 'missing', argument: 'queries' });
  });

  test('tensors of softmax and matmul', () => {
    assertRefused(() => ap.softmax(), { code: 'missing', argument: 'x' });
    assertRefused(() => ap.matmul(), { code: 'missing', argument: 'a' });
    assertRefused(() => ap.matmul(I), { code: 'missing', argument: 'b' });
  });

  test('tokens or x; memory only where it is asked for', () => {
    assertRefused(() => ap.traceAttention({}), { code: 'missing', argument: 'tokens' });
  });
});

describe('switches', () => {
  for (const name of ['isCausal', 'training']) {
    test(`${name} is true or false`, () => refused(name, 'type', noFlags, everywhere));
  }
  test('needWeights is true or false', () => {
    refused('needWeights', 'type', noFlags, [attention, multiHead]);
  });
  test('bias and maskPadding are true or false', () => {
    for (const name of ['bias', 'maskPadding']) refused(name, 'type', noFlags, [trace]);
  });

  for (const name of ['scale', 'dropoutP', 'seed', 'causalOffset']) {
    test(`${name} is a number`, () => refused(name, 'type', noNumbers, everywhere));
  }
  test('temperature is a number that scores can be divided by as floats', () => {
    refused('temperature', 'type', noNumbers, [trace]);
    const outside = [0, -0, -1, NaN, Infinity, -Infinity, 1e-45, 1e-38, 9e-31, 2e30, 1e38, 1e39];
    refused('temperature', 'range', outside, [trace]);
    for (const temperature of [1e-30, 1e30]) trace({ temperature });
  });
  test('scale is finite, as a float too', () => {
    refused('scale', 'not_finite', [NaN, Infinity, -Infinity, 1e39], everywhere);
  });
  test('dropoutP is a probability below 1, in evaluation too', () => {
    const outside = [1, 1.5, -0.1, NaN, Infinity, -Infinity];
    refused('dropoutP', 'range', outside, everywhere);
    const inTraining = everywhere.map((call) => (own) => call({ ...own, training: true }));
    refused('dropoutP', 'range', [...outside, 1 - 2 ** -53], inTraining);
  });
  test('seed is a whole number from 0 to 2³² − 1', () => {
    refused('seed', 'range', [...notWhole, -1, 2 ** 32, 2 ** 53], everywhere);
    for (const call of everywhere) call({ seed: 2 ** 32 - 1 });
  });
  test('causalOffset is a whole number', () => {
    refused('causalOffset', 'range', [...notWhole, 2 ** 31, -(2 ** 31)], everywhere);
  });
});

describe('heads', () => {
  test('are a whole number from 1', () => {
    refused('numHeads', 'type', noNumbers, [multiHead, trace]);
    refused('numHeads', 'range', [...notWhole, 0, -1, 2 ** 31], [multiHead, trace]);
  });
  test('divide the width of queries and keys', () => {
    refused('numHeads', 'heads', [2, 4, 2 ** 31 - 1], [multiHead, trace]);
  });
  test('divide the width of values', () => {
    const random = seeded(1);
    const own = { wq: random.tensor(3, 4), wk: random.tensor(3, 4), wv: random.tensor(3, 3) };
    for (const call of [
      () => multiHead({ ...own, numHeads: 4 }),
      () => trace({ projections: { ...layer, ...own }, numHeads: 4 }),
    ]) {
      assertRefused(call, { code: 'heads', argument: 'numHeads' });
    }
  });
});

describe('choices', () => {
  for (const name of ['positions', 'headMatrices']) {
    test(`${name} is one of its names`, () => {
      refused(name, 'range', ['', 'None', 'none ', 'toString', null, 0, {}, []], [trace]);
    });
  }
  test('projections are one of their names, or matrices', () => {
    refused('projections', 'range', ['', 'Xavier', 'given', 'toString'], [trace]);
    refused('projections', 'type', [null, 0, true, () => layer, Symbol('x')], [trace]);
  });
});

describe('what nothing would read', () => {
  test('without projections there are no heads, biases and workers', () => {
    const acting = { workers: 2, numHeads: 3, bias: true, headMatrices: 'separate' };
    for (const [argument, value] of Object.entries(acting)) {
      const call = () => trace({ projections: 'none', [argument]: value });
      const actual = `${value} with projections 'none'`;
      assertRefused(call, { code: 'conflict', argument, actual });
      assertStillRight();
    }
    trace({ projections: 'none', workers: 1, numHeads: 1, bias: false, headMatrices: 'combined' });
    assertRefused(() => trace({ projections: 'none', workers: 0 }), {
      code: 'range',
      argument: 'workers',
    });
  });
  test('given projections bring their biases', () => {
    const call = (bias) => () => trace({ projections: layer, bias });
    assertRefused(call(true), { code: 'conflict', argument: 'bias' });
    call(false)();
  });
});

describe('sizes', () => {
  test('of positionalEncoding and causalMask are whole numbers from 1', () => {
    for (const name of ['length', 'dModel']) {
      refused(name, 'type', noNumbers, [encoding]);
      refused(name, 'range', [...notWhole, 0, -1, 2 ** 31, 2 ** 40], [encoding]);
    }
    refused('dModel', 'range', [...notWhole, 0, -1, 2 ** 31], [trace]);
    for (const size of [...notWhole, 0, -1, 2 ** 31]) {
      assertRefused(() => mask(size), { code: 'range', argument: 'queries' });
      assertRefused(() => mask(2, size), { code: 'range', argument: 'keys' });
    }
    for (const offset of [...notWhole, 2 ** 31]) {
      assertRefused(() => mask(2, 2, offset), { code: 'range', argument: 'offset' });
    }
  });

  test('whose product is too large for memory are refused before anything is allocated', () => {
    const before = ap.memoryBytes();
    for (const call of [
      () => encoding({ length: 2 ** 20, dModel: 2 ** 20 }),
      () => encoding({ length: 2 ** 31 - 1, dModel: 2 ** 31 - 1 }),
      () => mask(2 ** 20),
      () => mask(2 ** 31 - 1),
      () => ap.traceAttention({ tokens: [['a']], dModel: 2 ** 31 - 1 }),
      () => ap.traceAttention({ tokens: [['a']], dModel: 2 ** 20 }),
    ]) {
      assert.throws(call, { code: 'overflow', name: 'RangeError' });
      assertStillRight();
    }
    assert.equal(ap.memoryBytes(), before);
  });

  test('axis is one of the axes', () => {
    for (const axis of noNumbers) {
      assertRefused(() => ap.softmax(I, axis), { code: 'type', argument: 'axis' });
    }
    for (const axis of [...notWhole, 2, -3, 6, 2 ** 31]) {
      assertRefused(() => ap.softmax(I, axis), { code: 'range', argument: 'axis' });
    }
    const scalar = { shape: [], data: [1] };
    assertRefused(() => ap.softmax(scalar), { code: 'rank', argument: 'x' });
  });
});

test('finite numbers whose products overflow give no error and no crash', () => {
  const huge = { shape: [1, 3], data: new Float32Array(3).fill(3e38) };
  const { output } = ap.scaledDotProductAttention({ query: huge, key: huge, value: huge });
  assert.deepEqual(output.shape, [1, 3]);
  assertStillRight();
});
