// A lesson without a script, and on paper: everything can be read, with pictures of the figure and folded answers.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { slugs as lessons } from '../learn/support/lesson.mjs';
import { first, openSite } from '../support/site.mjs';

let site;
before(async () => {
  site = await openSite();
});
after(() => site.close());

/** A page that is read, and no more. */
async function reading(path, body, { width = 1280, height = 800, ...options } = {}) {
  const context = await site.browser.newContext({
    viewport: { width, height },
    javaScriptEnabled: false,
    ...options,
  });
  try {
    const page = await context.newPage();
    await page.goto(site.url + path);
    await body(page);
  } finally {
    await context.close();
  }
}

/** A lesson with its scripts, once its first prompt can be used. */
const using = (path, body) =>
  site.withPage(
    path,
    async (page) => {
      await page.locator('lesson-choice .option').filter({ visible: true }).first().waitFor();
      await body(page);
    },
    { fresh: true, ready: false },
  );

const shown = (locator) => locator.filter({ visible: true }).count();

for (const lang of ['en', 'zh']) {
  const folded = { en: 'Answer', zh: '答案' }[lang];
  for (const name of lessons) {
    const path = `${first[lang]}learn/${name}`;
    describe(path, () => {
      test('without a script: beats, pictures and numbers are seen, answers can be opened', () =>
        reading(path, async (page) => {
          const beats = page.locator('lesson-beat');
          assert.ok((await beats.count()) > 5);
          assert.equal(await shown(beats), await beats.count());
          const pictures = page.locator('[data-picture] svg');
          assert.ok((await pictures.count()) > 2);
          assert.equal(await shown(pictures), await pictures.count());
          for (const text of await page.locator('lesson-value').allTextContents())
            assert.match(text, /\d/);
          for (const details of await page.locator('lesson-beat details').all()) {
            assert.equal(await details.getAttribute('open'), null);
            const summary = details.locator(':scope > summary');
            assert.notEqual((await summary.textContent()).trim(), '');
          }
          const prompts = page.locator(
            'lesson-number, lesson-row, lesson-shape, lesson-order, lesson-task',
          );
          for (const prompt of await prompts.all()) {
            const answer = prompt.locator(`details:has(> summary:text-is("${folded}"))`);
            await answer.locator('summary').click();
            const said = await answer.locator(':scope > :not(summary)').allInnerTexts();
            assert.notEqual(said.join('').trim(), '');
          }
          for (const order of await page.locator('lesson-order').all())
            assert.ok(
              (await shown(order.locator(':scope > ul > li'))) > 2,
              'what is to be ordered',
            );
          const options = page.locator('lesson-choice').first().locator('details');
          for (const option of await options.all()) {
            await option.locator('summary').click();
            await option.locator('[data-static]').filter({ visible: true }).waitFor();
          }
          assert.ok((await page.locator('lesson-program code').first().textContent()).length > 20);
        }));
    });
  }

  test(`${lang}: nothing scrolls sideways on a phone, without a script, in the dark`, () =>
    reading(
      `${first[lang]}learn/shares`,
      async (page) => {
        for (const one of await page.locator('[data-picture] svg').all()) {
          const { x, width } = await one.boundingBox();
          assert.ok(x >= 0 && x + width <= 360, `${x} + ${width}`);
        }
      },
      { width: 360, height: 740, colorScheme: 'dark' },
    ));

  test(`${lang}: on paper all beats and pictures are there, and no answers`, () =>
    using(`${first[lang]}learn/by-hand`, async (page) => {
      await page.locator('lesson-choice .option').first().click();
      await page.locator('.feedback').filter({ visible: true }).first().waitFor();
      assert.equal(await shown(page.locator('lesson-beat')), 1);
      assert.equal(await shown(page.locator('[data-picture] svg')), 0);
      await page.emulateMedia({ media: 'print' });
      const beats = page.locator('lesson-beat');
      assert.equal(await shown(beats), await beats.count());
      const pictures = page.locator('[data-picture] svg');
      assert.equal(await shown(pictures), await pictures.count());
      for (const hidden of ['.feedback', '.actions', '.VPNav', 'attention-playground'])
        assert.equal(await shown(page.locator(hidden)), 0, hidden);
    }));

  test(`${lang}: with all beats in sight pictures are seen, and what is for reading alone is not`, () =>
    using(`${first[lang]}learn/by-hand`, async (page) => {
      await page.locator('attention-lesson .plain').click();
      const pictures = page.locator('[data-picture] svg');
      assert.equal(await shown(pictures), await pictures.count());
      assert.equal(await shown(page.locator('[data-static]')), 0);
    }));
}
