// The proof in a narrow window: one sheet, which behaves alike on every page that has one.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually } from '../support/hands.mjs';
import { openSite } from '../support/site.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

const pages = [
  '/play',
  '/zh/transformer',
  '/explore/attention-kinds',
  '/explore/generate',
  '/zh/explore/scaling',
  '/explore/tiles',
  '/explore/workers',
];

const bar = (page) => page.locator('ap-proof-sheet .sheet-toggle');
const proof = (page) => page.locator('ap-proof-sheet ap-proof');
const isFocused = (page) => bar(page).evaluate((one) => one.matches(':focus'));

/** The numbers of the page are in sight: only there does the sheet stay at the foot of the view. */
async function scrollToWork(page) {
  await page.locator('ap-proof-sheet').evaluate((one) => {
    let box = one.parentElement;
    while (box.getBoundingClientRect().height === 0) box = box.parentElement; // display: contents
    scrollBy(0, box.getBoundingClientRect().top - 100);
  });
}

for (const path of pages) {
  describe(path, () => {
    test('a bar at the foot names the cell, opens its proof, and closes it again', async () => {
      await site.withPage(
        path,
        async (page) => {
          await scrollToWork(page);
          assert.equal(await bar(page).getAttribute('aria-expanded'), 'false');
          assert.equal(await proof(page).isVisible(), false);
          assert.match(await bar(page).innerText(), /= \S/, 'it names the cell and its number');

          await bar(page).tap();
          assert.equal(await bar(page).getAttribute('aria-expanded'), 'true');
          await proof(page).waitFor();
          const box = await page.locator('ap-proof-sheet').boundingBox();
          assert.ok(box.y > 740 * 0.35 && box.y + box.height <= 741, JSON.stringify(box));
          assert.ok(box.x >= 0 && box.x + box.width <= 360, 'it is as wide as the window at most');

          await bar(page).tap();
          assert.equal(await bar(page).getAttribute('aria-expanded'), 'false');
          assert.equal(await proof(page).isVisible(), false);
        },
        { width: 360, height: 740 },
      );
    });

    test('Escape in the sheet closes it and returns to its bar', async () => {
      await site.withPage(
        path,
        async (page) => {
          await scrollToWork(page);
          await bar(page).focus();
          await page.keyboard.press('Enter');
          await proof(page).waitFor();
          await page.keyboard.press('Tab');
          assert.equal(await isFocused(page), false, 'the focus is inside the proof');
          await page.keyboard.press('Escape');
          await eventually(() => proof(page).isVisible(), false);
          assert.equal(await bar(page).getAttribute('aria-expanded'), 'false');
          assert.equal(await isFocused(page), true);
        },
        { width: 360, height: 740 },
      );
    });

    test('with room beside the work there is no bar, and Escape hides nothing', async () => {
      await site.withPage(
        path,
        async (page) => {
          assert.equal(await bar(page).isVisible(), false);
          await page.locator('ap-proof-sheet [role=tab][aria-selected=true]').focus();
          await page.keyboard.press('Escape');
          assert.equal(await proof(page).isVisible(), true);
          const [work, sheet] = await page.locator('ap-proof-sheet').evaluate((one) => {
            const { left, top } = one.getBoundingClientRect();
            return [one.previousElementSibling.getBoundingClientRect().right, left, top];
          });
          assert.ok(work <= sheet, `${work} > ${sheet}: it covers nothing`);
        },
        // By touch as the two above, so that it can be the same page.
        { touch: true },
      );
    });
  });
}
