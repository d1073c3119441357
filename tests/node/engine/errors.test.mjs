// Every error code once, with its record; and what an error of the engine is.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { root } from '../../../scripts/lib/run.mjs';
import {
  ap,
  assertRefused,
  assertStillRight,
  engine,
  iAmGood,
  withTrace,
} from './support/engine.mjs';

const training = await engine.load({ training: true });

const attention = (options) =>
  ap.scaledDotProductAttention({ query: iAmGood, key: iAmGood, value: iAmGood, ...options });
const onTrace = (use) => withTrace({ x: iAmGood }, use);
const zeros = (rows) => ({ shape: [rows, 1], data: new Float32Array(rows) });
const [queries, keys] = [zeros(2 ** 15 - 1), zeros(2 ** 14)];

const intoItself = () => {
  const x = ap.tensor([3, 3]);
  try {
    ap.softmax(x, 0, { out: x });
  } finally {
    x.dispose();
  }
};

const disposed = () => {
  const trace = ap.traceAttention({ x: iAmGood });
  trace.dispose();
  trace.tensor('scores');
};

/** code → a call that ends with it, and the record. */
const cases = {
  option: [
    () => attention({ is_causal: true }),
    { argument: 'is_causal', actual: 'no such option', expected: 'isCausal' },
  ],
  rank: [
    () => attention({ key: [1, 2, 3] }),
    { argument: 'key', actual: '(3)', expected: 'as many axes as query (3, 3)' },
  ],
  shape: [
    () => attention({ key: [[1, 2]], value: [[1]] }),
    { argument: 'key', actual: '(1, 2)', expected: "last axis 3, as query's" },
  ],
  size: [
    () => attention({ query: { shape: [2, 3], data: [1, 2, 3, 4, 5] } }),
    { argument: 'query', actual: '5 elements', expected: '6 for (2, 3)' },
  ],
  not_finite: [
    () => attention({ query: [[1, NaN, 2]] }),
    { argument: 'query', actual: 'NaN at (0, 1)', expected: 'finite numbers' },
  ],
  heads: [
    () => ap.traceAttention({ x: iAmGood, numHeads: 2 }),
    {
      argument: 'numHeads',
      actual: '2',
      expected: 'a divisor of 3, the width of queries and keys',
    },
  ],
  range: [
    () => attention({ dropoutP: 1 }),
    { argument: 'dropoutP', actual: '1', expected: 'a probability from 0 to below 1' },
  ],
  type: [
    () => attention({ isCausal: 'yes' }),
    { argument: 'isCausal', actual: '"yes"', expected: 'true or false' },
  ],
  missing: [
    () => attention({ value: undefined }),
    { argument: 'value', actual: 'nothing', expected: 'a tensor' },
  ],
  overflow: [
    () => attention({ key: { shape: [2 ** 20, 2 ** 20], data: [] } }),
    { argument: 'key', actual: '(1048576, 1048576)', expected: 'at most 2^29 − 1 elements' },
  ],
  // (2¹⁵ − 1) · 2¹⁴ weights, 2 GiB less 64 kB: refused before anything of that size is allocated.
  memory: [() => attention({ query: queries, key: keys, value: keys }), { argument: 'shape' }],
  step: [
    () => onTrace((trace) => trace.tensor('nowhere')),
    { argument: 'path', actual: '"nowhere"', expected: "the path of one of the trace's steps" },
  ],
  index: [
    () => onTrace((trace) => trace.explain('scores', [0, 0, 0, 3])),
    { argument: 'index', actual: '[0, 0, 0, 3]', expected: 'a cell of shape (1, 1, 3, 3)' },
  ],
  conflict: [
    intoItself,
    { argument: 'out', actual: 'an input of the same call', expected: 'another tensor' },
  ],
  file: [
    () => training.readSafetensors(Uint8Array.of(1, 2)),
    { argument: 'bytes', actual: '2 bytes', expected: 'at least 8, the length of a header' },
  ],
  disposed: [disposed, { argument: 'trace', actual: 'disposed', expected: 'a trace in use' }],
};

/** Of the core alone: no call of the API leads there. */
const unreachable = ['view'];

/** Of `load`: load.test.mjs has most of them, the browser tests of loading the others. */
const ofLoading = [
  'unsupported',
  'policy',
  'network',
  'unavailable',
  'not_wasm',
  'mismatch',
  'script',
];

describe('every error code', () => {
  for (const [code, [call, record]] of Object.entries(cases)) {
    test(`${code}: ${record.argument}`, () => {
      const before = ap.memoryBytes();
      assertRefused(call, { code, ...record });
      assertStillRight();
      assert.ok(ap.memoryBytes() - before < 2 ** 21, 'a bad call allocates nothing large');
    });
  }

  test('is in the list of the types, and the list has no other', () => {
    const types = readFileSync(join(root, 'web/engine/types/errors.ts'), 'utf8');
    const union = types.match(/export type ErrorCode =([^;]+);/)[1];
    const codes = [...union.matchAll(/\| '(\w+)'/g)].map(([, code]) => code);
    assert.deepEqual(codes.sort(), [...Object.keys(cases), ...unreachable, ...ofLoading].sort());
  });
});

describe('an error of the engine', () => {
  const thrown = (call) => {
    try {
      call();
    } catch (error) {
      return error;
    }
    return undefined;
  };

  test('is a TypeError for what is no such thing at all, a RangeError for what does not fit', () => {
    assert.equal(thrown(cases.type[0]).constructor, TypeError);
    assert.equal(thrown(cases.shape[0]).constructor, RangeError);
    assert.match(thrown(cases.shape[0]).stack, /errors\.test\.mjs/);
  });

  test('says in English which argument, what it was and what it must be', () => {
    const { message } = thrown(cases.shape[0]);
    assert.equal(message, "key: (1, 2), expected last axis 3, as query's");
  });

  test('is told from other errors by isEngineError', () => {
    assert.ok(engine.isEngineError(thrown(cases.shape[0])));
    for (const other of [new RangeError('x'), undefined, null, { code: 'shape' }, 'shape']) {
      assert.ok(!engine.isEngineError(other));
    }
  });

  test('a long string is cut in the message', () => {
    const { message } = thrown(() => onTrace((trace) => trace.tensor('x'.repeat(10_000))));
    assert.ok(message.length < 200, message);
  });
});
