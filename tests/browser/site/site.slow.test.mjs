// The site around the playground: first views in Chinese, and what goes on in another language. (Each page at every width:
// phone.slow.test.mjs.)

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openSite, whenReady } from '../support/site.mjs';
import { testFirstView } from './support/first-view.mjs';
import { firstViews, panelFiles, panels } from './support/pages.mjs';

describe('the site', () => {
  let site;
  before(async () => (site = await openSite()));
  after(() => site.close());

  const withPage = (path, options, body) => site.withPage(path, body, options);

  testFirstView(() => site, 'en', 'of the workbench, without a trained model');
  for (const name of Object.keys(firstViews('zh'))) testFirstView(() => site, 'zh', name);

  test('a link from before, with quotes in its hash, opens, and nothing throws as the page is scrolled', async () => {
    const tokens = encodeURIComponent(JSON.stringify([['h"', 'm']]));
    await withPage(`/transformer.html#v=1&tokens=${tokens}`, { fresh: true }, async (page) => {
      await whenReady(page);
      const read = () =>
        page.evaluate(() => document.querySelector('attention-playground').store.state.tokens);
      assert.deepEqual(await read(), [['h"', 'm']]);
      await page.mouse.wheel(0, 2000);
      await page.waitForTimeout(500);
      const hash = await page.evaluate(() => decodeURIComponent(location.hash));
      assert.doesNotMatch(hash, /"/);
      assert.deepEqual(page.problems, []);
    });
  });

  test('the bar lists every panel, and only its own page loads it, in its language', async () => {
    const page = await site.newPage();
    const asked = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${site.url}/zh/`, { waitUntil: 'networkidle' });
    await whenReady(page);
    for (const name of panels) {
      const [tag, chunk] = panelFiles[name];
      const loaded = () => asked.some((url) => url.includes(`/chunks/${chunk}.`));
      assert.ok(!loaded(), `${chunk} was loaded by another page`);
      const link = page.locator(`a[href*="/zh/explore/${name}"]`);
      await page.locator('.VPNavBarMenu .VPFlyout').filter({ has: link }).hover();
      await page.locator('.VPNavBarMenu').locator(link).click();
      await page.locator(tag).waitFor();
      await whenReady(page);
      assert.ok(loaded(), chunk);
      assert.match(await page.locator(`${tag} .frame`).innerText(), /[\u4e00-\u9fff]{6}/u, name);
      assert.equal(await page.locator('main h1').count(), 1, name);
      await page.mouse.move(0, 0);
    }
    assert.deepEqual(page.problems, []);
    await page.context().close();
  });

  test('where the bar has no room for its links, they are in the menu', async () => {
    await withPage('/', { width: 900, height: 740, fresh: true }, async (page) => {
      assert.equal(await page.locator('.VPNavBarMenu').isVisible(), false);
      await page.locator('.VPNavBarHamburger').click();
      const menu = page.locator('.VPNavScreen');
      await menu.getByRole('button', { name: 'Guide' }).click();
      await menu.getByRole('link', { name: 'Embed' }).click();
      await page.waitForURL((url) => /embed/.test(url.pathname));
    });
  });
});
