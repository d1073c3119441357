// The panel on scaling by √d_k.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPanel } from './every-panel.mjs';

export const panel = await openPanel('scaling-study', 'scaling', {
  /** Waits until every curve has all of its points. */
  settle: (page, tag) =>
    page.evaluate(async (tag) => {
      const element = document.querySelector(tag);
      const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
      let charts;
      do {
        await element.updateComplete;
        await frame();
        await frame();
        charts = [...element.shadowRoot.querySelectorAll('[data-measure] ap-chart')];
      } while (charts.length < 3 || charts.some(({ data }) => data.lines[0].values.length < 11));
    }, tag),
});

const { ap, field, inside, setField, settle, withPanel } = panel;

export const widths = [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024];
export const measures = ['variance', 'mean_entropy', 'mean_gradient'];

/** Moves the slider by keyboard, as it would be without a mouse. */
export async function setWidth(page, dK) {
  await field(page, 'dK').focus();
  await page.keyboard.press('Home');
  for (let i = 0; i < widths.indexOf(dK); i += 1) await page.keyboard.press('ArrowRight');
  await settle(page);
  assert.equal(await inside(page, '.chosen-width').innerText(), String(dK));
}

/** The same study in Node. */
export function study({ dK = 64, keys = 16, seed = 1 }, read) {
  const trace = ap.traceScaling({ dK, keys, seed, queries: 64 });
  try {
    return read((path) => [...trace.tensor(path).data]);
  } finally {
    trace.dispose();
  }
}

export const shown = (page) =>
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

/** Declares a test of every number of a study, looking at one query. */
export function testNumbers(options, query) {
  test(`every number is the engine's: ${JSON.stringify(options)}`, () =>
    withPanel(async (page) => {
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
    }));
}

/** Scrolls to the backward passes of one weight, and waits for them. */
export async function showPasses(page) {
  await inside(page, '.pull').evaluate((place) => place.scrollIntoView());
  await inside(page, '.stages').waitFor();
  await panel.settle(page);
}

/** What is done to it before somebody looks at it. */
export const acts = [
  async (page) => {
    await inside(page, 'details summary').click();
    await setField(page, 'keys', 'x');
  },
  async (page) => {
    await showPasses(page);
    await setField(page, 'key', 'x');
  },
];
