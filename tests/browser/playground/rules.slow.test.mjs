// The proof of every rule, drawn in the page: explanations made by hand of the page's own cells, in the width of a
// phone and of a desk, in both languages.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { root } from '../../../scripts/lib/run.mjs';
import { drawn } from '../support/numbers.mjs';
import { home, layer, openSite, screenshot } from '../support/site.mjs';

/** Runs in the page: { name: explanation }, of cells as they are recorded. */
function explanations() {
  const { trace } = document.querySelector('attention-playground');
  const cell = (step, index) => {
    const { shape, data } = trace.tensor(step);
    return { step, index, value: data[shape.reduce((at, size, i) => at * size + index[i], 0)] };
  };
  const row = (step, before, n) => Array.from({ length: n }, (_, i) => cell(step, [...before, i]));
  const own = cell('x', [0, 2, 1]);
  const base = { ...own, result: own.value, bound: 0, difference: 0 };
  const numbers = (operands) => operands.map(({ value }) => value);
  const words = row('weights', [0, 0, 2], 7);
  const features = row('x', [0, 2], 64);
  const sum = (of, operands) => ({
    ...base,
    rule: 'sum',
    of,
    operands,
    terms: numbers(operands),
    sums: numbers(operands),
    mean: 0.125,
  });
  const choice = {
    ...base,
    rule: 'choice',
    operands: words,
    order: words.map((_, i) => i),
    position: 1,
    rank: 4,
    count: 3,
    kept: true,
    target: 0.25,
  };
  return {
    normalise: {
      ...base,
      rule: 'normalise',
      operands: features,
      position: 1,
      sum: 1,
      mean: 0.015625,
      differences: numbers(features),
      squares: numbers(features),
      sumOfSquares: 48,
      variance: 0.75,
      epsilon: Math.fround(1e-5),
      weight: cell('w_q', [0, 1]),
      bias: cell('w_q', [1, 1]),
    },
    gelu: {
      ...base,
      rule: 'function',
      function: 'gelu_tanh',
      operands: [own],
      inner: -0.682384,
    },
    exp: {
      ...base,
      rule: 'function',
      function: 'exp_difference',
      operands: [cell('scores', [0, 0, 2, 1]), cell('scores', [0, 0, 2, 3])],
      inner: -0.5,
    },
    mean: sum('mean', features),
    entropy: sum('entropy', words),
    cross_entropy: sum('cross_entropy', [
      cell('weights', [0, 0, 1, 2]),
      cell('weights', [0, 0, 2, 4]),
    ]),
    maximum: { ...base, rule: 'maximum', operands: row('scores', [0, 0, 2], 7), position: 3 },
    argmax: { ...choice, way: 'argmax', sums: [], draw: 0 },
    top_k: { ...choice, way: 'top_k', sums: [], draw: 0 },
    sample: { ...choice, way: 'sample', sums: words.map((_, i) => (i + 1) / 7), draw: 0.25 },
    log_softmax: {
      ...base,
      rule: 'softmax',
      operands: row('scores', [0, 0, 2], 7),
      position: 1,
      maximum: 1.25,
      exponentials: words.map((_, i) => 1 / (i + 1)),
      sum: 2.592857,
      fullyMasked: false,
      logarithm: true,
    },
    divide: {
      ...base,
      rule: 'elementwise',
      operator: 'divide',
      operands: [own, { ...own, value: 0 }],
      constants: [],
    },
    cached: {
      ...cell('k_transposed', [0, 1, 2, 3]),
      result: own.value,
      bound: 0,
      difference: 0,
      rule: 'cached',
      token: 2,
      origin: trace.explain('k', [0, 2, 19]),
    },
  };
}

/** What each rule says and no other does. */
const said = {
  normalise: { en: /x − mean/, zh: /x − 均值/ },
  gelu: /tanh/,
  exp: /exp\(-0\.192891 − 3\.161314\) = exp\(-0\.500000\)/,
  mean: { en: /mean of 64 numbers/, zh: /64 个数的均值/ },
  entropy: { en: /entropy of 7 weights/, zh: /7 个权重的熵/ },
  cross_entropy: { en: /mean over 2 positions/, zh: /2 个位置上/ },
  maximum: /max = 1\.055735/,
  argmax: { en: /largest of 7 is .*number 1: cat/, zh: /7 个数中最大的是.*编号 1：cat/ },
  top_k: { en: /Rank 4 of 7/, zh: /7 个数中排第 4/ },
  sample: /0\.25 × 1 = 0\.250000/,
  log_softmax: /− ln 2\.592857/,
  divide: /1\.055735 ÷ 0/,
  cached: { en: /Computed at token 2, “sat”/, zh: /在第 2 个词元“sat”/ },
};

let site;
before(async () => {
  site = await openSite();
});
after(() => site?.close());

// What is said is tests/node/state/proof-rules.test.mjs's in every detail; English is wider than Chinese.
for (const [lang, width] of [
  ['zh', 1280],
  ['en', 360],
]) {
  const path = home[lang];
  test(`every rule has its own words and fits its column (${lang}, ${width} px)`, async () => {
    const options = { width, colorScheme: width === 360 ? 'dark' : 'light' };
    await site.withPage(
      `${path}#v=1&s=The+cat+sat+on+the+mat.`, // the same sentence in both languages
      async (page) => {
        const names = await page.evaluate(`Object.keys((${explanations})())`);
        assert.deepEqual(names.toSorted(), Object.keys(said).toSorted());
        if (width === 360) await page.locator('button[aria-controls="sheet"]').click();
        for (const name of names) {
          await page.evaluate(`(() => {
            const { store, shadowRoot } = document.querySelector('attention-playground');
            const explanation = (${explanations})()[${JSON.stringify(name)}];
            Object.defineProperty(store, 'explanation', { value: explanation, configurable: true });
            const { shadowRoot: sheet } = shadowRoot.querySelector('ap-proof-sheet');
            sheet.querySelector('ap-proof').requestUpdate();
          })()`);
          await drawn(page);
          const rule = page.locator('ap-proof .rule');
          const text = await rule.innerText();
          assert.doesNotMatch(text, /undefined|NaN|\{\w+\}/, name);
          for (const [other, words] of Object.entries(said)) {
            const found = (words[lang] ?? words).test(text);
            assert.equal(found, other === name, `${name} as ${other}: ${text}`);
          }
          const wide = await page
            .locator('ap-proof section')
            .evaluate((section) => section.scrollWidth - section.clientWidth);
          assert.ok(wide <= 0, `${name} is ${wide} px too wide`);
          if (process.env.PICTURES)
            await screenshot(
              page,
              join(root, `build/screenshots/rules/${lang}-${width}-${name}.png`),
            );
        }
      },
      options,
    );
  });
}

/** Steps of shapes that attention has none of, as the page would get them from a trace. */
function shapes() {
  const step = {
    kind: 'loss',
    symbol: '',
    variable: '',
    formula: '',
    code: '',
    numpy: '',
    notation: { symbol: { template: '', places: {} }, formula: { template: '', places: {} } },
    attributes: {},
    inputs: [],
    strides: [],
    leaf: false,
  };
  const rest = { aliases: false, edits: 0, fullyMaskedRows: 0, multiplyAdds: 0 };
  const made = (path, op, axes, shape, data) => ({
    step: {
      ...step,
      ...rest,
      path,
      name: path,
      kind: path,
      scope: {},
      op,
      role: 'logits',
      axes,
      shape,
    },
    tensor: { shape, data: Float32Array.from(data) },
  });
  return [
    made('loss', 'cross_entropy', [], [], [2.5]),
    made('prediction', 'argmax', ['batch', 'token'], [1, 7], [1, 2, 3, 4, 5, 6, 0]),
    made('next_token', 'sample', ['batch'], [1], [4]),
    made('tile_maximum', 'row_maximum', ['query', 'one'], [7, 1], [1, 2, 3, 4, 5, 6, 7]),
  ];
}

for (const width of [1280, 360]) {
  test(`a loss, predictions and a column of maxima are drawn cell by cell (${width} px)`, async () => {
    await site.withPage(
      layer.en,
      async (page) => {
        const seen = await page.evaluate(`(async () => {
          const element = document.querySelector('attention-playground');
          const { store } = element;
          const stage = element.shadowRoot.querySelector('ap-stage');
          const found = [];
          for (const { step, tensor } of (${shapes})()) {
            const before = {
              step: store.step.bind(store),
              tensor: store.tensor.bind(store),
              extent: store.extent.bind(store),
            };
            const extent = { low: Math.min(...tensor.data), high: Math.max(...tensor.data) };
            store.step = (path) => (path === step.path ? step : before.step(path));
            store.tensor = (path) => (path === step.path ? tensor : before.tensor(path));
            store.extent = (path) => (path === step.path ? extent : before.extent(path));
            Object.defineProperty(store, 'current', { value: step, configurable: true });
            stage.requestUpdate();
            await new Promise((done) => setTimeout(done, 80));
            const figure = stage.shadowRoot.querySelector('ap-figure').shadowRoot;
            const cells = [...figure.querySelectorAll('.result [role=gridcell]')];
            const shape = stage.shadowRoot.querySelector('h2 .shape').textContent;
            found.push([
              step.path,
              shape.replace(/\\s+/g, ' ').trim(),
              // An id is shown as the token that it is the id of.
              cells.map(({ textContent, dataset }) => {
                const id = store.tokensOf(step, 0).indexOf(textContent);
                return id < 0 ? textContent : id + (dataset.value === String(id) ? '' : ' is not ' + dataset.value);
              }).join(' '),
              cells[0].dataset.index,
              document.documentElement.scrollWidth - innerWidth,
            ]);
          }
          return found;
        })()`);
        assert.deepEqual(seen, [
          ['loss', '[]', '2.50', '', 0],
          ['prediction', '[batch 1, token 7]', '1 2 3 4 5 6 0', '0,0', 0],
          ['next_token', '[batch 1]', '4', '0', 0],
          ['tile_maximum', '[query 7, 1]', '1 2 3 4 5 6 7', '0,0', 0],
        ]);
        if (process.env.PICTURES)
          await screenshot(page, join(root, `build/screenshots/rules/shape-${width}.png`));
      },
      { width },
    );
  });
}
