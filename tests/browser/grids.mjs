// What the panels' small grids of numbers show, to be held against the engine.

import assert from 'node:assert/strict';

/** Waits until a panel and all of its grids have drawn what they were given. */
export const settle = (page, panel) =>
  page.evaluate(async (panel) => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    for (let i = 0; i < 3; i += 1) {
      const element = document.querySelector(panel);
      await element.updateComplete;
      for (const grid of element.shadowRoot.querySelectorAll('ap-number-grid')) {
        await grid.updateComplete;
      }
      await frame();
    }
  }, panel);

/** [{ store, path, shape, cells: [{ index, value, text, changed }] }] of every grid that a panel shows. */
export const drawnGrids = (page, panel) =>
  page.evaluate(
    (panel) =>
      [...document.querySelector(panel).shadowRoot.querySelectorAll('ap-number-grid')].map(
        (grid) => ({
          store: grid.store === document.querySelector(panel).store ? 'main' : 'other',
          path: grid.path,
          slice: grid.slice,
          rows: grid.rows,
          shape: grid.store.step(grid.path).shape,
          cells: [...grid.shadowRoot.querySelectorAll('[role=gridcell]')].map((cell) => ({
            index: cell.dataset.index.split(',').map(Number),
            value: cell.dataset.value,
            text: cell.textContent.trim(),
            changed: cell.classList.contains('changed'),
          })),
        }),
      ),
    panel,
  );

const flat = (shape, index) => index.reduce((sum, at, axis) => sum * shape[axis] + at, 0);

/** Every cell is the engine's number, and its digits are that number, rounded. */
export function assertEngines(grids, traces) {
  assert.ok(grids.length > 0);
  for (const { store, path, shape, cells } of grids) {
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
  }
}

/** How many cells a slice of two axes has: none is left out. */
export function assertWhole({ path, shape, rows, cells }) {
  const [height, width] = shape.slice(-2);
  assert.equal(cells.length, (rows?.[1] ?? height) * width, path);
}
