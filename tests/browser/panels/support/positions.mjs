// The panel of positional encodings, and what is read of it.

import { importWeb } from '../../../node/support/bundled.mjs';
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
const { ap } = panel;

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
  // As one text: a list of half a million numbers takes Playwright most of a minute.
  const text = await page.evaluate(() => {
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
    return JSON.stringify({ rows, columns, values: [...values], colours, low, high: top, scheme });
  });
  const drawn = JSON.parse(text);
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
