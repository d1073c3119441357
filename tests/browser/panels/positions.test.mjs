// The panel of positional encodings: every number that it shows is the engine's.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pick } from '../support/charts.mjs';
import {
  cell,
  dot,
  drawnTable,
  map,
  panel,
  positionOf,
  testPixels,
  testProducts,
  valueOf,
} from './support/positions.mjs';
import { whenReady } from '../support/site.mjs';

const { ap, field, inside, setField, settle, withPanel } = panel;

testPixels(48, 63);

test('angle, frequency and wavelength belong to the pair of columns of the cell that is clicked', async () => {
  await withPanel(async (page) => {
    const readout = (name) =>
      page.locator(`.readout [data-${name}]`).getAttribute(`data-${name}`).then(Number);
    for (const [row, column] of [
      [20, 67],
      [127, 511],
    ]) {
      await map(page).click({ position: await positionOf(page, row, column) });
      await page.mouse.move(2, 2);
      await settle(page);
      assert.deepEqual((await cell(page)).at, [row, column]);
      const frequency = 10000 ** (-(2 * Math.floor(column / 2)) / 512);
      for (const [name, expected] of Object.entries({
        angle: row * frequency,
        frequency,
        wavelength: (2 * Math.PI) / frequency,
      })) {
        const shown = await readout(name);
        assert.ok(Math.abs(shown / expected - 1) < 1e-6, `${name}: ${shown}, not ${expected}`);
      }
    }
  });
});

test('waves: the chosen column and the pinned ones are columns of the table', async () => {
  await withPanel(async (page) => {
    const lines = () =>
      page.evaluate(() =>
        document
          .querySelector('positional-encoding')
          .shadowRoot.querySelector('.wave')
          .data.lines.map(({ values }) => [...values]),
      );
    const { data } = ap.positionalEncoding({ length: 128, dModel: 512 });
    const column = (at) => Array.from({ length: 128 }, (_, row) => data[row * 512 + at]);
    assert.deepEqual(await lines(), [64, 0, 128].map(column));
    await page.getByRole('button', { name: 'Unpin column 0' }).click();
    await page.getByRole('button', { name: 'Pin column 64', exact: true }).click();
    await settle(page);
    assert.deepEqual(await lines(), [64, 128, 64].map(column));
    const row = await page.evaluate(() =>
      document
        .querySelector('positional-encoding')
        .shadowRoot.querySelector('.vector')
        .data.lines.map(({ values }) => [...values]),
    );
    const whole = [...data.slice(20 * 512, 21 * 512)];
    assert.deepEqual(
      row,
      [0, 1].map((odd) => whole.filter((_, i) => i % 2 === odd)),
    );
  });
});

testProducts([48, 63]);

test('in halves the same numbers stand in another order: all sines, then all cosines', async () => {
  await withPanel(async (page) => {
    await setField(page, 'length', '9');
    await setField(page, 'dModel', '7');
    await inside(page, '.order button').last().click();
    await settle(page);
    const { data } = ap.positionalEncoding({ length: 9, dModel: 7 });
    const order = [0, 2, 4, 6, 1, 3, 5];
    const expected = Array.from({ length: 9 }, (_, row) =>
      order.map((column) => data[row * 7 + column]),
    );
    assert.deepEqual((await drawnTable(page)).values, expected.flat());
    const drawn = await page.evaluate(() => {
      const { shadowRoot } = document.querySelector('positional-encoding');
      const [grid] = shadowRoot.querySelector('.table').figure.grids;
      const { lines } = shadowRoot.querySelector('.vector').data;
      return {
        labels: grid.columnLabels,
        groups: grid.groupLabels,
        lines: lines.map(({ values, places }) => [[...places], [...values]]),
      };
    });
    assert.deepEqual(drawn.labels, order.map(String));
    assert.deepEqual(drawn.groups, ['sines', 'cosines']);
    const row = expected[8];
    assert.deepEqual(drawn.lines, [
      [[0, 1, 2, 3], row.slice(0, 4)],
      [[4, 5, 6], row.slice(4)],
    ]);
    // A cell is the same one in either order, and is read where it is seen.
    await map(page).click({ position: await positionOf(page, 3, 5) });
    await page.mouse.move(2, 2);
    await settle(page);
    assert.deepEqual(await cell(page).then(({ at, value }) => [...at, value]), [3, 3, data[24]]);
    assert.equal(await valueOf(page.locator('.readout b')), data[24]);
  });
});

test('the worked example: X + P, and both the same in the playground', async () => {
  const words = [
    [1.8, 2.2, 3.4, 5.8],
    [7.3, 9.9, 8.5, 7.1],
    [9.1, 7.1, 0.9, 10.1],
  ];
  const positions = [
    [0, 1, 0, 1],
    [0.841471, 0.540302, 0.01, 0.99995],
    [0.909297, -0.416147, 0.019999, 0.9998],
  ];
  const sum = [
    [1.8, 3.2, 3.4, 6.8],
    [8.141471, 10.440302, 8.51, 8.09995],
    [10.009297, 6.683853, 0.919999, 11.0998],
  ];
  await withPanel(async (page) => {
    const shown = (step) =>
      page
        .locator(`positional-encoding table[data-step=${step}] tbody tr`)
        .evaluateAll((rows) =>
          rows.map((row) => [...row.querySelectorAll('td')].map((td) => Number(td.textContent))),
        );
    assert.deepEqual(await shown('embedding'), words);
    assert.deepEqual(await shown('position_encoding'), positions);
    assert.deepEqual(await shown('x'), sum);
    await page.getByRole('button', { name: /Show this P/ }).click();
    await settle(page);
    const drawn = await drawnTable(page);
    assert.deepEqual(drawn.values, [...ap.positionalEncoding({ length: 3, dModel: 4 }).data]);

    await page.getByRole('link', { name: /walked through/ }).click();
    await page.waitForURL((url) => /^\/play(\.html)?$/.test(url.pathname));
    await page.locator('attention-playground').waitFor();
    await whenReady(page);
    const x = await page.evaluate(() => {
      const { trace, step } = document.querySelector('attention-playground');
      return { step, data: [...trace.tensor('x').data] };
    });
    assert.equal(x.step, 'x');
    x.data.forEach((value, i) => assert.ok(Math.abs(value - sum.flat()[i]) < 1e-5, `${value}`));
  });
});

test('pointing reads a cell, leaving returns to the kept one, clicking keeps', async () => {
  await withPanel(async (page) => {
    const { data } = ap.positionalEncoding({ length: 128, dModel: 512 });
    const where = async () => (await cell(page)).at;
    const start = await where();
    await map(page).hover({ position: await positionOf(page, 50, 301) });
    await settle(page);
    assert.deepEqual(await where(), [50, 301]);
    assert.equal((await cell(page)).value, data[50 * 512 + 301]);
    assert.equal(await valueOf(page.locator('.readout b')), data[50 * 512 + 301]);
    await page.mouse.move(2, 2);
    await settle(page);
    assert.deepEqual(await where(), start);
    await map(page).click({ position: await positionOf(page, 7, 9) });
    await page.mouse.move(2, 2);
    await settle(page);
    assert.deepEqual(await where(), [7, 9]);
    await pick(inside(page, '.products'), 90);
    await settle(page);
    assert.deepEqual(await where(), [7, 9]);
    assert.equal(await field(page, 'b').inputValue(), '90');
    assert.equal(await valueOf(page.locator('.dot')), dot(128, 512, 7, 90));
    await pick(inside(page, '.wave'), 12);
    await pick(inside(page, '.vector'), 300);
    await settle(page);
    assert.deepEqual(await where(), [12, 300]);
  });
});
