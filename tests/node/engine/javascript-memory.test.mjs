// JavaScript that has no memory for a copy: the call says so, wasm memory and its stack come back, and all goes on.

import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import { startEngine } from '../../long/support/engine.mjs';
import { freeBytes } from '../../long/support/free.mjs';

const { ap, engine } = await startEngine(18);
const typedArray = Object.getPrototypeOf(Float32Array.prototype);
const whole = { slice: typedArray.slice, subarray: typedArray.subarray };
const n = 32;
/** What may be missing in the end, as memory has fallen into other pieces: less than ten results. */
const slack = 2 ** 14;
const x = { shape: [n, n], data: Float32Array.from({ length: n * n }, (_, i) => Math.sin(i)) };
const words = [['The', 'cat', 'sat']];
const vocabulary = ['<sos>', '<eos>', ...words[0]];
const sizes = { vocabulary, dModel: 8, nhead: 2, numEncoderLayers: 1, numDecoderLayers: 1 };
const batch = { source: words, target: words, labels: words };

afterEach(() => Object.assign(typedArray, whole));

/** Copies of wasm memory, and the views that they are made of, fail where `fails` says so: as if there were no room. */
function failing(fails) {
  for (const [name, copy] of Object.entries(whole)) {
    typedArray[name] = function (...args) {
      const isOfModule = this.buffer.byteLength >= 2 ** 20;
      if (isOfModule && fails(this)) throw new RangeError('Array buffer allocation failed');
      return copy.apply(this, args);
    };
  }
}

const model = ap.transformer(sizes);
const trace = model.trace(batch);
const trainer = ap.trainer({ model, batches: [batch] });
trainer.step();
const [weights] = trace.steps.filter(({ path }) => path.endsWith('.weights'));
trace.backward({ of: 'loss' });

const calls = {
  softmax: () => ap.softmax(x),
  attention: () => ap.scaledDotProductAttention({ query: x, key: x, value: x }),
  'attention of large tensors': () => {
    const large = { shape: [400, 40], data: new Float32Array(16_000) };
    return ap.scaledDotProductAttention({ query: large, key: large, value: large });
  },
  heads: () => ap.multiHeadAttention({ query: x, wq: x, wk: x, wv: x, wo: x, numHeads: 2 }),
  steps: () => ap.traceScaling({ dK: 4, queries: 3, keys: 3 }).dispose(),
  'given weights': () => ap.traceWeights({ weights: x, value: x }).dispose(),
  tensor: () => trace.tensor(weights.path),
  memory: () => trace.memory(weights.path),
  explain: () => trace.explain(weights.path, [0, 0, 0, 0]),
  histogram: () => trace.histogram(weights.path, { bins: 4, reach: 1 }),
  set: () => (trace.set(weights.path, [0, 0, 0, 0], 0.5), trace.undo()),
  downhill: () => trace.downhill('w_vocabulary', 0.1),
  gradients: () => model.gradients(batch),
  snapshot: () => trainer.snapshot(),
  save: () => trainer.save(),
};

/** Makes each copy of a call fail, one in each turn, until it goes through as it has fewer: how many it has. */
function failures(call) {
  for (let turn = 0; ; turn++) {
    let copies = 0;
    failing(() => copies++ === turn);
    try {
      call();
      return turn;
    } catch (error) {
      assert.ok(engine.isEngineError(error), `${String(error)} ${error.stack}`);
      assert.equal(error.code, 'memory', error.message);
    } finally {
      Object.assign(typedArray, whole);
      while (trace.edits.length > 0) trace.undo();
    }
  }
}

describe('each copy of a call fails in turn', () => {
  for (const [name, call] of Object.entries(calls)) {
    test(`${name}: a typed error, and then the same result as before`, () => {
      const expected = call();
      assert.ok(failures(call) > 0);
      assert.deepEqual(call(), expected);
    });
  }

  test('all of wasm memory comes back', async () => {
    await freeBytes(ap); // fills what is kept of calls
    const free = await freeBytes(ap);
    for (let turn = 0; turn < 10; turn++) Object.values(calls).forEach(failures);
    const lost = free - (await freeBytes(ap));
    assert.ok(lost < slack, `${lost} bytes are lost`);
  });
});

test('the stack of wasm comes back: 20,000 copies fail', () => {
  const expected = trace.tensor(weights.path);
  failing((array) => array instanceof Float32Array);
  for (let i = 0; i < 20_000; i++) {
    assert.throws(() => trace.tensor(weights.path), { code: 'memory' });
  }
  Object.assign(typedArray, whole);
  assert.deepEqual(trace.tensor(weights.path), expected);
});
