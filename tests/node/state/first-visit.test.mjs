// What a first visit shows in each language, and what a change of language changes: never a sentence of the user's own.

import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { eachWithStore, engine, example, modules } from './support/store.mjs';

const { PlaygroundStore, isOpening, plainVisit } = modules;
const shared = eachWithStore();
let store;
beforeEach(() => {
  shared.store.dispose();
  store = shared.store = new PlaygroundStore();
});

const start = (lang = 'en') => {
  store.update({ lang });
  store.start(engine);
};
const CAT = ['小猫坐在垫子上。'];

describe('a first visit in Chinese', () => {
  test('opens on a Chinese sentence in whole words, with a cell chosen', () => {
    start('zh');
    assert.deepEqual(store.state.sentences, CAT);
    const [tokens] = store.tokens.sentences;
    assert.equal(tokens[0], '小猫');
    assert.ok(tokens[1].startsWith('坐'));
    assert.ok(tokens.includes('垫子'));
    assert.deepEqual(store.kept, { path: 'weights', index: [0, 0, 1, 0] });
    assert.equal(store.state.heads, 4);
    assert.equal(store.state.dModel, 64);
  });

  test('has a Chinese second sentence, and a Chinese pair for a Transformer', () => {
    start('zh');
    store.update({ kind: 'cross' });
    assert.deepEqual(store.state.memory, ['小狗也想坐在垫子上。']);
    store.startOver();
    assert.deepEqual(store.state.sentences, CAT);
    store.update(modules.firstPair('zh'));
    assert.deepEqual(store.state.memory, ['我 是 一个 学生']);
    assert.deepEqual(store.tokens.sentences, [['I', 'am', 'a', 'student']]);
    store.update({ heads: 2 });
    store.startOver();
    assert.deepEqual(store.state.memory, ['我 是 一个 学生']);
    assert.equal(store.state.heads, 4);
  });

  test('a Chinese sentence follows an example that hides the second one', async () => {
    start('zh');
    store.show(example('fox'));
    store.update({ kind: 'cross' });
    assert.deepEqual(store.state.memory, plainVisit('zh').memory);
  });
});

describe('a change of language', () => {
  test('changes the sentence of a first visit with its cell, and is no step of undo', () => {
    start();
    store.update({ lang: 'zh' });
    assert.deepEqual(store.state.sentences, CAT);
    assert.deepEqual(store.kept.index, [0, 0, 1, 0]);
    assert.ok(!store.canUndo);
    store.update({ lang: 'en' });
    assert.deepEqual({ ...store.state }, plainVisit('en'));
  });

  test('leaves every sentence of the user, also where another default is beside it', () => {
    start();
    store.update({ sentences: ['My own words'] });
    store.update({ lang: 'zh' });
    assert.deepEqual(store.state.sentences, ['My own words']);
    store.update({ kind: 'cross', memory: ['other words'] });
    store.update({ lang: 'en' });
    assert.deepEqual(store.state.memory, ['other words']);
    store.update({ sentences: plainVisit('en').sentences });
    store.update({ lang: 'zh' });
    assert.deepEqual(store.state.sentences, plainVisit('en').sentences, 'compared with own words');
  });

  test('leaves sentences whose tokens or numbers were edited', () => {
    start();
    store.edit('weights', [0, 0, 2, 1], 0.5);
    store.update({ lang: 'zh' });
    assert.deepEqual(store.state.sentences, plainVisit('en').sentences);
    store.update({ lang: 'en' });
    store.undo();
    store.update({ tokens: [['The', 'cats']] });
    store.update({ lang: 'zh' });
    assert.deepEqual(store.tokens.sentences, [['The', 'cats']]);
  });

  test('leaves examples, and text that is refused', async () => {
    start();
    store.show(example('tea'));
    const { sentences } = store.state;
    store.update({ lang: 'zh' });
    assert.deepEqual(store.state.sentences, sentences);
    store.startOver();
    store.update({ sentences: [''] });
    store.update({ lang: 'en' });
    assert.deepEqual(store.submitted.sentences, ['']);
  });

  test('what undo brings back speaks the present language', () => {
    start();
    store.update({ heads: 8 });
    store.update({ lang: 'zh' });
    store.undo();
    assert.equal(store.state.heads, 4);
    assert.equal(store.state.lang, 'zh');
    assert.deepEqual(store.state.sentences, CAT);
    assert.ok(isOpening(store.state));
  });

  test('changes the pair of a Transformer', () => {
    start();
    store.update(modules.firstPair('en'));
    store.update({ lang: 'zh' });
    assert.deepEqual(store.state.memory, ['我 是 一个 学生']);
    assert.deepEqual(store.state.sentences, ['I am a student']);
  });
});
