// <attention-playground> on anybody's page: its attributes and events, and many to a page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { join } from 'node:path';
import { openAnyPage } from '../support/any-page.mjs';
import { cell, notice, setControl } from '../support/hands.mjs';
import { compareNumbers, drawn, exposeMemory } from '../support/numbers.mjs';

const { withPage } = await openAnyPage('element-page');

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
  const markup = `<attention-playground mode="workbench" sentence="one two three\nfour five" heads="2" d-model="8" mask="both"
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
  const markup =
    '<attention-playground mode="workbench" sentence="a b" memory="c d e f"></attention-playground>';
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
  const markup =
    '<attention-playground mode="workbench" heads="7" d-model="1e12" mask="?"></attention-playground>';
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
    '<attention-playground mode="workbench" hide="intro input controls ribbon walk proof"></attention-playground>';
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
    '<attention-playground mode="workbench" sentence="The cat sat on the mat."></attention-playground>',
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
    { head: script, fresh: true },
  );
});

test('several on one page share one module, and each has its own numbers', async () => {
  const markup = ['one two', 'three four five', 'six']
    .map(
      (text) =>
        `<attention-playground mode="workbench" loading="eager" sentence="${text}"></attention-playground>`,
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
