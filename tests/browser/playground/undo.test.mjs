// One undo for everything, by keys. (undo.slow.test.mjs: wherever the focus is, and in the other language.)

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openSettings } from '../support/hands.mjs';
import { drawn } from '../support/numbers.mjs';
import { layer, openSite } from '../support/site.mjs';
import { element, state } from './support/state.mjs';
import { update } from './support/walk.mjs';

let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

const withPage = (act) => site.withPage(layer.en, act);

describe('Ctrl+Z and Ctrl+Shift+Z', () => {
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

test('from operand to operand, and back the same way', () =>
  withPage(async (page) => {
    await page.locator('ap-stage ap-figure .result [role=grid]').first().click();
    const trail = () => page.evaluate(`${element}.store.session.trail.value.from.length`);
    const steps = [];
    for (const length of [1, 2]) {
      steps.push(await state(page, 'step'));
      await page.locator('ap-proof button.operand').first().click();
      await drawn(page);
      assert.equal(await trail(), length);
    }
    for (const length of [1, 0]) {
      await page.locator('ap-proof button.back').click();
      await drawn(page);
      assert.deepEqual([await trail(), await state(page, 'step')], [length, steps[length]]);
    }
  }));
