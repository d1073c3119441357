// What a learner has done stays: over a reload, over a change of language, on the map, without a storage for the visit; a link opens
// a beat, and so does Back from the workbench.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { eventually } from '../support/hands.mjs';
import { openSite } from '../support/site.mjs';
import { answerRight } from './support/answers.mjs';
import { Lesson, withLesson } from './support/lesson.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

const setting = (page, name) =>
  page.evaluate((name) => document.querySelector('attention-playground').store.state[name], name);

test('answers and the beat are kept over a reload and over a change of language', () =>
  withLesson(site, 'by-hand', 'en', async (lesson, page) => {
    const [alike, recall] = await lesson.beats();
    await answerRight(lesson, 'by-hand', alike);
    await lesson.goOn();
    await lesson.prompt.locator('.option').first().click();
    await lesson.becomes('wrong');
    await page.goto(page.url().replace(/#.*/, ''));
    await lesson.at(recall.id);
    await lesson.becomes('wrong');
    assert.deepEqual(await lesson.said(), [0]);

    await page.locator('.language-link').click();
    await page.waitForURL(/\/zh\/learn\/by-hand/);
    const other = new Lesson(page, 'zh');
    await other.at(recall.id);
    await other.becomes('wrong');
    assert.ok(
      (await other.feedback()).includes('每个句子都要重新算') || (await other.said()).length,
    );
    await other.back.click();
    await other.at(alike.id);
    await other.becomes('right');
  }));

test('a wrong number stands in its field after a reload, and its mistake is told again', () =>
  withLesson(
    site,
    'shares',
    'zh',
    async (lesson, page) => {
      await lesson.prompt.locator('input').fill('−1');
      await page.keyboard.press('Enter');
      await lesson.becomes('wrong');
      await page.reload();
      await lesson.at('recall');
      await lesson.becomes('wrong');
      assert.equal(await lesson.prompt.locator('input').inputValue(), '−1');
      assert.ok((await lesson.feedback()).includes(lesson.t.mistakes.sign));
    },
    { hash: '#recall' },
  ));

test('with a storage that is forbidden a lesson lasts for the visit', () =>
  withLesson(
    site,
    'by-hand',
    'en',
    async (lesson) => {
      const [alike, recall] = await lesson.beats();
      await answerRight(lesson, 'by-hand', alike);
      await lesson.goOn();
      await answerRight(lesson, 'by-hand', recall);
      await lesson.back.click();
      await lesson.at('alike');
      await lesson.becomes('right');
    },
    {
      prepare: (page) =>
        page.addInitScript(() => {
          for (const name of ['getItem', 'setItem', 'removeItem']) {
            const own = Storage.prototype[name];
            Storage.prototype[name] = function (key, ...more) {
              // The site itself keeps whether it is dark.
              if (key.includes('lessons')) throw new DOMException('forbidden', 'SecurityError');
              return own.call(this, key, ...more);
            };
          }
        }),
    },
  ));

test('a link to a beat opens it with its state, and one within the page as well', () =>
  withLesson(
    site,
    'by-hand',
    'en',
    async (lesson, page) => {
      await lesson.at('swapped');
      assert.deepEqual(await setting(page, 'sentences'), ['good am I']);
      assert.equal(await setting(page, 'step'), 'context');
      await page.evaluate(() => (location.hash = 'shares'));
      await lesson.at('shares');
      assert.deepEqual(await setting(page, 'sentences'), ['I am good']);
      assert.equal(await setting(page, 'step'), 'scores');
      await lesson.next.click();
      await lesson.at('mix');
      assert.equal(new URL(page.url()).hash, '#mix', 'the address leads to the beat that is shown');
    },
    { hash: '#swapped' },
  ));

test('the workbench shows what the figure shows, and Back leads to the same beat', () =>
  withLesson(
    site,
    'by-hand',
    'en',
    async (lesson, page) => {
      await lesson.at('swapped');
      await page.locator('attention-lesson a.workbench').click();
      await page.waitForURL(/\/play/);
      await page.waitForFunction(() => {
        const { store, mode } = document.querySelector('attention-playground') ?? {};
        return store?.trace && mode === 'workbench';
      });
      assert.deepEqual(await setting(page, 'sentences'), ['good am I']);
      assert.equal(await setting(page, 'step'), 'context');
      await page.goBack();
      await lesson.at('swapped');
      assert.deepEqual(await setting(page, 'sentences'), ['good am I']);
    },
    { hash: '#swapped' },
  ));

test('the map says what is begun and done; progress is exported, and cleared when asked twice', () =>
  withLesson(
    site,
    'by-hand',
    'en',
    async (lesson, page) => {
      await lesson.at('away');
      await page.goto(`${site.url}/learn/`);
      const link = page.locator('a[data-lesson="by-hand"]');
      const { states, save, clear, sure } = lesson.t.map;
      await eventually(() => link.locator('.lesson-state').innerText(), states.done);
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: save }).click();
      assert.equal((await saving).suggestedFilename(), 'attention-lessons.json');
      await page.getByRole('button', { name: clear }).click();
      await page.getByRole('button', { name: sure }).click();
      await eventually(() => link.locator('.lesson-state').count(), 0);
      assert.equal(
        await page.evaluate(() => localStorage.getItem('attention-playground-lessons')),
        null,
      );
    },
    { hash: '#away' },
  ));
