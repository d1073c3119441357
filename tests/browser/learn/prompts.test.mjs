// Prompts that a lesson of anybody's may have, on a page that is not the project's: a shape, an order, a cell of the figure, a guess that
// is answered later, and what is said where the lesson's text is wrong.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAnyPage } from '../support/any-page.mjs';
import { cell, eventually } from '../support/hands.mjs';
import { orderOf } from './support/answers.mjs';
import { Lesson } from './support/lesson.mjs';

const { withPage } = await openAnyPage('lessons-page');

const beat = (id, content) => `<lesson-beat id="${id}"><p>One idea.</p>${content}</lesson-beat>`;
const lessonOf = (...beats) =>
  `<attention-lesson name="page">
    <attention-playground slot="figure" mode="figure" sentence="I am good" heads="2" d-model="6" step="scores"></attention-playground>
    ${beats.map((content, i) => beat(`beat-${'abc'[i]}`, content)).join('')}
  </attention-lesson>`;

const withLesson = (beats, body, { lang = 'en' } = {}) =>
  withPage(
    lessonOf(...beats),
    async (page) => {
      const lesson = new Lesson(page, lang);
      await lesson.settled();
      await body(lesson, page);
    },
    { scripts: ['element', 'lessons'], fresh: true, ready: false, lang },
  );

test('a shape: what is no shape is refused, each mistake is named, the right one has its axes told', () =>
  withLesson(['<lesson-shape of="scores"><p>Which?</p></lesson-shape>'], async (lesson) => {
    const field = lesson.prompt.locator('input');
    const type = async (text) => {
      await field.fill(text);
      await field.press('Enter');
    };
    await type('T by S');
    await eventually(async () => /“T by S” is no shape/.test(await lesson.feedback()), true);
    assert.equal(await lesson.verdict(), '');
    const mistakes = { '2, 3, 3': 'There are 4 axes', '1, 3, 2, 3': 'order', '1, 2, 3, 4': 'axis' };
    for (const [text, said] of Object.entries(mistakes)) {
      await type(text);
      await eventually(async () => (await lesson.feedback()).includes(said), true, text);
      assert.equal(await lesson.verdict(), 'wrong');
    }
    await type('(1, 2, 3, 3)');
    await eventually(() => lesson.verdict(), 'right');
    assert.match(await lesson.feedback(), /batch 1, head 2, query 3, key 3/);
    await lesson.undo('again');
    await lesson.showButton.click();
    await eventually(() => lesson.verdict(), 'shown');
    assert.equal(await field.inputValue(), '1, 2, 3, 3');
  }));

test('an order: steps are moved by buttons that keep the focus, and one that stands wrong is named', () =>
  withLesson(
    ['<lesson-order steps="scores weights context"><p>Sort.</p></lesson-order>'],
    async (lesson, page) => {
      const order = () => orderOf(lesson);
      const check = lesson.prompt.getByRole('button', { name: lesson.t.check });
      const right = ['scores', 'weights', 'context'];
      assert.notDeepEqual(await order(), right, 'it is mixed at first');
      await check.click();
      await eventually(() => lesson.verdict(), 'wrong');
      assert.match(await lesson.feedback(), /stands too early or too late/);
      for (const [to, name] of right.entries()) {
        for (let at = (await order()).indexOf(name); at > to; at -= 1) {
          await lesson.prompt.locator(`li[data-name="${name}"] button`).first().click();
          await eventually(async () => (await order()).indexOf(name), at - 1);
          const holder = await page.evaluate(() => {
            const { shadowRoot } = document.querySelector('lesson-order');
            return shadowRoot.activeElement?.closest('li')?.dataset.name;
          });
          assert.equal(holder, name, 'the focus goes with what was moved');
        }
      }
      await check.click();
      await eventually(() => lesson.verdict(), 'right');
      await lesson.undo('again');
      await lesson.showButton.click();
      await eventually(() => lesson.verdict(), 'shown');
      assert.deepEqual(await order(), right);
    },
  ));

test('a cell is clicked in the figure: a wrong one, and the right one', () =>
  withLesson(
    [
      `<lesson-point of="scores" at="am, I"><p>Click.</p><details right><p>Yes.</p></details>
        <details other><p>Another one.</p></details></lesson-point>`,
    ],
    async (lesson, page) => {
      await cell(page, 'scores', [0, 0, 2, 2]).click();
      await eventually(() => lesson.verdict(), 'wrong');
      await eventually(() => lesson.said(), [1]);
      await cell(page, 'scores', [0, 0, 1, 0]).click();
      await eventually(() => lesson.verdict(), 'right');
      await eventually(() => lesson.said(), [0]);
    },
  ));

test('a switch lays settings over those of the beat, and takes them off again', () =>
  withLesson(
    [
      `<lesson-task until="setting(projections) = identity" shown="projections=identity"><p>Turn it.</p>
        <lesson-switch state="projections=identity">Identity</lesson-switch></lesson-task>`,
      '<lesson-switch state="projections=identity&amp;heads=1">Both</lesson-switch>',
    ],
    async (lesson, page) => {
      const button = lesson.beat.locator('lesson-switch button');
      const isOn = () => button.getAttribute('aria-checked');
      const setting = (name) =>
        page.evaluate((name) => document.querySelector('attention-playground')[name], name);
      assert.equal(await isOn(), 'false');
      await button.click();
      await lesson.becomes('right');
      assert.equal(await isOn(), 'true');
      assert.equal(await setting('projections'), 'identity');
      await lesson.undo('again');
      await eventually(isOn, 'false');
      await lesson.showButton.click();
      await lesson.becomes('shown');
      await eventually(isOn, 'true', 'it is on where its settings are there otherwise');
      await button.press('Enter');
      await eventually(isOn, 'false');
      assert.equal(await setting('projections'), 'xavier');
      await lesson.goOn();
      assert.equal(await isOn(), 'false');
      await button.click();
      await eventually(isOn, 'true');
      assert.equal(await setting('heads'), 1);
    },
  ));

test('a guess is kept, and answered in a later beat; without a guess that is said', () =>
  withLesson(
    [
      `<lesson-choice later><p>Which?</p><details right><summary>this</summary><p>It was this.</p></details>
        <details><summary>that</summary><p>It was not that.</p></details></lesson-choice>`,
      '<lesson-reply to="beat-a"></lesson-reply>',
    ],
    async (lesson) => {
      const reply = () => lesson.beat.locator('lesson-reply .prompt').innerText();
      await lesson.prompt.locator('.option').nth(1).click();
      await eventually(async () => (await lesson.feedback()).includes('You say: that.'), true);
      assert.deepEqual(await lesson.said(), [], 'nothing is told yet');
      await lesson.goOn();
      await eventually(
        async () => /You said: that\..*It was not that\./s.test(await reply()),
        true,
      );
      await lesson.back.click();
      await lesson.again.click();
      await lesson.goOn();
      await eventually(async () => /You did not guess\..*It was this\./s.test(await reply()), true);
    },
  ));

test('what is wrong in a lesson’s text is said in its place, in the page’s language', () =>
  withLesson(
    [
      '<lesson-number of="score" at="I, am"><p>多少？</p></lesson-number>',
      '<lesson-task until="cells(scores)"><p>做。</p></lesson-task>',
    ],
    async (lesson) => {
      const said = () => lesson.prompt.locator('.refused').innerText();
      await eventually(async () => (await said()).includes('score'), true);
      await lesson.next.click();
      await eventually(async () => (await said()).includes('argmax('), true);
    },
    { lang: 'zh' },
  ));

test('an address that is not well encoded leaves the lesson as it is', () =>
  withLesson(['', ''], async (lesson, page) => {
    await page.evaluate(() => (location.hash = 'beat-b'));
    await lesson.at('beat-b');
    await page.evaluate(() => (location.hash = '%E0%'));
    await lesson.settled();
    assert.equal(await lesson.id(), 'beat-b');
    assert.deepEqual(page.problems, []);
  }));
