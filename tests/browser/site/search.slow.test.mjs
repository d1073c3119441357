// The search box: a page is found by what people type, and opened. (tests/node/package/search.test.mjs has all terms.)

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSite, whenReady } from '../support/site.mjs';

let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

for (const [language, from, term, to, title] of [
  ['en', '/guide/embed', 'self-attention by hand', '/learn/by-hand', 'Self-attention by hand'],
  ['zh', '/zh/guide/embed', '填充掩码', '/zh/explore/attention-kinds', '填充掩码'],
]) {
  test(`${language}: “${term}” finds a page, with an excerpt, and Enter opens it`, () =>
    site.withPage(
      from,
      async (page) => {
        await page.locator('.VPNavBarSearch button').first().click();
        await page.locator('#localsearch-input').fill(term);
        const result = page.locator('.VPLocalSearchBox .result').first();
        await result.filter({ hasText: title }).waitFor();
        // The view with excerpts loads the pages that were found.
        await page.locator('.VPLocalSearchBox .toggle-layout-button').click();
        await page.locator('.VPLocalSearchBox .excerpt').first().waitFor();
        await page.locator('#localsearch-input').press('Enter');
        await page.waitForURL(({ pathname }) => pathname.replace('.html', '') === to);
        await whenReady(page);
        assert.equal(await page.locator('.VPLocalSearchBox').count(), 0);
        const said = await page.locator('attention-playground [role="alert"]').allInnerTexts();
        assert.equal(said.join(''), '', 'the heading behind # is no setting of the playground');
      },
      { fresh: true },
    ));
}
