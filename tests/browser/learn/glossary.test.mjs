// The glossary of the course: lessons lead to it and back to the beat, and it leads to lessons.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually } from '../support/hands.mjs';
import { assertNoWider, violations } from '../support/looks.mjs';
import { openSite } from '../support/site.mjs';
import { addressOf, withLesson } from './support/lesson.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

for (const [lang, name, other] of [
  ['en', 'dot product', '点积'],
  ['zh', '点积', 'Dot product'],
]) {
  test(`a term of a lesson leads to the glossary; Back leads to the same beat: ${lang}`, () =>
    withLesson(site, 'by-hand', lang, async (lesson, page) => {
      await page.evaluate(() => (location.hash = 'dot'));
      await lesson.at('dot');
      await page.locator('lesson-beat:not([hidden]) a.term').filter({ hasText: name }).click();
      await eventually(() => page.evaluate(() => location.hash), '#dot-product');
      const facts = page.locator('#dot-product + .term-facts');
      await eventually(async () => (await facts.innerText()).includes(other), true);
      await eventually(
        () => page.locator('#dot-product').evaluate((one) => one.getBoundingClientRect().top < 400),
        true,
      );
      await page.goBack();
      await lesson.at('dot');
    }));

  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 360],
  ]) {
    test(`the glossary can be read: ${lang}, ${colorScheme}, ${width} px`, () =>
      site.withPage(
        addressOf('glossary', lang),
        async (page) => {
          await assertNoWider(page, width, 'the glossary');
          assert.deepEqual(await violations(page, 'main'), []);
          const pictures = page.locator('[data-picture] svg');
          assert.ok((await pictures.count()) > 4);
          const address = addressOf('by-hand', lang);
          await page.locator('#score + .term-facts a').click();
          await eventually(
            () => page.evaluate(() => location.pathname + location.hash),
            `${address}.html#shares`,
          );
          await page.locator('lesson-beat#shares').filter({ visible: true }).waitFor();
        },
        { colorScheme, width, height: 740, ready: false, fresh: true },
      ));
  }
}
