import { html, nothing, type TemplateResult } from 'lit';
import type { PlacedGrid } from '../../figures/figure.js';
import { cellNumber, ghostAt, valueAt } from '../../figures/layout/grid.js';
import type { CellPosition } from '../../figures/layout/outline.js';
import { seenColumns, seenRows } from '../../figures/layout/place.js';

/** In cells of a grid; the ends are not included. */
export interface CellWindow {
  top: number;
  bottom: number;
  left: number;
  right: number;
}

/** Up to so many cells are all elements, as of ten words 32 wide: 460 take 20 ms to lay out. */
const SMALL = 320;
const AROUND = 2;
const POINTABLE = 9;

export const cellId = (grid: PlacedGrid, { row, column }: CellPosition): string =>
  `${grid.name.replaceAll(' ', '-')}-${row}-${column}`;

/** The cells that are elements: all that are seen of a small grid, else those near the cursor. */
export function cellWindow(grid: PlacedGrid, at: CellPosition): CellWindow {
  const { rows, columns } = grid.layout;
  const [left, right] = seenColumns(grid);
  const [top, bottom] = seenRows(grid);
  const large = grid.cellWidth >= POINTABLE && grid.cellHeight >= POINTABLE;
  if (large && (bottom - top) * (right - left) <= SMALL) return { top, bottom, left, right };
  return {
    top: Math.max(0, at.row - AROUND),
    bottom: Math.min(rows, at.row + AROUND + 1),
    left: Math.max(0, at.column - AROUND),
    right: Math.min(columns, at.column + AROUND + 1),
  };
}

/** Whether a cell is an element: one that has been scrolled away is none. */
export const isWithin = (
  { top, bottom, left, right }: CellWindow,
  { row, column }: CellPosition,
): boolean => row >= top && row < bottom && column >= left && column < right;

/** Style of the grid that has the cells of a window one after the other. */
export function placeOf(
  { top, bottom, left, right }: CellWindow,
  { cellWidth, cellHeight }: PlacedGrid,
): string {
  const [rows, columns] = [bottom - top, right - left];
  return `padding:${top * cellHeight}px 0 0 ${left * cellWidth}px;grid:repeat(${rows},${cellHeight}px)/repeat(${columns},${cellWidth}px)`;
}

/** The rows and cells of a window, for pointer, keys and screen readers; what is seen is on the canvas. */
export function renderCells(
  grid: PlacedGrid,
  window: CellWindow,
  decimals: number,
  name: (row: number, column: number) => string,
): TemplateResult[] {
  const rows: TemplateResult[] = [];
  for (let row = window.top; row < window.bottom; row += 1) {
    const cells: TemplateResult[] = [];
    for (let column = window.left; column < window.right; column += 1) {
      const value = valueAt(grid, row, column);
      const ghost = ghostAt(grid, row, column);
      cells.push(
        html`<div
          role="gridcell"
          id=${cellId(grid, { row, column })}
          aria-label="${name(row, column)}: ${cellNumber(grid, value, grid.decimals ?? decimals)}"
          data-index=${grid.layout.index(row, column).join()}
          data-value=${String(value)}
          data-ghost=${ghost === undefined ? nothing : cellNumber(grid, ghost, decimals)}
          .textContent=${grid.decimals === undefined ? '' : cellNumber(grid, value, grid.decimals)}
        ></div>`,
      );
    }
    rows.push(
      html`<div role="row" aria-rowindex=${row + 1} aria-colindex=${window.left + 1}>
        ${cells}
      </div>`,
    );
  }
  return rows;
}
