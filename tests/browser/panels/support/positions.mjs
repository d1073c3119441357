// The panel of positional encodings, and what is read of it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importWeb } from '../../../node/support/bundled.mjs';
import { eventually } from '../../support/hands.mjs';
import { readWhole } from '../../support/whole.mjs';
import { openPanel } from './every-panel.mjs';

const { colourTable } = await importWeb('styles/colour-scales.ts');

export const panel = await openPanel('positional-encoding', 'positions', {
  /** Waits until the table has the asked-for size. */
  settle: (page, tag) =>
    page.evaluate(async (tag) => {
      const element = document.querySelector(tag);
      const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
      const drawn = () => element.shadowRoot.querySelector('.table')?.figure?.grids[0].layout;
      do {
        await element.updateComplete;
        await frame();
        await frame();
      } while (drawn()?.rows !== element.length || drawn().columns !== element.dModel);
    }, tag),
});
const { ap, field, inside, setField, settle, withPanel } = panel;

export const map = (page, name = 'table') => page.locator(`ap-slice.${name} [role=grid]`);

/** { at: [row, column], value, label } of the chosen cell of a map. */
export const cell = (page, name) =>
  map(page, name).evaluate((grid) => {
    const id = grid.getAttribute('aria-activedescendant');
    const one = grid.querySelector(`#${id}`);
    const at = one.dataset.index.split(',').slice(-2).map(Number);
    return { at, value: Number(one.dataset.value), label: one.getAttribute('aria-label') };
  });

/** Where a cell is in its map. */
export const positionOf = (page, row, column, name) =>
  map(page, name).evaluate(
    (grid, [row, column]) => {
      const { width, height } = grid.getBoundingClientRect();
      const [rows, columns] = ['rowcount', 'colcount'].map((of) => grid.getAttribute(`aria-${of}`));
      return { x: ((column + 0.5) * width) / columns, y: ((row + 0.5) * height) / rows };
    },
    [row, column],
  );

export const valueOf = async (locator) => Number(await locator.getAttribute('data-value'));

export const dot = (length, dModel, a, b) => {
  const { data } = ap.positionalEncoding({ length, dModel });
  const row = (at) => data.slice(at * dModel, (at + 1) * dModel);
  return ap.matmul({ shape: [1, dModel], data: row(a) }, { shape: [dModel, 1], data: row(b) })
    .data[0];
};

/**
 * What the map holds, and the place of each cell's colour in the scale; undefined for cells that the lines of the
 * choice may cover.
 */
export async function drawnTable(page) {
  const drawn = await readWhole(page, () => {
    const element = document
      .querySelector('positional-encoding')
      .shadowRoot.querySelector('.table');
    const { figure, store, shadowRoot } = element;
    const { box, cellWidth, cellHeight, layout, values, scale, decimals } = figure.grids[0];
    const canvas = shadowRoot.querySelector('canvas');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    const pixels = new Uint32Array(data.buffer);
    const active = layout.locate(store.active.index);
    const near = (at, other, size) => decimals === undefined && Math.abs(at - other) * size < 5;
    const high = decimals === undefined ? 0.5 : 0.2; // above the digits
    const colours = [];
    for (let row = 0; row < layout.rows; row += 1) {
      for (let column = 0; column < layout.columns; column += 1) {
        const x = Math.floor(box.x + (column + 0.5) * cellWidth);
        const y = Math.floor(box.y + (row + high) * cellHeight);
        const covered = near(row, active.row, cellHeight) || near(column, active.column, cellWidth);
        colours.push(covered ? null : pixels[y * canvas.width + x]);
      }
    }
    const { low, high: top } = scale;
    const { rows, columns } = layout;
    const { scheme } = store;
    return { rows, columns, values, colours, low, high: top, scheme };
  });
  const { pixels } = colourTable('diverging', drawn.scheme);
  const known = new Map([...pixels].map((pixel, i) => [pixel, i]));
  const places = drawn.colours.map((colour) =>
    colour === null ? undefined : (known.get(colour) ?? -1),
  );
  return { ...drawn, places };
}

/** How many rows and columns the table has; the map holds as many numbers. */
export const tableSize = (page) =>
  page.evaluate(() => {
    const [grid] = document.querySelector('positional-encoding').shadowRoot.querySelector('.table')
      .figure.grids;
    const { rows, columns } = grid.layout;
    return grid.values.length === rows * columns ? [rows, columns] : [];
  });

/** Declares a test of every cell of a table, by its pixel. */
export function testPixels(length, dModel) {
  test(`every pixel is a number of the engine: ${length} × ${dModel}`, () =>
    withPanel(async (page) => {
      await setField(page, 'length', String(length));
      await setField(page, 'dModel', String(dModel));
      const drawn = await drawnTable(page);
      const { data } = ap.positionalEncoding({ length, dModel });
      assert.deepEqual([drawn.rows, drawn.columns], [length, dModel]);
      assert.deepEqual(drawn.values, [...data]);
      assert.deepEqual([drawn.low, drawn.high], [-1, 1]);
      const amiss = drawn.places.filter(
        (place, i) => place !== undefined && Math.abs(place - ((data[i] + 1) / 2) * 255) > 0.51,
      );
      assert.equal(amiss.length, 0);
      const seen = drawn.places.filter((place) => place !== undefined);
      assert.ok(seen.length >= 0.8 * data.length, `${seen.length} cells`);
    }));
}

/** What nobody can use. */
export async function problem(page) {
  await inside(page, '.examples button').last().click();
  await setField(page, 'b', 'x');
}

/** Declares a test of the dot products in tables of these sizes: of two rows, of one with all, of all with all. */
export function testProducts(...sizes) {
  test(`dot products: of two, of one with all, of all with all; ${sizes.map((size) => size.join(' × ')).join(', ')}`, () =>
    withPanel(async (page) => {
      for (const [length, dModel] of sizes) {
        await setField(page, 'length', String(length));
        await setField(page, 'dModel', String(dModel));
        await setField(page, 'a', '5');
        await setField(page, 'b', '33');
        assert.equal(await valueOf(page.locator('.dot')), dot(length, dModel, 5, 33));
        const read = () =>
          page.evaluate(() => {
            const { shadowRoot } = document.querySelector('positional-encoding');
            const all = shadowRoot.querySelector('.all')?.figure?.grids[0];
            const curve = shadowRoot.querySelector('.products')?.data.lines[0].values;
            return { curve: [...(curve ?? [])], all: [...(all?.values ?? [])] };
          });
        await eventually(async () => (await read()).all.length, length * length);
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
      await map(page, 'all').click({ position: await positionOf(page, 9, 17, 'all') });
      await page.mouse.move(2, 2);
      await settle(page);
      assert.deepEqual((await cell(page, 'all')).at, [9, 17]);
      assert.equal(await field(page, 'a').inputValue(), '9');
      assert.equal(await field(page, 'b').inputValue(), '17');
      assert.match((await cell(page, 'all')).label, /position a 9 → position b 17: /);
    }));
}
