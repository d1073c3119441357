// The playground on a slow network: examples and models that come late take the place of nothing that was done since.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { wasmFile } from '../../../scripts/build/wasm.mjs';
import { root } from '../../../scripts/lib/run.mjs';
import { importWeb } from '../support/bundled.mjs';
import { counted } from './support/counted.mjs';
import { eachSeed } from './support/slow.mjs';
import { SlowModels } from './support/slow-models.mjs';

const { KnownWords, OPENINGS, PlaygroundStore, PRESETS, headShown, isCut, load, tokensOf } =
  await importWeb(
    'playground/store.ts',
    'playground/examples/presets.ts',
    'playground/words-read.ts',
    'playground/learned/cut-head.ts',
    'learned/known-words.ts',
    'learned/openings.ts',
    'engine/index.ts',
  );
const NAMES = ['ring', 'reverse'];
const real = await load({ wasmBinary: readFileSync(join(root, wasmFile)) });

const opening = NAMES.map((name) => OPENINGS.en[name].sentence).join(' ');
const words = [...new Set(`${opening} it a cat sat here [PAD]`.split(' '))];
/** In place of trained ones: they know few words beside those that they open on. */
const learned = (name) => ({
  name,
  options: {
    architecture: 'encoder-only',
    vocabulary: words,
    numEncoderLayers: 1,
    nhead: name === 'ring' ? 1 : 2,
    dModel: 8,
  },
  parameters: {},
  words: new KnownWords(words),
  sourceWords: new KnownWords(words),
  longest: Infinity,
});

const EXAMPLES = ['softmax', 'positions', 'good'];
const SENTENCES = ['a cat sat here', 'it sat', 'I like tea', ' '];

/** One thing that a person does; returns the choice or the work that it is, if any. */
function act({ store, world }) {
  const { random } = world;
  const acts = [
    () => {
      const name = world.pick(EXAMPLES);
      store.show(PRESETS.find((one) => one.name === name));
      return { example: name };
    },
    () => {
      const parameters = world.pick([...NAMES, 'numbers', 'random']);
      store.update({ parameters });
      return { parameters };
    },
    () => {
      const sentences = [world.pick(SENTENCES)];
      store.update({ sentences, tokens: [null] });
      return { work: true };
    },
    () => {
      store.update({ heads: world.pick([1, 2, 3]) });
      return { work: true };
    },
    () => {
      const { path } = store.steps.find(({ name }) => name === 'scores');
      store.edit(path, [0, 0, 0, 0], random.unit());
      return { work: true };
    },
    () => {
      if (!store.canUndo) return {};
      store.undo();
      return { work: true };
    },
    () => (store.updateView({ decimals: random.whole(0, 4) }), {}),
    () => {
      store.updateView({ lang: world.pick(['en', 'zh']) });
      return { translated: true };
    },
    () => (store.goTo(world.pick(store.steps).path), {}),
    () => (store.adopt({ decimals: random.whole(0, 4) }), {}),
    () => (store.next(), {}),
  ];
  return world.pick(acts)();
}

const workOf = ({ sentences, heads, edits, parameters, model, dModel }) =>
  structuredClone({ sentences, heads, edits, parameters, model, dModel });

function assertConsistent(store) {
  const { state } = store;
  assert.deepEqual(store.tokens, tokensOf(state, store.learned));
  assert.equal(store.learned?.name ?? 'random', state.parameters);
  assert.deepEqual(store.trace.edits.length > 0, state.edits.length > 0);
  const weights = store.steps.find(({ name }) => name === 'weights');
  assert.equal(weights.shape[1], state.projections === 'none' ? weights.shape[1] : state.heads);
}

describe('the playground on a slow network', () => {
  test('shows the last choice, loses no later work and frees every trace', () =>
    eachSeed(300, async (world) => {
      const { engine, open } = counted(real);
      const store = new PlaygroundStore(new SlowModels(world, learned));
      store.update({ heads: 2, dModel: 8, sentences: ['it sat'], projections: 'identity' });
      store.start(engine);
      let choice = {};
      let work;
      for (let i = 0; i < 4; i += 1) {
        const { example, parameters, work: worked, translated } = act({ store, world });
        if (worked) [choice, work] = [{}, workOf(store.state)];
        // Sentences of a first visit are those of the language.
        if (translated && work) work = workOf(store.state);
        if (example || parameters) [choice, work] = [{ example, parameters }, undefined];
        await world.pass();
        // What was refused has been said.
        if (store.problem && store.problem.code !== 'network') choice = {};
      }
      await world.rest();
      assertConsistent(store);
      assert.ok(!store.notices.some(({ code }) => code === 'fetchingModel'));
      if (work) assert.deepEqual(workOf(store.state), work);
      const { parameters, example } = choice;
      if (parameters === 'numbers') assert.notEqual(store.state.parameters, 'numbers');
      else if (parameters && !store.problem) assert.equal(store.state.parameters, parameters);
      if (example && !store.problem) {
        const { patch } = PRESETS.find(({ name }) => name === example);
        assert.deepEqual(store.state.sentences, patch.sentences);
      }
      assert.ok(open.size <= 2, `${open.size} traces`);
      act({ store, world });
      await world.pass();
      store.dispose();
      await world.rest();
      store.update({ heads: 1 });
      assert.equal(open.size, 0);
    }));
});

test('a model that is on its way comes, whatever is looked at meanwhile', () =>
  eachSeed(10, async (world) => {
    const store = new PlaygroundStore(new SlowModels(world, learned));
    store.start(real);
    store.update({ parameters: 'ring' });
    store.updateView({ decimals: 1 });
    store.adopt({ head: 0 });
    store.next();
    await world.rest();
    assert.equal(store.state.parameters, 'ring');
    assert.equal(store.state.decimals, 1);
    store.dispose();
  }));

test('a head is cut when all of its context is 0, not when one cell is', () => {
  const store = new PlaygroundStore();
  store.start(real);
  store.update({ heads: 2 });
  const at = () => headShown(store);
  const cut = () => isCut(store, at());
  assert.equal(cut(), false);
  store.edit('context', [0, 0, 1, 1], 0);
  assert.equal(cut(), false);
  store.cutHead('', 0);
  assert.equal(cut(), true);
  store.edit('context', [0, 0, 1, 1], 2);
  assert.equal(cut(), false);
  store.dispose();
});
