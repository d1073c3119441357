// A decoder's rows are called by what they read and by what they write: `今天 ⇒ 汤姆`. Keys and word vectors are only read.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importWeb } from '../support/bundled.mjs';
import { proofOf } from './support/proof.mjs';
import { shippedModels } from './support/shipped-models.mjs';

const web = await importWeb(
  'playground/store.ts',
  'engine/index.ts',
  'trace/narration.ts',
  'trace/spoken.ts',
  'trace/names.ts',
  'trace/axes.ts',
  'figures/weights.ts',
  'learned/names.ts',
);
const { narration, activeText, cellName, weightsModel, axisNames, SHIPPED, effect } = web;
const { begun, learned } = await shippedModels(web);
const LANGUAGES = ['en', 'zh'];

const pairs = (read, written) =>
  read.map((word, at) => (written[at] ? `${word} ⇒ ${written[at]}` : word));

/** What rows are called at a step, and what keys are. */
const along = (store, path, axis, batch = 0) => {
  const step = store.step(path);
  return store.namesAlong(step, axisNames(step).indexOf(axis), batch);
};

/** The words that the engine's own prediction has for a sentence. */
function predicted(store, batch = 0) {
  const { data, shape } = store.tensor('prediction');
  const own = data.slice(batch * shape[1], (batch + 1) * shape[1]);
  const names = store.tokensOf(store.step('prediction'), batch);
  return Array.from(own, (id) => names[id]);
}

/** For each axis of each step: what it is called, and the words that it is of. */
function* axes(store, batch = 0) {
  for (const step of store.steps) {
    for (const [axis, name] of axisNames(step).entries()) {
      const read = store.labels(step, axis, batch);
      if (read && ['token', 'query', 'key', 'memory_token'].includes(name))
        yield { step, name, read, called: store.namesAlong(step, axis, batch) };
    }
  }
}

const isRow = ({ step, name }) =>
  name !== 'key' && (step.scope.stack === 'decoder' || step.kind.endsWith('logits'));

describe('what a trained decoder writes', () => {
  for (const parameters of SHIPPED) {
    for (const lang of LANGUAGES) {
      test(`${parameters} (${lang}): rows say it from the decoder's first step on, keys and words do not`, async () => {
        const store = await learned(parameters, lang);
        const answers = store.steps.some(({ scope }) => scope.stack === 'decoder')
          ? predicted(store)
          : [];
        let rows = 0;
        for (const one of axes(store)) {
          const { step, read, called } = one;
          const isOutput = ['logits', 'probabilities'].includes(step.kind);
          const writes = answers.length > 0 && (isRow(one) || isOutput);
          if (writes) rows += 1;
          assert.deepEqual(called, writes ? pairs(read, answers) : read, `${step.path}`);
        }
        assert.equal(rows > 10, answers.length > 0);
        store.dispose();
      });
    }
  }

  test('looks where it translates from: the row that writes 汤姆 at tom', async () => {
    const store = await learned('translation-textbook', 'zh');
    const path = 'decoder.1.cross_attention.weights';
    const model = weightsModel(store, store.step(path));
    const at = model.written.indexOf('汤姆');
    assert.equal(model.queries[at], '今天');
    assert.ok(model.heads[0].weight(at, model.keys.indexOf('tom')) > 0.9);
    store.dispose();
  });

  test('follows an edit, and tells who reads it only where another word is written', async () => {
    const store = await learned('translation-textbook', 'zh');
    const path = 'decoder.1.cross_attention.weights';
    let told = 0;
    const before = along(store, path, 'query');
    const stop = effect(() => {
      along(store, path, 'query');
      told += 1;
    });
    store.edit('decoder.1.cross_attention.context', [0, 0, 0, 0], 0.001);
    assert.deepEqual(along(store, path, 'query'), before);
    assert.equal(told, 1, 'the same words');
    store.cutHead('decoder.1.cross_attention', 0);
    const read = store.labels(store.step(path), 2, 0);
    assert.notDeepEqual(along(store, path, 'query'), before);
    assert.deepEqual(along(store, path, 'query'), pairs(read, predicted(store)));
    assert.equal(told, 2);
    stop();
    store.dispose();
  });
});

describe('what a decoder with random parameters is to write', () => {
  const texts = ['one two three four', 'five six'];
  const given = { sentences: texts, tokens: [null, null] };
  const read = [
    ['<sos>', 'one', 'two', 'three', 'four'],
    ['<sos>', 'five', 'six', '[PAD]', '[PAD]'],
  ];
  const next = [
    ['one', 'two', 'three', 'four', '<eos>'],
    ['five', 'six', '<eos>', '', ''],
  ];
  const translation = {
    model: 'encoder-decoder',
    memory: ['a b', 'c'],
    memoryTokens: [null, null],
  };

  for (const lang of LANGUAGES) {
    for (const gradients of [false, true]) {
      test(`is the next word given, and after the last one the end (${lang}, gradients ${gradients})`, () => {
        const store = begun({ lang, ...translation, ...given, gradients });
        const path = 'decoder.0.cross_attention.weights';
        for (const batch of [0, 1]) {
          assert.deepEqual(along(store, path, 'query', batch), pairs(read[batch], next[batch]));
          assert.deepEqual(
            along(store, path, 'key', batch),
            [
              ['a', 'b'],
              ['c', '[PAD]'],
            ][batch],
          );
          assert.deepEqual(along(store, 'target.x', 'token', batch), read[batch]);
        }
        if (gradients) {
          const called = along(store, `gradient.${path}`, 'query', 1);
          assert.deepEqual(called, pairs(read[1], next[1]));
        }
        store.dispose();
      });
    }
  }

  test('is the next word in a decoder alone, too', () => {
    const store = begun({ model: 'decoder-only', ...given });
    assert.deepEqual(along(store, 'decoder.0.self_attention.scores', 'query'), [
      'one ⇒ two',
      'two ⇒ three',
      'three ⇒ four',
      'four ⇒ <eos>',
    ]);
    store.dispose();
  });

  test('and where a loss asks a trained model for a word, it is that one', async () => {
    const lang = 'en';
    const store = await learned('verse-en', lang);
    const path = 'decoder.0.self_attention.weights';
    const read = store.labels(store.step(path), 2, 0);
    assert.notDeepEqual(
      predicted(store).slice(0, -1),
      read.slice(1),
      'it would write another verse',
    );
    store.update({ gradients: true });
    assert.deepEqual(along(store, path, 'query'), pairs(read, [...read.slice(1), '<eos>']));
    store.dispose();
  });
});

test('rows that write nothing are called by their words: of one attention, of both kinds, and of an encoder', () => {
  for (const patch of [{}, { kind: 'cross' }, { mask: 'causal' }, { model: 'encoder-only' }]) {
    const store = begun(patch);
    for (const { step, read, called } of axes(store)) assert.deepEqual(called, read, step.path);
    for (const step of store.steps.filter(({ role }) => role === 'weights'))
      assert.deepEqual(weightsModel(store, step).written, []);
    store.dispose();
  }
});

test('a fault: the right numbers beside the wrong ones are called by what the right model writes', async () => {
  const fault = 'softmax_axis';
  const store = await learned('translation-textbook', 'zh', { fault });
  const right = await learned('translation-textbook', 'zh');
  const path = 'decoder.1.cross_attention.weights';
  const step = store.step(path);
  assert.deepEqual(along(store, path, 'query'), pairs(store.labels(step, 2, 0), predicted(store)));
  assert.deepEqual(
    store.namesAlong(step, 2, 0, store.fault.right),
    along(right, path, 'query'),
    'though the wrong one writes something else',
  );
  assert.notDeepEqual(along(store, path, 'query'), along(right, path, 'query'));
  store.dispose();
  right.dispose();
});

test('a chosen word stays that word, whatever is written after it', async () => {
  const store = await learned('translation-textbook', 'zh');
  const path = 'decoder.1.cross_attention.weights';
  const [text] = store.state.sentences;
  store.goTo(path);
  store.keep({ path, index: [0, 0, 2, 0] });
  assert.equal(store.labels(store.step(path), 2, 0)[2], '汤姆');
  store.update({ sentences: [text.replace('今天 ', '')], tokens: [null] });
  assert.equal(store.problem, undefined);
  assert.equal(store.labels(store.step(path), 2, 0)[store.state.cell[2]], '汤姆');
  store.dispose();
});

describe('what is said of a cell', () => {
  const path = 'decoder.1.cross_attention.weights';
  const expected = {
    en: {
      name: 'Head 1, query 今天 ⇒ 汤姆 → key tom',
      spoken: /^Attention weights: Head 1, query 今天 ⇒ 汤姆 → key tom = 0\.9/,
    },
    zh: {
      name: '头 1，查询 今天 ⇒ 汤姆 → 键 tom',
      spoken: /^注意力权重：头 1，查询 今天 ⇒ 汤姆 → 键 tom = 0\.9/,
    },
  };
  for (const lang of LANGUAGES) {
    test(`has both words in its name, aloud and in its proof (${lang})`, async () => {
      const store = await learned('translation-textbook', lang);
      store.update({
        sentences: ['今天 汤姆 在 学校 偷 了 四 条 小 的 鱼'],
        tokens: [null],
        memory: ['Tom stole four small fish at the school today'],
        memoryTokens: [null],
      });
      assert.equal(store.problem, undefined);
      store.goTo(path);
      store.keep({ path, index: [0, 0, 1, 0] });
      assert.equal(cellName(store, store.step(path), [0, 0, 1, 0]), expected[lang].name);
      assert.match(activeText(store), expected[lang].spoken);
      const context = { path: 'decoder.1.cross_attention.context', index: [0, 0, 1, 0] };
      const { text, html } = proofOf(store, store.explain(context));
      assert.ok(text.includes('今天 ⇒ 汤姆'), text);
      assert.ok(html.includes('今天 ⇒ 汤姆'));
      store.dispose();
    });

    test(`is what is written after what, in the story (${lang})`, async () => {
      const store = await learned('translation-textbook', lang);
      store.update({
        mode: 'guided',
        sentences: ['今天 汤姆 在 学校 偷 了 四 条 小 的 鱼'],
        tokens: [null],
        memory: ['Tom stole four small fish at the school today'],
        memoryTokens: [null],
      });
      store.goTo(path);
      store.keep({ path, index: [0, 0, 1, 0] });
      const told = Object.fromEntries(
        store.story.map((stop) => [stop.name, narration(store, stop)]),
      );
      const says = {
        en: /^Writing “汤姆” after “今天”, the decoder gives “tom” (0\.\d\d|1\.00) of its attention: e\^\(/,
        zh: /^读到“今天”、要写“汤姆”时，解码器把 (0\.\d\d|1\.00) 的注意力给了“tom”：e\^\(/,
      };
      assert.match(told.weights, says[lang]);
      assert.ok(told.scores.includes('“今天 ⇒ 汤姆”'), told.scores);
      assert.ok(told.mix.includes('“今天 ⇒ 汤姆”'), told.mix);
      const self = 'decoder.1.self_attention.masked_scores';
      store.goTo(self);
      const mask = store.story.find(({ name }) => name === 'mask');
      assert.match(narration(store, mask), /“今天 ⇒ 汤姆”/);
      store.dispose();
    });
  }
});
