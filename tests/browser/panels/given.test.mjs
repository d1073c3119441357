// Numbers of other programs: what a page gives is what the panel shows, explained down to its operands.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { seeded } from '../../node/support/seeded.mjs';
import { cell, eventually, problem, ribbon, stage } from '../support/hands.mjs';
import { violations, widthOf } from '../support/looks.mjs';
import {
  ap,
  assertHolds,
  assertShows,
  give,
  openGiven,
  packed,
  read,
  traceOf,
} from './support/given.mjs';

const { withGiven, withMarkup } = await openGiven('given-page');

const { tensor } = seeded(1);
const heads = {
  query: tensor(1, 2, 3, 4),
  key: tensor(1, 2, 5, 4),
  value: tensor(1, 2, 5, 2),
};
const weights = {
  shape: [2, 2, 3],
  data: Float32Array.of(0.25, 0.75, 0, 1, NaN, 0, 0.5, 0.25, 0.25, 0.1, 0.2, 0.7),
};
const tokens = ['The', 'cat', 'sat'];
const keyTokens = ['<script>', '“猫”', 'a&b', 'e', ''];

describe('query, key and value', () => {
  test('each step is what the engine computes, and the ribbon leads through them', () =>
    withGiven({ source: { ...heads, isCausal: true }, tokens, keyTokens }, async (page) => {
      const trace = traceOf({ ...heads, isCausal: true });
      const shapes = await ribbon(page);
      assert.deepEqual(
        Object.keys(shapes),
        trace.steps.slice(3).map(({ path }) => path),
      );
      assert.equal((await read(page, 'step')).step, 'weights');
      await page.evaluate(() => {
        globalThis.told = [];
        document
          .querySelector('attention-trace')
          .addEventListener('change', ({ detail }) => globalThis.told.push(detail));
      });
      for (const { path } of trace.steps.slice(3)) {
        await page.locator(`ap-ribbon [data-step="${path}"]`).click();
        await eventually(() => stage(page).getAttribute('data-step'), path);
        assert.ok((await assertShows(page, trace)) > 0, path);
      }
      assert.deepEqual(await read(page, 'step', 'head'), { step: 'context', head: 0 });
      const told = await page.evaluate(() => globalThis.told);
      assert.deepEqual(told.at(-1), { step: 'context', head: 0, weightsView: 'matrix' });
    }));

  test('a weight is proved by the scores of its row; tokens of any kind are its words', () =>
    withGiven({ source: heads, tokens, keyTokens, head: 1 }, async (page) => {
      await cell(page, 'weights', [0, 1, 2, 1]).click();
      const value = page.locator('ap-proof .value');
      const expected = traceOf(heads).tensor('weights').data[15 + 2 * 5 + 1];
      await eventually(async () => Number(await value.getAttribute('data-value')), expected);
      for (const word of ['sat', '“猫”']) {
        assert.ok((await page.locator('ap-proof').getByText(word).count()) > 0, word);
      }
      assert.equal(await page.locator('attention-trace script').count(), 0);
    }));

  test('packed in JSON, with a mask of booleans, they are the same', () => {
    const mask = { shape: [3, 5], data: Uint8Array.from({ length: 15 }, (_, i) => +(i % 4 > 0)) };
    const source = JSON.stringify({
      query: packed(heads.query),
      key: packed(heads.key),
      value: packed(heads.value),
      attnMask: {
        shape: mask.shape,
        dtype: 'bool',
        base64: Buffer.from(mask.data).toString('base64'),
      },
      scale: 0.5,
    });
    return withGiven({ source }, (page) =>
      assertShows(page, traceOf({ ...heads, attnMask: mask, scale: 0.5 })),
    );
  });
});

describe('weights of another program', () => {
  test('stand as they are, NaN too, and say that they were given', () =>
    withGiven({ source: { weights }, tokens: ['a', 'b'], keyTokens: tokens }, async (page) => {
      await assertHolds(page, traceOf({ weights }));
      assert.equal(await page.locator('ap-ribbon').count(), 0);
      assert.match(await stage(page).innerText(), /Weights that were given/);
      assert.equal(await cell(page, 'weights', [0, 0, 1, 1]).innerText(), 'NaN');
      await page.locator('ap-stage').getByRole('tab', { name: 'Head view' }).click();
      await eventually(() => read(page, 'weightsView'), { weightsView: 'heads' });
    }));

  test('an edited one changes the output, and undo takes it back', () => {
    const value = tensor(2, 3, 4);
    const source = { weights: { ...weights, data: weights.data.map((x) => x || 0) }, value };
    return withGiven({ source, step: 'context' }, async (page) => {
      const trace = traceOf(source);
      await assertShows(page, trace);
      await page.evaluate(() =>
        document.querySelector('attention-trace').store.edit('weights', [0, 0, 0, 0], 2),
      );
      trace.set('weights', [0, 0, 0, 0], 2);
      await give(page, {});
      await assertShows(page, trace);
      await stage(page).press('Control+z');
      trace.undo();
      await give(page, {});
      await assertShows(page, trace);
    });
  });

  test('attributes alone show them', () =>
    withMarkup(
      `<attention-trace source='{"weights": [[0.25, 0.75], [1, 0]]}' tokens='["我", "爱"]' step="weights" weights-view="text"></attention-trace>`,
      async (page) => {
        await assertShows(
          page,
          traceOf({
            weights: [
              [0.25, 0.75],
              [1, 0],
            ],
          }),
        );
        assert.ok((await page.locator('ap-weights').getByText('爱').count()) > 0);
      },
    ));
});

test('a record is the same trace, with its sentence, its edits and its fault', () => {
  const trace = ap.traceAttention({
    tokens: [['The', 'cat', 'sat']],
    dModel: 8,
    numHeads: 2,
    isCausal: true,
    faults: [{ fault: 'no_scale' }],
  });
  trace.set('scores', [0, 1, 2, 0], 3);
  return withGiven({ source: trace.toJSON(), step: 'scores', head: 1 }, async (page) => {
    await assertShows(page, trace);
    assert.match(await cell(page, 'scores', [0, 1, 2, 1]).getAttribute('aria-label'), /sat.*cat/);
    const { trace: kept } = await page.evaluate(() => {
      const { trace } = document.querySelector('attention-trace');
      return { trace: trace.toJSON() };
    });
    assert.deepEqual(kept, JSON.parse(JSON.stringify(trace.toJSON())));
  });
});

test('a step is found by its name, too, where each head has steps of its own', () => {
  const trace = ap.traceAttention({
    tokens: [['a', 'b']],
    dModel: 4,
    numHeads: 2,
    headMatrices: 'separate',
  });
  return withGiven({ source: trace.toJSON(), step: 'scores', head: 1 }, async (page) => {
    assert.equal((await read(page, 'step')).step, 'heads.1.scores');
    assert.equal(await page.locator('ap-problem [role="alert"] span').count(), 0);
  });
});

describe('what cannot be shown', () => {
  const bad = [
    ['no JSON', { source: '{' }, /source/i],
    ['a number', { source: 3 }, /source/i],
    ['a list', { source: [1] }, /source/i],
    ['other widths', { source: { ...heads, key: tensor(1, 2, 5, 3) } }, /key/i],
    ['other heads', { source: { ...heads, key: tensor(1, 3, 5, 4) } }, /key/i],
    [
      'no base64',
      { source: { weights: { shape: [1, 1], dtype: 'float32', base64: '#' } } },
      /weights/i,
    ],
    [
      'half a float',
      { source: { weights: { shape: [1, 1], dtype: 'float32', base64: 'AAA=' } } },
      /weights/i,
    ],
    [
      'another kind',
      { source: { weights: { shape: [1, 1], dtype: 'int8', base64: 'AA==' } } },
      /weights/i,
    ],
    ['one axis', { source: { weights: [1, 2] } }, /weights/i],
    ['too few tokens', { source: heads, tokens: ['a', 'b'] }, /tokens/i],
    ['too many keys', { source: heads, keyTokens: tokens }, /keyTokens/i],
    ['numbers as tokens', { source: heads, tokens: [1, 2, 3] }, /tokens/i],
    ['an unknown option', { source: { ...heads, masks: 1 } }, /masks/i],
  ];
  for (const [what, properties, names] of bad) {
    test(`${what}: said, and what was shown stays`, () =>
      withGiven({ source: { weights: [[0.5]] } }, async (page) => {
        await give(page, properties);
        assert.match(await problem(page), names);
        await assertShows(page, traceOf({ weights: [[0.5]] }));
        await give(page, { source: heads, tokens, keyTokens: null });
        await assertShows(page, traceOf(heads));
        assert.equal(await page.locator('ap-problem [role="alert"] span').count(), 0);
      }));
  }

  test('a wrong one at first is said with what is accepted', () =>
    withGiven({ source: { weights: [[1, 2]], value: [[1]] } }, async (page) => {
      assert.match(await problem(page), /value/i);
      assert.match(await page.locator('attention-trace code').innerText(), /a row for each key/);
    }));

  test('another step or head than there is, is said; nothing given is no mistake', () =>
    withGiven({}, async (page) => {
      const frame = page.locator('attention-trace .frame');
      assert.match(await frame.innerText(), /no numbers yet/);
      await give(page, { source: heads, step: 'nothing' });
      assert.match(await problem(page), /nothing/);
      assert.equal((await read(page, 'step')).step, 'weights');
      await give(page, { head: 2 });
      assert.match(await problem(page), /0 – 1/);
      assert.equal((await read(page, 'head')).head, 0);
    }));
});

test('in Chinese, in the dark, 360 px wide: all is there, and nothing bars anybody', () =>
  withGiven(
    { source: heads, tokens, keyTokens },
    async (page) => {
      assert.ok((await widthOf(page)) <= 360);
      const words = await stage(page).innerText();
      assert.match(words, /注意力权重/);
      assert.doesNotMatch(words, /\{\w+\}|undefined|NaN/);
      assert.deepEqual(await violations(page, 'attention-trace'), []);
    },
    { lang: 'zh', width: 360, height: 740, colorScheme: 'dark' },
  ));
