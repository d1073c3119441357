// <attention-playground> on anybody's page: its attributes, properties and events, many to a page, coming and going,
// under a strict content security policy.

import assert from 'node:assert/strict';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { root } from '../../../scripts/lib/run.mjs';
import { cell, notice, setControl } from '../support/hands.mjs';
import { compareNumbers, drawn, exposeMemory } from '../support/numbers.mjs';
import { openSite, whenReady } from '../support/site.mjs';

const folder = join(root, 'build/element-page');

const html = (body, head = '') => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>A page</title><link rel="icon" href="data:,">${head}
<script type="module" src="/dist/element.js"></script></head><body>${body}</body></html>`;

let site;
before(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
  site = await openSite({ folder });
});
after(async () => {
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

let pages = 0;
/** A page of its own with this in its body; `body` is run with it once its elements are ready. */
async function withPage(markup, body, { head, ...options } = {}) {
  const name = `page-${(pages += 1)}.html`;
  writeFileSync(join(folder, name), html(markup, head));
  await site.withPage(`/${name}`, body, options);
}

const shapeOf = (page, path, at = 0) =>
  page.evaluate(
    ([path, at]) =>
      document
        .querySelectorAll('attention-playground')
        [at].trace.steps.find((step) => step.path === path)
        ?.shape.join(),
    [path, at],
  );

test('attributes choose sentences, heads, width, mask, seed, step and language', async () => {
  const markup = `<attention-playground sentence="one two three\nfour five" heads="2" d-model="8" mask="both"
    seed="9" step="context" lang="zh"></attention-playground>`;
  await withPage(markup, async (page) => {
    assert.equal(await shapeOf(page, 'scores'), '2,2,3,3');
    assert.equal(await shapeOf(page, 'output'), '2,3,8');
    const seen = await page.evaluate(() => {
      const element = document.querySelector('attention-playground');
      const { mask, seed } = element.store.state;
      return [element.step, mask, seed, element.shadowRoot.querySelector('[lang]').lang];
    });
    assert.deepEqual(seen, ['context', 'both', 9, 'zh-CN']);
    assert.equal(await page.locator('ap-stage section').getAttribute('data-step'), 'context');
    assert.equal(await page.getByRole('button', { name: '下一步' }).count(), 1);
    const { cells, wrong } = await compareNumbers(page);
    assert.ok(cells > 0);
    assert.deepEqual(wrong, []);
  });
});

test('a second sentence makes cross-attention, and a changed attribute another trace', async () => {
  const markup = '<attention-playground sentence="a b" memory="c d e f"></attention-playground>';
  await withPage(markup, async (page) => {
    assert.equal(await shapeOf(page, 'scores'), '1,4,2,4');
    await page.evaluate(() => {
      const element = document.querySelector('attention-playground');
      element.setAttribute('memory', 'c d');
      element.setAttribute('heads', '8');
    });
    await drawn(page);
    assert.equal(await shapeOf(page, 'scores'), '1,8,2,2');
    assert.equal(await page.evaluate(() => location.hash), '', 'the address is the page’s own');
  });
});

test('an attribute out of bounds is clamped and said, and the element works', async () => {
  const markup = '<attention-playground heads="7" d-model="1e12" mask="?"></attention-playground>';
  await withPage(markup, async (page) => {
    const said = await notice(page);
    assert.match(said, /heads/);
    assert.match(said, /width D/);
    assert.match(said, /mask/);
    assert.equal((await compareNumbers(page)).wrong.length, 0);
  });
});

test('hide leaves parts out', async () => {
  const markup =
    '<attention-playground hide="intro input controls ribbon walk proof"></attention-playground>';
  await withPage(markup, async (page) => {
    assert.equal(await page.locator('ap-stage').count(), 1);
    for (const part of ['input', 'controls', 'ribbon', 'walk', 'proof']) {
      assert.equal(await page.locator(`ap-${part}`).count(), 0, part);
    }
    await page.evaluate(() =>
      document.querySelector('attention-playground').removeAttribute('hide'),
    );
    await page.locator('ap-ribbon button').first().waitFor({ timeout: 5000 });
    assert.equal(await page.locator('ap-input').count(), 1);
  });
});

test('tells of loading, of another step, of another cell and of what was wrong', async () => {
  const script = `<script>
    globalThis.told = [];
    for (const name of ['load', 'error', 'progress', 'step-change', 'cell-change'])
      document.addEventListener(name, (e) => e.target.localName === 'attention-playground' &&
        told.push([name, JSON.parse(JSON.stringify(e.detail ?? null))]), true);
  </script>`;
  const take = (page) => page.evaluate(() => told.splice(0));
  await withPage(
    '<attention-playground sentence="The cat sat on the mat."></attention-playground>',
    async (page) => {
      const loading = await take(page);
      assert.deepEqual(loading[0], ['progress', { progress: 0 }]);
      assert.deepEqual(loading.slice(-2), [
        ['progress', { progress: 1 }],
        ['load', null],
      ]);
      await page.evaluate(() => (document.querySelector('attention-playground').step = 'scores'));
      await drawn(page);
      await take(page);
      await page.evaluate(() => (document.querySelector('attention-playground').step = 'weights'));
      await drawn(page);
      assert.deepEqual((await take(page))[0], ['step-change', { step: 'weights' }]);
      await cell(page, 'weights', [0, 0, 3, 4]).click();
      await drawn(page);
      const value = await page.evaluate(
        () =>
          document.querySelector('attention-playground').trace.explain('weights', [0, 0, 3, 4])
            .value,
      );
      assert.deepEqual((await take(page)).at(-1), [
        'cell-change',
        { step: 'weights', index: [0, 0, 3, 4], value },
      ]);
      await page.locator('ap-stage [role=grid]').last().press('Escape');
      await drawn(page);
      assert.deepEqual((await take(page)).at(-1), ['cell-change', null]);
      await setControl(page, 'heads', '7');
      const [name, detail] = (await take(page)).at(-1);
      assert.equal(name, 'error');
      assert.equal(detail.argument, 'heads');
    },
    { head: script },
  );
});

test('several on one page share one module, and each has its own numbers', async () => {
  const markup = ['one two', 'three four five', 'six']
    .map(
      (text) => `<attention-playground loading="eager" sentence="${text}"></attention-playground>`,
    )
    .join('');
  const fetched = [];
  await withPage(
    markup,
    async (page) => {
      for (const [i, length] of [2, 3, 1].entries()) {
        assert.equal(await shapeOf(page, 'scores', i), `1,4,${length},${length}`);
      }
      assert.deepEqual(fetched.length, 1, fetched.join());
      assert.equal(await page.evaluate(() => wasmMemories.length), 1);
    },
    {
      prepare: async (page) => {
        await exposeMemory(page);
        page.on(
          'request',
          (request) => request.url().endsWith('.wasm') && fetched.push(request.url()),
        );
      },
    },
  );
});

test('a panel beside a playground shares its module', async () => {
  const fetched = [];
  await withPage(
    `<script type="module" src="/dist/panels/positional-encoding.js"></script>
    <positional-encoding loading="eager" length="5" d-model="6" lang="zh"></positional-encoding>
    <attention-playground parameters="random" loading="eager"></attention-playground>`,
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
    '<div style="height:9000px"></div><attention-playground loading="lazy"></attention-playground>';
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
    '<attention-playground sentence="in and out"></attention-playground>',
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
    '<attention-playground sentence="strict but fair"></attention-playground>',
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
