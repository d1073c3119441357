// Sizes at the ends of 29, 31 and 32 bits, of counts and of bytes: a typed error or the right result, and the engine
// works afterwards. Axes of size 0 make huge shapes that take no memory.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { ap, assertStillRight, engine } from './support/engine.mjs';

const empty = (...shape) => ({ shape, data: [] });
const zeros = (...shape) => ({
  shape,
  data: new Float32Array(shape.reduce((product, size) => product * size, 1)),
});
const one = [[1]];
const row = [[1, 1]];
const cat = [['cat']];

/** The error's code, or what the call gives. */
function outcome(call) {
  try {
    return call();
  } catch (error) {
    assert.ok(engine.isEngineError(error), error.stack ?? String(error));
    return error.code;
  }
}

/** Refused with one of the codes, and without taking more memory first than operands of a few MB need. */
function refused(call, ...codes) {
  const before = ap.memoryBytes();
  const code = outcome(call);
  assert.ok(codes.includes(code), `${code?.shape ?? code}, expected ${codes.join(' or ')}`);
  assert.ok(ap.memoryBytes() - before <= 2 ** 26, 'memory was taken');
  assertStillRight();
}

/** What a plan of these options holds is checked before any of it is made. */
const trace = (options) => ap.traceAttention(options).dispose();
const pass = (options) => ap.traceTransformer(options).dispose();
const attention = (own) =>
  ap.scaledDotProductAttention({ query: one, key: one, value: one, ...own });
const multiHead = (own) =>
  ap.multiHeadAttention({ query: one, wq: one, wk: one, wv: one, wo: one, numHeads: 1, ...own });

const ends = [2 ** 29 - 1, 2 ** 29, 2 ** 30, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 33];
/** [a, b]: a · b is at an end of counts (2^29, 2^30, 2^31, 2^32) or of bytes (a quarter of it). */
const products = [
  [2 ** 15 - 1, 2 ** 14],
  [2 ** 15, 2 ** 14],
  [2 ** 15, 2 ** 15],
  [2 ** 16 - 1, 2 ** 15],
  [2 ** 16, 2 ** 15],
  [2 ** 16 - 1, 2 ** 16],
  [2 ** 16, 2 ** 16],
  [2 ** 17, 2 ** 16],
];

describe('a size at an end of 29, 31 or 32 bits is refused', () => {
  const tooMuch = ['overflow', 'memory', 'range'];
  const calls = {
    'of a tensor': (n) => ap.tensor([n]),
    'of a mask': (n) => ap.causalMask(n, 1),
    'of a mask, keys': (n) => ap.causalMask(1, n),
    'of the positional table': (n) => ap.positionalEncoding({ length: n, dModel: 1 }),
    'of the positional table, width': (n) => ap.positionalEncoding({ length: 1, dModel: n }),
    'of word vectors': (n) => trace({ tokens: cat, dModel: n }),
    'of a study': (n) => ap.traceScaling({ dK: n }),
    'of a study, queries': (n) => ap.traceScaling({ dK: 1, queries: n }),
    'of a study, keys': (n) => ap.traceScaling({ dK: 1, keys: n }),
    'of all of a study': (n) => ap.traceScaling({ dK: n, queries: n, keys: n }),
    'of a model': (n) => pass({ source: cat, target: cat, dModel: n, nhead: 1 }),
    'of a network': (n) =>
      pass({ source: cat, target: cat, dModel: 1, nhead: 1, dimFeedforward: n }),
    'of layers': (n) => pass({ source: cat, target: cat, numEncoderLayers: n }),
    'of learned positions': (n) =>
      pass({ source: cat, target: cat, positions: 'learned', maxLength: n, dModel: 8 }),
  };
  for (const [what, call] of Object.entries(calls)) {
    test(what, () => {
      for (const n of ends) refused(() => call(n), ...tooMuch);
    });
  }

  test('of heads and workers, which have to divide', () => {
    for (const n of ends) {
      refused(() => trace({ tokens: cat, dModel: 4, numHeads: n }), 'heads', 'range');
      refused(() => trace({ tokens: cat, dModel: 4, numHeads: 2, workers: n }), 'heads', 'range');
      refused(() => multiHead({ numHeads: n }), 'heads', 'range');
      refused(() => pass({ source: cat, target: cat, nhead: n }), 'heads', 'range');
    }
  });

  test('beside an axis of size 0 too', () => {
    for (const n of ends.slice(1)) {
      refused(() => ap.tensor([0, n]), 'overflow');
      refused(() => ap.softmax(empty(n, 0)), 'overflow');
      refused(() => ap.matmul(empty(0, n), empty(n, 0)), 'overflow');
      refused(() => attention({ query: empty(n, 0), key: empty(1, 0) }), 'overflow');
    }
  });
});

describe('a product of sizes at an end of counts or bytes is refused', () => {
  for (const [rows, columns] of products) {
    test(`${rows} × ${columns}`, () => {
      const tooMuch = ['overflow', 'memory'];
      refused(() => ap.tensor([rows, columns]), ...tooMuch);
      refused(() => ap.tensor([2, rows / 2, 1, columns]), ...tooMuch, 'shape');
      refused(() => ap.causalMask(rows, columns), ...tooMuch);
      refused(() => ap.positionalEncoding({ length: rows, dModel: columns }), ...tooMuch);
      // No operand has a number, the result would have them all.
      refused(() => ap.matmul(empty(rows, 0), empty(0, columns)), ...tooMuch);
      refused(() => ap.matmul(empty(rows, 1, 1, 0), empty(columns, 0, 1)), ...tooMuch);
      refused(() => ap.linear(empty(rows, 0), empty(0, columns)), ...tooMuch);
      refused(
        () =>
          attention({ query: zeros(rows, 1), key: zeros(columns, 1), value: zeros(columns, 1) }),
        ...tooMuch,
      );
      refused(() => ap.traceScaling({ dK: 1, queries: rows, keys: columns }), 'range');
      refused(
        () => ap.traceWeights({ weights: zeros(rows, 1), value: zeros(1, columns) }),
        ...tooMuch,
      );
      refused(() => trace({ x: zeros(rows, 1), memory: zeros(columns, 1) }), ...tooMuch);
      refused(
        () =>
          pass({
            vocabulary: ['a'],
            src: zeros(rows, 1),
            tgt: zeros(columns, 1),
            dModel: 1,
            nhead: 1,
          }),
        ...tooMuch,
      );
      refused(() => trace({ tokens: cat, dModel: Math.max(rows, columns) }), ...tooMuch);
    });
  }

  test('of the weights, which are the scores of all heads', () => {
    // [4096, 1024, 1024] and [1, 2^6, 2^13, 2^13] weights: 2^32 of them, 0 in 32 bits.
    const x = zeros(2 ** 12, 2 ** 10, 1);
    refused(() => attention({ query: x, key: x, value: x }), 'overflow');
    const heads = 2 ** 6;
    const [wide, tall] = [zeros(1, heads), zeros(heads, 1)];
    const query = zeros(2 ** 13, 1);
    const layer = { query, wq: wide, wk: wide, wv: wide, wo: tall, numHeads: heads };
    refused(() => multiHead(layer), 'overflow', 'memory');
  });
});

describe('what is huge and takes no memory is computed', () => {
  const huge = 2 ** 29 - 1;
  test('products over nothing and of nothing', () => {
    assert.deepEqual(ap.matmul(empty(0, huge), empty(huge, 0)).shape, [0, 0]);
    assert.deepEqual(ap.matmul(empty(huge, 0), empty(0, 0)).shape, [huge, 0]);
    assert.deepEqual(ap.matmul(empty(0, 2 ** 28), empty(2 ** 28, 0)).data.length, 0);
    assert.deepEqual(ap.linear(empty(2 ** 20, 0, 4), zeros(4, 3)).shape, [2 ** 20, 0, 3]);
    assert.deepEqual(ap.matmul(empty(2, 0), empty(0, 3)).data, new Float32Array(6));
  });

  test('rows of nothing', () => {
    assert.deepEqual(ap.softmax(empty(huge, 0), 0).shape, [huge, 0]);
    assert.deepEqual(ap.softmax(empty(0, huge), 0).shape, [0, huge]);
    assert.deepEqual(ap.softmax(empty(0, huge), 1).shape, [0, huge]);
    assert.deepEqual(ap.layerNorm(empty(2 ** 20, 0, 4), 4).shape, [2 ** 20, 0, 4]);
    assert.deepEqual(ap.tensor([0, huge]).read().length, 0);
  });

  test('attention of no queries, and with a mask of one number', () => {
    const none = attention({ query: empty(0, 1), key: zeros(3, 1), value: zeros(3, 2) });
    assert.deepEqual(
      [none.output.shape, none.weights.shape],
      [
        [0, 2],
        [0, 3],
      ],
    );
    const masked = attention({ attnMask: { shape: [1, 1], data: [-Infinity] } });
    assert.deepEqual(masked.output.data, Float32Array.of(0));
  });

  test('offsets and tiles far beyond the keys', () => {
    for (const causalOffset of [2 ** 30, -(2 ** 30)]) {
      const { weights } = attention({
        key: [[1], [1]],
        value: row.concat(row),
        isCausal: true,
        causalOffset,
      });
      assert.equal(weights.data[0], causalOffset > 0 ? 0.5 : 0);
      assert.equal(ap.causalMask(2, 2, causalOffset).data[1], causalOffset > 0 ? 0 : -Infinity);
      refused(() => ap.causalMask(2, 2, 2 * causalOffset), 'range');
    }
    for (const tile of [
      [2 ** 31 - 1, 1],
      [1, 2 ** 31 - 1],
      [2 ** 31 - 1, 2 ** 31 - 1],
    ]) {
      const tiled = ap.traceAttention({ tokens: [['a', 'b', 'c']], dModel: 4, tile });
      const whole = ap.traceAttention({ tokens: [['a', 'b', 'c']], dModel: 4 });
      const { data } = whole.tensor('output');
      tiled.tensor('output').data.forEach((x, i) => assert.ok(Math.abs(x - data[i]) < 1e-6));
      for (const each of [tiled, whole]) each.dispose();
    }
  });

  test('seeds, and tokens to come', async () => {
    for (const seed of [2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1]) trace({ tokens: cat, dModel: 2, seed });
    for (const seed of [2 ** 32, -1, 2 ** 53]) refused(() => trace({ tokens: cat, seed }), 'range');
    const model = ap.transformer({ vocabulary: ['<sos>', 'a'], dModel: 2, nhead: 1 });
    const tokens = model.generate({ source: ['a'], maxNewTokens: 2 ** 31 - 1, seed: 2 ** 32 - 1 });
    assert.equal((await tokens.next()).value.position, 1);
    await tokens.return();
    refused(() => model.generate({ source: ['a'], maxNewTokens: 2 ** 31 }), 'range');
    for (const index of ends)
      refused(() => model.set('w_vocabulary', [0, index], 1), 'step', 'index');
    model.dispose();
  });
});

/** 256 MiB: sixteen columns to each of its numbers, as packing has them, are 2^32 bytes. */
describe('a resident weight whose packed form would have 2^32 bytes', () => {
  const held = [];
  after(() => held.forEach((tensor) => tensor.dispose()));
  const k = 2 ** 26;

  test('is used as it lies', () => {
    const weight = ap.tensor([k, 1]);
    held.push(weight);
    assert.deepEqual(ap.matmul(empty(0, k), weight).shape, [0, 1]);
    assert.deepEqual(ap.linear(empty(0, k), weight).shape, [0, 1]);
    assertStillRight();
    weight.dispose();
  });

  test('attention with as wide keys gives a result or an error', () => {
    const wide = ap.tensor([1, k]);
    held.push(wide);
    const found = outcome(() => attention({ query: wide, key: wide, value: [[2]] }));
    assert.ok(found === 'memory' || found.output.data[0] === 2, String(found));
    const none = outcome(() => attention({ query: empty(0, k), key: wide, value: [[2]] }));
    assert.ok(none === 'memory' || none.output.shape[0] === 0, String(none));
    assertStillRight();
    wide.dispose();
  });
});
