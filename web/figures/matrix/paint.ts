import { position, type Scale } from '../../styles/colour-scales.js';
import type { MatrixLayout } from '../../trace/layout.js';

/** One pixel per cell, scaled without smoothing. Cells without a finite number stay transparent over hatching. */
export function paintMatrix(
  canvas: HTMLCanvasElement,
  data: Float32Array,
  layout: Pick<MatrixLayout, 'rows' | 'columns' | 'flat'>,
  scale: Scale,
): void {
  const { rows, columns } = layout;
  if (rows === 0 || columns === 0) return;
  if (canvas.width !== columns) canvas.width = columns;
  if (canvas.height !== rows) canvas.height = rows;
  const context = canvas.getContext('2d');
  if (!context) return;
  const image = context.createImageData(columns, rows);
  const pixels = new Uint32Array(image.data.buffer);
  const table = scale.table.pixels;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const value = data[layout.flat(row, column)]!;
      if (Number.isFinite(value)) pixels[row * columns + column] = table[position(scale, value)]!;
    }
  }
  context.putImageData(image, 0, 0);
}

export interface Place {
  row: number;
  column: number;
}

/** An SVG path around cells: one outline per run along a row or a column, else one per cell. */
export function outline(places: readonly Place[], width: number, height: number): string {
  const first = places[0];
  if (!first) return '';
  if (places.every((place) => place.row === first.row)) {
    return runs(places.map((place) => place.column))
      .map(([from, to]) => box(from * width, first.row * height, (to - from) * width, height))
      .join('');
  }
  if (places.every((place) => place.column === first.column)) {
    return runs(places.map((place) => place.row))
      .map(([from, to]) => box(first.column * width, from * height, width, (to - from) * height))
      .join('');
  }
  return places.map((at) => box(at.column * width, at.row * height, width, height)).join('');
}

/** Sorts numbers and joins neighbours: [2, 1, 4] → [[1, 3], [4, 5]]. */
function runs(numbers: readonly number[]): [number, number][] {
  const found: [number, number][] = [];
  for (const n of [...numbers].sort((a, b) => a - b)) {
    const open = found[found.length - 1];
    if (open && n <= open[1]) open[1] = Math.max(open[1], n + 1);
    else found.push([n, n + 1]);
  }
  return found;
}

function box(x: number, y: number, width: number, height: number): string {
  return `M${x} ${y}h${width}v${height}h${-width}z`;
}
