// The page by keyboard alone: pressing keys, and what they have done.

import assert from 'node:assert/strict';
import { eventually, stage } from '../../support/hands.mjs';
import { drawn, goTo } from '../../support/numbers.mjs';

export const current = (page) => stage(page).getAttribute('data-step');

export async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
  await drawn(page);
}

export const isPlaying = (page) =>
  page.evaluate(() => document.querySelector('attention-playground').store.playing);

/** ← and → walk, Space plays and stops, with focus on what `selector` names. */
export async function keysWalk(page, selector) {
  await goTo(page, 'scores');
  await page.locator(selector).focus();
  await press(page, 'ArrowRight');
  assert.equal(await current(page), 'scaled_scores');
  await press(page, 'ArrowRight');
  assert.equal(await current(page), 'weights');
  await press(page, 'ArrowLeft', 'ArrowLeft', 'ArrowLeft');
  assert.equal(await current(page), 'q_transposed');
  assert.equal(await isPlaying(page), false);
  await press(page, ' ');
  assert.equal(await isPlaying(page), true);
  const from = await current(page);
  await eventually(async () => (await current(page)) !== from, true);
  await press(page, ' ');
  assert.equal(await isPlaying(page), false);
  // With another key they belong to the browser.
  const stopped = await current(page);
  for (const key of ['Control+ArrowRight', 'Alt+ArrowRight', 'Control+ ']) {
    await press(page, key);
    assert.equal(await current(page), stopped, key);
    assert.equal(await isPlaying(page), false, key);
  }
}
