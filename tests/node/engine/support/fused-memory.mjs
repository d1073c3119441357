// Without weights memory grows with the length, not with its square: measured in a process of its own.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mustRun } from '../../../../scripts/lib/run.mjs';
import { bundle } from './engine.mjs';
import { nodeFlags } from './relaxed.mjs';

const width = 64;
const floatBytes = 4;
/** For the blocks in work and what the allocator rounds up. */
const workingBytes = 8 * 2 ** 20;
/** What the API pages say of 16,384 tokens. */
const documentedBytes = 24 * 2 ** 20;
/** Queries whose output is compared with doubles. */
const samples = 3;

const program = (length, samples) => `
import { load } from ${JSON.stringify(bundle.url)};
const [length, width, samples] = [${length}, ${width}, ${samples}];
let state = 1;
const number = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 30 - 2;
const tensor = () => ({
  shape: [1, length, width],
  data: Float32Array.from({ length: length * width }, number),
});
const [query, key, value] = [tensor(), tensor(), tensor()];
const ap = await load();
const before = ap.memoryBytes();
const { output, weights } = ap.scaledDotProductAttention({ query, key, value, needWeights: false });
const bytes = ap.memoryBytes();

let furthest = 0;
for (let n = 0; n < samples; n++) {
  const t = Math.floor((n * (length - 1)) / (samples - 1));
  const scores = Array.from({ length }, (_, s) => {
    let sum = 0;
    for (let i = 0; i < width; i++) sum += query.data[t * width + i] * key.data[s * width + i];
    return sum / Math.sqrt(width);
  });
  const largest = scores.reduce((a, b) => Math.max(a, b));
  const powers = scores.map((score) => Math.exp(score - largest));
  const sum = powers.reduce((a, b) => a + b);
  for (let i = 0; i < width; i++) {
    const expected = powers.reduce((all, power, s) => all + power * value.data[s * width + i], 0) / sum;
    furthest = Math.max(furthest, Math.abs(output.data[t * width + i] - expected));
  }
}
console.log(JSON.stringify({ before, bytes, furthest, weights: weights !== undefined }));
`;

/** Of numbers up to 2: a score, 32 at most, of 64 products, and a sum of `length`; errors of sums of n grow with √n. */
const tolerance = (length) => 2 * 2 ** -23 * (2 * 32 * Math.sqrt(width) + 2 * Math.sqrt(length));

/** Declares a test of one head over so many tokens. */
export function testMemory(length) {
  const operands = 3 * length * width * floatBytes;
  const output = length * width * floatBytes;
  test(`one head, ${length} tokens, width ${width}: operands, output and at most 8 MiB`, async (t) => {
    const run = [...nodeFlags, '--input-type=module', '--eval', program(length, samples)];
    const { before, bytes, furthest, weights } = JSON.parse(
      await mustRun(process.execPath, run, { quiet: true }),
    );
    assert.equal(weights, false);
    const grown = bytes - before;
    assert.ok(grown <= operands + output + workingBytes, `${grown} bytes more`);
    assert.ok(bytes < documentedBytes, `${bytes} bytes in all`);
    assert.ok(furthest <= tolerance(length), `off by ${furthest}`);
    t.diagnostic(`${before} bytes before, ${bytes} after; off by ${furthest}`);
  });
}
