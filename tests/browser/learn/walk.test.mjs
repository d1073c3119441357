// A learner goes through a lesson and does it: in one language each, as every lesson is walked in every way by npm run test:all.

import { after, before, test } from 'node:test';
import { eventually } from '../support/hands.mjs';
import { openSite } from '../support/site.mjs';
import { answerRight } from './support/answers.mjs';
import { withLesson } from './support/lesson.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

for (const [slug, lang] of [
  ['it', 'zh'],
  ['by-hand', 'en'],
]) {
  test(`a lesson is done from the first beat to the last: ${slug}, ${lang}`, () =>
    withLesson(site, slug, lang, async (lesson, page) => {
      const beats = await lesson.beats();
      for (const [i, beat] of beats.entries()) {
        await lesson.at(beat.id);
        if (beat.prompt) await answerRight(lesson, slug, beat);
        if (i < beats.length - 1) await lesson.goOn();
      }
      await eventually(() => page.locator('attention-lesson .done').innerText(), lesson.t.done);
    }));
}
