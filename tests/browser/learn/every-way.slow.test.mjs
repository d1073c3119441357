// A learner goes through every lesson in both languages: each prompt is answered right, in every wrong way, shown, taken back and
// answered again; each task is done in the live figure.

import { after, before, describe, test } from 'node:test';
import { eventually } from '../support/hands.mjs';
import { openSite } from '../support/site.mjs';
import { answerInEveryWay } from './support/answers.mjs';
import { slugs, withLesson } from './support/lesson.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

describe('every prompt of a lesson, in every way', { concurrency: 3 }, () => {
  for (const slug of slugs) {
    for (const lang of ['en', 'zh']) {
      test(`${slug}, ${lang}`, () =>
        withLesson(site, slug, lang, async (lesson, page) => {
          const beats = await lesson.beats();
          for (const [i, beat] of beats.entries()) {
            await lesson.at(beat.id);
            if (beat.prompt) await answerInEveryWay(lesson, slug, beat);
            if (i < beats.length - 1) await lesson.goOn();
          }
          await eventually(() => page.locator('attention-lesson .done').innerText(), lesson.t.done);
        }));
    }
  }
});
