// How lessons look: axe-core finds nothing, nothing leaves the page sideways, and on a phone the figure leaves room for the prompt.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually } from '../support/hands.mjs';
import { assertNoWider, violations } from '../support/looks.mjs';
import { openSite } from '../support/site.mjs';
import { slugs, withLesson } from './support/lesson.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

/** Calls `look` with every beat, and after *Show me* where there is one. */
async function throughBeats(lesson, look) {
  const beats = await lesson.beats();
  for (const [i, { id, prompt }] of beats.entries()) {
    await lesson.at(id);
    await look(id);
    if (prompt && (await lesson.showButton.count())) {
      await lesson.showButton.click();
      await lesson.becomes('shown');
      await lesson.settled();
      await look(`${id}, shown`);
    }
    if (i < beats.length - 1) await lesson.goOn();
  }
}

/** How much of the window's height the figure has, where it stands above the text. */
const shareOfFigure = (page) =>
  page.evaluate(() => {
    const { renderRoot } = document.querySelector('attention-lesson');
    return renderRoot.querySelector('.figure').getBoundingClientRect().height / innerHeight;
  });

for (const slug of slugs) {
  for (const [lang, colorScheme, width] of [
    ['en', 'light', 1280],
    ['zh', 'dark', 360],
    ['en', 'dark', 320],
    ['zh', 'light', 640],
  ]) {
    const size = width === 640 ? '1280 px at 200 %' : `${width} px`;
    test(`nothing stands in a learner's way: ${slug}, ${lang}, ${colorScheme}, ${size}`, () =>
      withLesson(
        site,
        slug,
        lang,
        async (lesson, page) => {
          const found = {};
          await throughBeats(lesson, async (where) => {
            await assertNoWider(page, width, `${where} is wider than the window`);
            if (width < 600) {
              const share = await shareOfFigure(page);
              assert.ok(share <= 0.45, `${where}: the figure has ${share} of the height`);
            }
            if (width === 1280 || width === 360) {
              const list = await violations(page, 'attention-lesson');
              if (list.length > 0) found[where] = list;
            }
          });
          assert.deepEqual(found, {});
        },
        // As a browser lays out at 200 %: half as many pixels, each twice as large.
        { colorScheme, width, height: width === 640 ? 400 : width < 600 ? 740 : 800 },
      ));
  }
}

test('all beats at once, one by one again, and the figure follows where one works', () =>
  withLesson(site, 'by-hand', 'en', async (lesson, page) => {
    await page.getByRole('button', { name: lesson.t.showAll }).click();
    const beats = await lesson.beats();
    await eventually(() => page.locator('lesson-beat:not([hidden])').count(), beats.length);
    await page.locator('#swapped').scrollIntoViewIfNeeded();
    await page.locator('#mix input').focus();
    await eventually(
      () => page.evaluate(() => document.querySelector('attention-playground').store.state.step),
      'weights',
    );
    await page.getByRole('button', { name: lesson.t.oneByOne }).click();
    await lesson.at('mix');
  }));
