import type { PlacedGrid } from '../figure.js';
import type { Mark } from '../marks.js';
import { clamp, cornerOf } from './place.js';

// Lines from a row of one grid to a row of another.

/** Where a line meets a row; the edge of the grid that is nearest to one that is scrolled away. */
export const middleOf = (grid: PlacedGrid, row: number): number => {
  const { box, cellHeight } = grid;
  const y = cornerOf(grid, { row, column: 0 }).y + cellHeight / 2;
  return clamp(y, box.y, box.y + box.height);
};

/** The bend of a line that is at (x, y) already. */
export function bend(x: number, toX: number, y: number, toY: number): string {
  const middle = (x + toX) / 2;
  return `C${middle} ${y} ${middle} ${toY} ${toX} ${toY}`;
}

export const curve = (x: number, y: number, toX: number, toY: number): string =>
  `M${x} ${y}${bend(x, toX, y, toY)}`;

/** The look of a line, and of the one of the chosen row. */
export const linkMark = (d: string, strong: boolean): Mark =>
  strong
    ? { type: 'path', d, stroke: 'accent', width: 2 }
    : { type: 'path', d, stroke: 'soft', width: 1, opacity: 0.4 };
