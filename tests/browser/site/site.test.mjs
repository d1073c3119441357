// The site around the playground: what it loads, its pages, its languages, its colours.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { assertNoWider } from '../support/looks.mjs';
import { openSite, whenReady } from '../support/site.mjs';
import { testFirstView } from './support/first-view.mjs';
import { pages } from './support/pages.mjs';

describe('the site', () => {
  let site;
  before(async () => (site = await openSite()));
  after(() => site.close());

  const withPage = (path, options, body) => site.withPage(path, body, options);

  testFirstView(() => site, 'en', 'of the first screen');
  testFirstView(() => site, 'en', 'of the workbench, with its trained model');

  test('every page but those of the playground and panels opens without a problem, in its language, with one landmark, 360 px wide', () =>
    withPage('/guide/embed', { fresh: true, width: 360, height: 740 }, async (page) => {
      for (const [language, folder] of [
        ['en', ''],
        ['zh', '/zh'],
      ]) {
        // The others are opened by tests of their own.
        const own = { en: /^.guide.(embed|benchmark)/, zh: /^.(guide|transformer)/ }[language];
        for (const name of pages.filter((path) => own.test(path))) {
          const path = `${folder}${name}`;
          await page.goto(site.url + path);
          await whenReady(page);
          await assertNoWider(page, 360, path);
          assert.match(await page.locator('html').getAttribute('lang'), new RegExp(`^${language}`));
          assert.equal(await page.locator('main').count(), 1, path);
          const playground = page.locator('attention-playground');
          const found = await playground.evaluateAll((all) => all.map((one) => one.lang));
          // The guide has one as its example on two pages.
          const has = !name.startsWith('/guide/') || /(embed|take-along)$/.test(name);
          assert.deepEqual(found, has ? [language] : [], path);
          assert.deepEqual(page.problems, [], path);
        }
      }
    }));

  test('switching language keeps a state that replaceState wrote, and the page', () =>
    withPage('/play', { fresh: true }, async (page) => {
      const state = '#v=1&heads=2';
      await page.evaluate((hash) => history.replaceState(null, '', hash), state);
      for (const [path, lang] of [
        ['/zh/play', 'zh-CN'],
        ['/play', 'en'],
      ]) {
        await page.locator('.language-link').click();
        await page.waitForURL((url) => url.pathname.replace('.html', '') === path);
        // The address changes first, the page follows, and with it the link to the other language.
        await page.locator(`html[lang="${lang}"]`).waitFor({ state: 'attached' });
        assert.match(await page.evaluate(() => location.hash), /heads=2/);
      }
      await page.goto(`${site.url}/guide/api`);
      await page.locator('.language-link').click();
      await page.waitForURL((url) => /^\/zh\/guide\/api(\.html)?$/.test(url.pathname));
      await page.locator('html[lang="zh-CN"]').waitFor();
    }));

  test('the colour scheme follows the system, then the switch; search finds a Chinese word within a sentence', () =>
    withPage('/zh/guide/embed', { colorScheme: 'dark', fresh: true }, async (page) => {
      const scheme = () =>
        page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
      assert.equal(await scheme(), 'dark');
      await page.locator('.VPNavBarAppearance button').click();
      assert.equal(await scheme(), 'light');
      await page.locator('.VPNavBarSearch button').first().click();
      await page.locator('#localsearch-input').fill('随机失活');
      await page.locator('.VPLocalSearchBox .result').first().waitFor();
    }));
});
