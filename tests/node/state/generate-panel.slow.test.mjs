// Sequences of the generation panel, for long: memory stays where it was.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { wasmFile } from '../../../scripts/build/wasm.mjs';
import { root } from '../../../scripts/lib/run.mjs';
import { importWeb } from '../support/bundled.mjs';

const { GenerationStore, Sequence, load, randomPlan } = await importWeb(
  'panels/generate/model.ts',
  'panels/generate/sequence.ts',
  'panels/generate/store.ts',
  'engine/index.ts',
);
const engine = await load({ wasmBinary: readFileSync(join(root, wasmFile)) });

const vocabulary = ['<sos>', '<eos>', 'the', 'cat', 'sat', 'on', 'mat', '.', 'dog'];
const sentences = { prompt: ['the', 'cat', 'sat'], source: ['dog', 'on'] };
const choice = { temperature: 1, topK: 4, doSample: true, seed: 3 };
const sizes = { layers: 2, heads: 2, dModel: 8, seed: 1 };
const settings = { parameters: 'random', architecture: 'decoder-only', ...sizes };

const make = () => new Sequence(engine, randomPlan(settings, vocabulary), sentences);

function storeOf(pass) {
  const store = new GenerationStore({ pass, vocabulary, seed: 1 }, 'en', () => {});
  store.start(engine);
  return store;
}

async function restart(sequence) {
  let shown;
  await sequence.restart(sentences, choice, true, (pass) => {
    shown = pass;
  });
  return shown;
}

test('200 generations take no more memory than the first few', async () => {
  const sequence = make();
  const run = async () => {
    for (let i = 0; i < 2 && (i === 0 || !sequence.over); i++) {
      const pass = i === 0 ? await restart(sequence) : await sequence.next(choice, false);
      storeOf(pass).dispose();
      sequence.choose(pass, { ...choice, temperature: 0.7 });
      await sequence.withoutCache(pass);
    }
  };
  for (let i = 0; i < 10; i++) await run();
  const bytes = engine.memoryBytes();
  for (let i = 0; i < 200; i++) await run();
  assert.equal(engine.memoryBytes(), bytes);
  sequence.dispose();
});
