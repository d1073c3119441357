// A window of 1280 × 720 pixels at 200 % zoom, or a phone on its side: numbers are seen at once, and reached by few keys.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openAnyPage } from '../support/any-page.mjs';
import { home, openSite } from '../support/site.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());
const embedded = await openAnyPage('low-window');

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

/** Where its first row of words or of cells ends, and the bars that stay when the page is scrolled. */
const firstRow = (page) =>
  page.evaluate(async () => {
    const { renderRoot } = document.querySelector('attention-playground');
    const stage = renderRoot.querySelector('ap-stage').renderRoot;
    const weights = stage.querySelector('ap-weights')?.renderRoot;
    const shown = weights?.querySelector('.token') ?? stage.querySelector('ap-figure');
    const { figure } = shown;
    const result = figure?.grids.find(({ isResult }) => isResult);
    const { top, height } = shown.getBoundingClientRect();
    const foot = result ? top + result.box.y + result.cellHeight : top + height;
    scrollTo(0, 200);
    await new Promise((done) => requestAnimationFrame(done));
    const bars = ['.bar', '.ribbon', '.map']
      .map((one) => renderRoot.querySelector(one))
      .filter((one) => one && one.getBoundingClientRect().bottom > 0);
    return { foot, bars: bars.map(({ className }) => className) };
  });

for (const path of [
  '/',
  '/zh/',
  '/play',
  '/zh/play',
  '/transformer',
  '/play#v=1&mode=guided',
  '/zh/play#v=1&mode=guided&view=matrix',
]) {
  test(`in 1280 × 800 at 200 % zoom the first row is on the first screen, and no bar stays: ${path}`, () =>
    site.withPage(
      path,
      async (page) => {
        const { foot, bars } = await firstRow(page);
        assert.ok(foot <= 400, `it ends at ${foot} px`);
        assert.deepEqual(bars, []);
      },
      { width: 640, height: 400 },
    ));
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

test('an embedded one has its first row on the first screen, too', async () => {
  for (const mode of ['guided', 'workbench', 'figure'])
    await embedded.withPage(
      `<attention-playground sentence="The cat sat on the mat." mode="${mode}"></attention-playground>`,
      async (page) => {
        const { foot } = await firstRow(page);
        assert.ok(foot <= 400, `${mode}: it ends at ${foot} px`);
      },
      { width: 640, height: 400 },
    );
});

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
