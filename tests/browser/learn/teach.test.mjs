// The lesson that a teacher copies from /learn/teach, on a page that is not the project's.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../../../scripts/lib/run.mjs';
import { openAnyPage } from '../support/any-page.mjs';
import { eventually } from '../support/hands.mjs';

const { withPage } = await openAnyPage('teach');

/** The template without its scripts, which a page of these tests has. */
function template(lang) {
  const file = join(root, 'web/site', lang === 'zh' ? 'zh/learn/teach.md' : 'learn/teach.md');
  const [, code] = /^```html\n([^]*?)^```$/m.exec(readFileSync(file, 'utf8'));
  return code.replace(/<script.*<\/script>\n/g, '');
}

for (const [lang, row, right] of [
  ['en', 'am', 'Right.'],
  ['zh', '很', '对了。'],
]) {
  test(`the template works when copied: ${lang}`, () =>
    withPage(
      template(lang),
      async (page) => {
        const beat = page.locator('lesson-beat').filter({ visible: true });
        const type = async (number) => {
          await beat.locator('input').fill(number);
          await beat.locator('button[type=submit]').click();
        };
        const feedback = () => beat.locator('.feedback').innerText();
        await beat.locator('button[type=submit]:enabled').waitFor();
        await type('11');
        // It is the score of "am" with itself.
        await eventually(async () => (await feedback()).includes(`“${row}”`), true);
        await type('10');
        await eventually(async () => (await feedback()).includes(right), true);
        await page.locator('attention-lesson .next').click();
        await beat.locator('.option').first().click();
        await eventually(async () => (await feedback()).includes(right), true);
        await page.locator('attention-lesson .next').click();
        await beat.locator('.show').click();
        await eventually(() => beat.locator('details lesson-value span').innerText(), '16');
        assert.deepEqual(page.problems, []);
      },
      { scripts: ['element', 'lessons'], lang },
    ));
}
