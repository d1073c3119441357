// Sums below the columns of weights, where a page asks for them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawFigure, web, withStore } from './support/draw.mjs';

const STAGE = [790, 560];
const PHONE = [336, 420];

const marksOf = (figure) => [...web.everyMark(figure.marks)].map(({ mark }) => mark);

/** The texts below the cells of the result. */
function below(figure) {
  const { box } = figure.grids.find(({ isResult }) => isResult);
  const end = box.y + box.height;
  return marksOf(figure)
    .filter(({ type, y }) => type === 'text' && y > end)
    .map(({ text }) => text);
}

for (const size of [STAGE, PHONE])
  test(`each column has its sum, at ${size[0]} pixels`, () => {
    withStore({ sentences: ['I like tea'], head: 1, heads: 2 }, (store) => {
      const figure = drawFigure(store, 'weights', size, { columnSums: true });
      const { sums } = store.rows('weights', -2);
      assert.equal(sums.length, 6);
      const shown = [...sums.slice(3)].map((sum) => web.rounded(sum, 2));
      assert.deepEqual(below(figure), ['Σ', ...shown]);
      assert.ok(figure.height >= Math.max(...marksOf(figure).map(({ y = 0 }) => y)));
    });
  });

test('without that there are none, and scores never have any', () => {
  withStore({ sentences: ['I like tea'] }, (store) => {
    const texts = marksOf(drawFigure(store, 'weights', STAGE)).map(({ text }) => text);
    assert.equal(
      texts.filter((text) => text === 'Σ').length,
      2,
      'of the rows, and of the one that plays',
    );
    assert.deepEqual(below(drawFigure(store, 'scores', STAGE, { columnSums: true })), []);
  });
});

test('softmax over the queries makes columns of 1, and rows of anything', () => {
  withStore({ sentences: ['I like tea'], fault: 'softmax_axis' }, (store) => {
    assert.deepEqual(below(drawFigure(store, 'weights', STAGE, { columnSums: true })), [
      'Σ',
      '1.00',
      '1.00',
      '1.00',
    ]);
  });
});

test('they are read aloud where they are shown', () => {
  withStore({ sentences: ['I like tea'], columnSums: true, lang: 'en' }, (store) => {
    const figure = drawFigure(store, 'weights', STAGE, { columnSums: true });
    const lines = web.wordsOf(store, figure, store.t.figure).split('\n');
    const sums = [...store.rows('weights', -2).sums.slice(0, 3)].map((sum) => web.rounded(sum, 2));
    const line = ['I', 'like', 'tea'].map((word, i) => `${word} ${sums[i]}`).join(', ');
    assert.ok(lines.includes(`Sums of columns: ${line}`), lines.join('\n'));
  });
});
