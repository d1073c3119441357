// Calls of kernels and traces, good and bad ones mixed: wasm memory stays where it was, and the results stay right.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { bundle, engine, iAmGood, seeded } from './engine.mjs';

const warmUp = 4_000;
/** What may be more on the JavaScript heap. */
const heapSlack = 2 ** 20;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');
const heapBytes = () => {
  collectGarbage();
  return process.memoryUsage().heapUsed;
};

/** An instance of its own, with a memory of its own. */
async function freshEngine(name) {
  const { load } = await import(`${bundle.url}?${name}`);
  return load();
}

const x = seeded(71).tensor(2, 5, 8);
const [wq, wk, wv, wo] = [1, 2, 3, 4].map((seed) => seeded(seed).tensor(8, 8));
const layer = { query: x, wq, wk, wv, wo, numHeads: 2 };
const words = { tokens: [['I', 'am', 'good']], dModel: 8, numHeads: 2 };
const good = { query: iAmGood, key: iAmGood, value: iAmGood };

/** A trace from its beginning to its end, with a refused edit and a bad path on the way: eleven calls. */
function lifeOfATrace(ap, n) {
  const trace = ap.traceAttention({ ...words, seed: n % 5, isCausal: n % 2 === 0 });
  trace.set('w_q', [0, n % 8], n % 3);
  trace.explain('weights', [0, 1, 2, 0]);
  trace.setTensor('w_v', trace.tensor('w_k'));
  assert.throws(() => trace.set('w_q', [0, 0], NaN), RangeError);
  assert.throws(() => trace.explain('nowhere', [0]), RangeError);
  trace.memory('q_transposed');
  trace.undo();
  trace.baseline('output');
  trace.reset();
  trace.dispose();
  return 11;
}

/** [what it does, whether it is refused]; each is one call, but for the life of a trace. */
const mix = [
  [(ap) => ap.scaledDotProductAttention(good)],
  [(ap) => ap.scaledDotProductAttention({ ...good, query: [[1, NaN, 2]] }), true],
  [(ap) => ap.multiHeadAttention({ ...layer, isCausal: true, dropoutP: 0.5, training: true })],
  [(ap) => ap.multiHeadAttention({ ...layer, numHeads: 3 }), true],
  [(ap) => ap.multiHeadAttention({ ...layer, wv: [[1, 2]] }), true],
  [(ap) => ap.softmax(x, 1)],
  [(ap) => ap.softmax(x, 4), true],
  [(ap, n) => ap.matmul(seeded(n).tensor(1 + (n % 7), 3), iAmGood)],
  [(ap) => ap.matmul(iAmGood, [[1, 2]]), true],
  [(ap) => ap.scaledDotProductAttention({ ...good, attnMask: [[true, false]] }), true],
  [(ap) => ap.positionalEncoding({ length: 3, dModel: 4 })],
  [(ap) => ap.positionalEncoding({ length: 2 ** 20, dModel: 2 ** 20 }), true],
  [(ap) => ap.causalMask(4)],
  [(ap) => ap.causalMask(1, 2 ** 29 - 1), true], // memory: more than there is
  [(ap) => ap.traceAttention({ tokens: [['a']], numHeads: 3 }), true],
  [(ap) => ap.traceAttention({ x: iAmGood, keyPaddingMask: [true] }), true],
];

function run(ap, count) {
  let done = 0;
  let refused = 0;
  for (let n = 0; done < count; n++) {
    for (const [call, isRefused] of mix) {
      if (isRefused) {
        assert.throws(() => call(ap, n), engine.isEngineError);
        refused++;
      } else {
        call(ap, n);
      }
    }
    done += mix.length;
    if (n % 4 === 0) done += lifeOfATrace(ap, n);
  }
  return { done, refused };
}

const traceBytes = 2 ** 17; // 2 · 2¹⁴ floats
/** Traces of that size, held until memory has grown, or `limit` of them. */
function fill(ap, limit = Infinity) {
  const held = [];
  const before = ap.memoryBytes();
  const big = {
    x: { shape: [1, 1, 2 ** 14], data: new Float32Array(2 ** 14) },
    projections: 'none',
  };
  while (held.length < limit && ap.memoryBytes() === before) held.push(ap.traceAttention(big));
  return held;
}

/**
 * Declares a test of so many calls while room for a few traces of 128 kB is left in wasm memory: a leak of 128 kB · traces /
 * calls would fill it, and memory would grow.
 */
export function testCalls(calls, slackTraces) {
  test(`${calls} calls in an almost full memory: it does not grow, and the results stay right`, async () => {
    const measured = await freshEngine('measured');
    run(measured, warmUp);
    const room = fill(measured).length;
    assert.ok(room > 16, `${room} traces fill the memory`);

    const ap = await freshEngine('tight');
    const answers = () => [
      ap.scaledDotProductAttention(good),
      ap.multiHeadAttention({ ...layer, isCausal: true }),
      ap.softmax(x, 1),
      ap.matmul(x, wq),
    ];
    const before = answers();
    run(ap, warmUp);
    const held = fill(ap, room - 1 - slackTraces);
    const alive = held[0].tensor('context');
    const bytes = ap.memoryBytes();
    const heap = heapBytes();
    const { done, refused } = run(ap, calls);
    assert.ok(done >= calls && refused > calls / 3, `${done} calls, ${refused} refused`);
    assert.equal(ap.memoryBytes(), bytes);
    assert.deepEqual(answers(), before);
    assert.deepEqual(held[0].tensor('context'), alive);
    const grown = heapBytes() - heap;
    assert.ok(grown <= heapSlack, `${grown} bytes more on the JavaScript heap`);
    // What was left free was no more than the slack: twice as much does not fit, so a leak would have been seen.
    held.push(...fill(ap, 2 * slackTraces));
    assert.ok(ap.memoryBytes() > bytes);
    for (const trace of held) trace.dispose();
  });
}
