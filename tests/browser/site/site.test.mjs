// The site around the playground: what it loads, its languages, its colours, its other pages.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { budgets } from '../../../scripts/build/sizes.mjs';
import { eventually } from '../support/hands.mjs';
import { assertNoWider } from '../support/looks.mjs';
import { home, layer, openSite, whenReady } from '../support/site.mjs';

const panels = ['positions', 'scaling', 'attention-kinds', 'generate', 'tiles', 'train', 'workers'];
const pages = [
  '/',
  '/transformer',
  ...panels.map((name) => `/explore/${name}`),
  ...['models', 'embed', 'api', 'benchmark'].map((name) => `/guide/${name}`),
];

describe('the site', () => {
  let site;
  before(async () => (site = await openSite()));
  after(() => site.close());

  const withPage = (path, options, body) => site.withPage(path, body, options);

  const views = Object.keys(home).flatMap((language) => [
    [`without a trained model (${language})`, layer[language], budgets.firstView],
    [`with its trained model (${language})`, home[language], budgets.learnedView],
  ]);
  for (const [name, path, budget] of views) {
    test(`the first view ${name} is within its budget, and comes from this host alone`, async () => {
      const page = await site.newPage();
      const files = [];
      page.on('response', (response) => files.push(response));
      await page.goto(site.url + path, { waitUntil: 'networkidle' });
      await whenReady(page);
      await page.waitForLoadState('networkidle');
      let total = 0;
      for (const response of files) {
        const bytes = gzipSync(await response.body(), { level: 9 }).length;
        console.log(`${String(bytes).padStart(7)} ${new URL(response.url()).pathname}`);
        total += bytes;
      }
      console.log(`${String(total).padStart(7)} in all, of ${budget}`);
      assert.ok(total <= budget, `${total} bytes gzip, at most ${budget}`);
      assert.deepEqual(page.problems, []);
      await page.context().close();
    });
  }

  for (const [language, path] of Object.entries(home)) {
    test(`the playground is the first page in ${language}, with nothing amiss`, async () => {
      await withPage(path, {}, async (page) => {
        const element = page.locator('attention-playground');
        assert.equal(await element.count(), 1);
        assert.equal(await element.getAttribute('lang'), language);
      });
    });
  }

  test('switching language keeps a state that replaceState wrote', async () => {
    await withPage('/', {}, async (page) => {
      const state = '#v=1&heads=2';
      await page.evaluate((hash) => history.replaceState(null, '', hash), state);
      await page.locator('.language-link').click();
      await page.waitForURL((url) => url.pathname === '/zh/');
      assert.match(await page.evaluate(() => location.hash), /heads=2/);
      await page.locator('.language-link').click();
      await page.waitForURL((url) => url.pathname === '/');
      assert.match(await page.evaluate(() => location.hash), /heads=2/);
    });
  });

  test('switching language keeps undo, the proof trail and the unfolded map', async () => {
    await withPage('/transformer.html', {}, async (page) => {
      const session = () =>
        page.evaluate(() => {
          const { session, canUndo } = document.querySelector('attention-playground').store;
          const { trail, unfolded } = session;
          return [canUndo, trail.value, [...unfolded.value]];
        });
      await page.evaluate(() =>
        document.querySelector('attention-playground').store.update({ heads: 8 }),
      );
      await page.locator('ap-map .scroll [aria-expanded=false]').first().click();
      await page.waitForFunction(() => /heads=8/.test(location.hash));
      const before = await session();
      assert.ok(before[0] && before[2].length > 0);
      await page.locator('.language-link').click();
      await page.waitForURL((url) => /^\/zh\/transformer/.test(url.pathname));
      await page.waitForFunction(
        () => document.querySelector('attention-playground[lang=zh]')?.trace,
      );
      await eventually(session, before);
    });
  });

  test('the language link leads to the same page', async () => {
    await withPage('/guide/api', {}, async (page) => {
      await page.locator('.language-link').click();
      await page.waitForURL((url) => /^\/zh\/guide\/api(\.html)?$/.test(url.pathname));
      // The address changes first, the page follows.
      await page.locator('html[lang="zh-CN"]').waitFor();
    });
  });

  test('the colour scheme follows the system, then the switch', async () => {
    await withPage('/', { colorScheme: 'dark' }, async (page) => {
      const scheme = () =>
        page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
      assert.equal(await scheme(), 'dark');
      await page.locator('.VPNavBarAppearance button').click();
      assert.equal(await scheme(), 'light');
    });
  });

  for (const language of ['', '/zh']) {
    test(`no page scrolls sideways, and each has its landmark: ${language || '/en'}`, async () => {
      for (const name of pages) {
        const path = `${language}${name}`;
        await withPage(path, { width: 320, height: 740 }, async (page) => {
          for (const width of [320, 360, 600, 767, 768, 800, 900, 959, 960, 1000, 1100]) {
            await page.setViewportSize({ width, height: 740 });
            await assertNoWider(page, width, `${path} at ${width} px`);
          }
          assert.equal(await page.locator('main').count(), 1, path);
        });
      }
    });
  }

  test('where the bar has no room for its links, they are in the menu', async () => {
    await withPage('/', { width: 900, height: 740 }, async (page) => {
      assert.equal(await page.getByRole('link', { name: 'Embed' }).isVisible(), false);
      await page.locator('.VPNavBarHamburger').click();
      await page.locator('.VPNavScreen').getByRole('link', { name: 'Embed' }).click();
      await page.waitForURL((url) => /embed/.test(url.pathname));
    });
  });

  test('search finds a Chinese word within a sentence', async () => {
    await withPage('/zh/', {}, async (page) => {
      await page.locator('.VPNavBarSearch button').first().click();
      await page.locator('#localsearch-input').fill('随机失活');
      await page.locator('.VPLocalSearchBox .result').first().waitFor();
    });
  });
});
