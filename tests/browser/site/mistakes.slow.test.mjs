// The cards of common mistakes: each leads to the workbench, which shows that mistake and what differs.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually } from '../support/hands.mjs';
import { looks, violations, widthOf } from '../support/looks.mjs';
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

for (const [lang, path] of Object.entries(paths))
  describe(path, () => {
    test('each card opens its mistake on the workbench, at a cell that is wrong', async () => {
      await site.withPage(
        path,
        async (page) => {
          const all = await addresses(page);
          assert.deepEqual(all.map(faultIn), Object.keys(EXAMPLES));
          for (const [i, address] of all.entries()) {
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

for (const { title, options } of looks)
  test(`nothing stands in anybody’s way: ${title}`, () =>
    site.withPage(
      paths[options.lang],
      async (page) => {
        await cards(page).first().waitFor();
        assert.deepEqual(await violations(page, '.mistakes'), []);
        assert.equal(await widthOf(page), options.width);
        // As many in a row as there is room for.
        const tops = await cards(page).evaluateAll((all) =>
          all.map((one) => Math.round(one.getBoundingClientRect().top)),
        );
        const inRow = tops.filter((top) => top === tops[0]).length;
        await eventually(() => inRow, options.width < 600 ? 1 : 5);
      },
      options,
    ));
