// <attention-playground> on anybody's page: beside a panel, coming and going, under a strict content security policy.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openAnyPage } from '../support/any-page.mjs';
import { cell } from '../support/hands.mjs';
import { compareNumbers, drawn, exposeMemory } from '../support/numbers.mjs';
import { whenReady } from '../support/site.mjs';

const { withPage, folder } = await openAnyPage('element-more-page');

test('a panel beside a playground shares its module', async () => {
  const fetched = [];
  await withPage(
    `<script type="module" src="/dist/panels/positional-encoding.js"></script>
    <positional-encoding loading="eager" length="5" d-model="6" lang="zh"></positional-encoding>
    <attention-playground mode="workbench" parameters="random" loading="eager"></attention-playground>`,
    async (page) => {
      const map = page.locator('positional-encoding [role=grid]').first();
      assert.equal(await map.getAttribute('aria-label'), '位置编码：位置 ↓，列 → [5, 6]');
      assert.deepEqual(fetched.length, 1, fetched.join());
    },
    {
      prepare: (page) =>
        page.on(
          'request',
          (request) => request.url().endsWith('.wasm') && fetched.push(request.url()),
        ),
    },
  );
});

test('lazy loading waits until the element comes near', async () => {
  const markup =
    '<div style="height:9000px"></div><attention-playground mode="workbench" loading="lazy"></attention-playground>';
  await withPage(
    markup,
    async (page) => {
      await page.waitForTimeout(500);
      const hasTrace = () =>
        page.evaluate(() => document.querySelector('attention-playground').trace !== undefined);
      assert.equal(await hasTrace(), false);
      await page.evaluate(() => scrollTo(0, 9000));
      await whenReady(page);
      assert.equal(await hasTrace(), true);
    },
    { ready: false },
  );
});

test('taken out it gives its numbers back, put in again it has them anew; fifty times without growing', async () => {
  await withPage(
    '<attention-playground mode="workbench" sentence="in and out"></attention-playground>',
    async (page) => {
      const output = () =>
        page.evaluate(() => [
          ...document.querySelector('attention-playground').trace.tensor('output').data,
        ]);
      const before = await output();
      const out = await page.evaluate(() => {
        globalThis.element = document.querySelector('attention-playground');
        element.remove();
        return element.trace === undefined;
      });
      assert.ok(out, 'still holds its trace');
      const sizes = await page.evaluate(async () => {
        const frame = () => new Promise((done) => requestAnimationFrame(done));
        const sizes = [];
        for (let i = 0; i < 50; i += 1) {
          document.body.append(element);
          while (!element.trace) await frame();
          await frame();
          element.remove();
          sizes.push(wasmMemories[0].buffer.byteLength);
        }
        document.body.append(element);
        while (!element.trace) await frame();
        return sizes;
      });
      assert.equal(sizes.at(-1), sizes[4], sizes.join(' '));
      await drawn(page);
      assert.deepEqual(await output(), before);
      assert.deepEqual((await compareNumbers(page)).wrong, []);
    },
    { prepare: exposeMemory },
  );
});

test('works under a strict content security policy', async () => {
  writeFileSync(
    join(folder, 'try-eval.js'),
    `try { evaluated = new Function('return "allowed"')(); } catch { evaluated = 'refused'; }`,
  );
  const policy =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src data:";
  await withPage(
    '<attention-playground mode="workbench" sentence="strict but fair"></attention-playground>',
    async (page) => {
      const cells = await page.locator('ap-stage [role=gridcell]').evaluateAll((all) => {
        const { trace } = document.querySelector('attention-playground');
        return all.map((cell) => {
          const { shape, data } = trace.tensor(cell.closest('[data-step]').dataset.step);
          const index = cell.dataset.index.split(',').map(Number);
          return [
            Number(cell.dataset.value),
            data[shape.reduce((at, n, i) => at * n + index[i], 0)],
          ];
        });
      });
      assert.ok(cells.length > 0);
      for (const [shown, real] of cells) assert.equal(shown, real);
      assert.deepEqual(page.problems, []);
      await page.addScriptTag({ url: '/try-eval.js' });
      assert.equal(await page.evaluate(() => evaluated), 'refused', 'the policy is not in force');
      page.problems.length = 0;
    },
    {
      prepare: (page) =>
        page.route('**/*.html', async (route) => {
          const response = await route.fetch();
          const headers = { ...response.headers(), 'content-security-policy': policy };
          await route.fulfill({ response, headers });
        }),
    },
  );
});
