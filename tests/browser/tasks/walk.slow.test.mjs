// A walk through a whole Transformer, step by step, holds nothing up.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSite } from '../support/site.mjs';
import { assertShortTasks, longestTasks } from './support.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

test('no task of a walk through a whole Transformer is longer than 50 ms, with 10 words on either side', async () => {
  await site.withPage('/transformer', async (page) => {
    const long = Array.from({ length: 10 }, (_, i) => `w${i}`).join(' ');
    await page.locator('ap-map .item').first().waitFor();
    await page.evaluate((text) => {
      const { store } = document.querySelector('attention-playground');
      store.update({ sentences: [text], memory: [text], tokens: [null], memoryTokens: [null] });
    }, long);
    const stops = await page.evaluate(
      () => document.querySelector('attention-playground').store.stops.length,
    );
    assert.ok(stops > 100, String(stops));
    const next = () =>
      page.evaluate(() => document.querySelector('attention-playground').store.next());
    await assertShortTasks(site.browser, async () => {
      await page.evaluate(() => {
        const { store } = document.querySelector('attention-playground');
        store.goTo(store.stops[0][0].path);
      });
      await page.waitForTimeout(300);
      return longestTasks(page, Array(stops - 1).fill(next), 30);
    });
  });
});
