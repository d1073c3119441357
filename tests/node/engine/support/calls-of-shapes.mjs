// Calls of shapes that never come twice: they need as much wasm memory as the largest of them alone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundle, seeded } from './engine.mjs';

const megabyte = 2 ** 20;

const vocabulary = Array.from({ length: 12 }, (_, i) => `word ${i}`);
const sizes = {
  vocabulary,
  dModel: 64,
  nhead: 2,
  architecture: 'decoder-only',
  numDecoderLayers: 2,
};
const sentence = (length) => Array.from({ length }, (_, i) => vocabulary[i % vocabulary.length]);
const batchOf = (length) => ({
  target: [sentence(length), sentence(length)],
  labels: [sentence(length), sentence(length)],
});
const range = (first, count) => Array.from({ length: count }, (_, i) => first + i);

let instances = 0;

/** Of an engine with a memory of its own, after calls of these lengths. */
async function bytesAfter(run, lengths) {
  const { load } = await import(`${bundle.url}?shapes-${instances++}`);
  const ap = await load({ training: true });
  await run(ap, lengths);
  return ap.memoryBytes();
}

/** `slack`: what the pieces that memory falls into, and the plans of the last shapes, may take beside it. */
function testGrowth(name, run, lengths, slack = 6 * megabyte) {
  test(`${name} of ${lengths.length} shapes: memory of the largest, and no more`, async () => {
    const one = await bytesAfter(run, [lengths.at(-1), lengths.at(-1)]);
    const more = (await bytesAfter(run, lengths)) - one;
    assert.ok(more <= slack, `${more / megabyte} MB more than ${one / megabyte} MB`);
  });
}

function attention(width) {
  const random = seeded(17);
  const [wq, wk, wv, wo] = range(0, 4).map(() => random.tensor(width, width));
  const numHeads = width / 32;
  return (ap, lengths) => {
    for (const length of lengths) {
      const query = { shape: [1, length, width], data: new Float32Array(length * width).fill(0.1) };
      ap.multiHeadAttention({ query, wq, wk, wv, wo, numHeads, needWeights: false });
    }
  };
}

function training(ap, lengths) {
  const model = ap.transformer(sizes);
  const trainer = ap.trainer({ model, batches: lengths.map(batchOf) });
  const reports = lengths.map(() => trainer.step());
  // What is said to be held is that of the largest batch.
  const alone = ap.trainer({ model, batches: [batchOf(lengths.at(-1))] });
  assert.equal(reports.at(-1).activationBytes, alone.step().activationBytes);
  for (const held of [trainer, alone, model]) held.dispose();
}

function gradients(ap, lengths) {
  const model = ap.transformer(sizes);
  for (const length of lengths) model.gradients(batchOf(length));
  model.dispose();
}

/** Models that are dropped while they generate. */
async function generation(ap, widths) {
  for (const width of widths) {
    const model = ap.transformer({ ...sizes, dModel: 4 * width, nhead: 4 });
    for await (const { position } of model.generate({ prompt: sentence(8), maxNewTokens: 9 }))
      if (position > 8 + (width % 3)) break;
    model.generate({ prompt: sentence(3), maxNewTokens: 9 });
    model.dispose();
  }
}

/** Traces of tiles, whose plans have thousands of steps. */
function tiles(ap, lengths) {
  for (const length of lengths) {
    const x = { shape: [1, length, 2], data: new Float32Array(2 * length) };
    ap.traceAttention({ x, tile: [1, 1] }).dispose();
  }
}

/** Steps downhill: each a trace of the parameters that the last one led to, of another sentence. */
function downhill(ap, numbers) {
  let parameters = {};
  for (const number of numbers) {
    const options = { ...sizes, dModel: 16, ...batchOf(1 + (number % 40)), parameters };
    const trace = ap.traceTransformer(options);
    trace.backward({ of: 'loss' });
    const paths = new Set(trace.steps.map(({ path }) => path));
    const next = trace.steps
      .filter(({ path, source }) => source === 'parameter' && paths.has(`gradient.${path}`))
      .map(({ path }) => [path, trace.downhill(path, 0.01)]);
    parameters = Object.fromEntries(next);
    trace.dispose();
  }
}

/** Declares all tests, of few shapes. */
export function testFewShapes() {
  testGrowth('attention', attention(128), range(512, 16));
  testGrowth('training', training, range(150, 20));
  testGrowth('gradients', gradients, range(150, 20));
  testGrowth('generation', generation, range(8, 10));
  testGrowth('downhill', downhill, range(1, 40));
}

/** The same of many, and of long ones; where numbers of some megabytes come and go, memory falls into larger pieces: two of the largest. */
export function testManyShapes() {
  testGrowth('attention', attention(512), range(2048, 8), 40 * megabyte);
  testGrowth('training', training, range(150, 60), 16 * megabyte);
  testGrowth('gradients', gradients, range(150, 60));
  testGrowth('generation', generation, range(8, 60));
  testGrowth('tiles', tiles, range(16, 8), 20 * megabyte);
  testGrowth('downhill', downhill, range(1, 1000));
}
