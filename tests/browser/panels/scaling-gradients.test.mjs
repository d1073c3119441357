// The gradient of one weight in the panel on scaling by √d_k: two backward passes, whose numbers are the API's, are
// explained cell by cell, and are made once their place is near the view.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertEngines, assertWhole, drawnGrids } from '../support/grids.mjs';
import { eventually } from '../support/hands.mjs';
import { widthOf } from '../support/looks.mjs';
import { panel, showPasses } from './support/scaling.mjs';

const { tag, ap, inside, field, setField, settle, withPanel } = panel;
const QUERIES = 64;

/** What is drawn, in its order, by half. */
const strips = [
  ['unscaled', 'weights'],
  ['scaled', 'scaled.weights'],
  ['unscaled', 'gradient.weights'],
  ['scaled', 'gradient.scaled.weights'],
  ['unscaled', 'gradient.scores'],
  ['scaled', 'gradient.scaled.scores'],
  ['scaled', 'gradient.scores'],
];

/** The same backward passes in Node. */
function passes({ dK = 64, keys = 16, seed = 1, query = 1, key = 0 }, read, edit = () => {}) {
  const pass = (of) => {
    const trace = ap.traceScaling({ dK, keys, seed, queries: QUERIES });
    const data = new Float32Array(QUERIES * keys);
    data[query * keys + key] = 1;
    trace.backward({ of, seed: { shape: [QUERIES, keys], data } });
    edit(trace);
    return trace;
  };
  const traces = { unscaled: pass('weights'), scaled: pass('scaled.weights') };
  const row = (half, path) =>
    [...traces[half].tensor(path).data].slice(query * keys, (query + 1) * keys);
  const largest = (half, path) => {
    const [low, high] = [Math.min(...row(half, path)), Math.max(...row(half, path))];
    return -low > high ? low : high;
  };
  try {
    return read({ traces, row, largest });
  } finally {
    for (const trace of Object.values(traces)) trace.dispose();
  }
}

const drawnRows = (page) =>
  page.evaluate(
    (tag) =>
      [...document.querySelector(tag).shadowRoot.querySelectorAll('.strip ap-slice')].map(
        ({ path, figure }) => [path, [...figure.grids[0].values]],
      ),
    tag,
  );

/** The rows that are drawn are those of the passes, once they have followed. */
async function assertFollows(page, options, edit) {
  const expected = passes(
    options,
    ({ row }) => strips.map(([half, path]) => [path, row(half, path)]),
    edit,
  );
  await eventually(() => drawnRows(page), expected);
}

const numbers = (page, selector, name) =>
  inside(page, selector).evaluateAll(
    (all, name) => all.map(({ dataset }) => [dataset[name], Number(dataset.value)]),
    name,
  );

for (const options of [
  { dK: 64, keys: 16, seed: 1, query: 1, key: 0 },
  { dK: 1, keys: 2, seed: 7, query: 63, key: 1 },
  { dK: 1024, keys: 64, seed: 4294967295, query: 5, key: 63 },
]) {
  test(`every number of both passes is the engine's: ${JSON.stringify(options)}`, () =>
    withPanel(async (page) => {
      const { dK, query, key, keys, seed } = options;
      await page.evaluate(
        ([tag, wish]) => Object.assign(document.querySelector(tag), wish),
        [tag, { dK, keys, seed }],
      );
      await setField(page, 'query', String(query));
      await showPasses(page);
      await setField(page, 'key', String(key));
      await assertFollows(page, options);
      await settle(page);
      const grids = (await drawnGrids(page, tag)).filter(({ store }) => store === 'other');
      passes(options, ({ traces, largest }) => {
        assert.equal(grids.length, strips.length);
        strips.forEach(([half], i) => {
          assertWhole(grids[i]);
          assert.deepEqual(grids[i].rows, [query, 1]);
          assertEngines([grids[i]], { other: traces[half] });
        });
        // One scale for all gradients of scores, one for all weights, one for their gradients.
        const scales = grids.map(({ scale }) => [scale.low, scale.high]);
        const reach = Math.max(
          ...strips.slice(4).map(([half, path]) => Math.abs(largest(half, path))),
        );
        assert.deepEqual(scales.slice(0, 2), new Array(2).fill([0, 1]));
        assert.deepEqual(scales.slice(2, 4), new Array(2).fill([-1, 1]));
        assert.deepEqual(scales.slice(4), new Array(3).fill([-reach, reach]));
      });
      const said = passes(options, ({ largest }) => ({
        largest: strips.slice(4).map(([half, path]) => [path, largest(half, path)]),
        result: ['scaled', 'unscaled'].map((half) => [
          half,
          Math.abs(largest(half, 'gradient.scores')),
        ]),
      }));
      assert.deepEqual(await numbers(page, '.largest .open', 'path'), said.largest);
      assert.deepEqual(await numbers(page, '.result b', 'of'), said.result);
    }));
}

test('one sentence says what is seen, and nothing is claimed where softmax is not saturated', async () => {
  const texts = {
    en: [/scaled, .* is 0\.0093; not scaled, 0\.00013\./, /less than a thousandth/, /in both/],
    zh: [/缩放时.*为 0\.0093；不缩放时为 0\.00013。/, /不到千分之一/, /两边都有梯度/],
  };
  for (const [lang, [numbers, vanished, both]] of Object.entries(texts)) {
    await withPanel(
      async (page) => {
        await showPasses(page);
        const said = () => inside(page, '.pull [role=status]:has(.result)').innerText();
        const plain = (await said()).replace(/\s+/g, ' ');
        assert.match(plain, numbers);
        assert.match(plain, vanished);
        // The key that has nearly all the weight.
        await setField(page, 'key', '8');
        await eventually(async () => both.test(await said()), true);
        assert.doesNotMatch(await said(), vanished);
      },
      { lang },
    );
  }
});

test('by keyboard: a gradient opens its chain, an operand leads to its step, and there is a way back', async () => {
  for (const [lang, part] of Object.entries({ en: 'With √dₖ', zh: '除以 √dₖ' })) {
    await withPanel(
      async (page) => {
        await showPasses(page);
        const proof = inside(page, 'ap-proof');
        const value = () => proof.locator('.value').getAttribute('data-value').then(Number);
        const strip = '.strip [data-step="gradient.scaled.scores"]';
        await inside(page, `${strip} [role=grid]`).focus();
        for (const key of ['ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
        await settle(page);
        const { cell, terms } = passes({}, ({ traces: { scaled } }) => {
          const chain = scaled.explain('gradient.scaled.scores', [1, 2]);
          const { upstream, derivatives, products } = chain;
          return {
            cell: chain.value,
            terms: upstream.map((one, i) => [one.value, derivatives[i], products[i]]),
          };
        });
        await eventually(value, cell);
        assert.match(await proof.locator('h3').innerText(), new RegExp(part));
        const rows = await proof
          .locator('tbody')
          .first()
          .locator('tr')
          .evaluateAll((all) =>
            all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.innerText)),
          );
        assert.equal(rows.length, 16);
        rows.forEach((row, i) => {
          row
            .slice(0, 3)
            .forEach((text, j) => assert.ok(Math.abs(Number(text) - terms[i][j]) <= 5e-7, text));
        });
        // Its step is the one that is shown in large, and an operand's step takes its place.
        const chosen = () => inside(page, '.step select').inputValue();
        await eventually(chosen, 'gradient.scaled.scores');
        await proof.locator('tbody button').first().focus();
        await page.keyboard.press('Enter');
        await eventually(value, 1);
        assert.equal(await chosen(), 'gradient.scaled.weights');
        const large = inside(page, '.closer .result[data-step="gradient.scaled.weights"]');
        await large.waitFor();
        assert.equal(await large.locator('[role=grid]').getAttribute('aria-readonly'), 'true');
        await proof.locator('.back').focus();
        await page.keyboard.press('Enter');
        await eventually(value, cell);
        await eventually(chosen, 'gradient.scaled.scores');
        // A number of the study takes the place beside it again.
        await inside(page, '.facts .open[data-path="scaled.variance"]').focus();
        await page.keyboard.press('Enter');
        await eventually(chosen, 'scaled.variance');
        assert.equal(await inside(page, `${strip} [aria-selected=true]`).count(), 0);
      },
      { lang },
    );
  }
});

test('the largest gradient opens its chain', () =>
  withPanel(async (page) => {
    await showPasses(page);
    const button = inside(page, '.largest .open').nth(2);
    await button.click();
    await settle(page);
    const wanted = Number(await button.getAttribute('data-value'));
    const proof = inside(page, 'ap-proof .value');
    await eventually(async () => Number(await proof.getAttribute('data-value')), wanted);
    assert.equal(await button.getAttribute('aria-pressed'), 'true');
    // × 1/√64
    assert.match(await inside(page, 'ap-proof .rule').innerText(), /0\.125/);
  }));

test('a key that there is none of is said, and fewer keys take the chosen one away', async () => {
  for (const [lang, said] of Object.entries({ en: /whole number from 0 to 15/, zh: /0 到 15/ })) {
    await withPanel(
      async (page) => {
        await showPasses(page);
        await setField(page, 'key', '9');
        await assertFollows(page, { key: 9 });
        const alert = inside(page, '.pull [role=alert] .wrong');
        for (const text of ['16', '-1', '1.5', 'abc', '']) {
          await setField(page, 'key', text);
          assert.match(await alert.innerText(), said, text);
          assert.equal(await field(page, 'key').getAttribute('aria-invalid'), 'true');
          await assertFollows(page, { key: 9 });
        }
        await setField(page, 'key', '１');
        assert.equal(await alert.count(), 0);
        await assertFollows(page, { key: 1 });
        await setField(page, 'key', '9');
        await setField(page, 'keys', '4');
        await assertFollows(page, { keys: 4, key: 3 });
        assert.equal(await field(page, 'key').inputValue(), '3');
      },
      { lang },
    );
  }
});

test('the passes follow an edit of the study, and its way back', () =>
  withPanel(async (page) => {
    await showPasses(page);
    await page.evaluate((tag) => document.querySelector(tag).store.edit('scores', [1, 8], -3), tag);
    await assertFollows(page, {}, (trace) => trace.set('scores', [1, 8], -3));
    await inside(page, '.take-back').click();
    await assertFollows(page, {});
  }));

test('they are made once their place comes near the view', () =>
  withPanel(
    async (page) => {
      await settle(page);
      assert.equal(await inside(page, '.pull.busy').count(), 1);
      assert.equal(await inside(page, '.stages').count(), 0);
      const below = () =>
        inside(page, '.charts').evaluate((place) => place.getBoundingClientRect().top + scrollY);
      const before = await below();
      await showPasses(page);
      await assertFollows(page, {});
      assert.ok(Math.abs((await below()) - before) < 120);
      assert.ok((await widthOf(page)) <= 360);
    },
    { width: 360, height: 400 },
  ));
