// Sections of a panel alone, in a text of somebody else, and what such a text can know of them.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAnyPage } from '../support/any-page.mjs';
import { eventually } from '../support/hands.mjs';
import { violations, widthOf } from '../support/looks.mjs';
import { panel, study } from './support/scaling.mjs';
import { learner } from './support/training.mjs';

const { ap } = panel;
const { withPage } = await openAnyPage('only');

const scripts = ['training', 'scaling', 'positional-encoding', 'tiles', 'generate'].map(
  (one) => `panels/${one}`,
);

/** A panel in a column, and the events `results` that it fires. */
const withColumn = (markup, body, options = {}) =>
  withPage(`<div style="max-width: 560px">${markup}</div>`, body, { scripts, ...options });

/** Sets properties, waits until they are drawn, and reads. */
const given = (page, properties = {}) =>
  page.evaluate(async (properties) => {
    const element = document.querySelector(
      'training-run, scaling-study, positional-encoding, tiled-attention, token-generation',
    );
    Object.assign(element, properties);
    await element.updateComplete;
    const { shadowRoot: root, run, measured, results } = element;
    const all = (selector) => [...root.querySelectorAll(selector)];
    return {
      titles: all('h2').map((title) => title.textContent),
      fields: all('input, select').map(({ name, type }) => name || type),
      charts: all('[data-measure]').map(({ dataset }) => dataset.measure),
      has: ['.bar', '.curves', '.answers', '.attention', '.experiments', '.comparison', '.saved']
        .filter((selector) => root.querySelector(selector))
        .map((selector) => selector.slice(1)),
      proof: all('ap-proof-sheet').length,
      update: run?.update,
      measured: measured?.length,
      results,
    };
  }, properties);

test('only="experiment" is one experiment: nothing else is shown, and no run is made', () =>
  withColumn(
    '<training-run loading="eager" only="experiment" experiment="layers"></training-run>',
    async (page) => {
      const shown = await given(page);
      assert.deepEqual(shown.titles, ['One layer or two']);
      assert.deepEqual(shown.fields, ['guess-a', 'guess-b']);
      assert.deepEqual(shown.has, ['experiments']);
      assert.equal(shown.update, undefined);
      assert.deepEqual(shown.results, { finished: 0 });
      assert.equal(await page.locator('[data-experiment]').count(), 0);
      assert.deepEqual((await given(page, { experiment: 'rate' })).titles, ['A rate too high']);
      await page.locator('.run-pair').click();
      await page.locator('.both').waitFor();
      assert.equal(await page.locator('.compare-pair').count(), 0);
      await page.locator('.run-pair').click();
      const rests = () =>
        page.evaluate(() => !document.querySelector('training-run').experiments.pair.training);
      await eventually(rests, true);
      await given(page, { only: 'run', task: 'four-pairs' });
      await eventually(async () => (await given(page)).update, 0, 'now there is a run');
    },
  ));

test('only="run" trains and shows what it learns; a part of it stands below the same bar', () =>
  withColumn(
    '<training-run loading="eager" only="run" task="four-pairs"></training-run>',
    async (page) => {
      const whole = await given(page);
      assert.deepEqual(whole.has, ['bar', 'curves', 'answers', 'attention']);
      assert.ok(!whole.fields.includes('task'));
      assert.equal(await page.locator('.batch, .toggle-settings').count(), 0);
      for (const [only, has] of [
        ['attention', ['bar', 'attention']],
        ['curves', ['bar', 'curves']],
        ['answers experiment', ['bar', 'answers', 'experiments']],
      ]) {
        assert.deepEqual((await given(page, { only })).has, has);
      }
      await page.evaluate(() => {
        const element = document.querySelector('training-run');
        globalThis.told = [];
        element.addEventListener('results', ({ detail }) => told.push(detail));
      });
      await given(page, { only: 'run', task: 'four-pairs' });
      await page.locator('button.train').click();
      await eventually(async () => (await given(page)).results.update, 60);
      const { model, trainer } = learner('four-pairs');
      trainer.step(60);
      const { loss, labels } = trainer.evaluate({ examples: 64 });
      const attention = 'decoder.0.cross_attention.weights';
      const expected = { update: 60, loss, accuracy: labels, training: 0, attention };
      trainer.dispose();
      model.dispose();
      await eventually(async () => (await given(page)).results, expected);
      const told = await page.evaluate(() => globalThis.told);
      assert.deepEqual(told.at(-1), expected);
      assert.equal(new Set(told.map((one) => JSON.stringify(one))).size, told.length);
    },
  ));

test('another task, number of updates or seed from outside is another run', () =>
  withColumn(
    '<training-run loading="eager" only="curves" task="four-pairs" steps="20"></training-run>',
    async (page) => {
      const config = () =>
        page.evaluate(() => {
          const { task, steps, seed } = document.querySelector('training-run').run.config;
          return { task, steps, seed };
        });
      assert.deepEqual(await config(), { task: 'four-pairs', steps: 20, seed: 0 });
      await given(page, { task: 'copy', steps: 30, seed: 2 });
      await eventually(config, { task: 'copy', steps: 30, seed: 2 });
    },
  ));

test('what is set while a panel begins is not lost', () =>
  withColumn('<p></p>', async (page) => {
    const begun = await page.evaluate(async () => {
      const element = document.createElement('training-run');
      Object.assign(element, { loading: 'eager', only: 'curves', task: 'copy' });
      document.querySelector('p').replaceWith(element);
      while (!element.worker) await new Promise((later) => setTimeout(later));
      Object.assign(element, { only: 'curves experiment', task: 'reverse', experiment: 'rate' });
      await element.ready;
      await element.updateComplete;
      return element.shadowRoot.querySelector('h2').textContent;
    });
    assert.equal(begun, 'A rate too high');
    const task = () => page.evaluate(() => document.querySelector('training-run').run.config.task);
    await eventually(task, 'reverse');
  }));

test('each section of the study on √d_k stands alone below the width; what is not shown is not measured', () =>
  withColumn(
    '<scaling-study loading="eager" only="distribution" d-k="16"></scaling-study>',
    async (page) => {
      const first = await given(page);
      assert.deepEqual(first.titles, ['The scores drift apart as dk grows']);
      assert.deepEqual(first.fields, ['dK', 'checkbox']);
      assert.equal(first.measured, 0);
      assert.equal(first.proof, 0, 'no number is chosen');
      await page.locator('.facts .open').first().click();
      assert.equal((await given(page)).proof, 1);
      const weights = await given(page, { only: 'weights' });
      assert.deepEqual([weights.fields, weights.proof], [['dK', 'query'], 0]);
      const pull = await given(page, { only: 'pull' });
      assert.deepEqual(pull.fields.slice(0, 3), ['dK', 'query', 'key']);
      assert.equal(pull.measured, 0);
      const gradient = await given(page, { only: 'gradient' });
      assert.deepEqual([gradient.fields, gradient.charts], [['dK'], ['mean_gradient']]);
      await eventually(async () => (await given(page)).measured, 11);
      const growth = await given(page, { only: 'growth' });
      assert.deepEqual(growth.charts, ['variance', 'mean_entropy', 'mean_gradient']);
      const steps = await given(page, { only: 'steps' });
      assert.deepEqual([steps.titles, steps.measured], [['Every number, cell by cell'], 0]);
    },
  ));

test('a page reads what the study has measured at its width', () =>
  withColumn(
    '<scaling-study loading="eager" only="variance" d-k="16"></scaling-study>',
    async (page) => {
      const measured = (dK) =>
        study({ dK }, (read) =>
          Object.fromEntries(
            [
              ['variance', 'variance'],
              ['entropy', 'mean_entropy'],
              ['gradient', 'mean_gradient'],
            ].flatMap(([name, path]) => [
              [`${name}-unscaled`, read(path)[0]],
              [`${name}-scaled`, read(`scaled.${path}`)[0]],
            ]),
          ),
        );
      assert.deepEqual((await given(page)).results, measured(16));
      const told = await page.evaluate(async () => {
        const element = document.querySelector('scaling-study');
        const coming = new Promise((done) => element.addEventListener('results', done));
        element.dK = 1024;
        return (await coming).detail;
      });
      assert.deepEqual(told, measured(1024));
    },
  ));

test('positions: the products alone are the engine’s, and are made only where they are shown', () =>
  withColumn(
    '<positional-encoding loading="eager" only="table" length="40" d-model="64"></positional-encoding>',
    async (page) => {
      const first = await given(page);
      assert.deepEqual(first.fields, ['length', 'dModel']);
      assert.deepEqual(first.titles, []);
      const { value, ...place } = first.results;
      assert.deepEqual(place, { position: 20, column: 63 });
      const { data } = ap.positionalEncoding({ length: 40, dModel: 64 });
      assert.equal(value, data[20 * 64 + 63]);
      await given(page, { only: 'products' });
      await page.locator('.products').waitFor();
      await page.locator('[name=b]').fill('21');
      await page.locator('[name=b]').press('Enter');
      await eventually(async () => (await given(page)).results.other, 21);
      const { product } = (await given(page)).results;
      const rows = [20, 21].map((at) => [[...data.slice(at * 64, (at + 1) * 64)]]);
      const exact = rows[0][0].reduce((sum, x, i) => sum + x * rows[1][0][i], 0);
      assert.ok(Math.abs(product - exact) < 1e-4, `${product}, not ${exact}`);
      const example = await given(page, { only: 'example' });
      assert.equal(example.titles.length, 1);
      assert.deepEqual(example.fields, [], 'it has a size of its own');
      assert.equal(await page.getByRole('button', { name: /Show this P/ }).count(), 0);
    },
  ));

test('tiles: the pass alone has no sentence to change, and explains a cell once it is chosen', () =>
  withColumn('<tiled-attention loading="eager" only="pass"></tiled-attention>', async (page) => {
    const pass = await given(page);
    assert.deepEqual(pass.fields.slice(0, 2), ['tileQueries', 'tileKeys']);
    assert.ok(!pass.fields.includes('sentence'));
    assert.equal(pass.proof, 0);
    await page.locator('.strip [role=grid]').first().focus();
    await page.keyboard.press('Enter');
    await eventually(async () => (await given(page)).proof, 1);
    const titles = async (only) => (await given(page, { only })).titles.length;
    assert.equal(await titles('memory'), 1);
    assert.equal((await given(page)).proof, 0);
    assert.equal(await titles('comparison memory'), 2);
  }));

test('tiles: given vectors, sizes, a moment and a mistake, each from outside at any time', () => {
  const x = '[[1,3,2],[1,1,3],[1,2,1]]';
  const markup = `<tiled-attention loading="eager" only="pass comparison" sentence="I am good" x="${x}"
    tile-queries="3" tile-keys="1" step="tiles.0.0.tile_sum"></tiled-attention>`;
  return withColumn(markup, async (page) => {
    const shown = () =>
      page.evaluate(() => {
        const { store, step, tileQueries, tileKeys } = document.querySelector('tiled-attention');
        const { shape, data } = store.tensor('context');
        return { step, tile: [tileQueries, tileKeys], heads: shape.length, context: [...data] };
      });
    const first = await shown();
    assert.deepEqual([first.step, first.tile, first.heads], ['tiles.0.0.tile_sum', [3, 1], 3]);
    assert.equal(await page.locator('tiled-attention input[name="step"]').inputValue(), '0');
    const own = ap.traceAttention(bare(JSON.parse(x)));
    assert.deepEqual(first.context, [...own.tensor('context').data]);
    own.dispose();
    const whole = await given(page);
    assert.ok(whole.results.difference <= whole.results.tolerance);
    assert.equal(await page.locator('tiled-attention .worth').innerText(), '', 'none is drawn');
    // Another moment, and the size of a tile with it.
    await given(page, { tileKeys: 2, step: 'tiles.0.tile_output' });
    assert.equal((await shown()).step, 'tiles.0.tile_output');
    await given(page, { tileKeys: 1, step: 'tiles.0.2.running_sum' });
    assert.equal((await shown()).step, 'tiles.0.2.running_sum');
    const wrong = await given(page, {
      fault: 'tile_without_rescale',
      step: 'tiles.0.1.running_sum',
    });
    assert.ok(wrong.results.difference > wrong.results.tolerance);
    assert.match(await page.locator('tiled-attention .happening').innerText(), /forgotten/);
    assert.equal(await page.locator('[data-step="tiles.0.1.tile_correction"]').count(), 0);
    // In a single tile of keys there is nothing to forget; and what fits nothing is not taken.
    const { difference, tolerance } = (await given(page, { tileKeys: 3 })).results;
    assert.ok(difference <= tolerance);
    await given(page, { fault: '', x: '[[1,2],[3]]' });
    assert.equal((await shown()).heads, 4);
  });
});

const bare = (x) => ({
  tokens: [['I', 'am', 'good']],
  ...{ x: [x], projections: 'none', positions: 'none', scale: 1, numHeads: 1, dModel: 3 },
  tile: [3, 1],
});

test('generation: a part stands below the row of tokens, and a page reads the last token', () =>
  withColumn(
    '<token-generation loading="eager" only="attention" parameters="random" prompt="one two"></token-generation>',
    async (page) => {
      const attention = await given(page);
      assert.deepEqual([attention.titles.length, attention.proof], [1, 0]);
      assert.deepEqual(attention.fields, ['scope', 'head']);
      assert.equal(attention.results.count, 1);
      const told = await page.evaluate(async () => {
        const element = document.querySelector('token-generation');
        const coming = new Promise((done) => element.addEventListener('results', done));
        element.shadowRoot.querySelector('.next').click();
        return (await coming).detail;
      });
      assert.equal(told.count, 2);
      assert.equal(told.token, await page.locator('.chip').last().innerText());
      assert.equal((await given(page, { only: 'choice cache' })).titles.length, 2);
      await given(page, { only: 'example' });
      assert.equal(await page.locator('.chip').count(), 0);
    },
  ));

for (const [only, width, lang, colorScheme] of [
  ['distribution weights', 360, 'zh', 'dark'],
  ['experiment', 360, 'en', 'light'],
]) {
  test(`nobody is kept out of only="${only}", ${width} px wide`, () => {
    const tag = only === 'experiment' ? 'training-run' : 'scaling-study';
    return withColumn(
      `<${tag} loading="eager" lang="${lang}" only="${only}"></${tag}>`,
      async (page) => {
        assert.deepEqual(await violations(page, tag), []);
        assert.ok((await widthOf(page)) <= width);
      },
      { width, height: 740, colorScheme, touch: false },
    );
  });
}
