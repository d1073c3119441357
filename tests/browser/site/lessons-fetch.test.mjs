// What a lesson fetches, and when: the map of the course fetches ahead, a panel comes with its beat, and without its script a
// lesson can be read.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { first, openSite } from '../support/site.mjs';

let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

const fetched = (page, part) =>
  page.evaluate(
    (part) => performance.getEntriesByType('resource').some(({ name }) => name.includes(part)),
    part,
  );
const untilFetched = (page, part) =>
  page.waitForFunction(
    (part) => performance.getEntriesByType('resource').some(({ name }) => name.includes(part)),
    part,
  );

const withLesson = (path, body, prepare) =>
  site.withPage(path, body, { fresh: true, ready: false, ...(prepare && { prepare }) });

for (const lang of ['en', 'zh']) {
  test(`${lang}: the map of the course fetches the engine, and no panel`, () =>
    withLesson(`${first[lang]}learn/`, async (page) => {
      await untilFetched(page, '/attention-playground.');
      assert.equal(await fetched(page, '/training.'), false);
    }));

  test(`${lang}: a panel's script comes with the first beat that shows it`, () =>
    withLesson(`${first[lang]}learn/why-scale`, async (page) => {
      await page.evaluate(() => (location.hash = 'drag'));
      await untilFetched(page, '/scaling.');
      assert.equal(await fetched(page, '/training.'), false);
      await page.evaluate(() => (location.hash = 'train'));
      await untilFetched(page, '/training.');
      await page.locator('training-run').filter({ visible: true }).waitFor();
    }));

  test(`${lang}: where the script of lessons cannot be had, all beats and pictures are seen`, async () => {
    const page = await site.newPage();
    await page.route(/\/lessons\.[\w-]+\.js/, (route) => route.abort());
    await page.goto(`${site.url}${first[lang]}learn/by-hand`);
    const pictures = page.locator('[data-picture] svg');
    await pictures.filter({ visible: true }).first().waitFor();
    for (const all of [pictures, page.locator('lesson-beat')])
      assert.equal(await all.filter({ visible: true }).count(), await all.count());
    await page.context().close();
  });
}

test('in the dark, paper is light', () =>
  withLesson(`${first.en}learn/by-hand`, async (page) => {
    await page.evaluate(() => document.documentElement.classList.add('dark'));
    const schemeOf = () =>
      page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    assert.equal(await schemeOf(), 'dark');
    await page.emulateMedia({ media: 'print' });
    assert.equal(await schemeOf(), 'light');
  }));
