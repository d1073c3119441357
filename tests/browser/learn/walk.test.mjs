// A learner goes through a lesson and does it: in one language each, as every lesson is walked in every way by npm run test:all.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually, typeInto } from '../support/hands.mjs';
import { openSite } from '../support/site.mjs';
import { answerRight } from './support/answers.mjs';
import { edits } from './support/tasks.mjs';
import { goThrough, withLesson } from './support/lesson.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

for (const [slug, lang] of [
  ['it', 'zh'],
  ['by-hand', 'en'],
]) {
  test(`a lesson is done from the first beat to the last: ${slug}, ${lang}`, () =>
    goThrough(site, slug, lang, answerRight));
}

test('a sentence without the word that a task is about is no mistake, neither half typed nor whole', () =>
  withLesson(site, 'it', 'en', async (lesson, page) => {
    await page.evaluate(() => (location.hash = 'change'));
    await lesson.at('change');
    await answerRight(lesson, 'it', { id: 'change', prompt: 'task' });
    const said = () =>
      lesson.prompt.locator('lesson-value').evaluate((one) => one.renderRoot.textContent);
    const before = await said();
    for (const text of ['the dog finished', 'the dog finished the bread']) {
      await typeInto(page, text);
      await page.keyboard.press('Enter');
      await lesson.settled();
      assert.equal(await said(), before, 'what was said stays');
      await lesson.prompt
        .locator('lesson-value')
        .evaluate((one) => one.renderRoot.querySelector('span').click());
    }
    await lesson.undo('again');
    await typeInto(page, 'the dog finished');
    await page.keyboard.press('Enter');
    await lesson.settled();
    assert.equal(await lesson.verdict(), '');
    assert.equal(await lesson.prompt.locator('.refused').count(), 0);
    await answerRight(lesson, 'it', { id: 'change', prompt: 'task' });
  }));

test('a task in which the way was lost begins anew', () =>
  withLesson(site, 'by-hand', 'en', async (lesson, page) => {
    await page.evaluate(() => (location.hash = 'steer'));
    await lesson.at('steer');
    const count = () =>
      page.evaluate(() => document.querySelector('attention-playground').state.edits.length);
    const over = lesson.prompt.locator('.over');
    assert.equal(await over.count(), 0);
    await edits('scores', [0, 0, 1], '3')(lesson);
    await edits('scores', [0, 0, 2], '3')(lesson);
    await eventually(count, 2);
    await over.click();
    await eventually(count, 0);
    await eventually(() => over.count(), 0);
    await answerRight(lesson, 'by-hand', { id: 'steer', prompt: 'task' });
  }));
