// A window of 1280 × 720 pixels at 200 % zoom, or a phone on its side: numbers are seen at once, and reached by few keys.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { home, openSite } from '../support/site.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

const zoomed = { width: 640, height: 360 };

/** Of the page's result: whether its first row is on the screen, and whether the focus is in it. */
const result = (page) =>
  page.evaluate(() => {
    const { renderRoot } = document.querySelector('attention-playground');
    const { figure, renderRoot: root } = renderRoot
      .querySelector('ap-stage')
      .renderRoot.querySelector('ap-figure');
    const { name, cellHeight } = figure.grids.find(({ isResult }) => isResult);
    const grid = root.querySelector(`[data-grid="${name}"]`);
    const { top } = grid.getBoundingClientRect();
    return { isSeen: top + cellHeight <= innerHeight, hasFocus: root.activeElement === grid };
  });

for (const [title, path] of [
  ['a trained model', home.en],
  ['a trained model, in Chinese', home.zh],
  ['one layer', '/play#v=1'],
]) {
  test(`at 200 % zoom a row of numbers is on the first screen: ${title}`, () =>
    site.withPage(path, async (page) => assert.ok((await result(page)).isSeen), zoomed));
}

test('what stands above the work in a window of usual height stands below it in a low one, and comes back', () =>
  site.withPage(
    home.en,
    async (page) => {
      const top = (selector) =>
        page
          .locator(selector)
          .first()
          .evaluate((element) => element.getBoundingClientRect().top);
      assert.ok((await top('.intro')) > (await top('ap-stage')));
      await page.setViewportSize({ width: 640, height: 800 });
      await page.waitForFunction(() => {
        const { renderRoot } = document.querySelector('attention-playground');
        const [intro, stage] = ['.intro', 'ap-stage'].map((one) => renderRoot.querySelector(one));
        return intro.getBoundingClientRect().top < stage.getBoundingClientRect().top;
      });
    },
    { ...zoomed, fresh: true },
  ));

for (const lang of ['en', 'zh']) {
  test(`two skips lead from the top of the page to the numbers: ${lang}`, () =>
    site.withPage(
      home[lang],
      async (page) => {
        for (const key of ['Tab', 'Enter', 'Tab']) await page.keyboard.press(key);
        const skip = page.locator('attention-playground .skip');
        assert.match(await skip.innerText(), lang === 'en' ? /matrix/ : /矩阵/);
        assert.ok((await skip.boundingBox()).width > 60, 'it is seen while it has the focus');
        await page.keyboard.press('Enter');
        assert.ok((await result(page)).hasFocus);
      },
      { fresh: true, width: 1280, height: 720 },
    ));
}
