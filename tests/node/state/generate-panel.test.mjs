// What the generation panel shows of a sequence: all rows so far, and nothing that is no longer there.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { wasmFile } from '../../../scripts/build/wasm.mjs';
import { root } from '../../../scripts/lib/run.mjs';
import { importWeb } from '../support/bundled.mjs';

const {
  Generation,
  LearnedModels,
  Sequence,
  GenerationStore,
  load,
  randomPlan,
  readTemperature,
  readTokens,
  readWhole,
  vocabularyFor,
} = await importWeb(
  'panels/generate/generation.ts',
  'panels/generate/model.ts',
  'panels/generate/sequence.ts',
  'panels/generate/store.ts',
  'panels/generate/settings.ts',
  'panels/generate/words.ts',
  'parts/learned/models.ts',
  'engine/index.ts',
);
const engine = await load({ wasmBinary: readFileSync(join(root, wasmFile)) });

const vocabulary = ['<sos>', '<eos>', 'the', 'cat', 'sat', 'on', 'mat', '.', 'dog'];
const sentences = { prompt: ['the', 'cat', 'sat'], source: ['dog', 'on'] };
const choice = { temperature: 1, topK: 4, doSample: true, seed: 3 };
const sizes = { layers: 2, heads: 2, dModel: 8, seed: 1 };
const settings = (architecture) => ({ parameters: 'random', architecture, ...sizes });
const architectures = ['decoder-only', 'encoder-decoder'];

function make(architecture = 'decoder-only') {
  return new Sequence(engine, randomPlan(settings(architecture), vocabulary), sentences);
}

async function tokens(sequence, count, useCache = true) {
  let pass;
  for (let i = 0; i < count; i++) pass = await sequence.next(choice, useCache);
  return pass;
}

function storeOf(pass) {
  const store = new GenerationStore({ pass, vocabulary, seed: 1 }, 'en', () => {});
  store.start(engine);
  return store;
}

/** The same pass as a trace of its own, without a cache. */
async function whole(architecture, pass, read) {
  const model = engine.transformer({
    architecture,
    vocabulary,
    dModel: 8,
    nhead: 2,
    numEncoderLayers: 2,
    numDecoderLayers: 2,
    seed: 1,
  });
  const source = architecture === 'decoder-only' ? {} : { source: sentences.source };
  const asked = { ...source, prompt: [...pass.tokens], useCache: false, maxNewTokens: 1 };
  for await (const { trace } of model.generate(asked)) read(trace);
  model.dispose();
}

function indexAt(flat, shape) {
  const index = shape.map(() => 0);
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    index[axis] = flat % shape[axis];
    flat = Math.floor(flat / shape[axis]);
  }
  return index;
}

const flatAt = (index, shape) => index.reduce((sum, at, axis) => sum * shape[axis] + at, 0);

const cellsOf = (explanation) =>
  Object.entries(explanation)
    .filter(([name]) => name !== 'origin')
    .flatMap(([, part]) => part)
    .filter((part) => typeof part === 'object' && part !== null && 'step' in part);

for (const architecture of architectures) {
  describe(architecture, () => {
    test('kept rows are, bit for bit, those of a pass without a cache', async () => {
      const sequence = make(architecture);
      const pass = await tokens(sequence, 4);
      assert.ok(pass.cache.kept > 0);
      const store = storeOf(pass);
      let grown = 0;
      await whole(architecture, pass, (trace) => {
        for (const { path, shape } of trace.steps) {
          const mine = store.step(path);
          if (path.startsWith('next.') || !mine) continue;
          assert.deepEqual(mine.shape, shape, path);
          grown += 1;
          assert.deepEqual(store.tensor(path).data, trace.tensor(path).data, path);
        }
      });
      assert.ok(grown > 40, `${grown} steps`);
      sequence.dispose();
    });

    test('every cell is explained, by cells that are there', async () => {
      const sequence = make(architecture);
      const store = storeOf(await tokens(sequence, 4));
      for (const { path, shape } of store.steps) {
        const { data } = store.tensor(path);
        for (let flat = 0; flat < data.length; flat += 3) {
          const index = indexAt(flat, shape);
          const explanation = store.trace.explain(path, index);
          assert.deepEqual(explanation.index, index, path);
          assert.equal(explanation.value + 0, data[flat] + 0, `${path} ${index}`);
          for (const cell of cellsOf(explanation)) {
            const step = store.step(cell.step);
            assert.ok(step, `${path} is made of ${cell.step}`);
            const there = store.tensor(cell.step).data[flatAt(cell.index, step.shape)];
            assert.equal(there, cell.value, `${path} ${index}: ${cell.step} ${cell.index}`);
          }
        }
      }
      sequence.dispose();
    });

    test('a kept key is explained through the pass that made it', async () => {
      const sequence = make(architecture);
      const store = storeOf(await tokens(sequence, 3));
      const path = 'decoder.1.self_attention.cached_k';
      const explanation = store.trace.explain(path, [0, 1, 2, 0]);
      assert.equal(explanation.rule, 'cached');
      assert.equal(explanation.token, 2);
      assert.equal(explanation.origin.rule, 'dot');
      assert.equal(explanation.origin.value, explanation.value);
      assert.deepEqual(store.labels(store.step(path), 2, 0), sequence.tokens.slice(0, 4));
      sequence.dispose();
    });

    test('each row writes the next token of the sequence, the last one that which is chosen', async () => {
      const sequence = make(architecture);
      const pass = await tokens(sequence, 3);
      const store = storeOf(pass);
      const { tokens: read } = pass;
      const { token } = pass.choice;
      const pairs = read.map((word, at) => `${word} ⇒ ${read[at + 1] ?? token}`);
      const called = (path, axis) => store.namesAlong(store.step(path), axis, 0);
      assert.deepEqual(called('decoder.1.self_attention.weights', 2), pairs);
      assert.deepEqual(called('decoder.1.self_attention.weights', 3), read);
      assert.deepEqual(called('target.embedding', 1), read);
      assert.deepEqual(called('next.last', 1), pairs.slice(-1));
      assert.deepEqual(called('logits', 1), pairs.slice(-1), 'they are of the last token alone');
      sequence.dispose();
    });

    test('without the cache the logits are the same', async () => {
      const sequence = make(architecture);
      for (let i = 0; i < 5 && !sequence.over; i++) {
        assert.equal(await sequence.withoutCache(await sequence.next(choice, i % 2 === 0)), 0);
      }
      sequence.dispose();
    });
  });
}

describe('a sequence', () => {
  test('chooses again from the same logits, and takes away what followed from another token', async () => {
    const sequence = make();
    await tokens(sequence, 4);
    const [, second] = sequence.passes;
    const logits = second.trace.tensor('next.logits').data;
    const greedy = { ...choice, doSample: false, topK: undefined };
    const dropped = sequence.choose(second, greedy);
    const shown = second.sequence();
    assert.deepEqual(shown.tensor('next.logits').data, logits);
    assert.equal(shown.tensor('next.token').data[0], second.choice.id);
    shown.dispose();
    assert.equal(second.choice.id, logits.indexOf(Math.max(...logits)));
    assert.equal(sequence.passes.length, 4 - dropped);
    assert.equal(sequence.choose(second, greedy), 0);
    assert.equal(sequence.tokens[4], second.choice.token);
    await sequence.next(choice, true);
    sequence.dispose();
  });

  /** Restarts; until the first token is shown, the pass before can still be read. */
  const restart = async (sequence, sentences, useCache = true) => {
    const before = sequence.passes.at(-1);
    let shown;
    await sequence.restart(sentences, choice, useCache, (pass) => {
      if (before) assert.ok(before.trace.steps.length > 0);
      shown = pass;
    });
    if (before) assert.throws(() => before.trace.steps, { code: 'disposed' });
    assert.deepEqual(sequence.passes, [shown]);
    assert.deepEqual(sequence.tokens, [...sentences.prompt, shown.choice.token]);
    return shown;
  };

  test('a restart that fails leaves all as it was', async () => {
    const sequence = make();
    const before = await tokens(sequence, 2);
    const unknown = { prompt: ['nobody'], source: [] };
    await assert.rejects(restart(sequence, unknown), { code: 'range' });
    assert.ok(before.trace.steps.length > 0);
    assert.equal(sequence.passes.at(-1), before);
    await sequence.next(choice, true);
    sequence.dispose();
  });

  test('uses a shared beginning again', async () => {
    const sequence = make();
    await tokens(sequence, 2);
    const pass = await restart(sequence, { prompt: ['the', 'cat', 'dog'], source: [] });
    assert.deepEqual(pass.cache, { kept: 2, computed: 1 });
    await whole('decoder-only', pass, (trace) => {
      const path = 'decoder.0.self_attention.weights';
      assert.deepEqual(storeOf(pass).tensor(path).data, trace.tensor(path).data);
    });
    sequence.dispose();
  });

  test('passes without the cache between do not mix up the rows that are kept', async () => {
    const sequence = make();
    await tokens(sequence, 2);
    await restart(sequence, { prompt: ['the', 'dog', 'mat'], source: [] }, false);
    const pass = await restart(sequence, { prompt: ['the', 'cat', 'mat'], source: [] });
    assert.equal(pass.cache.kept, 2);
    await whole('decoder-only', pass, (trace) => {
      const path = 'decoder.1.self_attention.weights';
      assert.deepEqual(storeOf(pass).tensor(path).data, trace.tensor(path).data);
    });
    sequence.dispose();
  });

  test('a changed key weight empties the cache, and the next token is computed from scratch', async () => {
    const sequence = make();
    const before = await tokens(sequence, 2);
    const path = 'decoder.0.self_attention.w_k';
    const changed = sequence.change(path, [1, 2], 3);
    assert.ok(changed.cacheEmptied);
    assert.equal(sequence.cachedTokens, 0);
    assert.ok(sequence.isStale(before));
    const pass = await sequence.next(choice, true);
    assert.deepEqual(pass.cache, { kept: 0, computed: 5 });
    assert.equal(pass.trace.tensor(path).data[1 * 8 + 2], 3);
    assert.equal(before.trace.tensor(path).data[1 * 8 + 2], changed.before);
    sequence.dispose();
  });
});

test('an undo that fails leaves all as it was, and works later', async () => {
  let memory = 'enough';
  const transformer = (options) => {
    if (memory === 'none') throw new RangeError('no memory');
    return engine.transformer(options);
  };
  const generation = new Generation(
    { ...engine, transformer },
    'en',
    new LearnedModels(),
    () => {},
  );
  await generation.begin('random', {});
  const travel = async (direction) => {
    generation[direction]();
    await generation.check();
    return [...generation.sequence.tokens];
  };
  const first = [...generation.sequence.tokens];
  await generation.next();
  const second = [...generation.sequence.tokens];
  memory = 'none';
  assert.deepEqual(await travel('undo'), second);
  assert.equal(generation.store.problem.code, 'unexpected');
  memory = 'enough';
  assert.deepEqual(await travel('undo'), first);
  memory = 'none';
  assert.deepEqual(await travel('redo'), first);
  memory = 'enough';
  assert.deepEqual(await travel('redo'), second);
  generation.dispose();
});

test('what is typed is read, or refused with a reason', () => {
  for (const text of ['0', '-1', 'abc', '', '1e-60', '∞', 'NaN']) {
    assert.equal(readTemperature(text).wrong?.code, 'positive', text);
  }
  assert.equal(readTemperature('０.５').value, 0.5);
  assert.equal(readWhole('topK', '16', { least: 1, most: 15 }).wrong.most, 15);
  assert.equal(readTokens('prompt', ' ').wrong.code, 'empty');
  assert.equal(readTokens('prompt', 'a '.repeat(25)).wrong.code, 'tooLong');
  assert.deepEqual(readTokens('prompt', '<sos> 我是一个').value[0], '<sos>');
  for (const lang of ['en', 'zh']) {
    const words = vocabularyFor(lang, { prompt: ['x'], source: ['y', 'x'] });
    assert.deepEqual(words.slice(0, 2), ['<sos>', '<eos>']);
    assert.equal(new Set(words).size, words.length);
    assert.ok(words.length >= 12 && words.length <= 40);
  }
});
