// Whole lessons by keys alone, with each kind of prompt: Tab, Enter and arrows reach everything, in order.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openSite } from '../support/site.mjs';
import { eventually } from '../support/hands.mjs';
import { whenQuiet } from '../support/quiet.mjs';
import { orderOf } from './support/answers.mjs';
import { CELLS, NUMBERS, ORDERS, RIGHT } from './support/expected.mjs';
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
      item: one?.closest('li[data-name]')?.dataset.name,
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

/** Moves each step up to its place; the focus goes with it. */
async function sort(lesson, page, steps) {
  const order = () => orderOf(lesson);
  for (const [to, name] of steps.entries()) {
    for (let at = (await order()).indexOf(name); at > to; at -= 1) {
      const isUp = ({ item, text }) => item === name && text.startsWith(lesson.t.up.split('{')[0]);
      await tabTo(page, isUp, `“up” of ${name}`);
      await page.keyboard.press('Enter');
      await eventually(async () => (await order()).indexOf(name), at - 1);
    }
  }
  const isCheck = ({ classes, host }) => host === 'lesson-order' && classes.includes('strong');
  await tabTo(page, isCheck, 'Check');
  await page.keyboard.press('Enter');
}

const toGrid = (page, path) =>
  tabTo(page, ({ role, step }) => role === 'grid' && step === path, path, 'Shift+Tab');

/** Leads to a cell of a matrix by arrows, from its first one; the matrix stands before the text. */
async function toCell(page, path, [row, column]) {
  await toGrid(page, path);
  const along = (key, count) => Array.from({ length: count }, () => key);
  for (const key of ['Control+Home', ...along('ArrowRight', column), ...along('ArrowDown', row)]) {
    await page.keyboard.press(key);
  }
}

/** A digit begins a number in the cell that the arrows have led to. */
const edits = (path, at, text) => async (page) => {
  await toCell(page, path, at);
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
};

/** The sentence is a text until it is opened. */
const writes = (text) => async (page) => {
  const isEdit = ({ classes, host }) => host === 'ap-input' && classes.includes('edit');
  await tabTo(page, isEdit, 'the sentence', 'Shift+Tab');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
};

const presses = (isWanted, what, key) => async (page) => {
  await tabTo(page, isWanted, what, key);
  await page.keyboard.press('Enter');
};

const tasks = {
  'by-hand/steer': edits('x', [2, 1], '1'),
  'it/change': writes('马吃完了奶酪，因为它很美味'),
  'it/turn': writes('台灯被猴子搬走了，因为它很好奇'),
  'it/cut': presses(({ classes }) => classes.includes('cut'), 'cut', 'Shift+Tab'),
  'heads/reach': edits('x', [2, 7], '0'),
  'the-block/off': presses(({ host }) => host === 'lesson-switch', 'the switch'),
};

for (const [slug, lang] of [
  ['by-hand', 'en'],
  ['it', 'zh'],
  ['heads', 'en'],
  ['the-block', 'zh'],
]) {
  test(`a lesson by keys alone: ${slug}, ${lang}`, () =>
    withLesson(site, slug, lang, async (lesson, page) => {
      const beats = await lesson.beats();
      for (const [i, { id, prompt }] of beats.entries()) {
        const name = `${slug}/${id}`;
        await lesson.at(id);
        if (prompt === 'choice') {
          const details = await lesson.details();
          await choose(page, RIGHT[name] ?? details.findIndex(({ isRight }) => isRight));
        } else if (prompt === 'point') {
          const { summary } = (await lesson.details()).find(({ isRight }) => isRight);
          await presses(
            ({ classes, text }) => classes.includes('word') && text === summary,
            summary,
          )(page);
        } else if (prompt === 'order') {
          await sort(lesson, page, ORDERS[name]);
        } else if (prompt === 'task') {
          assert.ok(tasks[name], name);
          await tasks[name](page);
        } else if (prompt) {
          await type(page, NUMBERS[name].right);
        }
        if (prompt) await lesson.becomes('right', name);
        if (i < beats.length - 1) await goOn(lesson, page);
      }
    }));
}

test('a cell of the figure that a prompt asks for is chosen by arrows', () =>
  withLesson(
    site,
    'watch-it-learn',
    'en',
    async (lesson, page) => {
      const { path, right, wrong } = CELLS['watch-it-learn/point'];
      await toCell(page, path, wrong.slice(-2));
      await page.keyboard.press('Enter');
      await lesson.becomes('wrong');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await whenQuiet(page);
      await lesson.becomes('right');
      assert.deepEqual(right.at(-1), wrong.at(-1) + 1);
    },
    { hash: '#point' },
  ));
