// The module for notebooks, with a model object of the form that anywidget gives `render`.

import assert from 'node:assert/strict';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, test } from 'node:test';
import { load } from '../../../dist/index.js';
import { widgetFile } from '../../../scripts/build/single.mjs';
import { root } from '../../../scripts/lib/run.mjs';
import { openAnyPage } from '../support/any-page.mjs';
import { eventually } from '../support/hands.mjs';
import { onDisk, shown, standaloneOf, withFile } from './support/standalone.mjs';

const { site, folder } = await openAnyPage('widget-page');
copyFileSync(join(root, widgetFile), join(folder, basename(widgetFile)));
const ap = await load();

/** A model as notebooks have it: traits, their events, and what the kernel was sent. */
function makeModel(traits) {
  const listeners = new Map();
  return {
    traits,
    sent: [],
    get(name) {
      return this.traits[name];
    },
    set(name, value) {
      this.traits[name] = value;
      this.changed = { ...this.changed, [name]: value };
      for (const listener of listeners.get(`change:${name}`) ?? []) listener();
    },
    save_changes() {
      this.sent.push(this.changed);
    },
    on(event, listener) {
      listeners.set(event, [...(listeners.get(event) ?? []), listener]);
    },
    off(event, listener) {
      listeners.set(
        event,
        (listeners.get(event) ?? []).filter((one) => one !== listener),
      );
    },
    listening: () => [...listeners.values()].flat().length,
  };
}

/** Opens a page in which `render` shows a model of these traits: `model`, `el` and `end` are global there. */
async function withWidget(traits, body) {
  const path = `widget-${Math.random().toString(36).slice(2)}.html`;
  writeFileSync(
    join(folder, path),
    `<!doctype html><html lang="en"><title>A notebook</title><link rel="icon" href="data:,"><div id="el"></div>
    <script type="module">
      import widget, { render } from '/attention-playground.widget.js';
      ${makeModel}
      if (widget.render !== render) throw new Error('two of them');
      globalThis.model = makeModel(${JSON.stringify(traits)});
      globalThis.el = document.querySelector('#el');
      globalThis.end = render({ model, el });
    </script></html>`,
  );
  await site.withPage(`/${path}`, body, { fresh: true });
}

const weights = [
  [0.25, 0.75],
  [0.5, 0.5],
];
const shownOf = (page) =>
  page.evaluate(async () => {
    const element = el.firstElementChild;
    await element?.ready;
    await element?.updateComplete;
    return element?.localName;
  });
const tensorOf = (page, path) =>
  page.evaluate((path) => el.firstElementChild.trace.tensor(path), path);

describe('a widget', () => {
  test('shows numbers, follows the kernel, and tells it what a person chooses', () => {
    const { query, key, value } = {
      query: [
        [1, 0],
        [0, 1],
      ],
      key: [
        [1, 2],
        [3, 4],
      ],
      value: [[1], [2]],
    };
    return withWidget(
      { source: { weights }, tokens: ['a', 'b'], step: '', head: 0, lang: 'en', settings: {} },
      async (page) => {
        assert.equal(await shownOf(page), 'attention-trace');
        assert.deepEqual(
          (await tensorOf(page, 'weights')).data,
          Float32Array.of(0.25, 0.75, 0.5, 0.5),
        );
        await page.evaluate((source) => model.set('source', source), { query, key, value });
        await shownOf(page);
        const expected = ap.traceAttention({ query, key, value, projections: 'none' });
        assert.deepEqual(await tensorOf(page, 'context'), expected.tensor('context'));
        await page.evaluate(() => model.set('step', 'scores'));
        await eventually(() => page.evaluate(() => el.firstElementChild.step), 'scores');
        await page.locator('ap-ribbon [data-step="context"]').click();
        await eventually(() => page.evaluate(() => model.get('step')), 'context');
        assert.equal(await page.evaluate(() => model.sent.at(-1).step), 'context');
      },
    );
  });

  test('shows the playground where there are no numbers, until there are', () =>
    withWidget(
      {
        source: null,
        settings: {
          sentence: 'I am',
          heads: 2,
          parameters: 'random',
          mode: 'workbench',
          wide: false,
        },
        lang: 'zh',
      },
      async (page) => {
        assert.equal(await shownOf(page), 'attention-playground');
        const { sentence, heads, lang } = await page.evaluate(() => {
          const { sentence, heads, lang } = el.firstElementChild;
          return { sentence, heads, lang };
        });
        assert.deepEqual({ sentence, heads, lang }, { sentence: 'I am', heads: 2, lang: 'zh' });
        await page.evaluate(() =>
          model.set('settings', { sentence: 'You are', parameters: 'random' }),
        );
        await shownOf(page);
        assert.equal(await page.evaluate(() => el.firstElementChild.sentence), 'You are');
        await page.evaluate((source) => model.set('source', source), { weights });
        assert.equal(await shownOf(page), 'attention-trace');
        await page.evaluate(() => model.set('source', null));
        assert.equal(await shownOf(page), 'attention-playground');
      },
    ));

  test('takes labels back that the kernel takes back', () =>
    withWidget(
      { source: { weights }, tokens: ['a', 'b'], key_tokens: ['c', 'd'], head: 0 },
      async (page) => {
        await shownOf(page);
        const cell = page.locator('ap-figure [role="gridcell"][data-index="0,0,0,1"]');
        const label = async () => (await cell.getAttribute('aria-label')).match(/\b[abcd]\b/g);
        await eventually(label, ['a', 'd']);
        await page.evaluate(() => model.set('key_tokens', null));
        await eventually(label, ['a', 'b']);
        await page.evaluate(() => model.set('head', null));
        await shownOf(page);
        assert.equal(await page.locator('ap-problem [role="alert"] span').count(), 0);
      },
    ));

  test('is shown where nothing can be saved', () =>
    withWidget({ source: { query: [[1, 0]], key: [[1, 0]], value: [[1]] } }, async (page) => {
      await shownOf(page);
      await page.evaluate(() => {
        model.save_changes = () => {
          throw new Error('save_changes not implemented');
        };
      });
      await page.locator('ap-ribbon [data-step="context"]').click();
      await eventually(() => page.evaluate(() => el.firstElementChild.step), 'context');
    }));

  test('leaves nothing when it ends', () =>
    withWidget({ source: { weights } }, async (page) => {
      await shownOf(page);
      assert.ok((await page.evaluate(() => model.listening())) > 0);
      await page.evaluate(() => end());
      assert.deepEqual(
        await page.evaluate(() => [model.listening(), el.childElementCount]),
        [0, 0],
      );
    }));

  test('asks for no other file, and writes a page of itself', () =>
    withWidget({ settings: { parameters: 'random', mode: 'workbench' } }, async (page) => {
      const before = await shown(page);
      const names = await page.evaluate(() =>
        performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
      );
      assert.deepEqual(names, ['/attention-playground.widget.js']);
      await withFile(site.browser, onDisk(await standaloneOf(page)), async (file) => {
        assert.deepEqual(await shown(file), before);
      });
    }));

  test('is ASCII, with its licences', () => {
    const text = readFileSync(join(root, widgetFile), 'utf8');
    assert.doesNotMatch(text, /[^\t\n\x01-\x7f]/);
    assert.match(text, /BSD-3-Clause/);
  });
});
