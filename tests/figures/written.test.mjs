// Rows of a decoder in figures: both words, what is read and what is written, in pictures, as words, and where there is little room.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { cutProblems, labelProblems } from './support/checks.mjs';
import { drawFigure, drawSvg, storeWith, web } from './support/draw.mjs';
import { measure } from './support/measure.mjs';

const patches = {
  en: {
    memory: ['Bonjour tout le monde'],
    sentences: ['The international representatives sat.'],
  },
  zh: { memory: ['I am good'], sentences: ['小猫坐在软垫子上。'] },
};
const sizes = { 'on a desk': [790, 560], 'on a phone': [336, 480] };
const path = 'decoder.0.cross_attention.weights';
const decoder = (lang) =>
  storeWith({ lang, model: 'encoder-decoder', ...patches[lang], tokens: [null], dModel: 16 });

const letters = (word) => [...word.replace('…', '')].length;

describe('shortening', () => {
  const short = (label, room) => web.shortened(label, room, measure, 10);
  test('leaves letters of both words out evenly, and never the arrow', () => {
    const label = 'international ⇒ representatives';
    for (let room = 40; room < 200; room += 1) {
      const text = short(label, room);
      assert.ok(measure(text, 10, 'sans') <= room);
      const [read, written] = text.split(' ⇒ ');
      assert.equal(label.split(' ⇒ ')[0].startsWith(read.replace('…', '')), true);
      assert.ok(Math.abs(letters(read) - letters(written)) <= 1 || !/…/.test(read), text);
    }
    assert.equal(short(label, 400), label);
  });

  test('shortens the longer one alone, as long as that is enough', () => {
    assert.match(short('international ⇒ cat', 80), /^inter[a-z]*… ⇒ cat$/);
    assert.match(short('. ⇒ representatives', 60), /^\. ⇒ rep[a-z]*…$/);
  });
});

for (const lang of ['en', 'zh']) {
  for (const [where, size] of Object.entries(sizes)) {
    test(`rows of every step of the decoder have both words, none cut: ${lang}, ${where}`, () => {
      const store = decoder(lang);
      const steps = store.walked.filter((step) =>
        step.axes.some((axis, i) => {
          const at = i + step.shape.length - step.axes.length;
          return step.shape[at] > 1 && store.written(step, at, 0).length > 0;
        }),
      );
      assert.ok(steps.length > 20);
      for (const step of steps) {
        store.goTo(step.path);
        // The longest word is chosen: it is bold.
        store.keep({ path: step.path, index: step.shape.map((n) => Math.min(2, n - 1)) });
        const figure = drawFigure(store, step.path, size);
        const result = figure.grids.find(({ isResult }) => isResult);
        assert.ok([...result.rowLabels, ...result.columnLabels].some((one) => one.includes(' ⇒ ')));
        const one = { store, figure, moment: 1 };
        assert.deepEqual([...cutProblems(one), ...labelProblems(one)], [], step.path);
        const texts = [...web.everyMark(figure.marks)].flatMap(({ mark }) =>
          mark.type === 'text' && mark.text.includes('⇒') ? [mark.text] : [],
        );
        for (const text of texts) {
          const words = text.split(' ⇒ ');
          const isSliver = (word) => word.endsWith('…') && letters(word) < 2;
          assert.ok(words.length === 2 && !words.some(isSliver), `${step.path}: ${text}`);
        }
      }
      store.dispose();
    });
  }

  test(`a picture and its words have both: ${lang}`, () => {
    const store = decoder(lang);
    store.goTo(path);
    store.keep({ path, index: [0, 0, 1, 1] });
    const read = store.labels(store.step(path), 2, 0);
    const both = read.map((word, at) => `${word} ⇒ ${read[at + 1] ?? '<eos>'}`);
    const figure = drawFigure(store, path, sizes['on a desk']);
    const lines = web.wordsOf(store, figure, store.t.figure).split('\n');
    const { colon } = store.t.proof;
    both.forEach((name, at) => assert.ok(lines[at + 1].startsWith(name + colon), lines[at + 1]));
    assert.ok(lines.some((line) => line.includes(`${both[1]} → `)));
    const svg = drawSvg(store, path, sizes['on a desk']);
    assert.ok(svg.includes(lang === 'zh' ? '小猫 ⇒ 坐' : 'sat ⇒ .'));
    store.dispose();
  });
}
