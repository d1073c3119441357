// The panel of positional encodings: every number that it shows is the engine's.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../support/hands.mjs';
import { cell, dot, drawnTable, map, panel, valueOf } from './support/positions.mjs';
import { whenReady } from '../support/site.mjs';

const { ap, field, setField, settle, withPanel } = panel;

for (const [length, dModel] of [
  [128, 512],
  [48, 63],
  [1, 2],
  [512, 1024],
]) {
  test(`every pixel is a number of the engine: ${length} × ${dModel}`, async () => {
    await withPanel(async (page) => {
      await setField(page, 'length', String(length));
      await setField(page, 'dModel', String(dModel));
      const drawn = await drawnTable(page);
      const { data } = ap.positionalEncoding({ length, dModel });
      assert.deepEqual([drawn.width, drawn.height], [dModel, length]);
      assert.deepEqual(drawn.values, [...data]);
      assert.deepEqual([drawn.low, drawn.high], [-1, 1]);
      const amiss = drawn.places.filter(
        (place, i) => Math.abs(place - ((data[i] + 1) / 2) * 255) > 0.51,
      );
      assert.equal(amiss.length, 0);
    });
  });
}

test('angle, frequency and wavelength belong to the pair of columns of the cell that is clicked', async () => {
  await withPanel(async (page) => {
    const box = await page.locator('ap-heat-map.table canvas').boundingBox();
    const readout = (name) =>
      page.locator(`.readout [data-${name}]`).getAttribute(`data-${name}`).then(Number);
    for (const [row, column] of [
      [20, 66],
      [20, 67],
      [1, 0],
      [127, 511],
    ]) {
      const x = ((column + 0.5) * box.width) / 512;
      await map(page).click({ position: { x, y: ((row + 0.5) * box.height) / 128 } });
      await page.mouse.move(2, 2);
      await settle(page);
      const at = await cell(page).evaluate(({ dataset }) => [dataset.row, dataset.column]);
      assert.deepEqual(at.map(Number), [row, column]);
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
          .lines.map(({ values }) => [...values]),
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
        .lines.map(({ values }) => [...values]),
    );
    const whole = [...data.slice(20 * 512, 21 * 512)];
    assert.deepEqual(
      row,
      [0, 1].map((odd) => whole.filter((_, i) => i % 2 === odd)),
    );
  });
});

test('dot products: of two, of one with all, of all with all; for an odd width too', async () => {
  await withPanel(async (page) => {
    for (const [length, dModel] of [
      [128, 512],
      [48, 63],
    ]) {
      await setField(page, 'length', String(length));
      await setField(page, 'dModel', String(dModel));
      await setField(page, 'a', '5');
      await setField(page, 'b', '33');
      assert.equal(await valueOf(page.locator('.dot')), dot(length, dModel, 5, 33));
      const read = () =>
        page.evaluate(() => {
          const { shadowRoot } = document.querySelector('positional-encoding');
          const all = shadowRoot.querySelector('ap-heat-map.all');
          const curve = [...shadowRoot.querySelector('.products').lines[0].values];
          return { curve, all: all && [...all.data] };
        });
      await eventually(async () => (await read()).all?.length, length * length);
      const { curve, all } = await read();
      for (const b of [0, 5, length - 1]) assert.equal(curve[b], dot(length, dModel, 5, b));
      assert.deepEqual(all.slice(5 * length, 6 * length), curve);
      for (const a of [0, 40]) assert.equal(all[a * length + 3], dot(length, dModel, a, 3));
      if (dModel % 2 === 0) {
        for (const a of [0, 1, 60]) {
          assert.ok(Math.abs(all[a * length + a + 7] - all[7]) < 1e-3, `distance 7 from ${a}`);
        }
      }
    }
    await page.locator('ap-heat-map.all [role=grid]').click({ position: { x: 60, y: 30 } });
    await page.mouse.move(2, 2);
    await settle(page);
    const [a, b] = await cell(page, 'all').evaluate(({ dataset }) =>
      [dataset.row, dataset.column].map(Number),
    );
    assert.equal(await field(page, 'a').inputValue(), String(a));
    assert.equal(await field(page, 'b').inputValue(), String(b));
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
    await page.waitForURL((url) => url.pathname === '/');
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
