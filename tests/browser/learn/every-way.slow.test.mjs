// A learner goes through every lesson in both languages: each prompt is answered right, and in one of them in every wrong way,
// shown, taken back and answered again; each task is done in the live figure.

import { after, before, describe, test } from 'node:test';
import { eventually } from '../support/hands.mjs';
import { openSite } from '../support/site.mjs';
import { answerInEveryWay, answerRight } from './support/answers.mjs';
import { slugs, withLesson } from './support/lesson.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

// What is wrong is marked by one code: in every way in one language, in turn, and right in the other.
describe('every prompt of a lesson', { concurrency: 3 }, () => {
  for (const [i, slug] of slugs.entries()) {
    for (const [j, lang] of ['en', 'zh'].entries()) {
      const inEveryWay = (i + j) % 2 === 0;
      test(`${slug}, ${lang}, ${inEveryWay ? 'in every way' : 'right'}`, () =>
        withLesson(site, slug, lang, async (lesson, page) => {
          const beats = await lesson.beats();
          for (const [at, beat] of beats.entries()) {
            await lesson.at(beat.id);
            const answer = inEveryWay ? answerInEveryWay : answerRight;
            if (beat.prompt) await answer(lesson, slug, beat);
            if (at < beats.length - 1) await lesson.goOn();
          }
          await eventually(
            () => page.locator('attention-lesson p.done').innerText(),
            lesson.t.done,
          );
        }));
    }
  }
});
