// How lessons look: axe-core finds nothing, nothing leaves the page sideways, and on a phone the figure leaves room for the prompt.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually } from '../support/hands.mjs';
import { assertNoWider, violations } from '../support/looks.mjs';
import { openSite } from '../support/site.mjs';
import { slugs, withLesson } from './support/lesson.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

/** Calls `look` with every beat, and after *Show me*, where there is one, with `true`. */
async function throughBeats(lesson, look) {
  const beats = await lesson.beats();
  for (const [i, { id, prompt }] of beats.entries()) {
    await lesson.at(id);
    await look(id);
    if (prompt && (await lesson.showButton.count())) {
      await lesson.showButton.click();
      await lesson.becomes('shown');
      await lesson.settled();
      await look(`${id}, shown`, true);
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

/** Two windows: axe-core looks in the first. At 200 % a browser has half as many pixels, each twice as large. */
const WINDOWS = {
  desktop: [
    { width: 1280, height: 800 },
    { width: 640, height: 400 },
  ],
  phone: [
    { width: 360, height: 740 },
    { width: 320, height: 740 },
  ],
};

async function assertFits(page, { width, height }, where) {
  await page.setViewportSize({ width, height });
  const place = `${where}, ${width} px`;
  await assertNoWider(page, width, `${place}: wider than the window`);
  if (width >= 600) return;
  await eventually(async () => (await shareOfFigure(page)) <= 0.45, true, `${place}: the figure`);
}

describe("nothing stands in a learner's way", { concurrency: 3 }, () => {
  for (const [i, slug] of slugs.entries()) {
    // Each lesson on both: one language here, the other there, in turn.
    const [there, here] = i % 2 === 0 ? ['en', 'zh'] : ['zh', 'en'];
    for (const [lang, colorScheme, windows] of [
      [there, 'light', 'desktop'],
      [here, 'dark', 'phone'],
    ]) {
      const [wide, narrow] = WINDOWS[windows];
      test(`${slug}, ${lang}, ${colorScheme}, ${wide.width} and ${narrow.width} px`, () =>
        withLesson(
          site,
          slug,
          lang,
          async (lesson, page) => {
            const found = {};
            const look = async (where, within) => {
              const list = await violations(page, within);
              if (list.length > 0) found[where] = list;
            };
            await look('all around', 'attention-lesson');
            await throughBeats(lesson, async (where, isShown) => {
              // An answer only adds text below its question.
              if (!isShown) await assertFits(page, narrow, where);
              await assertFits(page, wide, where);
              await look(where, 'lesson-beat:not([hidden])');
            });
            assert.deepEqual(found, {});
          },
          { colorScheme, ...wide },
        ));
    }
  }
});

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
