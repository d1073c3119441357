// One undo for everything, by keys, wherever the focus is; and it goes on when the language changes.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openField, openSettings } from '../support/hands.mjs';
import { drawn, goTo } from '../support/numbers.mjs';
import { layer, openSite, pair } from '../support/site.mjs';

let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

const withPage = (act, path = layer.en) => site.withPage(path, act);
const element = 'document.querySelector("attention-playground")';
const state = (page, name) => page.evaluate(`${element}.store.state.${name}`);
const update = (page, patch) =>
  page.evaluate(`${element}.store.update(${JSON.stringify(patch)})`).then(() => drawn(page));

describe('Ctrl+Z and Ctrl+Shift+Z', () => {
  const places = {
    'a grid': 'ap-stage ap-figure .result [role=grid]',
    'the stage': 'ap-stage section.stage',
    'the ribbon': 'ap-ribbon button.play',
    'a number field': 'ap-controls input[name=heads]',
    'a choice': 'ap-controls select[name=positions]',
    'a box': 'ap-controls input[name=mask-causal]',
    'a sentence': 'ap-input input[name=sentences-0]',
    'a tab of the proof': 'ap-proof [role=tab]',
  };

  test('act wherever the focus is', () =>
    withPage(async (page) => {
      await goTo(page, 'scores');
      for (const [name, place] of Object.entries(places)) {
        await update(page, { heads: 8 });
        await page.evaluate(`${element}.store.edit('scores', [0, 0, 2, 1], 3)`);
        if (place.startsWith('ap-controls')) await openSettings(page);
        if (place.startsWith('ap-input')) await openField(page);
        await page.locator(place).first().focus();
        const now = async () => [
          (await state(page, 'edits')).map(({ value }) => value),
          await state(page, 'heads'),
        ];
        await page.keyboard.press('Control+z');
        assert.deepEqual(await now(), [[], 8], name);
        await page.keyboard.press('Control+z');
        assert.deepEqual(await now(), [[], 4], name);
        await page.keyboard.press('Control+Shift+Z');
        await page.keyboard.press('Control+y');
        assert.deepEqual(await now(), [[3], 8], name);
        await page.keyboard.press('Control+z');
        await page.keyboard.press('Control+z');
      }
    }));

  test('act after a click beside everything, and not in the page around', () =>
    withPage(async (page) => {
      await update(page, { heads: 8 });
      await page.locator('ap-stage h2').click();
      await page.evaluate(() => document.activeElement.blur());
      await page.keyboard.press('Control+z');
      assert.equal(await state(page, 'heads'), 4);
      await update(page, { heads: 8 });
      await page.evaluate(() => {
        document.body.append(Object.assign(document.createElement('input'), { id: 'foreign' }));
      });
      await page.locator('#foreign').fill('mine');
      await page.keyboard.press('Control+z');
      assert.equal(await state(page, 'heads'), 8);
    }));

  test('leave what was typed and not yet submitted to the browser', () =>
    withPage(async (page) => {
      await update(page, { heads: 8 });
      await openSettings(page);
      const field = page.locator('ap-controls input[name=dModel]');
      await field.focus();
      await page.keyboard.type('9');
      await page.keyboard.press('Control+z');
      assert.equal(await state(page, 'heads'), 8);
      assert.equal(await field.inputValue(), '64');
    }));

  test('a new change forgets what could be redone', () =>
    withPage(async (page) => {
      await update(page, { heads: 8 });
      await page.evaluate(`${element}.store.undo()`);
      assert.equal(await page.evaluate(`${element}.store.canRedo`), true);
      await update(page, { seed: 9 });
      assert.equal(await page.evaluate(`${element}.store.canRedo`), false);
    }));
});

test('undo, the trail of the proof and the unfolded map go on in the other language', () =>
  withPage(async (page) => {
    await update(page, { heads: 2 });
    await page.locator('ap-map [data-key]').first().waitFor();
    const unfolded = await page.evaluate(async () => {
      const { store } = document.querySelector('attention-playground');
      store.session.unfolded.value = new Set(['encoder']);
      return [...store.session.unfolded.value];
    });
    await page.locator('ap-stage ap-figure .result [role=grid]').first().click();
    // From operand to operand, and back the same way.
    const operand = page.locator('ap-proof button.operand').first();
    const trail = () => page.evaluate(`${element}.store.session.trail.value.from.length`);
    const steps = [];
    for (const length of [1, 2]) {
      steps.push(await state(page, 'step'));
      await operand.click();
      await drawn(page);
      assert.equal(await trail(), length);
    }
    await page.locator('ap-proof button.back').click();
    await drawn(page);
    assert.deepEqual([await trail(), await state(page, 'step')], [1, steps[1]]);
    await page.locator('ap-proof button.back').click();
    await drawn(page);
    assert.deepEqual([await trail(), await state(page, 'step')], [0, steps[0]]);
    await operand.click();
    await drawn(page);
    assert.equal(await trail(), 1);
    const before = await page.evaluate(`({ ...${element}.store.state, lang: '' })`);
    await page.evaluate(() => (document.querySelector('attention-playground').marked = true));
    await page.locator('.language-link').click();
    await page.waitForFunction(() => {
      const next = document.querySelector('attention-playground');
      return next && !next.marked && next.store.trace && next.store.state.lang === 'zh';
    });
    await drawn(page);
    const now = await page.evaluate(() => {
      const { store } = document.querySelector('attention-playground');
      return {
        state: { ...store.state, lang: '' },
        canUndo: store.canUndo,
        trail: store.session.trail.value.from.length,
        unfolded: [...store.session.unfolded.value],
      };
    });
    assert.deepEqual(now, { state: before, canUndo: true, trail: 1, unfolded });
    await page.evaluate(`${element}.store.undo()`);
    await page.evaluate(`${element}.store.undo()`);
    assert.equal(await state(page, 'heads'), 4);
  }, pair.en));
