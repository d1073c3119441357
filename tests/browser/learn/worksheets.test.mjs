// Worksheets: each lesson on one page A4, with blanks and with the engine's numbers, in both languages.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { violations } from '../support/looks.mjs';
import { openSite } from '../support/site.mjs';
import { addressOf, slugs, withLesson } from './support/lesson.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

const sheetOf = (slug, lang, answers) =>
  `${addressOf(`worksheets/${slug}`, lang)}${answers ? '-answers' : ''}.html`;

/** A page of its own: it has no scripts. */
async function withSheet(address, body, options = {}) {
  const context = await site.browser.newContext(options);
  try {
    const page = await context.newPage();
    await page.goto(site.url + address);
    await body(page);
  } finally {
    await context.close();
  }
}

const pagesIn = (pdf) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g).length;

for (const lang of ['en', 'zh']) {
  for (const slug of slugs) {
    test(`one page A4, with blanks and with numbers: ${slug}, ${lang}`, async () => {
      const asked = {};
      for (const answers of [false, true]) {
        await withSheet(sheetOf(slug, lang, answers), async (page) => {
          assert.equal(pagesIn(await page.pdf({ preferCSSPageSize: true })), 1);
          const count = (selector) => page.locator(selector).count();
          assert.ok((await count('figure svg')) >= 1);
          asked[answers] = await count('.asked');
          assert.ok(asked[answers] >= 3);
          assert.equal(await count('.columns .blank'), answers ? 0 : (await count('.blank')) - 2);
          const filled = await count('.columns .filled');
          if (answers) assert.ok(filled >= 3, `${filled}`);
          else assert.equal(filled, 0);
          const text = await page.locator('main').innerText();
          assert.doesNotMatch(text, /undefined|NaN\b.*NaN\b.*NaN|<(?!sos>|eos>)\w|\]\(|\*\*/);
        });
      }
      assert.equal(asked[true], asked[false]);
    });
  }

  test(`the numbers are those of the engine: by-hand, ${lang}`, () =>
    withSheet(sheetOf('by-hand', lang, true), async (page) => {
      const row = page.locator('.asked').nth(2).locator('.filled');
      assert.deepEqual(await row.allInnerTexts(), ['14', '10', '9']);
      const right = page.locator('li:has(.box:text("✓"))');
      assert.match((await right.allInnerTexts()).join(), /98%/);
    }));

  test(`a lesson leads to its worksheets, and they lead back: ${lang}`, () =>
    withLesson(site, 'by-hand', lang, async (lesson, page) => {
      await page.locator('.lesson-paper a').first().click();
      await page.locator('main .columns').waitFor();
      assert.equal(new URL(page.url()).pathname, sheetOf('by-hand', lang, false));
      assert.deepEqual(await violations(page, 'body'), []);
      await page.locator('nav a').nth(1).click();
      await page.locator('.filled').first().waitFor();
      await page.locator('nav a').first().click();
      await lesson.settled();
    }));
}

test('on a phone nothing is wider than the window', () =>
  withSheet(
    sheetOf('two-sentences', 'en', true),
    async (page) =>
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360),
    { viewport: { width: 360, height: 740 } },
  ));
