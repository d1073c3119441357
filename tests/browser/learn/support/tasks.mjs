// How each task of the course is really done, by mouse and keys in the live figure; by lesson and beat.

import assert from 'node:assert/strict';
import { cell, eventually, matrix, typeInto } from '../../support/hands.mjs';
import { whenQuiet } from '../../support/quiet.mjs';

const isChinese = ({ page }) => page.url().includes('/zh/');

/** Types a sentence over the one that is there. */
const writes = (en, zh, name) => async (lesson) => {
  await typeInto(lesson.page, isChinese(lesson) ? zh : en, name);
  await lesson.page.keyboard.press('Enter');
};

/** Clicks a cell and types: by the mouse alone it is opened with a double click. */
export const edits =
  (path, index, text) =>
  async ({ page }) => {
    const cell = matrix(page, path).locator(`[role="gridcell"][data-index="${index.join()}"]`);
    await cell.click();
    await page.keyboard.type(text);
    await page.keyboard.press('Enter');
    await whenQuiet(page);
  };

const inTurn =
  (...acts) =>
  async (lesson) => {
    for (const act of acts) await act(lesson);
  };

/** Clicks cells of a mask, each of which turns over. */
const turnsOver =
  (path, ...indices) =>
  async ({ page }) => {
    for (const index of indices) {
      await cell(page, path, index).click();
      await whenQuiet(page);
    }
  };

/** Types into a field of a panel. */
const sets =
  (name, text) =>
  async ({ page }) => {
    await page.locator(`positional-encoding input[name="${name}"]`).fill(text);
    await page.keyboard.press('Enter');
  };

const presses =
  (selector) =>
  async ({ page }) =>
    page.locator(selector).click();

/** Turns a switch of the lesson. */
const switches = async ({ prompt, page }) => {
  await prompt.locator('lesson-switch button').click();
  await whenQuiet(page);
};

/** Writes so many tokens after the one that is there. */
const generates =
  (count) =>
  async ({ page }) => {
    const generation = page.locator('token-generation');
    await generation.locator('.over').click();
    for (let i = 0; i < count; i += 1) {
      await eventually(() => page.evaluate(countOfTokens), i + 1);
      await generation.locator('.next').click();
    }
  };
const countOfTokens = () => document.querySelector('token-generation').results.count;

/** Shows one of the three parts that a word plays, where they do not stand side by side. */
const turnsTo =
  (part) =>
  async ({ page }) => {
    await page.locator('ap-pickers .lanes button').nth('QKV'.indexOf(part)).click();
    await whenQuiet(page);
  };

/** Drags the slider's handle to a share of its width. */
const drags =
  (share) =>
  async ({ page }) => {
    const slider = page.locator('scaling-study input[type="range"]');
    const { x, y, width, height } = await slider.boundingBox();
    const now = await slider.evaluate(({ value, min, max }) => (value - min) / (max - min));
    await page.mouse.move(x + 8 + now * (width - 16), y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width * share, y + height / 2, { steps: 12 });
    await page.mouse.up();
  };

/** Guesses both shares and starts the experiment; one that is over asks anew first. */
async function experiments({ page }) {
  const run = page.locator('training-run:not([hidden])');
  if (!(await run.locator('[name="guess-a"]').count())) await run.locator('.run-pair').click();
  for (const [name, share] of [
    ['guess-a', '90'],
    ['guess-b', '40'],
  ]) {
    await run.locator(`[name="${name}"]`).fill(share);
  }
  await run.locator('.run-pair').click();
}

/** Presses a button of a panel until it cannot be pressed. */
const pressesOn =
  (selector) =>
  async ({ page }) => {
    const button = page.locator(selector);
    while (await button.isEnabled()) await button.click();
  };

/** Trains until it has just jumped: a hundred updates, from the beginning. */
async function trainsToJump({ page }) {
  const run = page.locator('training-run:not([hidden])');
  if (await run.locator('.anew').count()) await run.locator('.anew').click();
  await run.locator('.hundred:enabled').click();
}

const TASKS = {
  'it/change': writes(
    'the dog finished the bread because it was fresh',
    '马吃完了奶酪，因为它很美味',
  ),
  'it/turn': writes(
    'the lamp was dropped by the cat because it was tired',
    '台灯被猴子搬走了，因为它很好奇',
  ),
  'it/cut': presses('ap-learned button.cut'),
  'by-hand/steer': edits('x', [0, 1, 2], '1'),
  'shares/half': inTurn(
    edits('scaled_scores', [0, 1, 0], '2'),
    edits('scaled_scores', [0, 1, 2], '-9'),
  ),
  'shares/sure': edits('scaled_scores', [0, 2, 2], '6'),
  'query-key-value/mirror': edits('w_k', [2, 1], '1'),
  'query-key-value/back': inTurn(
    turnsTo('Q'),
    edits('w_q', [2, 1], '0'),
    turnsTo('K'),
    edits('w_k', [2, 1], '0'),
  ),
  'why-scale/drag': drags(0.97),
  'why-scale/gradient': drags(0.97),
  'why-scale/train': experiments,
  'word-order/near': inTurn(sets('b', '40'), sets('b', '21')),
  'no-looking-ahead/leak': edits('causal_mask', [0, 1, 2], '0'),
  'no-looking-ahead/close': edits('causal_mask', [0, 1, 2], '-inf'),
  'padding/own': turnsOver('custom_mask', [0, 2], [0, 3], [1, 2], [1, 3]),
  'which-axis/even': edits('scaled_scores', [0, 1, 1], '2'),
  'heads/reach': edits('x', [0, 2, 7], '0'),
  'together-again/side': inTurn(
    edits('context', [0, 2, 1, 0], '0'),
    edits('context', [0, 2, 1, 1], '0'),
  ),
  'tiles/on': pressesOn('tiled-attention button.forward'),
  'tiles/two': async ({ page }) => {
    const field = page.locator('tiled-attention input[name="tileKeys"]');
    await field.fill('2');
    await field.press('Enter');
  },
  'watch-it-learn/train': trainsToJump,
  'watch-it-learn/head': async ({ page }) => {
    const select = page.locator('training-run:not([hidden]) select[name="attention"]');
    // Once more is done again only if it was undone.
    await select.selectOption({ index: 1 });
    await select.selectOption({ index: 0 });
  },
  'watch-it-learn/layers': experiments,
  'watch-it-learn/rate': experiments,
  'a-gradient/press': async ({ page }) => {
    await page.locator('attention-playground:not([hidden]) input[name="rate"]').fill('3');
    await page.locator('attention-playground:not([hidden]) button.take').click();
  },
  'two-sentences/grow': writes(
    'thank you very much indeed',
    'thank you very much indeed',
    'memory-0',
  ),
  'the-block/off': switches,
  'it-translates/cut': presses('ap-learned button.cut'),
  'it-translates/train': experiments,
  'word-after-word/keep': generates(3),
  'word-after-word/moved': inTurn(
    edits('position_encoding', [0, 0], '-0.76'),
    edits('position_encoding', [0, 1], '-0.65'),
  ),
};

/** Whether a task takes seconds of training. */
export const trains = (slug, id) => [experiments, trainsToJump].includes(TASKS[`${slug}/${id}`]);

export async function doTask(lesson, slug, id) {
  const act = TASKS[`${slug}/${id}`];
  assert.ok(act, `${slug}/${id}: how it is done stands in tasks.mjs`);
  await act(lesson);
}
