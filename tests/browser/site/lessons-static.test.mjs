// A lesson without a script, and on paper: everything can be read, with pictures of the figure and folded answers.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
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

/** What is seen of a lesson without a script, first as it comes and then with all answers opened. */
function read(folded) {
  const all = (within, selector) => [...within.querySelectorAll(selector)];
  const isSeen = (one) => one.checkVisibility() && one.getClientRects().length > 0;
  const seenOf = (selector) => all(document, selector).map(isSeen);
  const summaryOf = (details) => details.querySelector(':scope > summary');
  const answers = all(document, 'lesson-beat details');
  const before = {
    beats: seenOf('lesson-beat'),
    pictures: seenOf('[data-picture] svg'),
    values: all(document, 'lesson-value').map((one) => one.textContent),
    isOpen: answers.map((one) => one.open),
    summaries: answers.map((one) => summaryOf(one).textContent.trim()),
    orders: all(document, 'lesson-order').map(
      (one) => all(one, ':scope > ul > li').filter(isSeen).length,
    ),
    program: document.querySelector('lesson-program code').textContent,
  };
  for (const one of answers) summaryOf(one).click();
  const saidIn = (details) =>
    all(details, ':scope > :not(summary)')
      .filter(isSeen)
      .map((part) => part.innerText)
      .join('')
      .trim();
  const prompts = 'lesson-number, lesson-row, lesson-shape, lesson-order, lesson-task';
  return {
    ...before,
    /** Of each prompt without options, what its answer says. */
    said: all(document, prompts).map((prompt) =>
      all(prompt, 'details')
        .filter((one) => summaryOf(one).textContent.trim() === folded)
        .map(saidIn),
    ),
    /** Of each option, whether it says that it is right or wrong. */
    told: all(document, 'lesson-choice > details').map((one) =>
      all(one, '[data-static]').some(isSeen),
    ),
  };
}

for (const lang of ['en', 'zh']) {
  const folded = { en: 'Answer', zh: '答案' }[lang];
  for (const name of lessons) {
    const path = `${first[lang]}learn/${name}`;
    test(`${path}, without a script: beats, pictures and numbers are seen, answers can be opened`, () =>
      reading(path, async (page) => {
        const { beats, pictures, values, isOpen, summaries, orders, program, said, told } =
          await page.evaluate(read, folded);
        assert.ok(beats.length > 5 && beats.every(Boolean));
        assert.ok(pictures.length > 2 && pictures.every(Boolean));
        for (const text of values) assert.match(text, /\d/);
        assert.ok(isOpen.length > 0 && !isOpen.some(Boolean));
        for (const text of summaries) assert.notEqual(text, '');
        for (const texts of said) {
          assert.equal(texts.length, 1, 'one answer');
          assert.notEqual(texts[0], '');
        }
        for (const count of orders) assert.ok(count > 2, 'what is to be ordered');
        assert.ok(told.length > 0 && told.every(Boolean));
        assert.ok(program.length > 20);
      }));
  }

  test(`${lang}: an answer is opened by a click`, () =>
    reading(`${first[lang]}learn/by-hand`, async (page) => {
      const option = page.locator('lesson-choice details').first();
      await option.locator('summary').click();
      await option.locator('[data-static]').filter({ visible: true }).waitFor();
    }));

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
