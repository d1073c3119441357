// The panel of positional encodings, and what is read of it.

import { openPanel } from './every-panel.mjs';

export const panel = await openPanel('positional-encoding', 'positions', {
  /** Waits until the table has the asked-for size. */
  settle: (page, tag) =>
    page.evaluate(async (tag) => {
      const element = document.querySelector(tag);
      const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
      const map = () => element.shadowRoot.querySelector('ap-heat-map.table');
      do {
        await element.updateComplete;
        await frame();
        await frame();
      } while (map()?.rows !== element.length || map().columns !== element.dModel);
    }, tag),
});
const { ap } = panel;

export const map = (page) => page.locator('ap-heat-map.table [role=grid]');
export const cell = (page, name = 'table') => page.locator(`ap-heat-map.${name} [role=gridcell]`);
export const valueOf = async (locator) => Number(await locator.getAttribute('data-value'));

export const dot = (length, dModel, a, b) => {
  const { data } = ap.positionalEncoding({ length, dModel });
  const row = (at) => data.slice(at * dModel, (at + 1) * dModel);
  return ap.matmul({ shape: [1, dModel], data: row(a) }, { shape: [dModel, 1], data: row(b) })
    .data[0];
};

/** What the map holds, and the colours of its pixels. */
export const drawnTable = (page) =>
  page.evaluate(() => {
    const element = document
      .querySelector('positional-encoding')
      .shadowRoot.querySelector('ap-heat-map.table');
    const canvas = element.shadowRoot.querySelector('canvas');
    const { width, height } = canvas;
    const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
    const { low, high, table } = element.scale;
    const pixels = new Uint32Array(data.buffer);
    return {
      width,
      height,
      values: [...element.data],
      // Each pixel's place in the scale, found by its colour.
      places: [...pixels].map((pixel) => table.pixels.indexOf(pixel)),
      low,
      high,
    };
  });

/** How many rows and columns the table has; the map holds as many numbers. */
export const tableSize = (page) =>
  page.evaluate(() => {
    const element = document
      .querySelector('positional-encoding')
      .shadowRoot.querySelector('ap-heat-map.table');
    const { width, height } = element.shadowRoot.querySelector('canvas');
    return element.data.length === width * height ? [height, width] : [];
  });
