// The contrast of what is written over cells, by the cell below each text.

import { web } from './draw.mjs';

const hex = (colour) => {
  const long = colour.length === 4 ? colour.replace(/[^#]/g, '$&$&') : colour;
  return [1, 3, 5].map((at) => Number.parseInt(long.slice(at, at + 2), 16));
};

/** { contrast, count, text }: the least of all struck-out numbers of a figure's result. */
export function contrastOf(figure, scheme) {
  const { box, cellWidth, cellHeight, layout, values, scale } = figure.grids.find(
    ({ isResult }) => isResult,
  );
  const look = web.paperLook(scheme);
  const { pixels } = web.colourTable(scale.kind, scheme);
  const worst = { contrast: Infinity, count: 0, text: '' };
  for (const { mark } of web.everyMark(figure.marks)) {
    if (mark.type !== 'text' || mark.size !== 9 || mark.align !== 'middle') continue;
    const row = Math.floor((mark.y - box.y) / cellHeight);
    const column = Math.floor((mark.x - box.x) / cellWidth);
    if (row < 0 || row >= layout.rows || column < 0 || column >= layout.columns) continue;
    const pixel = pixels[web.position(scale, values[row * layout.columns + column])];
    const ground = [pixel & 255, (pixel >> 8) & 255, (pixel >> 16) & 255];
    const ink = hex(web.plainColour(web.colourValue(look, mark.colour)));
    const contrast = web.contrast(ink, ground);
    worst.count += 1;
    if (contrast < worst.contrast) Object.assign(worst, { contrast, text: mark.text });
  }
  return worst;
}
