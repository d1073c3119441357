// A setting is in the table of settings and its two texts, and nowhere else. It is looked for everywhere: control, address,
// attribute, saved state, undo, repair, trace.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSettings } from '../../browser/support/hands.mjs';
import { drawn } from '../../browser/support/numbers.mjs';

const names = { en: 'Longest sentence', zh: '最大长度' };
const attributes = 'model="decoder-only" positions="learned" longest="1000" sync-url';

export function testSetting(built) {
  for (const lang of Object.keys(names)) {
    test(`has a control, an attribute, an address, a saved state, undo and its effect (${lang})`, async () => {
      const page = await built.openElement(lang, attributes);
      const read = (expression) =>
        page.evaluate(`(({ state, trace }) => ${expression})(
          document.querySelector('attention-playground'))`);
      const rows = () => read(`trace.steps.find(({ kind }) => kind === 'position_table').shape[0]`);
      // An attribute cut to its range, which is said under its name.
      assert.deepEqual([await read('state.maxLength'), await rows()], [512, 512]);
      const notice = await page.locator('ap-problem .notice').innerText();
      assert.ok(notice.toLowerCase().includes(names[lang].toLowerCase()), notice);
      await openSettings(page);
      const field = page.locator('ap-controls input[name=maxLength]');
      await field.fill('32');
      await field.press('Enter');
      await drawn(page);
      assert.equal(await rows(), 32);
      await page.waitForFunction(() => location.hash.includes('longest=32'));
      await page.evaluate(() => document.querySelector('attention-playground').store.undo());
      await page.waitForFunction(() => location.hash.includes('longest=512'));
      await field.fill('3');
      await field.press('Enter');
      const alert = await page.locator('ap-problem [role=alert]').innerText();
      assert.ok(alert.toLowerCase().includes(names[lang].toLowerCase()), alert);
      assert.match(alert, /8 – 512/);
      await page.evaluate(() => {
        document.querySelector('attention-playground').maxLength = 32;
      });
      await drawn(page);
      assert.equal(await read('state.maxLength'), 32);
      // An example brings it back to what it was first.
      await page.evaluate(() => {
        document.querySelector('attention-playground').state = { model: 'decoder-only' };
      });
      assert.equal(await read('state.maxLength'), 64);
      assert.deepEqual(page.problems, []);
    });
  }
}
