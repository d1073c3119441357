// What is said of a wrong number: each mistake is recognised, on traces at random, and nothing is said that is not so. What is
// so is computed here anew, from recorded numbers.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { seeded } from '../support/seeded.mjs';
import { modules, storeWith, valueIn } from './support/lessons.mjs';

const { isNear, mistakeOf } = modules;
const near = (a, b, bound = 0.01) => a === b || Math.abs(a - b) <= bound + 2e-6 * Math.abs(a);

const SENTENCES = ['I am good', 'the cat sat', 'we two like tea'];
const STEPS = ['q', 'scores', 'scaled_scores', 'weights', 'context'];
const SEEDS = Array.from({ length: 24 }, (_, i) => i);

function anyStore(random) {
  const heads = random.whole(1, 3);
  const mask = random.coin() ? 'none' : 'causal';
  const dModel = 2 * heads * random.whole(1, 3);
  const sentences = [SENTENCES[random.whole(0, SENTENCES.length - 1)]];
  const scale = random.unit() < 0.7 ? null : 0.5;
  return storeWith({ sentences, heads, dModel, mask, scale, seed: random.whole(1, 999) });
}

/** Facts about a cell that its mistakes speak of. */
function factsOf(store, step, index) {
  const at = (path, place = index) => valueIn(store, path, place);
  const explanation = store.explain({ path: step.path, index });
  const number = ({ step: path, index: place }) => at(path, place);
  const products =
    explanation.rule === 'dot'
      ? explanation.left.map((left, i) => number(left) * number(explanation.right[i]))
      : [];
  const sums = products.map((_, i) => products.slice(0, i + 1).reduce((a, b) => a + b));
  const scores = explanation.rule === 'softmax' ? explanation.operands.map(number) : [];
  const width = store.step('q_transposed')?.shape.at(-1) ?? store.step('q').shape.at(-1);
  return { value: at(step.path), at, products, sums, scores, width, own: index.at(-1) };
}

/** A number that comes of a mistake in this cell; undefined where it cannot be made. */
const TYPED = {
  sign: ({ value }) => -value,
  unscaled: ({ at }, { path }) => (path === 'scaled_scores' ? at('scores') : undefined),
  scaled: ({ at }, { path }) => (path === 'scores' ? at('scaled_scores') : undefined),
  scaledByWidth: ({ at, width }, { path }) =>
    path === 'scaled_scores' ? at('scores') / width : undefined,
  multiplied: ({ at, width }, { path }) =>
    path === 'scaled_scores' ? at('scores') * Math.sqrt(width) : undefined,
  swapped: ({ at }, { path, shape }, index) => {
    const [row, column] = index.slice(-2);
    const fits = column < shape.at(-2) && row < shape.at(-1);
    return fits ? at(path, [...index.slice(0, -2), column, row]) : undefined;
  },
  otherRow: ({ at }, { path, shape }, index) =>
    at(path, [...index.slice(0, -2), (index.at(-2) + 1) % shape.at(-2), index.at(-1)]),
  otherColumn: ({ at }, { path, shape }, index) =>
    at(path, [...index.slice(0, -1), (index.at(-1) + 1) % shape.at(-1)]),
  undivided: ({ scores, own }) => (scores.length > 0 ? Math.exp(scores[own]) : undefined),
  unfinished: ({ sums }) => sums.at(-2),
  oneTerm: ({ products }) => products.at(-1),
  percent: ({ value }, { path }) => (path === 'weights' ? 100 * value : undefined),
  nearly: ({ value }) => (Number.isInteger(value) ? undefined : value + 0.03),
};

/** Whether what a mistake says of a typed number is so. */
const IS_SO = {
  sign: (typed, { value }) => near(value, -typed) && typed !== 0,
  unscaled: (typed, { at }, { path }) => path === 'scaled_scores' && near(typed, at('scores')),
  scaled: (typed, { at }, { path }) => path === 'scores' && near(typed, at('scaled_scores')),
  scaledByWidth: (typed, { at, width }) => near(typed * width, at('scores')),
  multiplied: (typed, { at, width }) => near(typed, at('scores') * Math.sqrt(width), 0.03),
  swapped: (typed, { at }, { path }, index, { cell }) =>
    cell.index.at(-1) === index.at(-2) &&
    cell.index.at(-2) === index.at(-1) &&
    cell.index.at(-1) !== cell.index.at(-2) &&
    near(typed, at(path, cell.index)),
  otherRow: (typed, { at }, { path }, index, { cell }) =>
    cell.index.every((place, i) => (place === index[i]) !== (i === index.length - 2)) &&
    near(typed, at(path, cell.index)),
  otherColumn: (typed, { at }, { path }, index, { cell }) =>
    cell.index.every((place, i) => (place === index[i]) !== (i === index.length - 1)) &&
    near(typed, at(path, cell.index)),
  undivided: (typed, { scores, own }) =>
    near(typed, Math.exp(scores[own]), 0.011 * typed) ||
    near(typed, Math.exp(scores[own] - Math.max(...scores))),
  unfinished: (typed, { sums }, _, __, { count }) =>
    count < sums.length && near(typed, sums[count - 1]),
  oneTerm: (typed, { products }, _, __, { count }) => near(typed, products[count - 1]),
  percent: (typed, { value }, { path }) => path === 'weights' && near(value, typed / 100),
  nearly: (typed, { value }) => near(typed, value, 0.05),
};

/** Of a division by √d_k alone: a scale of one's own is none. */
const OF_DIVISION = ['unscaled', 'scaled', 'scaledByWidth', 'multiplied'];

describe('a wrong number on traces at random', () => {
  const recognised = Object.fromEntries(Object.keys(TYPED).map((name) => [name, 0]));
  for (const seed of SEEDS) {
    test(`what is said of it is so, seed ${seed}`, () => {
      const random = seeded(seed);
      const store = anyStore(random);
      const isOwnScale = store.state.scale !== null;
      for (const path of STEPS) {
        const step = store.step(path);
        const index = step.shape.map((size) => random.whole(0, size - 1));
        const facts = factsOf(store, step, index);
        const junk = Array.from({ length: 8 }, () => ['', 8 * random.unit() - 4]);
        const all = Object.entries(TYPED).map(([name, make]) => [name, make(facts, step, index)]);
        for (const [meant, typed] of [...all, ...junk]) {
          if (typed === undefined || !Number.isFinite(typed)) continue;
          if (isNear(facts.value, typed)) continue;
          const found = mistakeOf(store, step, index, typed);
          const about = `${path}[${index}] = ${facts.value}, typed ${typed}, as ${meant}`;
          if (meant && !(isOwnScale && OF_DIVISION.includes(meant))) assert.ok(found, about);
          if (!found) continue;
          assert.ok(IS_SO[found.name](typed, facts, step, index, found), `${about}: ${found.name}`);
          if (isOwnScale) assert.ok(!OF_DIVISION.includes(found.name), about);
          if (found.name === meant) recognised[meant] += 1;
        }
      }
    });
  }
  for (const name of Object.keys(TYPED)) {
    test(`it is recognised: ${name}`, () => assert.ok(recognised[name] > 2, recognised[name]));
  }
});

describe('a wrong number of the lessons', () => {
  const vectors = (...x) => ({
    ...{ projections: 'none', positions: 'none', scale: 1, heads: 1, dModel: 3 },
    x,
  });
  const like = [
    [1, 1, 0],
    [1, 0, 1],
    [0, 0, 1],
  ];
  const good = [
    [1, 3, 2],
    [1, 1, 3],
    [1, 2, 1],
  ];
  const share = (words, x, index, typed) => {
    const store = storeWith({ sentences: [words], ...vectors(...x) });
    return mistakeOf(store, store.step('weights'), index, typed)?.name;
  };

  test('e to the power, without the largest score taken off first', () => {
    assert.equal(share('I like tea', like, [0, 1, 1], 7.39), 'undivided');
    assert.equal(share('I like tea', like, [0, 1, 0], 2.72), 'undivided');
  });

  test('a share in per cent; below 1, a number is no percentage of a tiny share', () => {
    assert.equal(share('I am good', good, [0, 0, 0], 97.6), 'percent');
    assert.notEqual(share('I am good', good, [0, 0, 2], 0.9), 'percent');
  });

  test('what is no number, or far from all, is none that is known', () => {
    assert.equal(share('I like tea', like, [0, 1, 1], NaN), undefined);
    assert.equal(share('I like tea', like, [0, 1, 1], -1234.5), undefined);
  });
});
