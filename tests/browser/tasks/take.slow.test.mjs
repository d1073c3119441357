// What a person takes along of a whole Transformer is written without blocking the page at any time.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSite } from '../support/site.mjs';
import { assertShortTasks, longestTasks } from './support.mjs';

/** Of every kind of file, in the groups of the menu; what saves the program is watched where it is shown, too. */
const files = [
  ['This figure', ['SVG', 'PNG', 'LaTeX', 'Markdown']],
  ['This step', ['.npz', 'JSON']],
  ['All steps', ['.npz', 'JSON']],
  ['As a program', ['NumPy .py', 'PyTorch .ipynb']],
  ['This page', ['HTML file']],
];

test('no task is longer than 50 ms while files are saved', async () => {
  const site = await openSite();
  try {
    await site.withPage('/transformer', async (page) => {
      const count = await page.evaluate(
        () => document.querySelector('attention-playground').trace.steps.length,
      );
      assert.ok(count > 200, String(count));
      await page.locator('summary', { hasText: 'Take it along' }).click();
      const group = (name) => page.getByRole('group', { name, exact: true });
      const save = async (of, name) => {
        const button = group(of).getByRole('button', { name, exact: true });
        await Promise.all([page.waitForEvent('download'), button.click()]);
      };
      const acts = files.flatMap(([of, names]) => names.map((name) => () => save(of, name)));
      await assertShortTasks(site.browser, () => longestTasks(page, acts, 200));
    });
  } finally {
    await site.close();
  }
});
