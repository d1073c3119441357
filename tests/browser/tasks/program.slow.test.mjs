// Writing the program of a whole Transformer blocks the page at no time.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { goTo } from '../support/numbers.mjs';
import { openSite } from '../support/site.mjs';
import { assertShortTasks, longestTasks } from './support.mjs';

test('no task is longer than 50 ms while the program is shown, copied and saved', async () => {
  const site = await openSite();
  try {
    await site.withPage('/transformer', async (page) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const paths = await page.evaluate(() =>
        document.querySelector('attention-playground').trace.steps.map(({ path }) => path),
      );
      assert.ok(paths.length > 200, String(paths.length));
      await page.getByRole('tab', { name: 'PyTorch' }).click();
      await page.locator('ap-program .lit').first().waitFor();
      const press = (name) => page.locator('ap-program').getByRole('button', { name }).click();
      const said = page.locator('ap-program .said', { hasText: 'Copied' });
      await assertShortTasks(site.browser, async () => {
        await goTo(page, paths.at(0));
        const acts = [
          () => goTo(page, paths.at(-1)),
          () => press('NumPy'),
          () => press('Copy the program').then(() => said.waitFor()),
          () => press('Save as .ipynb'),
          () => press('PyTorch'),
        ];
        return longestTasks(page, acts, 200);
      });
    });
  } finally {
    await site.close();
  }
});
