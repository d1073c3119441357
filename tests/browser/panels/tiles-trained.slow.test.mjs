// The panel of attention in tiles on trained models: their layers in tiles give the model's own context, it opens where the
// maximum of a row rises, what a model does not know is said and mended, and random parameters are a choice.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../support/hands.mjs';
import { violations, widthOf } from '../support/looks.mjs';
import { assertNow, panel, stepNow } from './support/tiles.mjs';
import { testLearned } from './support/learned-layer.mjs';

const { tag, inside, field, options, settle } = panel;
/** As it opens by itself. */
const withPanel = (body, options) => panel.withPanel(body, { given: '', ...options });

for (const [lang, asks, finds, claim] of [
  ['en', 'it', 'horse', /92[.]2%.*layer 2 of its encoder/],
  ['zh', '它', '山羊', /92[.]2%.*编码器第 2 层/],
]) {
  test(`it opens on a trained head, at the tile in which “it” finds its word: ${lang}`, () =>
    withPanel(
      async (page) => {
        const { parameters, layer, tokens } = await options(page);
        assert.deepEqual([parameters, layer], ['referent-emergent', 1]);
        const chosen = await inside(page, '.whose').innerText();
        const kept = await page.evaluate((tag) => document.querySelector(tag).store.kept, tag);
        assert.match(kept.path, /running_sum$/, chosen);
        const tile = await inside(page, '.matrix .tile.now').getAttribute('data-tile');
        const [rows, columns] = (await options(page)).tile;
        const [row, column] = tile.split(',').map(Number);
        assert.equal(tokens[row * rows + kept.index[2]], asks);
        const keys = tokens.slice(column * columns, (column + 1) * columns);
        assert.ok(keys.includes(finds) && column > 0, keys.join());
        const maximum = (at) =>
          page.evaluate(
            ([tag, path, index]) => document.querySelector(tag).store.tensor(path).data[index],
            [tag, `tiles.${row}.${at}.tile_maximum`, kept.index[2]],
          );
        assert.ok((await maximum(column)) > (await maximum(column - 1)));
        assert.match(await inside(page, '.worth').innerText(), claim);
        await assertNow(page);
        assert.equal(await field(page, 'causal').count(), 0, 'the model decides it');
        assert.deepEqual(await violations(page, tag), []);
      },
      { lang },
    ));
}

test('the mask of a decoder is its own; rotary positions, biases and heads too', () =>
  withPanel(async (page) => {
    for (const [name, layer, heads] of [
      ['ring', 1, 1],
      ['verse-zh', 0, 4],
    ]) {
      await field(page, 'parameters').selectOption(name);
      await eventually(async () => (await options(page)).parameters, name);
      await settle(page);
      assert.equal((await options(page)).layer, layer);
      assert.equal(await inside(page, '.heads button').count(), heads === 1 ? 0 : heads);
      assert.ok((await inside(page, '.matrix .tile.hidden').count()) > 0);
      await assertNow(page);
      await field(page, 'step').fill('3');
      await settle(page);
      await assertNow(page);
      assert.equal(await stepNow(page), 3);
    }
  }));

testLearned(panel, {
  context: 'context',
  models: [
    'referent-emergent',
    'referent',
    'translation-textbook',
    'four-pairs',
    'ring',
    'verse-en',
  ],
  first: 'referent-emergent',
  file: 'referent-emergent',
  unfit: ['verse', /verse.*referent-emergent/],
  text: 'the horse carried the bread because it was hungri',
  mended: ['hungry', 'the horse carried the bread because it was hungry'],
  assertNow,
});

test('a phone has room for every model', () =>
  withPanel(
    async (page) => {
      for (const name of ['verse-en', 'ring', 'translation-textbook']) {
        await field(page, 'parameters').selectOption(name);
        await eventually(async () => (await options(page)).parameters, name);
        await settle(page);
        assert.ok((await widthOf(page)) <= 360, name);
        await assertNow(page);
      }
      assert.deepEqual(await violations(page, tag), []);
    },
    { width: 360, height: 740, lang: 'zh' },
  ));
