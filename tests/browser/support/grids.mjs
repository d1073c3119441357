// What the panels' small grids of numbers show, to be held against the engine.

import assert from 'node:assert/strict';
import { importWeb } from '../../node/support/bundled.mjs';
import { readWhole } from './whole.mjs';

const { colourTable } = await importWeb('styles/colour-scales.ts');

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

/**
 * [{ store, path, shape, slice, rows, drawn, cells: [{ index, value, text, changed }], marked }] of every slice that a
 * panel shows. `drawn` has what is on its canvas: all numbers, and the place of each cell's colour in its scale, −1
 * where it is none of the scale's, and null where it is scrolled away or fades; `marked` is how many cells are marked as changed.
 */
export async function drawnGrids(page, panel) {
  const readGrids = async (panel) => {
    const FADE = 12;
    const host = document.querySelector(panel);
    // What is not in sight is drawn when it comes there, or for paper.
    dispatchEvent(new Event('beforeprint'));
    dispatchEvent(new Event('afterprint'));
    await new Promise((later) => setTimeout(later));
    const flattened = (marks) =>
      marks.flatMap((mark) => (mark.type === 'group' ? flattened(mark.marks) : [mark]));
    const coloursOf = ({ canvas }, grid) => {
      const { box, cellWidth, cellHeight, layout, decimals, offset, rowOffset } = grid;
      const { width, height } = canvas;
      const image = canvas.getContext('2d').getImageData(0, 0, width, height);
      const pixels = new Uint32Array(image.data.buffer);
      return Array.from({ length: layout.rows * layout.columns }, (_, i) => {
        const [row, column] = [Math.floor(i / layout.columns), i % layout.columns];
        // Above the digits, and inside the frame of a marked cell.
        const down = decimals === undefined ? 0.5 : 0.17;
        const right = (column + 0.5) * cellWidth - offset;
        const below = (row + down) * cellHeight - rowOffset;
        const isWhole = (at, long, moved, all) =>
          at >= (moved > 1 ? FADE : 0) && at <= long - (all - long - moved > 1 ? FADE : 0);
        // What has been scrolled away is not drawn, and near to it all fades.
        const isSeen =
          isWhole(right, box.width, offset, layout.columns * cellWidth) &&
          isWhole(below, box.height, rowOffset, layout.rows * cellHeight);
        if (!isSeen) return null;
        return pixels[Math.floor(box.y + below) * width + Math.floor(box.x + right)];
      });
    };
    return [...host.shadowRoot.querySelectorAll('ap-slice')].map((slice) => {
      const { figure, store, path, rows } = slice;
      const [grid] = figure.grids;
      const { values, old, layout, scale } = grid;
      const frames = flattened(figure.marks).find(
        ({ type, stroke, width }) => type === 'path' && stroke === 'accent' && width === 1.5,
      );
      return {
        store: store === host.store ? 'main' : 'other',
        path,
        slice: slice.slice,
        rows,
        shape: store.step(path).shape,
        scheme: store.scheme,
        scale,
        drawn: { values: [...values].map(String), colours: coloursOf(slice, grid) },
        indices: Array.from(values, (_, i) =>
          layout.index(Math.floor(i / layout.columns), i % layout.columns),
        ),
        changed: old ? Array.from(values, (value, i) => !Object.is(value, old[i])) : [],
        marked: frames ? frames.d.split('M').length - 1 : 0,
        cells: [...slice.shadowRoot.querySelectorAll('[role=gridcell]')].map((cell) => ({
          index: cell.dataset.index.split(',').map(Number),
          value: cell.dataset.value,
          text: cell.textContent.trim(),
        })),
      };
    });
  };
  const grids = await readWhole(page, readGrids, panel);
  for (const grid of grids) {
    const { indices, changed, cells, drawn, scale, scheme } = grid;
    const { pixels } = colourTable(scale.kind, scheme);
    drawn.places = drawn.colours.map((colour) => (colour === null ? null : pixels.indexOf(colour)));
    const places = new Map(indices.map((index, i) => [index.join(), i]));
    for (const cell of cells) cell.changed = changed[places.get(cell.index.join())] ?? false;
  }
  return grids;
}

const flat = (shape, index) => index.reduce((sum, at, axis) => sum * shape[axis] + at, 0);

/** Every cell is the engine's number: its digits are that number, rounded, or its colour is that of the number. */
export function assertEngines(grids, traces) {
  assert.ok(grids.length > 0);
  for (const { store, path, shape, cells, drawn, scale, indices, changed, marked } of grids) {
    const tensor = traces[store].tensor(path);
    assert.deepEqual(shape, [...tensor.shape], path);
    assert.ok(cells.length > 0, path);
    for (const { index, value, text } of cells) {
      const expected = tensor.data[flat(shape, index)];
      assert.equal(value, String(expected), `${path} ${index}`);
      if (text === '') continue;
      const digits = expected === -Infinity ? '−∞' : expected === 0 ? '0' : undefined;
      // Among numbers of two digits there may be no room for a decimal.
      const isLong = scale.low <= -10 || scale.high >= 10;
      const decimals = Number.isInteger(expected) || isLong ? [0, 1, 2, 3] : [1, 2, 3];
      const rounded = decimals.map((count) => expected.toFixed(count)).filter(Number);
      const powers = [0, 1, 2, 3].map((count) => expected.toExponential(count).replace('+', ''));
      const digit = String(Number(expected.toPrecision(1)));
      const nearly = Math.abs(expected) < 0.05 ? ['≈0'] : [];
      const fitting = digits ? [digits] : [...rounded, ...powers, digit, ...nearly];
      assert.ok(fitting.includes(text), `${path} ${index}: ${text} for ${expected}`);
    }
    drawn.places.forEach((place, i) => {
      const number = tensor.data[flat(shape, indices[i])];
      assert.equal(drawn.values[i], String(number), `${path} ${indices[i]}`);
      if (place === null) return;
      const { low, high } = scale;
      const expected = number === -Infinity ? -1 : ((number - low) / (high - low)) * 255;
      assert.ok(
        Math.abs(place - expected) <= 0.51,
        `${path} ${indices[i]}: ${place} for ${number}`,
      );
    });
    assert.equal(marked, changed.filter(Boolean).length, path);
  }
}

/** How many cells a slice of two axes has: none is left out. */
export function assertWhole({ path, shape, rows, drawn }) {
  const [height, width] = shape.slice(-2);
  assert.equal(drawn.values.length, (rows?.[1] ?? height) * width, path);
}
