import type { Figure, FigureOptions, FigureSteps, Grid, PlacedGrid } from '../figure.js';
import type { ColumnLabels } from './labels.js';
import { rectangle, type Mark } from '../marks.js';
import { cellBox, clamp } from './place.js';
import { isPairs, Sheet } from './sheet.js';

const LARGE = { width: 60, height: 40 };
const FLAT = 26;
/** The row and the column of a chosen cell that is smaller are drawn out, as the cell alone would not be seen. */
const SMALL = 9;

/** One step alone: data, parameters, tables, and what has no figure of its own. */
export function plain(steps: FigureSteps, options: FigureOptions): Figure {
  const sheet = new Sheet(steps, options);
  layGrid(sheet, sheet.read(steps.step(options.selection.paths[0]!)!));
  return sheet.finish();
}

/** One grid with its labels, as large as there is room; without row labels if `unlabelled`. */
export function layGrid(
  sheet: Sheet,
  grid: Grid,
  { tallest = LARGE.height, unlabelled = false } = {},
): { result: PlacedGrid; header: ColumnLabels } {
  const gutter = unlabelled ? 0 : sheet.gutter(grid.rowLabels);
  const room = sheet.options.size.width - gutter - 4;
  const { width: cellWidth, height: cellHeight, header } = cellSize(sheet, grid, room, tallest);
  const result = sheet.place(grid, {
    name: 'result',
    isResult: true,
    x: gutter + 1,
    y: header.whole + 4,
    cellWidth,
    cellHeight,
    seen: room,
    scroller: 'columns',
  });
  sheet.put(result);
  sheet.marks.push(...crossing(sheet, result));
  if (!unlabelled) sheet.rowLabels(result, gutter);
  sheet.columnLabels(result, header);
  return { result, header };
}

interface CellSize {
  width: number;
  height: number;
  header: ReturnType<Sheet['header']>;
}

function cellSize(sheet: Sheet, grid: Grid, room: number, tallest: number): CellSize {
  const { detail, size } = sheet.options;
  const { rows, columns } = grid.layout;
  if (detail === 'fit') return wholePixels(sheet, grid, room, tallest);
  const least = sheet.leastWidth([grid], isPairs(grid) || columns <= 16 ? 2 : sheet.leastCell);
  const most = grid.words.length > 0 ? 96 : LARGE.width;
  const width =
    detail === 'digits'
      ? Math.max(LARGE.width, room / columns)
      : besideLabels(sheet, grid, room, (all) => clamp(all / columns, least, most));
  const header = sheet.header(grid, width);
  const high = (size.height - header.whole - 8) / rows;
  const highest = Math.min(tallest, width < 20 ? FLAT : LARGE.height);
  const height = clamp(high, sheet.leastHeight(rows), highest);
  return { width, height: detail === 'digits' ? Math.max(20, height) : height, header };
}

/** The width of a cell that leaves room for what turned labels reach beyond the last column. */
function besideLabels(
  sheet: Sheet,
  grid: Grid,
  room: number,
  widthIn: (room: number) => number,
): number {
  const width = widthIn(room);
  const { overhang } = sheet.header(grid, width);
  const isOver = overhang > 0 && width * grid.layout.columns + overhang > room;
  return isOver ? widthIn(room - overhang) : width;
}

/** Whole pixels, so that no row or column is wider than another, and pairs in squares. */
function wholePixels(sheet: Sheet, grid: Grid, room: number, tallest: number): CellSize {
  const { rows, columns } = grid.layout;
  const fit = (all: number, count: number, most: number): number =>
    clamp(Math.floor(all / count), 1, most);
  const width = besideLabels(sheet, grid, room, (all) => fit(all, columns, LARGE.width));
  const header = sheet.header(grid, width);
  const most = Math.min(tallest, LARGE.height);
  const height = fit(sheet.options.size.height - header.whole - 8, rows, most);
  if (!isPairs(grid)) return { width, height, header };
  const side = Math.min(width, height);
  return { width: side, height: side, header: sheet.header(grid, side) };
}

/** Lines beside the row and the column of the chosen cell, so that their numbers stay visible. */
function crossing(sheet: Sheet, grid: PlacedGrid): Mark[] {
  const at = sheet.activeIn(grid);
  if (!at || (grid.cellWidth >= SMALL && grid.cellHeight >= SMALL)) return [];
  const { box } = grid;
  const cell = cellBox(grid, at);
  const row = { ...box, x: box.x - 1, width: box.width + 2 };
  const column = { ...box, y: box.y - 1, height: box.height + 2 };
  const d =
    rectangle({ ...row, y: cell.y - 0.5, height: cell.height + 1 }) +
    rectangle({ ...column, x: cell.x - 0.5, width: cell.width + 1 });
  const lines: Mark = { type: 'path', d, stroke: 'ink', opacity: 0.75 };
  return [{ type: 'group', clip: box, marks: [lines] }];
}
