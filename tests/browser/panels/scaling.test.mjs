// The panel on scaling by √d_k: every number that it draws is the engine's, every one can be opened, and the last good
// study stays while something cannot be used.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pick } from '../support/charts.mjs';
import { eventually } from '../support/hands.mjs';
import { testEdit, testLooks, testOpening, testReturn } from './support/every-panel.mjs';
import { panel, showPasses } from './support/scaling.mjs';

const widths = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];
const measures = ['variance', 'mean_entropy', 'mean_gradient'];

const { ap, inside, field, setField, settle, withPanel } = panel;

/** Moves the slider by keyboard, as it would be without a mouse. */
async function setWidth(page, dK) {
  await field(page, 'dK').focus();
  await page.keyboard.press('Home');
  for (let i = 0; i < widths.indexOf(dK); i += 1) await page.keyboard.press('ArrowRight');
  await settle(page);
  assert.equal(await inside(page, '.chosen-width').innerText(), String(dK));
}

/** The same study in Node. */
function study({ dK = 64, keys = 16, seed = 1 }, read) {
  const trace = ap.traceScaling({ dK, keys, seed, queries: 64 });
  try {
    return read((path) => [...trace.tensor(path).data]);
  } finally {
    trace.dispose();
  }
}

const shown = (page) =>
  page.evaluate(() => {
    const root = document.querySelector('scaling-study').shadowRoot;
    const halves = ['unscaled', 'scaled'];
    const all = (selector, read) => [...root.querySelectorAll(selector)].map(read);
    const chart = (selector) => root.querySelector(selector).data;
    const number = ({ dataset }) => Number(dataset.value);
    const each = (read) => Object.fromEntries(halves.map((half) => [half, read(half)]));
    return {
      counts: each((half) => chart(`.${half} .histogram`).bars.values),
      ends: chart('.unscaled .histogram').ticks.map(({ text }) => text),
      weights: each((half) => [...chart(`.${half} .shares`).bars.values]),
      numbers: Object.fromEntries(
        all('.facts .open, .now .open', (button) => [button.dataset.path, number(button)]),
      ),
      curves: Object.fromEntries(
        ['variance', 'mean_entropy', 'mean_gradient'].map((measure) => [
          measure,
          each((half) => {
            const { lines, ticks } = chart(`[data-measure=${measure}] ap-chart`);
            const { places, values } = lines[half === 'scaled' ? 0 : 1];
            return places.map((place, i) => [Number(ticks[place].text), values[i]]);
          }),
        ]),
      ),
      rules: all('[data-measure] ap-chart', ({ data }) => data.rule?.text ?? ''),
    };
  });

const sum = (values) => values.reduce((total, value) => total + value, 0);

for (const [options, query] of [
  [{ dK: 64, keys: 16, seed: 1 }, 0],
  [{ dK: 1, keys: 2, seed: 7 }, 63],
  [{ dK: 1024, keys: 64, seed: 4294967295 }, 5],
]) {
  test(`every number is the engine's: ${JSON.stringify(options)}`, async () => {
    await withPanel(async (page) => {
      await setField(page, 'keys', String(options.keys));
      await setField(page, 'seed', String(options.seed));
      await setWidth(page, options.dK);
      await setField(page, 'query', String(query));
      const drawn = await shown(page);
      const { keys } = options;
      study(options, (read) => {
        for (const [half, scope] of [
          ['unscaled', ''],
          ['scaled', 'scaled.'],
        ]) {
          const row = read(`${scope}weights`).slice(query * keys, (query + 1) * keys);
          assert.deepEqual(drawn.weights[half], row);
          for (const name of ['mean', ...measures]) {
            assert.equal(drawn.numbers[scope + name], read(scope + name)[0], scope + name);
          }
          for (const name of ['entropy', 'gradient']) {
            assert.equal(drawn.numbers[scope + name], read(scope + name)[query], scope + name);
          }
        }
      });
      for (const measure of measures) {
        for (const [half, scope] of [
          ['unscaled', ''],
          ['scaled', 'scaled.'],
        ]) {
          const expected = widths.map((dK) => [
            dK,
            study({ ...options, dK }, (read) => read(scope + measure)[0]),
          ]);
          assert.deepEqual(drawn.curves[measure][half], expected, `${measure} ${half}`);
        }
      }
    });
  });
}

test('both histograms count all scores on one axis; held, the axis stays and what lies outside is said', async () => {
  await withPanel(async (page) => {
    const { counts, ends } = await shown(page);
    study({}, (read) => {
      const scores = read('scores');
      const reach = Math.max(...scores.map(Math.abs));
      assert.equal(ends[2], reach.toFixed(1));
      for (const [half, path] of [
        ['unscaled', 'scores'],
        ['scaled', 'scaled.scores'],
      ]) {
        const wanted = new Array(41).fill(0);
        for (const score of read(path)) {
          wanted[Math.min(40, Math.floor(((score + reach) / (2 * reach)) * 41))] += 1;
        }
        assert.deepEqual(counts[half], wanted);
        assert.equal(sum(wanted), 1024);
      }
    });
    await inside(page, '.hold input').check();
    await setWidth(page, 1024);
    const held = await shown(page);
    assert.deepEqual(held.ends, ends);
    const outside = Number(await inside(page, '.outside').getAttribute('data-outside'));
    assert.ok(outside > 0);
    assert.equal(sum(held.counts.unscaled) + outside, 1024);
    assert.equal(sum(held.counts.scaled), 1024);
  });
});

test('without scaling the variance grows with d_k and the gradient dies; with it both stay', async () => {
  await withPanel(async (page) => {
    await settle(page);
    const { curves, rules } = await shown(page);
    const at = (measure, half, dK) => new Map(curves[measure][half]).get(dK);
    // One draw of few keys strays from what is expected; the more components, the less.
    for (const dK of widths.slice(5)) {
      assert.ok(Math.abs(at('variance', 'unscaled', dK) / dK - 1) < 0.4, `${dK}`);
      assert.ok(Math.abs(at('variance', 'scaled', dK) - 1) < 0.4, `${dK}`);
    }
    assert.ok(at('mean_gradient', 'unscaled', 1024) < 0.1);
    assert.ok(at('mean_gradient', 'scaled', 1024) > 0.8);
    assert.ok(at('mean_entropy', 'unscaled', 1024) < 0.3);
    assert.equal(rules[0], '');
    assert.match(rules[1], /ln 16 = 2\.773/);
    assert.match(rules[2], /1\/16 = 0\.9375/);
  });
});

test('a number opens how it came about, down to its operands', async () => {
  await withPanel(async (page) => {
    const proof = inside(page, 'ap-proof');
    const value = () => proof.locator('.value').getAttribute('data-value').then(Number);
    await inside(page, '.facts .open[data-path="scaled.variance"]').click();
    await settle(page);
    assert.equal(
      await value(),
      study({}, (read) => read('scaled.variance')[0]),
    );
    await eventually(() => proof.locator('tbody tr').count(), 1024);

    await pick(inside(page, '.scaled .shares'), 4);
    await settle(page);
    assert.equal(
      await value(),
      study({}, (read) => read('scaled.weights')[16 + 4]),
    );
    await proof.locator('tbody button').first().click();
    await settle(page);
    assert.equal(
      await value(),
      study({}, (read) => read('scaled.scores')[16]),
    );
    assert.equal(await inside(page, '.step select').inputValue(), 'scaled.scores');
    const matrix = inside(page, '.closer .result[data-step="scaled.scores"]');
    await matrix.waitFor();
    await matrix.locator('[role=grid]').focus();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await settle(page);
    assert.equal(
      await value(),
      study({}, (read) => read('scaled.scores')[17]),
    );
  });
});

test('the table goes to a width and opens its number; a chart goes to a width', async () => {
  await withPanel(async (page) => {
    await inside(page, 'details summary').click();
    await inside(page, 'details tbody tr >> nth=9').locator('button').nth(2).click();
    await settle(page);
    assert.equal(await inside(page, '.chosen-width').innerText(), '512');
    const value = inside(page, 'ap-proof .value');
    const expected = study({ dK: 512 }, (read) => read('mean_entropy')[0]);
    await eventually(async () => Number(await value.getAttribute('data-value')), expected);
    await pick(inside(page, '[data-measure=variance] ap-chart'), 2);
    await settle(page);
    assert.equal(await inside(page, '.chosen-width').innerText(), '4');
    await inside(page, '.unscaled .shares [role=slider]').focus();
    await page.keyboard.press('End');
    await settle(page);
    const last = study({ dK: 4 }, (read) => read('weights')[16 + 15]);
    await eventually(async () => Number(await value.getAttribute('data-value')), last);
  });
});

test('what cannot be used is named, and the last good study stays', async () => {
  for (const [lang, said] of Object.entries({ en: /whole number from 2 to 64/, zh: /2 到 64/ })) {
    await withPanel(
      async (page) => {
        const alert = inside(page, '[role=alert] .wrong');
        // What is refused is the same in both languages.
        const wrong = lang === 'en' ? ['1', '65', 'abc', '', '-3', '2.5', '1e400'] : ['1'];
        for (const text of wrong) {
          await setField(page, 'keys', text);
          assert.match(await alert.innerText(), said, text);
          assert.equal(await field(page, 'keys').getAttribute('aria-invalid'), 'true');
          assert.equal((await shown(page)).weights.scaled.length, 16);
        }
        await setField(page, 'seed', '4294967296');
        assert.match(await alert.innerText(), /4294967295/);
        await setField(page, 'query', '64');
        assert.match(await alert.innerText(), /63/);
        await page.evaluate(() => (document.querySelector('scaling-study').dK = 48));
        await settle(page);
        assert.match(await alert.innerText(), /48.*1024/s);
        assert.equal(await inside(page, '.chosen-width').innerText(), '64');
        await setField(page, 'keys', '９');
        assert.equal(await alert.count(), 0);
        assert.equal((await shown(page)).weights.scaled.length, 9);
      },
      { lang },
    );
  }
});

testLooks(
  panel,
  async (page) => {
    await inside(page, 'details summary').click();
    await setField(page, 'keys', 'x');
  },
  async (page) => {
    await showPasses(page);
    await setField(page, 'key', 'x');
  },
);

testEdit(panel, { path: 'scores', index: [0, 0], reads: 'scaled.variance' });

const assertWhole = async (page) => assert.equal((await shown(page)).weights.scaled.length, 16);

testOpening(panel, { link: 'Scaling by √d_k', chunk: 'scaling' }, async (page) => {
  await settle(page);
  await assertWhole(page);
});

testReturn(panel, assertWhole);
