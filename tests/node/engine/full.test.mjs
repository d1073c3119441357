// Memory that is full to the last piece: whatever is called says so, and nothing is lost or overwritten.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startEngine } from '../../long/support/engine.mjs';
import { freeBytes } from '../../long/support/free.mjs';

const { ap, engine } = await startEngine(18);
const n = 40;
const x = { shape: [n, n], data: Float32Array.from({ length: n * n }, (_, i) => Math.sin(i)) };
const vocabulary = Array.from({ length: 200 }, (_, i) => `${'word '.repeat(40)}${i}`);
const sentence = [vocabulary.slice(0, 30)];
const small = { vocabulary, dModel: 8, nhead: 2, numEncoderLayers: 1, numDecoderLayers: 1 };

/** All memory, in pieces down to the smallest. */
function fill() {
  const held = [];
  for (let size = 2 ** 20; size >= 1; size /= 4) {
    for (;;) {
      const tensor = full(() => ap.tensor([size]));
      if (!tensor) break;
      held.push(tensor);
    }
  }
  return held;
}

/** What the call gives, or undefined where it says that memory is used up; anything else is an error. */
function full(call) {
  try {
    return call();
  } catch (error) {
    assert.ok(engine.isEngineError(error), `${String(error)} ${error.stack}`);
    assert.equal(error.code, 'memory', error.message);
    return undefined;
  }
}

test('no call goes through, none harms what is alive, and all memory comes back', async () => {
  const trace = ap.traceAttention({ tokens: sentence, dModel: 8, numHeads: 2 });
  const model = ap.transformer(small);
  const pass = model.trace({ source: sentence, target: sentence });
  const weight = ap.tensor([n, n], x.data);
  const before = [trace.tensor('weights').data, pass.tensor('logits').data];
  const declarations = ap.declarations();
  const batch = { source: sentence, target: sentence, labels: sentence };
  const trainer = ap.trainer({ model: ap.transformer(small), batches: [batch] });
  trainer.step();
  const snapshot = trainer.snapshot();
  const free = await freeBytes(ap);
  const held = fill();
  const calls = [
    () => ap.matmul(x, weight),
    () => ap.softmax(x),
    () => ap.scaledDotProductAttention({ query: x, key: x, value: x }),
    () => ap.multiHeadAttention({ query: x, wq: x, wk: x, wv: x, wo: x, numHeads: 2 }),
    () => ap.transformer(small),
    () => ap.traceTransformer({ ...small, source: sentence, target: sentence }),
    () => ap.traceAttention({ tokens: sentence, dModel: 8, numHeads: 2 }),
    () => model.trace({ source: sentence, target: sentence }),
    () => trace.setTensor('w_q', trace.tensor('w_k')),
    () => trainer.trace(),
    () => trainer.save(),
    () => trainer.restore(snapshot),
    () => model.gradients(batch),
  ];
  for (const call of calls) assert.equal(full(call), undefined, `${call} went through`);
  // These may go through, as they need next to nothing; or not.
  const path = 'encoder.0.self_attention.w_q';
  const smallCalls = [
    () => trace.steps,
    () => trace.edits,
    () => ap.declarations(),
    () => model.parameter(path),
    () => model.set(path, [0, 0], model.parameter(path).data[0]),
    () => trainer.step(),
    () => trainer.restore(snapshot),
    () => trainer.snapshot(),
  ];
  for (const call of smallCalls) full(call);
  for (const token of [model.generate({ source: sentence[0], prompt: sentence[0] })]) {
    await assert.rejects(token.next(), { code: 'memory' });
  }
  for (const tensor of held) tensor.dispose();
  trainer.restore(snapshot);
  assert.deepEqual(trainer.snapshot(), snapshot);
  assert.deepEqual([trace.tensor('weights').data, pass.tensor('logits').data], before);
  assert.deepEqual(weight.read(), x.data);
  assert.deepEqual(ap.declarations(), declarations);
  const lost = free - (await freeBytes(ap));
  assert.ok(lost < 2 ** 15, `${lost} bytes are lost`);
  for (const each of [trace, pass, model, weight]) each.dispose();
});
