// “I have written one”: ten broken outputs, each with what is wrong, the right numbers, and the way to its lesson. All of them
// are answered in mistakes.slow.test.mjs.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually } from '../support/hands.mjs';
import { first, openSite } from '../support/site.mjs';
import { addressOf } from './support/lesson.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

/** How many broken outputs there are. */
const TEN = 10;

test('the course has two ways in; a broken output leads to the beat of its lesson, and to the workbench', () =>
  site.withPage(
    addressOf(''),
    async (page) => {
      assert.equal(await page.locator('.course-ways a').count(), 2);
      await page.locator('.course-ways a').last().click();
      await page.locator('lesson-choice .option').filter({ visible: true }).first().waitFor();
      const beat = page.locator('lesson-beat:not([hidden])');
      await beat.locator('.show').click();
      const workbench = await beat.locator('.mistake-mended a').getAttribute('href');
      assert.match(workbench, /^\.\.\/play\.html#.*fault=softmax_axis/);
      await beat.locator('details[right] p a').last().click();
      await eventually(
        () => page.evaluate(() => location.pathname + location.hash),
        `${addressOf('which-axis')}.html#wrong`,
      );
      await page.locator('lesson-beat#wrong').filter({ visible: true }).waitFor();
    },
    { ready: false, fresh: true },
  ));

test('without a script everything can be read', async () => {
  const context = await site.browser.newContext({ javaScriptEnabled: false });
  try {
    const page = await context.newPage();
    await page.goto(`${site.url}${first.zh}learn/mistakes`);
    assert.equal(await page.locator('.mistake-wrong svg').filter({ visible: true }).count(), TEN);
    assert.equal(await page.locator('.mistake-right svg').filter({ visible: true }).count(), 0);
    const option = page.locator('#no-scale details[right]');
    await option.locator('summary').click();
    await option.locator('.mistake-right svg').waitFor();
  } finally {
    await context.close();
  }
});
