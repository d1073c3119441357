// The guided walk: every attention has a story of at most eight stops, and each stop says one sentence in each language, whose
// numbers are the trace's.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importWeb } from '../support/bundled.mjs';
import { seeded } from '../support/seeded.mjs';
import { shippedModels } from './support/shipped-models.mjs';

const web = await importWeb(
  'playground/store.ts',
  'engine/index.ts',
  'trace/narration.ts',
  'trace/story.ts',
  'trace/scopes.ts',
  'trace/numbers.ts',
  'learned/names.ts',
  'playground/examples/presets.ts',
  'playground/settings/table.ts',
);
const {
  narration,
  timeToRead,
  attentionsOf,
  chapterNameOf,
  scopeKey,
  rounded,
  SHIPPED,
  PRESETS,
  SETTINGS,
} = web;
const { engine, begun, learned } = await shippedModels(web);
const LANGUAGES = ['en', 'zh'];

/** What is said at every stop, by its name. */
const told = (store) =>
  Object.fromEntries(store.story.map((chapter) => [chapter.name, narration(store, chapter)]));

const sentences = (text) => text.split(/(?<=[.。！？!?])(?= |\p{Script=Han}|“)/u).filter(Boolean);

const LAYERS = [
  {},
  { heads: 1, dModel: 4 },
  { heads: 1, dModel: 4, mask: 'causal' },
  { mask: 'causal padding', sentences: ['one two three', 'four'], tokens: [null, null] },
  { kind: 'cross', mask: 'causal' },
  { headMatrices: 'separate' },
  { headMatrices: 'separate', heads: 1 },
  { projections: 'none' },
  { positions: 'rotary', heads: 1 },
  { positions: 'none' },
  { training: true },
  { softcap: 2, temperature: 3 },
  { outputProjection: false },
  { scale: 1 },
  { scale: 0 },
];

describe('the story of one layer', () => {
  test('goes from the words to the output in at most eight stops, each step in just one of them', () => {
    for (const patch of LAYERS) {
      const store = begun(patch);
      const names = store.story.map(({ name }) => name);
      assert.ok(names.length <= 8, `${names}`);
      assert.equal(new Set(names).size, names.length);
      for (const name of ['scores', 'weights', 'mix']) assert.ok(names.includes(name), name);
      const all = store.story.flatMap(({ steps }) => steps);
      const here = store.steps.filter(({ scope }) => (scope.head ?? 0) === 0);
      assert.deepEqual(new Set(all), new Set(here), JSON.stringify(patch));
      assert.equal(all.length, here.length);
      for (const { steps, shown } of store.story) assert.ok(steps.includes(shown));
      store.dispose();
    }
  });

  test('has what does nothing with one head as one stop, and as a real one with several', () => {
    const [one, four] = [begun({ heads: 1 }), begun({ heads: 4 })];
    const moves = ['view', 'transpose', 'contiguous'];
    const at = (store) =>
      new Set(
        store.steps
          .filter(({ op }) => moves.includes(op))
          .map((step) => store.story.find(({ steps }) => steps.includes(step)).name),
      );
    assert.deepEqual(at(one), new Set(['one_head']));
    assert.deepEqual(at(four), new Set(['heads', 'output']));
  });

  test('is walked stop by stop, from wherever one is, and the workbench goes over every step', () => {
    const store = begun({ heads: 2 });
    store.startWalk();
    const seen = [];
    for (let at; at !== store.current; store.next()) seen.push((at = store.current).path);
    assert.deepEqual(
      seen,
      store.story.map(({ shown }) => shown.path),
    );
    assert.ok(seen.indexOf('weights') <= 5, 'at most five Next to softmax');
    const moved = (from, move) => {
      store.goTo(from);
      store[move]();
      return store.current.path;
    };
    assert.equal(moved('w_o', 'next'), 'output');
    assert.equal(moved('scaled_scores', 'previous'), 'scores');
    assert.equal(moved('scaled_scores', 'next'), 'weights');
    assert.equal(moved('weights', 'previous'), 'scores');
    store.update({ mode: 'workbench' });
    assert.equal(moved('scores', 'next'), 'scaled_scores');
  });

  test('tells of the step that a stop shows and of its lanes; another step of it speaks for itself', () => {
    const store = begun({ heads: 2 });
    for (const [path, told] of [
      ['q', 'projections'],
      ['k', 'projections'],
      ['w_q', undefined],
      ['scores', 'scores'],
      ['scaled_scores', undefined],
    ]) {
      store.goTo(path);
      assert.equal(store.told?.name, told, path);
      assert.ok(store.chapter);
    }
  });

  test('plays as long as each sentence is read', () => {
    const store = begun();
    assert.equal(store.playInterval, 1800, 'without a guide');
    store.timeToRead = timeToRead;
    const longest = (stop) => {
      store.goTo(stop);
      return store.playInterval;
    };
    assert.ok(longest('weights') > 4000 && longest('weights') < 12000);
    assert.ok(longest('ids') < longest('weights'));
    store.update({ mode: 'workbench' });
    assert.equal(store.playInterval, 1800);
  });
});

describe('the story of a model', () => {
  test('is that of the attention where one is, with one stop before it and one after', async () => {
    for (const parameters of SHIPPED) {
      const store = await learned(parameters, 'en');
      for (const attention of attentionsOf(store.steps)) {
        const softmax = store.steps.find(
          (step) => scopeKey(step) === attention && step.op === 'softmax',
        );
        store.goTo(softmax.path);
        assert.equal(store.chapter.name, 'weights', softmax.path);
        assert.equal(store.chapter.shown.path, softmax.path);
        const own = store.story.filter(({ name }) => name !== 'before' && name !== 'after');
        assert.ok(own.length <= 8 && store.story.length <= 10, softmax.path);
        // Leaving for the layers around it keeps the story.
        for (const name of ['before', 'after']) {
          const around = store.story.find((chapter) => chapter.name === name);
          if (!around) continue;
          store.goTo(around.shown.path);
          assert.equal(store.chapter?.name, name, `${softmax.path} ${name}`);
          store.goTo(softmax.path);
        }
      }
      store.dispose();
    }
  });
});

describe('why there is a step', () => {
  const whys = async (parameters) => {
    const store = await learned(parameters, 'en');
    store.update({ gradients: true });
    return (path) => chapterNameOf(store.steps, store.step(path));
  };

  test('is said by the story of its own attention, in whichever layer the walk is', async () => {
    const why = await whys('referent-emergent');
    for (const layer of [0, 1]) {
      const own = (name) => why(`encoder.${layer}.self_attention.${name}`);
      for (const name of ['w_q', 'q', 'k', 'v']) assert.equal(own(name), 'projections', name);
      assert.equal(own('scores'), 'scores');
      assert.equal(own('weights'), 'weights');
      assert.equal(own('context'), 'mix');
      assert.equal(own('output'), 'output');
    }
  });

  test('is not said by it of what belongs to no attention, nor of a gradient', async () => {
    const why = await whys('referent-emergent');
    assert.equal(why('encoder.0.norm_1'), undefined);
    assert.equal(why('gradient.encoder.0.self_attention.q'), undefined);
  });
});

describe('a stop', () => {
  test('says one sentence with a number of this sentence, in each language', async () => {
    const stores = [];
    for (const lang of LANGUAGES) {
      for (const patch of LAYERS) stores.push(begun({ ...patch, lang }));
      for (const parameters of SHIPPED) stores.push(await learned(parameters, lang));
    }
    for (const store of stores) {
      for (const [name, text] of Object.entries(told(store))) {
        const what = `${store.state.lang} ${store.state.parameters} ${name}: ${text}`;
        assert.match(text, /\d/, what);
        assert.doesNotMatch(text, /undefined|NaN|[{}]/, what);
        assert.ok(sentences(text).length <= 2, what);
        if (store.state.lang === 'zh') assert.match(text, /\p{Script=Han}/u, what);
      }
      store.dispose();
    }
  });

  test('says the numbers of the followed words, and others after an edit', () => {
    const store = begun({ heads: 1, dModel: 8 });
    const { whole } = seeded(31);
    const write = (value) => rounded(value, Number.isInteger(value) ? 0 : 2).replace('-', '−');
    for (let round = 0; round < 40; round += 1) {
      const [query, key] = [whole(0, 6), whole(0, 6)];
      store.goTo('weights');
      store.keep({ path: 'weights', index: [0, 0, query, key] });
      if (round % 4 === 3) store.edit('scores', [0, 0, query, key], whole(-4, 4));
      const at = (path) => store.explain({ path, index: [0, 0, query, key] });
      const says = told(store);
      const { value, exponentials, position, sum } = at('weights');
      for (const number of [value, exponentials[position], sum])
        assert.ok(says.weights.includes(write(number)), `${says.weights}: ${number}`);
      assert.ok(says.scores.includes(write(at('scaled_scores').value)), says.scores);
      const words = store.tokens.sentences[0];
      for (const word of [words[query], words[key]])
        for (const text of [says.scores, says.weights]) assert.ok(text.includes(`“${word}”`), text);
      assert.ok(says.mix.includes(`“${words[query]}”`));
    }
  });

  test('follows what a word looks at most, when the sentence changes; a key that was chosen stays', async () => {
    const asked = {
      sentences: ['the dog finished the bread because it was hungry'],
      tokens: [null],
    };
    const store = await learned('referent-emergent', 'en');
    store.update(asked);
    store.keep({ path: store.state.step, index: [0, 0, 6, 1] });
    store.update({ sentences: ['the dog finished the bread because it was fresh'] });
    assert.deepEqual(store.kept.index, [0, 0, 6, 4]);
    store.keep({ path: store.state.step, index: [0, 0, 6, 2] });
    store.update(asked);
    assert.deepEqual(store.kept.index, [0, 0, 6, 2]);
    store.update({ mode: 'workbench' });
    store.keep({ path: store.state.step, index: [0, 0, 6, 1] });
    store.update({ sentences: ['the dog finished the bread because it was fresh'] });
    assert.deepEqual(store.kept.index, [0, 0, 6, 1], 'on the workbench the cell stays');
  });

  test('stays with a chosen word while a sentence is typed anew, letter by letter', async () => {
    const store = await learned('referent-emergent', 'en');
    store.update({ parameters: 'random', sentences: ['the dog ate it'], tokens: [null] });
    for (const chosen of [{ cell: true }, { focus: true }]) {
      store.goTo('encoder.1.self_attention.weights');
      store.keep({ path: store.state.step, index: [0, 0, 3, 1] });
      store.updateView({ focusToken: chosen.focus ? { side: 'query', index: 3 } : null });
      const text = 'a very old dog ate it';
      for (let end = 1; end <= text.length; end += 1)
        store.update({ sentences: [text.slice(0, end)] });
      const words = store.tokens.sentences[0];
      assert.equal(words[store.kept.index[2]], 'it');
      if (chosen.focus) assert.equal(words[store.state.focusToken.index], 'it');
      // Another choice is another word.
      store.keep({ path: store.state.step, index: [0, 0, 3, 1] });
      store.update({ sentences: ['dog it'] });
      store.update({ sentences: ['a very old dog ate it'] });
      assert.equal(words[store.kept.index[2]], 'dog');
      store.update({ sentences: ['the dog ate it'] });
    }
  });

  test('names what a mask hides, and a row that sees nothing', () => {
    const store = begun({ mask: 'causal', heads: 1 });
    const look = (query, key) => {
      store.goTo('weights');
      store.keep({ path: 'weights', index: [0, 0, query, key] });
      return told(store);
    };
    assert.match(look(2, 1).mask, /4 of 7 words are hidden.*keeps its score/);
    assert.match(look(2, 5).mask, /is one of them/);
    store.update({ causalOffset: -3 });
    assert.match(look(1, 1).weights, /Every key is hidden/);
  });

  test('of a fault says what its kind does, where no row is a word', () => {
    const faults = SETTINGS.fault.type.words.filter((word) => word !== 'none');
    for (const lang of LANGUAGES) {
      for (const fault of faults) {
        const store = begun({ lang, mask: 'causal padding' });
        store.update({ fault });
        for (const [name, text] of Object.entries(told(store)))
          assert.doesNotMatch(text, /undefined|NaN|[{}]/, `${fault} ${name}: ${text}`);
        store.dispose();
      }
    }
  });

  test('of every example has its sentence', async () => {
    for (const lang of LANGUAGES) {
      for (const preset of PRESETS) {
        const { name } = preset;
        const store = begun({ lang });
        store.show(preset);
        await store.coming;
        for (const [stop, text] of Object.entries(told(store))) {
          assert.ok(text.length > 5, `${name} ${stop}`);
          assert.doesNotMatch(text, /undefined|NaN|[{}]/, `${name} ${stop}: ${text}`);
        }
        store.dispose();
      }
    }
  });
});
