import { rectangle } from '../marks.js';

export interface CellPosition {
  row: number;
  column: number;
}

/** An SVG path around cells, from (x, y) on: one outline per run along a row or a column, else one per cell. */
export function outline(
  places: readonly CellPosition[],
  width: number,
  height: number,
  x = 0,
  y = 0,
): string {
  const first = places[0];
  if (!first) return '';
  const box = (column: number, row: number, columns: number, rows: number): string =>
    rectangle({
      x: x + column * width,
      y: y + row * height,
      width: columns * width,
      height: rows * height,
    });
  if (places.every((place) => place.row === first.row)) {
    return runs(places.map((place) => place.column))
      .map(([from, to]) => box(from, first.row, to - from, 1))
      .join('');
  }
  if (places.every((place) => place.column === first.column)) {
    return runs(places.map((place) => place.row))
      .map(([from, to]) => box(first.column, from, 1, to - from))
      .join('');
  }
  return places.map((at) => box(at.column, at.row, 1, 1)).join('');
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
