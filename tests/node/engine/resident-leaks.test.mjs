// Resident tensors in an almost full memory: 50,000 lives and 10,000 refused calls, and it does not grow.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bundle, engine, seeded } from './support/engine.mjs';
import { blockFloats, fill } from './support/residents.mjs';

const lives = 50_000;
const badCalls = 10_000;
/** 512 kB of 128 kB blocks is left free: a leak of 10 bytes a life would fill it, and memory would grow. */
const slackBlocks = 4;

const random = seeded(91);
const x = random.tensor(3, 8);
const weight = random.tensor(8, 8);

/** Made, used as operand, packed weight, mask and target, written to, disposed of. */
function live(ap, n) {
  const w = ap.tensor(weight.shape, weight.data);
  const out = ap.tensor([3, 8]);
  ap.linear(x, w, undefined, { out });
  if (n % 4 === 0) ap.layerNorm(out, 8);
  if (n % 4 === 1) {
    w.write(weight.data);
    ap.matmul(x, w, { out });
  }
  if (n % 4 === 2) ap.scaledDotProductAttention({ query: w, key: w, value: w, attnMask: w });
  // Larger than what is kept between calls.
  if (n % 16 === 3) ap.tensor([2 ** 14]).dispose();
  out.dispose();
  w.dispose();
}

const refused = [
  (ap) => ap.tensor([2, 3], [1]),
  (ap) => ap.tensor([2 ** 29 - 1]),
  (ap, w) => w.write([1]),
  (ap, w) => w.write('no list'),
  (ap, w) => ap.linear(x, w, [1]),
  (ap, w) => ap.linear([1, 2], w),
  (ap, w) => ap.linear(x, w, undefined, { out: w }),
  (ap, w) => ap.matmul(x, w, { out: 5 }),
  (ap, w) => ap.matmul([[NaN, 0, 0, 0, 0, 0, 0, 0]], w),
  (ap, w) => ap.softmax(w, 0, { out: w }),
  (ap, w) => ap.layerNorm(w, 7),
  (ap, w) => ap.layerNorm(w, 8, [1]),
  (ap, w) => ap.layerNorm(w, 8, undefined, undefined, -1),
  (ap, w) => ap.scaledDotProductAttention({ query: x, key: w, value: w, attnMask: w }),
  (ap, w) => ap.multiHeadAttention({ query: x, wq: w, wk: w, wv: w, wo: w, numHeads: 3 }),
  (ap, w) =>
    ap.multiHeadAttention({ query: x, wq: w, wk: w, wv: w, wo: w, numHeads: 2, attnMask: w }),
  (ap, w, gone) => ap.matmul(x, gone),
  (ap, w, gone) => ap.traceAttention({ x: gone }),
  (ap, w, gone) => gone.read(),
];

function refuse(ap, count) {
  const w = ap.tensor(weight.shape, weight.data);
  const gone = ap.tensor([2]);
  gone.dispose();
  for (let n = 0; n < count; n++) {
    const call = refused[n % refused.length];
    assert.throws(() => call(ap, w, gone), engine.isEngineError, String(call));
  }
  w.dispose();
}

async function warmEngine(name) {
  const { load } = await import(`${bundle.url}?${name}`);
  const ap = await load();
  for (let n = 0; n < 2000; n++) live(ap, n);
  refuse(ap, 2000);
  return ap;
}

test('50,000 resident tensors come and go, 10,000 calls are refused: memory stays where it was', async () => {
  const room = fill(await warmEngine('measured')).length;
  assert.ok(room > 2 * slackBlocks, `${room} blocks fill the memory`);

  const ap = await warmEngine('tight');
  const held = fill(ap, room - 1 - slackBlocks);
  held[0].write(new Float32Array(blockFloats).fill(3));
  const bytes = ap.memoryBytes();
  const before = ap.linear(x, weight);
  for (let n = 0; n < lives; n++) live(ap, n);
  refuse(ap, badCalls);
  assert.equal(ap.memoryBytes(), bytes);
  assert.deepEqual(ap.linear(x, weight), before);
  assert.ok(held[0].read().every((number) => number === 3));
  // What was left free was no more than that: twice as much does not fit, so a leak would have been seen.
  held.push(...fill(ap, 2 * slackBlocks));
  assert.ok(ap.memoryBytes() > bytes);
  for (const tensor of held) tensor.dispose();
  // And what is disposed of is free again.
  const grown = ap.memoryBytes();
  for (const tensor of fill(ap, room)) tensor.dispose();
  assert.equal(ap.memoryBytes(), grown);
});
