// loadWorker() in a thread of its own: the same calls and handles as promises, with the same results and errors.

import { isDeepStrictEqual } from 'node:util';
import assert from 'node:assert/strict';
import { Planted } from '../support/hostile.mjs';

/** A file of a model with one layer, two words, and parameters drawn for this call. */
function modelFile({ ap, random }) {
  const seed = random.whole(0, 99);
  const model = ap.transformer({ vocabulary: ['a', 'b'], dModel: 2, nhead: 1, seed });
  const bytes = model.save();
  model.dispose();
  return bytes;
}

/** Small good calls of everything that a worker has. */
function calls(fuzz) {
  const { random } = fuzz;
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
    extent: [x],
    task: ['four-pairs', { count: 1 }],
    readSafetensors: [Uint8Array.of(2, 0, 0, 0, 0, 0, 0, 0, 123, 125)],
    readModel: [modelFile(fuzz)],
  };
}

const model = { vocabulary: ['<sos>', '<eos>', 'a'], dModel: 2, nhead: 1 };
const tokens = [['a', 'a']];
const scores = (trace) => trace.tensor('scores');
const logits = (trace) => trace.tensor('logits');

/** What a trace of `x` as queries, keys and values is as JSON. */
function traceFile(ap, x) {
  const trace = ap.traceAttention({ x, projections: 'none' });
  const file = trace.toJSON();
  trace.dispose();
  return file;
}

/** Everything that gives a handle: its arguments, of a size and a square of it, and a number that it leads to. */
const handles = {
  tensor: [(size, { data }) => [[size], data.slice(0, size)], (tensor) => tensor.read()],
  traceAttention: [(_, x) => [{ x, projections: 'none' }], scores],
  traceFrom: [(_, x, ap) => [traceFile(ap, x)], scores],
  traceWeights: [(_, x) => [{ weights: x, value: x }], (trace) => trace.tensor('context')],
  traceScaling: [
    (size) => [{ dK: size, queries: 2, keys: 2 }],
    (trace) => trace.tensor('variance'),
  ],
  traceTransformer: [() => [{ ...model, source: tokens, target: tokens }], logits],
  transformer: [() => [model], (made) => made.vocabulary],
  declarations: [() => [], (all) => all.length],
  memoryBytes: [() => [], (bytes) => bytes > 0],
  generate: [
    (maxNewTokens) => [{ ...model, source: ['a'], maxNewTokens }],
    async (tokens) => {
      const all = [];
      for await (const { token, logits } of tokens) all.push(token, logits);
      return all;
    },
  ],
};

async function call(fuzz) {
  const { ap, random } = fuzz;
  const all = calls(fuzz);
  const method = random.pick(Object.keys(all));
  const done = await remotely(fuzz, method, all[method]);
  if (!done || done.hostile) return;
  fuzz.compared++;
  fuzz.check(() => assert.ok(isDeepStrictEqual(done.result, ap[method](...all[method])), method));
}

function remotely(fuzz, method, args) {
  const invoke = (...given) => fuzz.worker[method](...given);
  const nothingToSpoil = args.length === 0 ? { hostility: 0 } : {};
  return fuzz.call(`worker.${method}`, args, invoke, { form: false, ...nothingToSpoil });
}

async function handle(fuzz, method) {
  const { ap, random } = fuzz;
  const size = random.whole(1, 3);
  const [argsOf, read] = handles[method];
  const args = argsOf(size, { shape: [size, size], data: random.floats(size * size) }, ap);
  const done = await remotely(fuzz, method, args);
  if (!done) return;
  const remote = done.result;
  if (method === 'generate' && done.hostile) {
    // Its options are refused at the first token, if at all; some would go on for very long.
    await remote.next().catch((error) => {
      if (!(error instanceof Planted)) fuzz.check(() => fuzz.requireTyped(error));
    });
    return void (await remote.return());
  }
  if (!done.hostile) {
    const local = ap[method](...args);
    const [theirs, ours] = [await read(remote), await read(local)];
    fuzz.compared++;
    fuzz.check(() => assert.ok(isDeepStrictEqual(theirs, ours), method));
    local.dispose?.();
  }
  await remote.dispose?.();
}

/** A model that is trained there is the same as one that is trained here. */
async function train(fuzz) {
  const { ap, random } = fuzz;
  const options = { vocabulary: ['a', 'b', 'c'], dModel: 4, nhead: 2, seed: random.whole(0, 99) };
  const batch = { source: [['a', 'b']], target: [['c', 'a']], labels: [['a', 'b']] };
  const count = random.whole(1, 4);
  const run = async (engine, make) => {
    const model = await engine.transformer(options);
    const made = await make({ model, batches: [batch] });
    const trainer = made?.result;
    const { losses } = trainer ? await trainer.step(count) : {};
    const snapshot = trainer && (await trainer.snapshot());
    await trainer?.dispose();
    await model.dispose();
    return { losses, snapshot };
  };
  const theirs = await run(fuzz.worker, (given) =>
    fuzz.call('worker.trainer', [given], (all) => fuzz.worker.trainer(all), {
      form: false,
      hostility: 0,
    }),
  );
  const ours = await run(ap, (given) => ({ result: ap.trainer(given) }));
  fuzz.compared++;
  fuzz.check(() => assert.ok(isDeepStrictEqual(theirs, ours), 'trained otherwise'));
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
  [0.2, train],
];
export const turns = [
  ...Object.keys(handles).map((method) => (fuzz) => handle(fuzz, method)),
  terminate,
];
