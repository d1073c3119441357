// The mode that a person chooses on the site: kept in the browser, in the address, and with links to the site's pages.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually } from '../support/hands.mjs';
import { first, home, openSite, whenReady } from '../support/site.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

const mode = (page) => page.evaluate(() => document.querySelector('attention-playground')?.mode);
const open = async (page, path) => {
  await page.goto('about:blank');
  await page.goto(site.url + path);
  await whenReady(page);
};
const press = (page) => page.locator('attention-playground .mode').click();

test('what was chosen last is there again; an address says its own, and one without is the workbench', () =>
  site.withPage(
    home.en,
    async (page) => {
      assert.equal(await mode(page), 'workbench');
      await press(page);
      await eventually(() => mode(page), 'guided');
      await eventually(() => page.evaluate(() => /mode=guided/.test(location.hash)), true);
      for (const [path, expected] of [
        [home.en, 'guided'],
        [home.zh, 'guided'],
        ['/play#v=1', 'workbench'],
        ['/play#v=1&mode=figure', 'figure'],
        ['/transformer', 'guided'],
      ]) {
        await open(page, path);
        assert.equal(await mode(page), expected, path);
      }
      await press(page);
      await eventually(() => mode(page), 'workbench');
      await open(page, home.en);
      assert.equal(await mode(page), 'workbench');
    },
    { fresh: true },
  ));

test('where the browser forbids to keep anything, it is chosen for the visit', () =>
  site.withPage(
    home.en,
    async (page) => {
      await press(page);
      await eventually(() => mode(page), 'guided');
      await page.locator('ap-guide .says').waitFor();
    },
    {
      fresh: true,
      prepare: (page) =>
        page.addInitScript(() => {
          // The site's frame has storage of its own.
          const { getItem, setItem } = Storage.prototype;
          const guarded = (plain) =>
            function (key, ...rest) {
              if (key.startsWith('attention-')) throw new DOMException('no', 'SecurityError');
              return plain.call(this, key, ...rest);
            };
          Storage.prototype.getItem = guarded(getItem);
          Storage.prototype.setItem = guarded(setItem);
        }),
    },
  ));

for (const [lang, path] of Object.entries(home)) {
  test(`why a stop is there leads to a page of the site that there is (${lang})`, () =>
    site.withPage(
      `${path}#v=1&mode=guided&heads=2&mask=causal`,
      async (page) => {
        const stops = await page.evaluate(() =>
          document.querySelector('attention-playground').store.story.map(({ shown }) => shown.path),
        );
        const found = new Set();
        for (const stop of stops) {
          await page.evaluate((stop) => {
            document.querySelector('attention-playground').step = stop;
          }, stop);
          await page.locator('ap-guide .ask').click();
          const link = page.locator('ap-guide .why a');
          if ((await link.count()) > 0) found.add(await link.evaluate(({ href }) => href));
        }
        assert.ok(found.size >= 5, [...found].join());
        for (const href of found) {
          assert.match(href.slice(`${site.url}${first[lang]}`.length), /^(explore|learn)\//);
          assert.equal((await page.request.get(href)).status(), 200, href);
        }
      },
      { fresh: true },
    ));
}
