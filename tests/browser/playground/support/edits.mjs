// A person edits cells: how, and what has to follow.

import assert from 'node:assert/strict';
import {
  cell,
  eventually,
  matrix,
  openSettings,
  problem,
  stateOf,
  tensor,
  valueOf,
} from '../../support/hands.mjs';
import { compareNumbers, drawn, goTo } from '../../support/numbers.mjs';

export const small = '/play#v=1&heads=2&d=8&step=scores';

export const editor = (page) => page.locator('ap-cell-editor input');

/** Opens the editor by a double click, replaces the number and keeps it. */
export async function edit(page, path, index, text) {
  await cell(page, path, index).dblclick();
  await editor(page).fill(text);
  await editor(page).press('Enter');
  await drawn(page);
}

export async function holds(page) {
  const { cells, wrong } = await compareNumbers(page);
  assert.deepEqual(wrong, []);
  assert.ok(cells > 0);
}

export async function undo(page) {
  await openSettings(page);
  await page.locator('ap-controls').getByRole('button', { name: 'Undo' }).click();
}

/** A cell edited in place changes all that depends on it, which are the steps `downstream`, and undo brings it back. */
export async function editIsFollowed(page, { path, index, text, downstream }) {
  await goTo(page, path);
  const before = {};
  for (const step of downstream) before[step] = (await tensor(page, step)).data;
  const old = await cell(page, path, index).innerText();
  await edit(page, path, index, text);
  assert.equal(await valueOf(page, path, index), Number(text));
  assert.equal(await cell(page, path, index).getAttribute('data-ghost'), old);
  await holds(page);
  for (const step of downstream) {
    assert.notDeepEqual((await tensor(page, step)).data, before[step], step);
    await goTo(page, step);
    await holds(page);
  }
  const ghosts = matrix(page, 'output').locator('[data-ghost]');
  if (downstream.includes('output')) assert.ok((await ghosts.count()) > 0, 'ghosts downstream');
  await undo(page);
  await drawn(page);
  for (const step of downstream) {
    assert.deepEqual((await tensor(page, step)).data, before[step], step);
  }
  assert.equal(await page.locator('ap-stage [data-ghost]').count(), 0);
  await holds(page);
}

/** Texts that are no numbers are refused with a message, and the last good numbers stay. */
export async function noNumberIsTaken(page, texts, message) {
  const { data: scores } = await tensor(page, 'scores');
  const { data: output } = await tensor(page, 'output');
  for (const text of texts) {
    await cell(page, 'scores', [0, 0, 2, 1]).dblclick();
    await editor(page).fill(text);
    await editor(page).press('Enter');
    await eventually(async () => message.test(await problem(page)), true, `"${text}"`);
    assert.equal(await editor(page).getAttribute('aria-invalid'), 'true');
    assert.deepEqual((await tensor(page, 'scores')).data, scores, text);
    assert.deepEqual((await tensor(page, 'output')).data, output, text);
    await holds(page);
    await editor(page).press('Escape');
    await page.locator('ap-problem').getByRole('button').first().click();
    await eventually(() => problem(page), '');
  }
  assert.equal((await stateOf(page)).edits.length, 0);
}
