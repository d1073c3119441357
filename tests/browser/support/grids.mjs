// What the panels' small grids of numbers show, to be held against the engine.

import assert from 'node:assert/strict';

/** What the proof calls every step of the panel's trace, when the first cell of each is chosen. */
export async function provenTitles(page, panel) {
  const paths = await page.evaluate(
    (name) => document.querySelector(name).store.steps.map((step) => step.path),
    panel,
  );
  const titles = {};
  for (const path of paths) {
    titles[path] = await page.evaluate(
      async ([name, path]) => {
        const { store, shadowRoot } = document.querySelector(name);
        store.keep({ path, index: store.step(path).shape.map(() => 0) });
        await new Promise((later) => setTimeout(later));
        const sheet = shadowRoot.querySelector('ap-proof-sheet');
        await sheet.updateComplete;
        const proof = sheet.shadowRoot.querySelector('ap-proof');
        await proof.updateComplete;
        return [...proof.shadowRoot.querySelector('h3').childNodes]
          .filter((node) => node.nodeType === Node.TEXT_NODE)
          .map((node) => node.data.trim())
          .join('');
      },
      [panel, path],
    );
  }
  return titles;
}

/** [{ store, path, shape, cells: [{ index, value, text, changed }] }] of every grid that a panel shows. */
export const drawnGrids = (page, panel) =>
  page.evaluate((panel) => {
    // Each pixel's place in the scale of colours, found by its colour; −1 where it is clear.
    const pixelsOf = (grid) => {
      const canvas = grid.shadowRoot.querySelector('canvas');
      if (!canvas) return undefined;
      const { width, height } = canvas;
      const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
      const { low, high, table } = grid.model.scale;
      const places = [...new Uint32Array(data.buffer)].map((pixel) => table.pixels.indexOf(pixel));
      return { width, height, low, high, places };
    };
    return [...document.querySelector(panel).shadowRoot.querySelectorAll('ap-number-grid')].map(
      (grid) => ({
        store: grid.store === document.querySelector(panel).store ? 'main' : 'other',
        path: grid.path,
        slice: grid.slice,
        rows: grid.rows,
        shape: grid.store.step(grid.path).shape,
        pixels: pixelsOf(grid),
        cells: [...grid.shadowRoot.querySelectorAll('[role=gridcell]')].map((cell) => ({
          index: cell.dataset.index.split(',').map(Number),
          value: cell.dataset.value,
          text: cell.textContent.trim(),
          changed: cell.classList.contains('changed'),
        })),
      }),
    );
  }, panel);

const flat = (shape, index) => index.reduce((sum, at, axis) => sum * shape[axis] + at, 0);

/** Every cell is the engine's number: its digits are that number, rounded, or its colour is that of the number. */
export function assertEngines(grids, traces) {
  assert.ok(grids.length > 0);
  for (const { store, path, shape, slice, rows, cells, pixels } of grids) {
    const tensor = traces[store].tensor(path);
    assert.deepEqual(shape, [...tensor.shape], path);
    assert.ok(cells.length > 0, path);
    for (const { index, value, text } of cells) {
      const expected = tensor.data[flat(shape, index)];
      assert.equal(value, String(expected), `${path} ${index}`);
      if (text === '') continue;
      const digits = expected === -Infinity ? '−∞' : undefined;
      const fitting = digits ? [digits] : [1, 2].map((decimals) => expected.toFixed(decimals));
      assert.ok(fitting.includes(text), `${path} ${index}: ${text} for ${expected}`);
    }
    pixels?.places.forEach((place, i) => {
      const { width, low, high } = pixels;
      const at = [(rows?.[0] ?? 0) + Math.floor(i / width), i % width];
      const before = shape
        .slice(0, -2)
        .map((_, axis, all) => (axis === all.length - 1 ? (slice?.head ?? 0) : 0));
      if (shape.length === 3) before[0] = 0;
      const number = tensor.data[flat(shape, [...before, ...at])];
      const expected = number === -Infinity ? -1 : ((number - low) / (high - low)) * 255;
      assert.ok(Math.abs(place - expected) <= 0.51, `${path} ${at}: ${place} for ${number}`);
    });
  }
}

/** How many cells a slice of two axes has: none is left out. */
export function assertWhole({ path, shape, rows, cells, pixels }) {
  const [height, width] = shape.slice(-2);
  const drawn = pixels ? pixels.width * pixels.height : cells.length;
  assert.equal(drawn, (rows?.[1] ?? height) * width, path);
}
