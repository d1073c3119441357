// The panel of heads on several workers, on trained models: what they add up to is the model's own output.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../support/hands.mjs';
import { violations, widthOf } from '../support/looks.mjs';
import { testLearned } from './support/learned-layer.mjs';
import { assertDrawn, panel } from './support/workers.mjs';

const { tag, inside, field, setField, options, settle } = panel;
/** As it opens by itself. */
const withPanel = (body, options) => panel.withPanel(body, { given: '', ...options });

for (const [lang, word, adjective] of [
  ['en', 'rice', 'nervous'],
  ['zh', '水桶', '渴'],
]) {
  test(`it opens on the heads of a trained model, of which one looks for the adjective: ${lang}`, () =>
    withPanel(
      async (page) => {
        const { parameters, tokens, numHeads, workers } = await options(page);
        assert.deepEqual([parameters, numHeads, workers], ['referent', 2, 2]);
        const { made } = await assertDrawn(page);
        const { shape, data } = made.main.tensor('workers.1.weights');
        const row = tokens.indexOf(word);
        assert.ok(data[row * shape[3] + tokens.indexOf(adjective)] > 0.9);
        assert.match(await inside(page, '.worth').innerText(), /100%/);
        assert.match(await inside(page, '.hold').innerText(), lang === 'en' ? /Biases/ : /偏置/);
        assert.equal(await field(page, 'heads').count(), 0, 'the model decides it');
        assert.deepEqual(await violations(page, tag), []);
      },
      { lang },
    ));
}

test('as many workers as can share the heads of a model; back with random parameters', () =>
  withPanel(async (page) => {
    const choose = async (name) => {
      await field(page, 'parameters').selectOption(name);
      await eventually(async () => (await options(page)).parameters, name);
      await settle(page);
    };
    await choose('verse-en');
    await setField(page, 'workers', '4');
    assert.equal((await options(page)).workers, 4);
    await assertDrawn(page);
    await choose('numbers');
    assert.deepEqual([(await options(page)).numHeads, (await options(page)).workers], [2, 2]);
    await assertDrawn(page);
    await setField(page, 'workers', '4');
    assert.match(await inside(page, '[role=alert]').innerText(), /2 heads.*4 workers/);
    await choose('random');
    assert.equal((await options(page)).numHeads, 2);
    assert.equal(await field(page, 'heads').inputValue(), '2');
    await assertDrawn(page);
  }));

testLearned(panel, {
  context: 'output',
  models: ['referent', 'translation-textbook', 'four-pairs', 'numbers', 'verse-en', 'verse-zh'],
  first: 'referent',
  file: 'referent',
  unfit: ['ring', /ring.*referent/],
  text: 'the horse carried the bread because it was hungri',
  mended: ['hungry', 'the horse carried the bread because it was hungry'],
  assertNow: assertDrawn,
});

for (const width of [1280, 360]) {
  test(`wide models stand below each other, with all of their columns: ${width} px`, () =>
    withPanel(
      async (page) => {
        await field(page, 'parameters').selectOption('verse-zh');
        await eventually(async () => (await options(page)).parameters, 'verse-zh');
        await settle(page);
        assert.equal(await inside(page, '.stacked').count(), 1);
        assert.ok((await widthOf(page)) <= width);
        // The frame of a chosen cell would cover it, where cells are this small.
        await page.evaluate((tag) => document.querySelector(tag).store.keep(undefined), tag);
        // What is far below the window is not drawn before it is near.
        await inside(page, '.total').scrollIntoViewIfNeeded();
        await eventually(
          () =>
            assertDrawn(page).then(
              () => '',
              ({ message }) => message,
            ),
          '',
        );
        assert.deepEqual(await violations(page, tag), []);
      },
      { width, height: 2600, lang: 'zh' },
    ));
}
