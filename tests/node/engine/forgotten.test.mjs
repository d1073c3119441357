// Traces, models, tensors, trainers and sequences that nobody disposes of: their memory is free again once nobody holds them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { bundle } from './support/engine.mjs';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

/** Each life takes about 4 MB of wasm memory: 2¹⁰ × 2¹⁰ floats. */
const side = 2 ** 10;
const lives = 12;
const megabytes = 2 ** 20;

const big = { shape: [side, side], data: new Float32Array(side * side) };
const small = { dModel: 2, nhead: 1, numEncoderLayers: 1, numDecoderLayers: 1, dimFeedforward: 1 };
const vocabulary = ['<sos>', '<eos>', 'a'];
const rows = side ** 2 / 2;
const wide = {
  ...small,
  architecture: 'decoder-only',
  positions: 'learned',
  maxLength: rows,
  // Given, as it takes longer to draw it.
  parameters: { position_table: { shape: [rows, 2], data: big.data } },
};
const pass = { target: [['a']], labels: [['a']] };

const kinds = {
  tensors: (ap) => ap.tensor([side, side], big.data),
  traces: (ap) =>
    ap.traceAttention({ x: big, memory: [[...new Array(side)].fill(0)], projections: 'none' }),
  models: (ap) =>
    ap
      .transformer({ ...wide, vocabulary })
      .trace({ target: [['a']] })
      .dispose(),
  trainers: (ap) => {
    const model = ap.transformer({ ...wide, vocabulary });
    const trainer = ap.trainer({ model, batches: [pass] });
    trainer.step();
    model.gradients(pass);
  },
  async sequences(ap) {
    const tokens = ap.generate({ ...wide, vocabulary, prompt: ['a'], maxNewTokens: 3 });
    void (await tokens.next()).value.trace;
  },
};

async function forget() {
  collectGarbage();
  // What is collected is freed in a task of its own.
  await new Promise((resolve) => setTimeout(resolve));
}

for (const [name, live] of Object.entries(kinds)) {
  test(`${name} that are forgotten do not stay`, async () => {
    const { load } = await import(`${bundle.url}?forgotten=${name}`);
    const ap = await load({ training: true });
    for (let n = 0; n < 2; n++) {
      await live(ap);
      await forget();
    }
    const before = ap.memoryBytes();
    for (let n = 0; n < lives; n++) {
      await live(ap);
      await forget();
    }
    const grown = ap.memoryBytes() - before;
    assert.ok(grown < (lives / 3) * 4 * megabytes, `${grown} bytes more`);
  });
}

test('what is disposed of, twice, is not freed a second time', async () => {
  const { load } = await import(`${bundle.url}?forgotten=twice`);
  const ap = await load({ training: true });
  for (let n = 0; n < 20; n++) {
    const model = ap.transformer({ ...small, vocabulary });
    const trace = ap.traceAttention({ x: [[1]] });
    const tensor = ap.tensor([2]);
    for (const held of [model, trace, tensor, model, trace, tensor]) held.dispose();
  }
  await forget();
  const kept = ap.tensor([2], [1, 2]);
  await forget();
  assert.deepEqual(kept.read(), Float32Array.of(1, 2));
});
