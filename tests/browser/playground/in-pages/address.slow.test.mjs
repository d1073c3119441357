// sync-url in pages whose address is not simply theirs: with a <base>, in a sandboxed frame.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../support/hands.mjs';
import { goTo } from '../../support/numbers.mjs';
import { openPages } from './support.mjs';

const { withPage } = await openPages(import.meta.filename);

const body =
  '<attention-playground mode="workbench" parameters="random" sync-url></attention-playground>';

/** Goes through some steps, and waits until the address would be written, which is when changes pause. */
async function walk(where) {
  for (const step of ['scores', 'weights', 'q']) {
    await where.evaluate((step) => {
      document.querySelector('attention-playground').step = step;
    }, step);
    await where.locator(`ap-stage section[data-step=${step}]`).waitFor();
  }
  await new Promise((later) => setTimeout(later, 600));
}

test('with <base href>, the address keeps its path', () =>
  withPage(
    body,
    async (page) => {
      await goTo(page, 'scores');
      await eventually(() => page.evaluate(() => /step=scores/.test(location.hash)), true);
      assert.equal(await page.evaluate(() => location.pathname), '/deep/er/page.html');
    },
    { name: 'deep/er/page.html', head: '<base href="/">' },
  ));

test('in a frame without an address of its own a change of state is no error', async () => {
  const script = '<script type="module" src="/dist/element.js"></script>';
  const inner = `${script}${body}`.replaceAll('"', '&quot;');
  await withPage(
    `<iframe srcdoc="${inner}" width="900" height="700"></iframe>`,
    async (page) => {
      const frame = page.frames()[1];
      await frame.locator('ap-stage section[data-step]').waitFor();
      await walk(frame);
      assert.deepEqual(page.problems, []);
    },
    { tags: [] },
  );
});

test('where the browser refuses to change the address, as in a sandbox, the element goes on', () =>
  withPage(
    body,
    async (page) => {
      await walk(page);
      assert.ok((await page.evaluate(() => refused)) > 0);
      assert.equal(await page.evaluate(() => location.hash), '');
    },
    {
      fresh: true,
      head: `<script>
        globalThis.refused = 0;
        history.replaceState = () => {
          refused += 1;
          throw new DOMException('A history state object cannot be created', 'SecurityError');
        };
      </script>`,
    },
  ));
