// Every kind of call where memory is used up, or nearly: the error is typed, what is alive stays as it was, and
// with memory given back everything works as before. As SEED=… of fuzz.test.mjs.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { startEngine } from './support/engine.mjs';
import { freeBytes } from './support/free.mjs';
import { randomOf } from './support/random.mjs';

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));
/** How often memory is used up, and how many calls are made then, some of it given back before each. */
const rounds = Number(process.env.ROUNDS ?? 250);
const turns = 16;
/** What may be missing of free memory in the end: it has fallen into other pieces. */
const slack = 2 ** 15;

const { ap, engine } = await startEngine(18);
const { floats, unit } = randomOf(seed, 0);
const tensor = (...shape) => ({ shape, data: floats(shape.reduce((a, b) => a * b, 1)) });

const n = 24;
const [x, y] = [tensor(n, n), tensor(n, n)];
const layer = { wq: x, wk: y, wv: x, wo: y };
const [linear, norm] = [{ weight: x }, { weight: tensor(n) }];
const stack = {
  nhead: 2,
  selfAttn: layer,
  linear1: linear,
  linear2: linear,
  norm1: norm,
  norm2: norm,
};
const words = [['The', 'cat', 'sat', 'on', 'the', 'mat']];
const more = Array.from({ length: 300 }, (_, i) => `word ${i}`);
const vocabulary = ['<sos>', '<eos>', ...words[0], ...more];
const small = { vocabulary, dModel: 8, nhead: 2, numEncoderLayers: 1, numDecoderLayers: 1 };

/** Runs with something that is disposed of whatever happens. */
function using(held, use) {
  try {
    return use(held);
  } finally {
    held.dispose();
  }
}

/** name → a call that gives comparable results and leaves nothing behind. */
const calls = {
  matmul: () => ap.matmul(x, y),
  linear: () => ap.linear(x, y, tensorOf(n)),
  softmax: () => ap.softmax(x),
  layerNorm: () => ap.layerNorm(x, n),
  positions: () => ap.positionalEncoding({ length: 30, dModel: 40 }),
  mask: () => ap.causalMask(40),
  attention: () => ap.scaledDotProductAttention({ query: x, key: y, value: x, isCausal: true }),
  heads: () => ap.multiHeadAttention({ query: x, ...layer, numHeads: 2 }),
  encoder: () => ap.encoderLayer({ src: x, ...stack }),
  decoder: () =>
    ap.decoderLayer({ tgt: x, memory: y, ...stack, multiheadAttn: layer, norm3: norm }),
  declarations: () => ap.declarations().length,
  tensor: () => using(ap.tensor([n, n], x.data), (held) => held.read()),
  packed: () => using(ap.tensor([n, n], x.data), (held) => ap.matmul(y, held)),
  refused,
  trace: () => using(ap.traceAttention({ tokens: words, dModel: 8, numHeads: 2 }), looked),
  weights: () => using(ap.traceWeights({ weights: x, value: y }), looked),
  scaling: () => using(ap.traceScaling({ dK: 8 }), ({ steps }) => steps.length),
  pass: () => using(ap.traceTransformer({ ...small, source: words, target: words }), looked),
  gradients: () =>
    using(ap.transformer(small), (model) => {
      const given = { source: words, target: words, labels: words };
      return [model.gradients(given), model.gradients(given)];
    }),
  trainer: () =>
    using(ap.transformer(small), (model) => {
      const batches = [{ source: words, target: words, labels: words }];
      return using(ap.trainer({ model, batches }), (trainer) => {
        trainer.step(2);
        using(trainer.trace(), looked);
        trainer.restore(trainer.snapshot());
        return trainer.step(1).loss;
      });
    }),
  generate: generated,
};

const tensorOf = (size) => new Array(size).fill(0.5);

/** A call whose error has to be written somewhere too. */
function refused() {
  try {
    return ap.matmul(x, [[1]]);
  } catch (error) {
    if (error.code === 'memory') throw error;
    return error.message;
  }
}

/** Everything that a trace does. */
function looked(trace) {
  const before = trace.steps.map(({ path }) => trace.tensor(path).data);
  const path = trace.steps.find(({ op }) => op === 'linear' || op === 'matmul').path;
  const index = trace.tensor(path).shape.map(() => 0);
  const changed = trace.set(path, index, 3);
  const edits = trace.edits.length;
  const rule = trace.explain(path, index).rule;
  trace.memory(path);
  trace.compare(trace);
  trace.setTensor(path, trace.baseline(path));
  trace.undo();
  trace.reset();
  return { before, changed, edits, rule };
}

/** Two tokens, the second from what was kept; and a parameter that is changed in between. */
async function generated() {
  const model = ap.transformer(small);
  const tokens = [];
  try {
    for await (const token of model.generate({ source: ['The', 'cat'], maxNewTokens: 2 })) {
      tokens.push(token.id, token.logits, token.trace.steps.length);
      model.set('w_vocabulary', [0, 0], 0.5);
    }
  } finally {
    model.dispose();
  }
  return tokens;
}

/** What a call gives, or its error. */
async function outcome(name) {
  try {
    return { result: await calls[name]() };
  } catch (error) {
    return { error };
  }
}

function requireMemoryError(error, name, left) {
  const said = `${name} with ${left} bytes left: ${error.stack}`;
  assert.ok(engine.isEngineError(error), said);
  assert.equal(error.code, 'memory', said);
}

/** All memory, in pieces. */
function fill() {
  const held = [];
  for (let size = 2 ** 20; size >= 1; size /= 4) {
    for (;;) {
      try {
        held.push(ap.tensor([size]));
      } catch (error) {
        requireMemoryError(error, 'tensor', 0);
        break;
      }
    }
  }
  return held;
}

/** Gives some of the pieces back: what is left of them, and how many bytes. */
function release(held) {
  let bytes = 0;
  for (let count = Math.floor(unit() ** 3 * 12); count > 0 && held.length > 0; count--) {
    const [piece] = held.splice(Math.floor(unit() * held.length), 1);
    bytes += 4 * piece.shape[0];
    piece.dispose();
  }
  return bytes;
}

test(`calls where memory is used up, SEED=${seed}`, async (context) => {
  const names = Object.keys(calls);
  const right = {};
  for (const name of names) right[name] = await calls[name]();
  const kept = ap.tensor([n, n], x.data);
  const trace = ap.traceAttention({ tokens: words, dModel: 8, numHeads: 2 });
  const before = trace.tensor('weights').data;
  const free = await freeBytes(ap);
  const counts = { refused: 0, done: 0 };
  for (let round = 0; round < rounds; round++) {
    const held = fill();
    for (let turn = 0; turn < turns; turn++) {
      const left = release(held);
      const name = names[Math.floor(unit() * names.length)];
      const { result, error } = await outcome(name);
      if (error) requireMemoryError(error, name, left);
      else assert.ok(isDeepStrictEqual(result, right[name]), `${name} with ${left} bytes left`);
      counts[error ? 'refused' : 'done']++;
      assert.deepEqual(kept.read(), x.data);
    }
    for (const each of held) each.dispose();
  }
  for (const name of names) assert.deepEqual(await calls[name](), right[name], name);
  assert.deepEqual(trace.tensor('weights').data, before);
  const lost = free - (await freeBytes(ap));

  context.diagnostic(
    `SEED=${seed}: ${counts.refused} refused, ${counts.done} done, ${lost} bytes less are free`,
  );
  assert.ok(Math.min(counts.refused, counts.done) > rounds, JSON.stringify(counts));
  assert.ok(lost <= slack, `${lost} bytes are not given back`);
  for (const each of [kept, trace]) each.dispose();
});
