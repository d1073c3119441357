// What a person does with the page, and what they see of it: by role, label and data attributes.

import assert from 'node:assert/strict';
import { drawn } from './numbers.mjs';
import { readWhole } from './whole.mjs';

/** Reads until what is read is as expected, on a slow machine for long; fails with the last difference. */
export async function eventually(read, expected, message, patience = 20_000) {
  const end = Date.now() + patience;
  for (;;) {
    const value = await read();
    try {
      assert.deepEqual(value, expected, message);
      return;
    } catch (difference) {
      if (Date.now() > end) throw difference;
    }
    await new Promise((later) => setTimeout(later, 25));
  }
}

export const field = (page, name = 'sentences-0') => page.locator(`ap-input input[name="${name}"]`);

/** Shows the field of a text, in place of its tokens. */
export async function openField(page, name = 'sentences-0') {
  const edit = page.locator(`ap-input .edit[data-of="${name}"]`);
  if ((await edit.getAttribute('aria-expanded')) === 'false') await edit.click();
  await field(page, name).waitFor();
}

export const control = (page, name) => page.locator(`ap-controls [name="${name}"]`);

/** Shows the settings, which are behind one button. */
export async function openSettings(page) {
  const button = page.locator('ap-controls .fold');
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
  await control(page, 'parameters').waitFor();
}

/** Replaces what a text is at once. */
export async function fillText(page, text, name) {
  await openField(page, name);
  await field(page, name).fill(text);
}

/** Replaces what a field holds, key by key. */
export async function typeInto(page, text, name) {
  await openField(page, name);
  await field(page, name).click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

/** Types into a field of the settings and leaves it by Enter. */
export async function setControl(page, name, text) {
  await openSettings(page);
  await control(page, name).fill(text);
  await control(page, name).press('Enter');
  await drawn(page);
}

/** Chooses a value of a setting. */
export async function chooseControl(page, name, value) {
  await openSettings(page);
  await control(page, name).selectOption(value);
}

/** Switches a box of the settings on, or off: `bias`, `mask-causal`. */
export async function checkControl(page, name, on = true) {
  await openSettings(page);
  await control(page, name).setChecked(on);
}

/** The chips of one sentence, in order. */
export const chips = (page, line = 0) =>
  page.locator('ap-tokens').nth(line).locator('button[aria-expanded]');

export const tokens = async (page, line) =>
  (await chips(page, line).allInnerTexts()).map((text) => text.trim());

export const stage = (page) => page.locator('ap-stage section[data-step]');

/** The drawn matrix of a step, the result where it is an operand too. */
export const matrix = (page, path) =>
  page.locator(`ap-stage ap-figure .port[data-step="${path}"]`).last();

export const cell = (page, path, index) =>
  matrix(page, path).locator(`[role="gridcell"][data-index="${index.join()}"]`);

export const valueOf = async (page, path, index) =>
  Number(await cell(page, path, index).getAttribute('data-value'));

/** Digits of all cells of a matrix that is small enough to show them, row by row. */
export async function digits(page, path) {
  const rows = matrix(page, path).getByRole('row');
  return rows.evaluateAll((all) =>
    all.map((row) => [...row.children].map((cell) => cell.textContent.trim())),
  );
}

/** What is said to be wrong; '' where nothing is. */
export const problem = async (page) =>
  (await page.locator('ap-problem [role="alert"]').first().innerText()).trim();

/** What is said of a sentence, at it. */
export const sentenceAnswer = async (page) =>
  (await page.locator('ap-word-menu p').innerText()).trim();

export const notice = async (page) =>
  (await page.locator('ap-problem [role="status"]').first().innerText()).trim();

/** Shapes of the ribbon by step. */
export const ribbon = (page) =>
  page
    .locator('ap-ribbon [data-step]')
    .evaluateAll((all) =>
      Object.fromEntries(all.map((one) => [one.dataset.step, one.dataset.shape])),
    );

/** A recorded tensor, as nested rows of its last axis. */
export function tensor(page, path) {
  const read = (path) => {
    const { shape, data } = document.querySelector('attention-playground').trace.tensor(path);
    return { shape, data };
  };
  return readWhole(page, read, path);
}

/** The whole state, without the language. */
export function stateOf(page) {
  return page.evaluate(() => {
    const { lang, ...state } = document.querySelector('attention-playground').store.state;
    return JSON.parse(JSON.stringify(state));
  });
}

/** A clipboard with this text, pasted where the focus is. */
export function pasteText(target, text) {
  return target.evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    const event = { clipboardData, bubbles: true, composed: true, cancelable: true };
    element.dispatchEvent(new ClipboardEvent('paste', event));
  }, text);
}
