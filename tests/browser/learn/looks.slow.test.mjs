// How lessons look: axe-core finds nothing, nothing leaves the page sideways, and on a phone the figure leaves room for the prompt.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { eventually } from '../support/hands.mjs';
import { violations } from '../support/looks.mjs';
import { openSite } from '../support/site.mjs';
import { slugs, withLesson } from './support/lesson.mjs';
import { trains } from './support/tasks.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

/** Calls `look` with every beat, and `lookAtAnswer` after *Show me*, where there is one and its answer is wanted. */
async function throughBeats(lesson, wants, look, lookAtAnswer) {
  const beats = await lesson.beats();
  for (const [i, { id, prompt }] of beats.entries()) {
    await lesson.at(id);
    const canBeShown = prompt !== undefined && (await lesson.read()).canBeShown;
    await look(id, { prompt, canBeShown });
    if (canBeShown && wants(id)) {
      await lesson.showButton.click();
      await lesson.becomes('shown');
      await lesson.settled();
      await lookAtAnswer(`${id}, shown`, { prompt });
    }
    if (i < beats.length - 1) await lesson.goOn();
  }
}

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 360, height: 740 };
/** The least of each: at 200 % a browser has half as many pixels, each twice as large. */
const NARROW = [
  { width: 640, height: 400 },
  { width: 320, height: 740 },
];

/** What of a panel a beat is about: the first of these is in sight in the pane of the figure, so many pixels of it at least. */
const PICTURES = 'ap-chart, ap-slice, ap-grown-matrix, ap-candidates, .rows, .map, table, form';
const IN_SIGHT = 50;

/** Pixels of a panel's picture that are in sight; undefined where there is no panel. */
function pictureInSight(pictures) {
  const pane = document.querySelector('attention-lesson').renderRoot.querySelector('.figure');
  const panel = pane.checkVisibility()
    ? document.querySelector(
        'attention-lesson > [slot="figure"]:not([hidden], attention-playground)',
      )
    : null;
  if (!panel) return undefined;
  const picture = [...panel.renderRoot.querySelectorAll(pictures)].find((part) =>
    part.checkVisibility(),
  );
  const [seen, all] = [picture, pane].map((part) => part.getBoundingClientRect());
  return Math.min(seen.bottom, all.bottom) - Math.max(seen.top, all.top);
}

async function assertShowsPicture(page, where) {
  const seen = () => page.evaluate(pictureInSight, PICTURES);
  if ((await seen()) === undefined) return;
  await page.setViewportSize(PHONE);
  await eventually(async () => (await seen()) >= IN_SIGHT, true, `${where}, its picture`);
}

/** Nothing is wider than the window, and on a phone the figure, which stands above the text, leaves it room. */
async function assertFits(page, { width, height }, where) {
  await page.setViewportSize({ width, height });
  const seen = () =>
    page.evaluate(async () => {
      // Parts follow a new width a frame or more later, as they observe their sizes.
      for (let i = 0; i < 2; i++) await new Promise((done) => requestAnimationFrame(done));
      const figure = document.querySelector('attention-lesson').renderRoot.querySelector('.figure');
      const share = figure.getBoundingClientRect().height / innerHeight;
      return {
        isWider: document.documentElement.scrollWidth > innerWidth,
        leavesRoom: innerWidth >= 600 || share <= 0.45,
      };
    });
  await eventually(seen, { isWider: false, leavesRoom: true }, `${where}, ${width} px`);
}

/** What has been looked at, in which window or scheme: a kind of prompt is the same element in all lessons. */
const known = new Set();
const isNew = (...words) => known.size < known.add(words.join()).size;

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
          const look = async (where, within, options) => {
            const list = await violations(page, within, options);
            if (list.length > 0) found[where] = list;
          };
          const lookAtBeat = (where, prompt, state) =>
            look(where, 'lesson-beat:not([hidden])', {
              contrast: isNew(colorScheme, prompt, state),
            });
          await look('all around', 'attention-lesson');
          await throughBeats(
            lesson,
            // An experiment takes seconds, and they all look alike when they have ended.
            (id) => !trains(slug, id) || isNew(colorScheme, 'trained'),
            async (where, { prompt, canBeShown }) => {
              for (const size of NARROW) await assertFits(page, size, where);
              await assertShowsPicture(page, where);
              await assertFits(page, window, where);
              // An answer only adds text below its question.
              if (!canBeShown || isNew(window.width, colorScheme, prompt))
                await lookAtBeat(where, prompt, 'open');
            },
            async (where, { prompt }) => {
              await assertFits(page, window, where);
              await lookAtBeat(where, prompt, 'shown');
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
