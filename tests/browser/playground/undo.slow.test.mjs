// More of undo.test.mjs: it acts wherever the focus is, and goes on when the language changes.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openField, openSettings } from '../support/hands.mjs';
import { drawn, goTo } from '../support/numbers.mjs';
import { layer, openSite, pair } from '../support/site.mjs';
import { element, state } from './support/state.mjs';
import { update } from './support/walk.mjs';

let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

const withPage = (act, path = layer.en) => site.withPage(path, act);

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

test('Ctrl+Z and Ctrl+Shift+Z act wherever the focus is', () =>
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
    await page.locator('ap-proof button.operand').first().click();
    await drawn(page);
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
