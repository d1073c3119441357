// Each of the ten broken outputs is seen, asked about and answered: in one language in every way, in the other one right.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually } from '../support/hands.mjs';
import { assertNoWider, violations } from '../support/looks.mjs';
import { openSite } from '../support/site.mjs';
import { answerInEveryWay, answerRight } from './support/answers.mjs';
import { withLesson } from './support/lesson.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

/** How many broken outputs there are. */
const TEN = 10;

for (const [lang, colorScheme, width, answer] of [
  ['en', 'light', 1280, answerInEveryWay],
  ['zh', 'dark', 360, answerRight],
]) {
  test(`each broken output is seen, asked about and answered: ${lang}, ${width} px`, () =>
    withLesson(
      site,
      'mistakes',
      lang,
      async (lesson, page) => {
        const fetched = [];
        page.on('request', (request) => fetched.push(request.url()));
        const beats = await lesson.beats();
        assert.equal(beats.filter(({ prompt }) => prompt === 'choice').length, TEN);
        const found = {};
        for (const [i, beat] of beats.entries()) {
          await lesson.at(beat.id);
          if (beat.prompt) {
            const broken = lesson.beat.locator('.mistake-wrong svg');
            assert.ok((await broken.boundingBox()).height > 100, beat.id);
            const right = lesson.beat.locator('.mistake-right svg');
            assert.equal(await right.filter({ visible: true }).count(), 0, 'not said yet');
            await answer(lesson, 'mistakes', beat);
            await right.filter({ visible: true }).waitFor();
            const link = lesson.beat.locator('details[right] p a').last();
            assert.match(await link.getAttribute('href'), /^\.\/[\w-]+\.html#[\w-]+$/);
            await assertNoWider(page, width, beat.id);
            const list = await violations(page, 'attention-lesson');
            if (list.length > 0) found[beat.id] = list;
          }
          if (i < beats.length - 1) await lesson.goOn();
        }
        assert.deepEqual(found, {});
        assert.deepEqual(
          fetched.filter((url) => url.endsWith('.wasm')),
          [],
        );
      },
      { colorScheme, width, height: 740 },
    ));
}
