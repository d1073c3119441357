// The Python package in notebooks that nbconvert runs and makes pages: what a reader opens has the numbers that Python had.

import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { root } from '../../../scripts/lib/run.mjs';
import { serve } from '../../../scripts/lib/serve.mjs';
import { openBrowser } from '../../browser/support/chromium.mjs';
import {
  guideCells,
  openNotebook,
  outputOf,
  printed,
  runNotebook,
  tensorIn,
} from '../support/notebook.mjs';
import { assertQuiet, withProblems } from '../support/page.mjs';

const seeds = Array.from({ length: 15 }, (_, i) => i);
const cellOf = (name) => `import notebook_cases as cases\ncases.run(cases.${name}, [${seeds}])`;

/** Fails unless two tensors have one shape, and numbers that are no farther apart. */
function assertClose(found, expected, distance, words) {
  assert.deepEqual(found.shape, expected.shape, words);
  for (const [i, number] of expected.data.entries()) {
    const other = found.data[i];
    const same =
      other === number || Math.abs(other - number) <= distance * Math.max(1, Math.abs(number));
    assert.ok(same, `${words}: number ${i} is ${other}, not ${number}`);
  }
}

describe('notebooks', () => {
  let browser;
  const opened = [];
  before(async () => {
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    for (const { remove } of opened) remove();
  });

  /** Runs cells, opens their page, and runs `body` with it; the page must have nothing to say. */
  async function inNotebook(cells, body, { options, ...how } = {}) {
    const notebook = await runNotebook(cells, { options });
    opened.push(notebook);
    const page = await openNotebook(browser, notebook.url, how);
    try {
      await body(page, notebook);
    } catch (error) {
      throw withProblems(error, page);
    }
    assertQuiet(page);
    await page.context().close();
  }

  test('trace: weights and outputs are NumPy’s, with every mask and rank, and any token', () =>
    inNotebook([cellOf('traced')], async (page) => {
      const [text] = await printed(page);
      for (const [n, expected] of JSON.parse(text).entries()) {
        const { frame } = await outputOf(page, n);
        for (const path of ['weights', 'context'])
          assertClose(
            await tensorIn(frame, path),
            expected[path],
            1e-6,
            `${n} ${expected.kind} ${path}`,
          );
        await assertLabels(frame, expected);
      }
    }));

  test('show: weights are those that were given, to the last bit', () =>
    inNotebook([cellOf('shown')], async (page) => {
      const [text] = await printed(page);
      for (const [n, expected] of JSON.parse(text).entries()) {
        const { frame } = await outputOf(page, n);
        assertClose(await tensorIn(frame, 'weights'), expected.weights, 0, `${n}`);
        await assertLabels(frame, expected);
      }
    }));

  const cells = [
    'import attention_playground as ap\nap.show([[0.25, 0.75], [1, 0]], ["a", "b"])',
    'ap.show([[1.0]], ["a"], lang="zh", height=300)',
    'ap.playground("The cat sat", heads=2)',
  ];

  test('a frame is as high as its page, in its language, without an origin', () =>
    inNotebook(cells, async (page) => {
      for (const n of [0, 2]) {
        const { outer, frame } = await outputOf(page, n);
        await frame.waitForFunction(
          () =>
            Math.abs(document.querySelector('main').getBoundingClientRect().height - innerHeight) <=
            1,
        );
        assert.ok((await outer.boundingBox()).height > 100);
        assert.equal(await frame.evaluate(() => origin), 'null');
      }
      const { outer, frame } = await outputOf(page, 1);
      assert.equal((await outer.boundingBox()).height, 300);
      assert.equal(await frame.evaluate(() => document.documentElement.lang), 'zh-CN');
    }));

  test('without scripts, a sentence says what would be seen', () =>
    inNotebook(
      cells,
      async (page) => {
        const words = page.frameLocator('iframe').first().locator('noscript');
        assert.match(await words.textContent(), /weights \[2, 2\]\. It is drawn by a script/);
        assert.ok((await words.boundingBox()).width > 100);
        const { height } = await page.locator('iframe').first().boundingBox();
        assert.ok(height >= 200, `${height}`);
      },
      { javaScriptEnabled: false },
    ));

  test('what takes frames out leaves that sentence', () =>
    inNotebook(
      cells.slice(0, 2),
      async (page) => {
        assert.equal(await page.locator('iframe').count(), 0);
        for (const words of ['It is drawn by a script, which does not run here.', '图由脚本绘制'])
          assert.ok((await page.locator('body').innerText()).includes(words), words);
      },
      { options: ['--sanitize-html'] },
    ));

  test('a widget shows what Python made, and tells Python what is chosen', async () => {
    const server = await serve(join(root, 'python/attention_playground/static'));
    try {
      await inNotebook(
        [WIDGET],
        async (page) => {
          const [text] = await printed(page);
          const { traits, weights } = JSON.parse(text);
          await page.context().setOffline(false);
          await page.goto(`${server.url}/LICENSE`);
          const found = await page.evaluate(renderWidget, traits);
          assertClose(found.weights, weights, 1e-6, 'weights');
          assert.deepEqual(found.saved, { step: 'scores', head: 1 });
          assert.equal(found.left, 0);
        },
        { offline: false, from: server.url },
      );
    } finally {
      await server.close();
    }
  });

  for (const lang of ['en', 'zh']) {
    test(`the guide’s cells show what they say: ${lang}`, async () => {
      const server = await serve(join(root, 'python/attention_playground/static'));
      try {
        const cells = guideCells(lang);
        assert.deepEqual(
          cells.map(({ id }) => id),
          ['', 'weights', 'trace', 'trace', 'trace', 'playground', 'small', 'widget'],
        );
        const written = cells.map(({ text }) => text.replace('http://localhost:4173', server.url));
        await inNotebook(written, assertGuide, { offline: false, from: server.url });
      } finally {
        await server.close();
      }
    });
  }
});

/** What can be read on the figure is every label that is short: of queries beside the rows, of keys above the columns. */
async function assertLabels(frame, { tokens, key_tokens: keyTokens }) {
  const drawn = await frame.evaluate(async () => {
    const panel = document.querySelector('attention-trace');
    await panel.updateComplete;
    const stage = panel.shadowRoot.querySelector('ap-stage');
    await stage.updateComplete;
    const { figure } = stage.shadowRoot.querySelector('ap-figure') ?? stage;
    const texts = (marks) =>
      marks.flatMap((mark) => (mark.type === 'group' ? texts(mark.marks) : [mark.text]));
    return texts(figure.marks);
  });
  const isShort = (token) => token.length <= 6 && token.trim() === token;
  for (const token of [...tokens, ...keyTokens].filter(isShort))
    assert.ok(drawn.includes(token), `${token} is not among ${drawn.slice(0, 40)}`);
}

/** The figures of the guide's notebook, in their order. */
async function assertGuide(page, { folder }) {
  const shapes = [
    ['weights', [1, 1, 3, 3]],
    ['weights', [1, 12, 9, 9]],
    ['weights', [1, 2, 4, 4]],
    ['weights', [1, 2, 4, 4]],
    ['context', [1, 2, 4, 8]],
  ];
  const found = [];
  for (const [n, [path, shape]] of shapes.entries()) {
    const { frame } = await outputOf(page, n);
    found.push(await tensorIn(frame, path));
    assert.deepEqual(found.at(-1).shape, shape);
  }
  assertClose(found[2], found[3], 1e-6, 'by hand');
  const { frame: playground } = await outputOf(page, 5);
  const shown = await playground.evaluate(
    () => document.querySelector('attention-playground').state,
  );
  assert.deepEqual([shown.heads, shown.dModel], [2, 16]);
  const { frame: small } = await outputOf(page, 6);
  assert.equal((await tensorIn(small, 'weights')).shape.length, 4);
  assert.ok((await small.content()).length < 20_000);
  assert.ok(statSync(join(folder, 'attention.html')).size > 400_000);
}

/** Debian's traitlets, and a module in the place of anywidget. */
const WIDGET = `import json, sys, types
import numpy as np, traitlets
sys.modules['anywidget'] = types.SimpleNamespace(AnyWidget=traitlets.HasTraits)
import attention_playground as ap, notebook_cases as cases
q = np.random.default_rng(2).normal(size=(1, 2, 3, 4))
widget = ap.trace(q, is_causal=True, tokens=['a', 'b', 'c'], lang='zh').widget()
traits = {name: getattr(widget, name) for name in widget.traits(sync=True)}
scores = np.where(np.tri(3, dtype=bool), q @ q.swapaxes(-2, -1) / 2, -np.inf)
print(json.dumps({'traits': traits, 'weights': cases.listed(cases.softmax(scores))}))`;

/** In the page: renders the module with a model of anywidget's form, chooses a step and a head, and ends it. */
async function renderWidget(traits) {
  const { default: widget } = await import('/attention-playground.widget.js');
  const listeners = {};
  const model = {
    get: (name) => traits[name],
    set: (name, value) => (traits[name] = value),
    save_changes: () => (model.saved = { step: traits.step, head: traits.head }),
    on: (event, listener) => (listeners[event] = listener),
    off: (event) => delete listeners[event],
  };
  const el = document.body.appendChild(document.createElement('div'));
  const end = widget.render({ model, el });
  const panel = el.querySelector('attention-trace');
  panel.loading = 'eager';
  await panel.ready;
  await panel.updateComplete;
  const { shape, data } = panel.trace.tensor('weights');
  const weights = { shape: [...shape], data: [...data] };
  const changed = new Promise((done) => panel.addEventListener('change', done, { once: true }));
  panel.store.goTo('scores');
  panel.store.updateView({ head: 1 });
  await changed;
  end();
  return {
    weights,
    saved: model.saved,
    left: Object.keys(listeners).length + el.childElementCount,
  };
}
