// Any numbers, one after the other, good and bad, with steps and heads between: the last good ones are shown.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { seeded } from '../../node/support/seeded.mjs';
import { problem } from '../support/hands.mjs';
import { assertHolds, give, openGiven, traceOf } from './support/given.mjs';

const { withGiven } = await openGiven('given-orders');

function randomSource({ whole, tensor, coin }) {
  const [batch, heads, queries, keys, width] = [1, 1, 1, 1, 1].map(() => whole(1, 5));
  const leading = [[], [batch], [batch, heads]][whole(0, 2)];
  const value = tensor(...leading, keys, whole(1, 4));
  if (coin()) {
    const form = leading.length === 1 ? [heads] : leading;
    const weights = tensor(...form, queries, keys);
    return {
      source: { weights, ...(coin() && { value: { ...value, shape: [...value.shape] } }) },
      queries,
      keys,
      fits: leading.length !== 1 || batch === heads,
    };
  }
  const source = {
    query: tensor(...leading, queries, width),
    key: tensor(...leading, keys, width),
    value,
    ...(coin() && { isCausal: true }),
    ...(coin() && { attnMask: tensor(queries, keys) }),
    ...(coin() && { scale: 0.5 }),
  };
  return { source, queries, keys, fits: true };
}

const bad = [
  { source: '{' },
  { source: [] },
  { source: { weights: [] } },
  { source: { weights: 3 } },
  { source: { query: [[1]], key: [[1, 2]] } },
  { source: { query: [[NaN]] } },
  { source: { format: 'attention-playground/trace' } },
  { source: { weights: [[1]] }, tokens: ['a', 'b', 'c'] },
];

/** Tokens of so many places; none where numbers are to label them. */
const words = (count, { coin }) =>
  coin() ? null : Array.from({ length: count }, (_, i) => `w${i}`);

describe('numbers that follow each other', () => {
  for (const seed of [1, 2, 3]) {
    test(`seed ${seed}`, () =>
      withGiven({}, async (page) => {
        const random = seeded(seed);
        let good;
        for (let i = 0; i < 40; i += 1) {
          const { source, queries, keys, fits } = randomSource(random);
          const isBad = random.whole(0, 3) === 0 || !fits;
          const wrong = fits ? bad[random.whole(0, bad.length - 1)] : { source };
          const keyTokens = words(keys, random);
          const tokens = keyTokens === null ? null : words(queries, random);
          const given = isBad
            ? { tokens: null, keyTokens: null, ...wrong }
            : { source, tokens, keyTokens };
          const isRefused = isBad && (fits || 'value' in source);
          await give(page, given);
          if (!isRefused) good = given.source;
          else assert.notEqual(await problem(page), '', JSON.stringify(given).slice(0, 200));
          if (!good) continue;
          await assertHolds(page, traceOf(good));
          const paths = traceOf(good).steps.map(({ path }) => path);
          await give(page, {
            step: random.coin() ? paths[random.whole(0, paths.length - 1)] : 'nowhere',
            head: random.whole(-1, 6),
            weightsView: ['matrix', 'heads', 'text', 'none'][random.whole(0, 3)],
          });
          await assertHolds(page, traceOf(good));
        }
        assert.deepEqual(page.problems, []);
      }));
  }
});
