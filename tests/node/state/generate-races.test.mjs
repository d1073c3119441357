// Generation on a slow network and a slow machine: what is shown is what was asked for last, and nothing is left behind.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importWeb } from '../support/bundled.mjs';
import { eachSeed } from './support/slow.mjs';
import { SlowModels } from './support/slow-models.mjs';
import { SlowWriter } from './support/slow-writer.mjs';

const { Generation, KnownWords } = await importWeb(
  'panels/generate/generation.ts',
  'learned/known-words.ts',
);

const words = new KnownWords(['a', 'b', 'n', 'k', 'i', 'c', 'd', 'g', 'm']);
const learned = (name) => ({
  name,
  options: { architecture: 'decoder-only', vocabulary: words.list, dModel: 8, nhead: 2 },
  parameters: {},
  words,
  sourceWords: words,
  longest: Infinity,
});

function begin(world) {
  const engine = new SlowWriter(world);
  const generation = new Generation(engine, 'en', new SlowModels(world, learned), () => {
    assert.ok(!generation.closed, 'a panel that is gone is told');
    generation.properties;
  });
  return { world, engine, generation, seen: [] };
}

/** One thing that a person or the page does; returns what is then to be shown. */
function act({ world, engine, generation, seen }) {
  const { random } = world;
  // A click may come when its token is not there any more.
  seen.push(...generation.sequence.passes);
  const draft = () => ({ prompt: world.pick(['a', 'a b', ' ', 'zebra']), source: '' });
  const acts = [
    () => (generation.next(), {}),
    () => (generation.next(), {}),
    () => {
      const parameters = world.pick(['ring', 'ring-jump', 'numbers', 'random']);
      generation.take(parameters);
      return { parameters };
    },
    () => {
      const heads = world.pick([1, 2, 4]);
      generation.remodel({ heads });
      return { heads };
    },
    () => {
      const typed = draft();
      generation.say(typed);
      return { typed };
    },
    () => {
      const given = { prompt: 'a b a', ...(random.coin() && { parameters: 'ring' }) };
      generation.adopt(given);
      return { given };
    },
    () => (generation.choose({ temperature: random.whole(1, 5) }), {}),
    () => (generation.look(world.pick(seen)), {}),
    () => (generation.change('w', [0, 0], random.unit()), {}),
    () => (generation.undo(), { travelled: true }),
    () => (generation.redo(), { travelled: true }),
    () => (generation.startOver(), {}),
    () => (generation.check(), {}),
    () => {
      engine.hasMemory = () => random.unit() > 0.3;
      return { travelled: true };
    },
  ];
  return world.pick(acts)();
}

function assertConsistent({ engine, generation }) {
  const { asked, sequence, shown, choice, properties, store } = generation;
  // Fields show what runs, unless that was refused.
  const refused = generation.wrong ?? store.problem;
  if (!refused) {
    assert.deepEqual(asked.model, sequence.settings);
    assert.equal(asked.read(asked.draft).value.prompt.join(), sequence.sentences.prompt.join());
  }
  assert.deepEqual(properties, { parameters: asked.model.parameters, ...asked.draft });
  assert.ok(sequence.passes.includes(shown));
  if (!generation.isStale) assert.deepEqual(shown.choice.settings, choice);
  // A pass is stale if its weights are not those of now.
  for (const pass of sequence.passes) {
    const isOld = pass.trace.weights.get('w') !== sequence.parameter('w').data[0];
    if (pass.trace.weights.has('w')) assert.equal(sequence.isStale(pass), isOld);
  }
  // Of the model, its passes, and the pass that is shown.
  assert.equal(engine.open.size, 1 + sequence.passes.length + 1);
}

describe('generation on a slow network', () => {
  test('shows what was asked for last, and frees everything that it leaves', () =>
    eachSeed(300, async (world) => {
      const panel = begin(world);
      const { engine, generation } = panel;
      await Promise.all([generation.begin('ring', {}), world.rest()]);
      let asked = {};
      for (let i = 0; i < 6; i += 1) {
        const { travelled, ...wish } = act(panel);
        if (travelled) asked = {};
        else if (Object.keys(wish).length > 0) asked = wish;
        await world.pass();
        if (generation.store.problem) asked = {};
      }
      await world.rest();
      assertConsistent(panel);
      const { parameters, heads, typed, given } = asked;
      if (!generation.store.problem && !generation.wrong) {
        if (parameters) assert.equal(generation.asked.model.parameters, parameters);
        if (heads) assert.equal(generation.sequence.settings.heads, heads);
      }
      if (typed && !generation.store.problem) assert.deepEqual(generation.asked.draft, typed);
      if (given && !generation.store.problem)
        assert.equal(generation.properties.prompt, given.prompt);
      act(panel);
      await world.pass();
      generation.dispose();
      await world.rest();
      assert.equal(engine.open.size, 0);
    }));

  test('left while it begins, it ends without a word', () =>
    eachSeed(100, async (world) => {
      const { engine, generation } = begin(world);
      const begun = generation.begin(world.pick(['ring', 'numbers', 'random']), {});
      if (world.random.coin()) generation.adopt({ prompt: 'a b' });
      await world.pass();
      generation.dispose();
      await Promise.all([begun, world.rest()]);
      assert.equal(engine.open.size, 0);
    }));

  test('takes what the page sets while it begins', () =>
    eachSeed(100, async (world) => {
      const { generation } = begin(world);
      const begun = generation.begin('ring', { prompt: 'a' });
      if (world.random.coin()) await world.pass();
      generation.adopt({ prompt: 'a b a' });
      assert.equal(generation.properties.prompt, 'a b a');
      await Promise.all([begun, world.rest()]);
      assert.deepEqual(generation.sequence.sentences.prompt, ['a', 'b', 'a']);
      generation.dispose();
      await world.rest();
    }));
});
