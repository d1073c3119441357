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

/** Calls `look` with every beat, and `lookAtAnswer` after *Show me*, where there is one. */
async function throughBeats(lesson, look, lookAtAnswer) {
  const beats = await lesson.beats();
  for (const [i, { id, prompt }] of beats.entries()) {
    await lesson.at(id);
    const canBeShown = prompt !== undefined && (await lesson.showButton.count()) > 0;
    await look(id, { prompt, canBeShown });
    if (canBeShown) {
      await lesson.showButton.click();
      await lesson.becomes('shown');
      await lesson.settled();
      await lookAtAnswer(`${id}, shown`);
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

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };
/** The least of each: at 200 % a browser has half as many pixels, each twice as large. */
const NARROW = [
  { width: 640, height: 400 },
  { width: 320, height: 740 },
];

async function assertFits(page, { width, height }, where) {
  await page.setViewportSize({ width, height });
  const place = `${where}, ${width} px`;
  await assertNoWider(page, width, `${place}: wider than the window`);
  if (width >= 600) return;
  await eventually(async () => (await shareOfFigure(page)) <= 0.45, true, `${place}: the figure`);
}

/**
 * The kinds of prompts that have been looked at before an answer, by window and scheme: each is the same element in all
 * lessons.
 */
const known = {};

// The looks come in turn, so that each window has both languages and both schemes; a lesson is in the other language than in
// every-way.slow.test.mjs.
describe("nothing stands in a learner's way", { concurrency: 3 }, () => {
  for (const [i, slug] of slugs.entries()) {
    const window = (i >> 1) % 2 === 0 ? DESKTOP : PHONE;
    const lang = i % 2 === 0 ? 'zh' : 'en';
    const colorScheme = (i >> 2) % 2 === 0 ? 'light' : 'dark';
    test(`${slug}, ${lang}, ${colorScheme}, ${window.width} px`, () =>
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
          const beat = 'lesson-beat:not([hidden])';
          const seen = (known[`${window.width} ${colorScheme}`] ??= new Set());
          await throughBeats(
            lesson,
            async (where, { prompt, canBeShown }) => {
              for (const size of NARROW) await assertFits(page, size, where);
              await assertFits(page, window, where);
              // An answer only adds text below its question.
              if (canBeShown && seen.has(prompt)) return;
              seen.add(prompt);
              await look(where, beat);
            },
            async (where) => {
              await assertFits(page, window, where);
              await look(where, beat);
            },
          );
          assert.deepEqual(found, {});
        },
        { colorScheme, ...window },
      ));
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
