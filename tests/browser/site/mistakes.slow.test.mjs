// The cards of common mistakes: each leads to the workbench, which shows that mistake and what differs.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { first, openSite, whenReady } from '../support/site.mjs';
import { importWeb } from '../../node/support/bundled.mjs';

const { EXAMPLES } = await importWeb('site/.vitepress/mistakes/examples.ts');

let site;
before(async () => (site = await openSite()));
after(() => site.close());

/** Where the cards are. */
const paths = first;
const cards = (page) => page.locator('.mistakes a');
const addresses = (page) => cards(page).evaluateAll((all) => all.map(({ href }) => href));
const faultIn = (address) => new URLSearchParams(new URL(address).hash.slice(1)).get('fault');

/** What the workbench shows of a mistake. */
const shown = (page) =>
  page.evaluate(() => {
    const { store } = document.querySelector('attention-playground');
    const { path } = store.current;
    return {
      fault: store.fault?.name,
      problem: store.problem,
      notices: store.notices.length,
      mode: store.state.mode,
      differs: store.fault?.differs(path),
      isAsked: path === store.state.step && store.kept?.path === path,
    };
  });

for (const [turn, [lang, path]] of Object.entries(paths).entries())
  describe(path, () => {
    test('a card opens its mistake on the workbench, at a cell that is wrong', async () => {
      await site.withPage(
        path,
        async (page) => {
          const all = await addresses(page);
          assert.deepEqual(all.map(faultIn), Object.keys(EXAMPLES));
          for (const [i, address] of all.entries()) {
            // Each card is followed in one of the languages.
            if (i % 2 !== turn) continue;
            const fault = faultIn(address);
            await cards(page).nth(i).click();
            await page.waitForURL(address);
            const notice = page.locator('ap-fault section');
            await notice.waitFor();
            await whenReady(page);
            assert.deepEqual(
              await shown(page),
              {
                fault,
                problem: undefined,
                notices: 0,
                mode: 'workbench',
                differs: true,
                isAsked: true,
              },
              fault,
            );
            // The chosen cell, right and wrong, or that the right walk has no such step.
            const words = await notice.locator('[role=status]').innerText();
            assert.match(words, lang === 'zh' ? /正确|只有/ : /right|wrong/, fault);
            const grid = page.locator('ap-stage ap-figure [role=grid]').first();
            await grid.waitFor();
            await page.goBack();
            await cards(page).nth(i).waitFor();
          }
        },
        { lang, fresh: true },
      );
    });

    test('each can be reached and followed by keyboard, and says what it shows', () =>
      site.withPage(path, async (page) => {
        const card = cards(page).last();
        await cards(page).nth(-2).focus();
        await page.keyboard.press('Tab');
        assert.ok(await card.evaluate((one) => one === document.activeElement));
        assert.equal(await card.getByRole('img').count(), 2);
        const address = await card.evaluate(({ href }) => href);
        await page.keyboard.press('Enter');
        await page.waitForURL(address);
      }));

    test('without script they are there, with their pictures', async () => {
      const html = await (await fetch(site.url + path)).text();
      const [list] = /<ul class="mistakes".*?<\/ul>/s.exec(html);
      const { length } = Object.keys(EXAMPLES);
      assert.equal(list.match(/<a /g).length, length);
      assert.equal(list.match(/<svg aria-label=/g).length, 2 * length);
    });
  });

// Whether they stand in anybody’s way, and are wider than their page: first.slow.test.mjs.
for (const [lang, width, most] of [
  ['en', 1280, 5],
  ['zh', 360, 1],
])
  test(`as many are in a row as there is room for: ${width} px`, () =>
    site.withPage(
      paths[lang],
      async (page) => {
        await cards(page).first().waitFor();
        const tops = await cards(page).evaluateAll((all) =>
          all.map((one) => Math.round(one.getBoundingClientRect().top)),
        );
        assert.equal(tops.filter((top) => top === tops[0]).length, most);
      },
      { width, height: 740 },
    ));
