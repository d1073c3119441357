// Sums of columns, shapes of several steps, strides, and how many numbers there are.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { modules, storeWith } from './support/lessons.mjs';

const { askedText, columnSum, countsOf, markShape, rowSum, shapesText, stepsNamed, texts } =
  modules;

const settings = { sentences: ['I see you'], heads: 4, dModel: 8, positions: 'none', head: 2 };
const store = storeWith(settings, 'weights');
const refuses = (act, code) => assert.throws(act, (error) => error.code === code);

describe('a sum', () => {
  const { sums } = store.rows('weights', -2);

  test('of a column is the engine’s, by a word or a number, of any head', () => {
    assert.equal(columnSum(store, 'weights', 'see'), sums[2 * 3 + 1]);
    assert.equal(columnSum(store, 'weights', '1'), sums[2 * 3 + 1]);
    assert.equal(columnSum(store, 'weights', '3, you'), sums[3 * 3 + 2]);
    assert.equal(rowSum(store, 'weights', '3, you'), store.rows('weights').sums[3 * 3 + 2]);
  });

  test('stands in a sentence', () => {
    const said = (as) => askedText(store, { of: 'weights', at: 'see', as });
    assert.equal(said('sum'), '1.00');
    assert.equal(said('columnsum'), sums[7].toFixed(2));
  });

  test('of no such column is refused', () => {
    refuses(() => columnSum(store, 'weights', 'them'), 'word');
    refuses(() => columnSum(store, 'weights', '0, 0, 0, 0'), 'place');
  });
});

describe('several steps', () => {
  test('are named in one list', () => {
    const paths = stepsNamed(store, ' q  scores,weights ').map(({ path }) => path);
    assert.deepEqual(paths, ['q', 'scores', 'weights']);
    refuses(() => stepsNamed(store, 'q nothing'), 'step');
  });

  test('have a shape each; of one alone its axes are said', () => {
    assert.equal(
      shapesText(store, 'q', 'shape', texts),
      'The shape is [batch 1, query 3, h·d_k 8].',
    );
    const both = shapesText(store, 'q weights', 'shape', texts);
    assert.equal(both, 'Queries [1, 3, 8]; Attention weights [1, 4, 3, 3]');
    const strides = shapesText(store, 'q_transposed', 'strides', texts);
    assert.equal(strides, 'The strides are [batch 24, head 2, query 8, d_k 1].');
  });

  test('have so many numbers, each and together', () => {
    const counts = countsOf(store, 'w_q w_k context_contiguous');
    assert.deepEqual(counts, { each: [64, 64, 24], all: 152 });
    const wide = storeWith({ ...settings, dModel: 64 }, 'weights');
    const text = askedText(wide, { of: 'w_q w_k w_v w_o', at: '', as: 'count' });
    assert.equal(text, '16,384');
  });

  test('took so many multiply-adds, each and together', () => {
    const counts = countsOf(store, 'q scores', 'multiply-adds');
    assert.deepEqual(counts, { each: [3 * 8 * 8, 4 * 3 * 3 * 2], all: 192 + 72 });
    const text = askedText(store, { of: 'q scores', at: '', as: 'multiply-adds' });
    assert.equal(text, '264');
  });
});

describe('strides', () => {
  const step = store.step('q_transposed');
  for (const [typed, mistake] of [
    [[24, 2, 8, 1], undefined],
    [[24, 6, 2, 1], 'copied'],
    [[24, 8, 2, 1], 'stride'],
    [[24, 2, 8], 'length'],
  ])
    test(`[${typed}] for [${step.strides}]: ${mistake ?? 'right'}`, () =>
      assert.equal(markShape(step, typed, 'strides').mistake, mistake));
});
