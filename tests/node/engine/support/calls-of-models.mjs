// Calls of models, traces, sequences and layers, good and bad ones mixed: wasm memory stays where it was.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundle, engine, seeded } from './engine.mjs';
import { small, source, target } from './models.mjs';
import { fill } from './residents.mjs';

const warmUp = 1_500;

const random = seeded(83);
const matrices = () =>
  Object.fromEntries(['wq', 'wk', 'wv', 'wo'].map((name) => [name, random.tensor(4, 4)]));
const affine = (...shape) => ({ weight: random.tensor(...shape) });
const layer = {
  nhead: 2,
  selfAttn: matrices(),
  linear1: affine(4, 6),
  linear2: affine(6, 4),
  norm1: affine(4),
  norm2: affine(4),
};
const decoder = { ...layer, multiheadAttn: matrices(), norm3: affine(4) };
const x = random.tensor(3, 4);
const vocabulary = ['the', 'cat', 'sat', '<sos>', 'die', '<eos>'];
const options = { ...small, vocabulary };
const pass = { source, target };
const passSteps = { ...small, source, target };

function lifeOfATrace(ap, n) {
  const trace = ap.traceTransformer({
    ...passSteps,
    seed: n % 5,
    labels: n % 2 ? [['die', '<eos>']] : undefined,
  });
  trace.set('encoder.0.self_attention.w_q', [0, n % 4], n % 3);
  trace.explain('logits', [0, 0, 1]);
  assert.throws(() => trace.set('target.ids', [0, 0], 99), engine.isEngineError);
  trace.undo();
  trace.dispose();
  return 6;
}

/** A model with a trace that outlives it, and with edits between its sequences. */
async function lifeOfAModel(ap, n) {
  const model = ap.transformer({
    ...options,
    seed: n % 3,
    parameters: { b_vocabulary: random.tensor(6) },
  });
  const trace = model.trace(pass);
  for await (const { trace: each } of model.generate({ source: ['the'], maxNewTokens: 3 })) {
    if (each.steps.some(({ path }) => path.endsWith('0.self_attention.cached_k')))
      each.explain('decoder.0.self_attention.cached_k', [0, 0, 0, 0]);
  }
  model.set('embedding_table', [0, 0], n);
  assert.throws(() => model.set('embedding_table', [0, 0], NaN), engine.isEngineError);
  assert.throws(() => model.trace({ source: [['dog']], target }), engine.isEngineError);
  assert.throws(() => model.generate({ source: ['dog'] }), engine.isEngineError);
  for await (const token of model.generate({ source: ['the'], maxNewTokens: 5 })) {
    token.retain().dispose();
    if (token.position === 2) break;
  }
  model.dispose();
  trace.tensor('logits');
  trace.dispose();
  return 14;
}

async function lifeOfASequence(ap, n) {
  const given = { ...options, source: ['the', 'cat'], maxNewTokens: 2, doSample: true, seed: n };
  for await (const { trace } of ap.generate({ ...given, topK: 3, useCache: n % 2 === 0 }))
    trace.explain('next.token', [0]);
  ap.generate(given); // never asked for a token
  await ap.generate(given).return();
  const failing = () => ap.generate({ ...given, parameters: { w_vocabulary: [[1]] } });
  assert.throws(failing, engine.isEngineError);
  return 7;
}

const good = [
  (ap) => ap.encoderLayer({ src: x, ...layer }),
  (ap) => ap.decoderLayer({ tgt: x, memory: x, ...decoder, dropout: 0.5, training: true }),
  (ap) => ap.traceScaling({ dK: 4, queries: 3, keys: 3 }).dispose(),
  (ap) => ap.traceWeights({ weights: [[NaN, 1]], value: [[1], [2]] }).dispose(),
  (ap) => ap.transformer(options).dispose(),
  (ap) =>
    ap
      .traceAttention({ tokens: source, dModel: 4, numHeads: 2, tile: [2, 2], workers: 2 })
      .dispose(),
];
const bad = [
  (ap) => ap.encoderLayer({ src: x, ...layer, nhead: 3 }),
  (ap) => ap.encoderLayer({ src: x, ...layer, linear2: affine(5, 4) }),
  (ap) => ap.encoderLayer({ src: x, ...layer, srcMask: [[NaN]] }),
  (ap) => ap.decoderLayer({ tgt: x, ...decoder }),
  (ap) => ap.decoderLayer({ tgt: x, memory: [[1, 2]], ...decoder }),
  (ap) => ap.decoderLayer({ tgt: x, memory: x, ...decoder, norm3: { weight: [1] } }),
  (ap) => ap.traceTransformer({ ...passSteps, nhead: 3 }),
  (ap) => ap.traceTransformer({ ...passSteps, labels: [['die']] }),
  (ap) => ap.traceTransformer({ ...passSteps, parameters: { nowhere: [1] } }),
  (ap) => ap.traceTransformer({ ...passSteps, parameters: { embedding_table: [[1]] } }),
  (ap) => ap.traceTransformer({ ...passSteps, srcMask: [[1, 2]] }),
  (ap) => ap.traceTransformer({ ...passSteps, positions: 'learned', maxLength: 2 }),
  (ap) => ap.transformer({ ...options, dModel: 2 ** 20, nhead: 1 }),
  (ap) => ap.transformer({ ...options, parameters: { w_vocabulary: [[NaN]] } }),
  (ap) => ap.generate({ ...options, source: ['the'], temperature: 0 }),
  (ap) => ap.generate({ ...options, source: ['the'], topK: 7 }),
  (ap) => ap.traceScaling({ dK: 0 }),
  (ap) => ap.traceWeights({ weights: [[0, 1]], value: [[1]] }),
  (ap) => ap.traceWeights({ weights: [[0, 1]], value: [[1], [NaN]] }),
  (ap) => ap.traceAttention({ tokens: source, numHeads: 2, workers: 3 }),
];

async function run(ap, count) {
  let done = 0;
  for (let n = 0; done < count; n++) {
    for (const call of good) call(ap);
    for (const call of bad) assert.throws(() => call(ap), engine.isEngineError, String(call));
    done += good.length + bad.length;
    done += lifeOfATrace(ap, n);
    if (n % 3 === 0) done += await lifeOfAModel(ap, n);
    if (n % 4 === 0) done += await lifeOfASequence(ap, n);
  }
  return done;
}

async function warmEngine(name) {
  const { load } = await import(`${bundle.url}?${name}`);
  const ap = await load();
  await run(ap, warmUp);
  return ap;
}

/**
 * Declares a test of so many calls while a few blocks of 128 kB are left free: a leak of 128 kB · blocks / calls would fill
 * them, and memory would grow.
 */
export function testCalls(calls, slackBlocks) {
  test(`${calls} calls in an almost full memory: it does not grow, and the results stay right`, async () => {
    const room = fill(await warmEngine('models-measured')).length;
    assert.ok(room > 2 * slackBlocks, `${room} blocks fill the memory`);

    const ap = await warmEngine('models-tight');
    const held = fill(ap, room - 1 - slackBlocks);
    const bytes = ap.memoryBytes();
    const answer = () => {
      const trace = ap.traceTransformer(passSteps);
      const logits = trace.tensor('logits');
      trace.dispose();
      return [logits, ap.decoderLayer({ tgt: x, memory: x, ...decoder })];
    };
    const before = answer();
    const done = await run(ap, calls);
    assert.ok(done >= calls);
    assert.equal(ap.memoryBytes(), bytes);
    assert.deepEqual(answer(), before);
    // What was left free was no more than that: twice as much does not fit, so a leak would have been seen.
    held.push(...fill(ap, 2 * slackBlocks));
    assert.ok(ap.memoryBytes() > bytes);
    for (const tensor of held) tensor.dispose();
  });
}
