// A whole lesson by keys alone: Tab, Enter and arrows reach everything, in order.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSite } from '../support/site.mjs';
import { NUMBERS } from './support/expected.mjs';
import { withLesson } from './support/lesson.mjs';

let site;
before(async () => (site = await openSite()));
after(() => site.close());

/** What has the focus, through shadow roots: its text or label, its name and its classes. */
const focused = (page) =>
  page.evaluate(() => {
    let one = document.activeElement;
    while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
    return {
      tag: one?.localName,
      text: (one?.getAttribute('aria-label') ?? one?.textContent ?? '').trim(),
      role: one?.getAttribute('role'),
      step: one?.closest('[data-step]')?.dataset.step,
      classes: [...(one?.classList ?? [])],
      host: one?.getRootNode().host?.localName,
    };
  });

/** Tabs on until what has the focus is wanted. */
async function tabTo(page, isWanted, what, key = 'Tab') {
  const passed = [];
  for (let i = 0; i < 60; i += 1) {
    const one = await focused(page);
    if (isWanted(one)) return;
    passed.push(`${one.tag} ${one.text.slice(0, 30)}`);
    await page.keyboard.press(key);
  }
  assert.fail(`no way by Tab to ${what}: ${passed.join(' | ')}`);
}

const isNext = ({ classes, host }) => host === 'attention-lesson' && classes.includes('next');

async function goOn(lesson, page) {
  const before = await lesson.id();
  await tabTo(page, isNext, 'Continue');
  await page.keyboard.press('Enter');
  await page.waitForFunction(
    (before) => document.querySelector('lesson-beat:not([hidden])').id !== before,
    before,
  );
  await lesson.settled();
}

async function choose(page, at) {
  await tabTo(page, ({ classes }) => classes.includes('option'), 'the options');
  for (let i = 0; i < at; i += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
}

/** Types into the fields of a prompt, from the beat on. */
async function type(page, texts) {
  for (const text of texts) {
    await tabTo(page, ({ tag, host }) => tag === 'input' && host?.startsWith('lesson-'), 'a field');
    await page.keyboard.type(text);
    if (text !== texts.at(-1)) await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
}

const tasks = {
  /** The figure stands before the text; its last matrix has a column for each word. There arrows lead from cell to cell, and a digit begins a number. */
  async 'by-hand/steer'(page) {
    await tabTo(page, ({ role, step }) => role === 'grid' && step === 'x', 'x', 'Shift+Tab');
    for (const key of ['Control+Home', 'ArrowRight', 'ArrowDown', 'ArrowDown', '1', 'Enter']) {
      await page.keyboard.press(key);
    }
  },
};

test('a lesson by keys alone', () =>
  withLesson(site, 'by-hand', 'en', async (lesson, page) => {
    const beats = await lesson.beats();
    await tabTo(page, ({ classes }) => classes.includes('option'), 'the first option');
    for (const [i, { id, prompt }] of beats.entries()) {
      await lesson.at(id);
      if (prompt === 'choice') {
        const details = await lesson.details();
        const right = details.findIndex(({ isRight }) => isRight);
        await choose(page, right < 0 ? 2 : right);
      } else if (prompt === 'row' || prompt === 'number') {
        await type(page, NUMBERS[`by-hand/${id}`].right);
      } else if (prompt === 'task') {
        await tasks[`by-hand/${id}`](page);
      }
      if (prompt) await lesson.becomes('right', id);
      if (i < beats.length - 1) await goOn(lesson, page);
    }
  }));
