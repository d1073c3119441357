// Ways from elsewhere into the course: a fault on the workbench, and the card of a common mistake, lead to the lesson about it.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { first, openSite } from '../support/site.mjs';
import { addressOf } from './support/lesson.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

for (const lang of ['en', 'zh']) {
  test(`a card of the first screen opens its fault, which leads to its lesson: ${lang}`, () =>
    site.withPage(
      first[lang],
      async (page) => {
        await page.locator('.mistakes a[href*="fault=mask_inverted"]').click();
        const link = page.locator('attention-playground ap-fault a');
        await link.waitFor();
        const { pathname, hash } = new URL(await link.evaluate(({ href }) => href));
        assert.equal(pathname + hash, `${addressOf('padding', lang)}.html#true`);
        await link.click();
        await page.locator('lesson-beat#true').filter({ visible: true }).waitFor();
      },
      { fresh: true },
    ));
}
