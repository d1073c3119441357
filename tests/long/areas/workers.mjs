// loadWorker() in a thread of its own: the same calls as promises, with the same results and the same errors.

import { isDeepStrictEqual } from 'node:util';
import assert from 'node:assert/strict';

/** Small good calls of everything that a worker has. */
function calls({ random }) {
  const n = random.whole(1, 4);
  const matrix = (...shape) => ({ shape, data: random.floats(shape.reduce((a, b) => a * b)) });
  const [x, wq, wk, wv, wo] = Array.from({ length: 5 }, () => matrix(n, n));
  const [linear, norm] = [{ weight: matrix(n, n) }, { weight: matrix(n) }];
  const selfAttn = { wq, wk, wv, wo };
  const layer = { nhead: 1, selfAttn, linear1: linear, linear2: linear, norm1: norm, norm2: norm };
  const second = { multiheadAttn: selfAttn, norm3: norm, memory: matrix(2, n) };
  return {
    scaledDotProductAttention: [{ query: x, key: wq, value: wk, isCausal: true }],
    multiHeadAttention: [{ query: x, ...selfAttn, numHeads: 1 }],
    encoderLayer: [{ src: x, ...layer }],
    decoderLayer: [{ tgt: x, ...second, ...layer }],
    positionalEncoding: [{ length: n, dModel: n }],
    causalMask: [n, n, 1],
    softmax: [x, 0],
    layerNorm: [x, n],
    matmul: [x, wq],
    linear: [x, wq],
  };
}

async function call(fuzz) {
  const { ap, random, worker } = fuzz;
  const all = calls(fuzz);
  const method = random.pick(Object.keys(all));
  const args = all[method];
  const done = await fuzz.call(`worker.${method}`, args, (...given) => worker[method](...given), {
    form: false,
  });
  if (!done || done.hostile) return;
  fuzz.compared++;
  fuzz.check(() => assert.ok(isDeepStrictEqual(done.result, ap[method](...args)), method));
}

/** What is under way when a worker is ended is rejected, and what comes after it too. */
async function terminate(fuzz) {
  const other = fuzz.startWorker();
  const under = other.softmax([1, 2]);
  fuzz.call('worker.terminate', [], () => other.terminate(), { hostility: 0 });
  for (const promise of [under, other.softmax([1, 2])]) {
    const outcome = await Promise.race([
      promise.then(
        () => 'answered',
        () => 'refused',
      ),
      new Promise((resolve) => setTimeout(resolve, 5000, 'nothing')),
    ]);
    fuzz.check(() => assert.equal(outcome, 'refused'));
  }
}

export const actions = [
  [6, call],
  [0.01, terminate],
];
