import { textSizes } from '../../styles/sizes.js';
import type { FigureOptions, Selection, Grid, PlacedGrid } from '../figure.js';
import { widestTexts } from './grid.js';
import type { Box, Measure } from '../marks.js';
import type { CellPosition } from './outline.js';

export function clamp(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value;
}

/** The width that a cell needs for its digits at the smaller size, with this many decimals. */
export function digitWidth(
  grid: Grid,
  decimals: number,
  measure: Measure,
  size: number = textSizes.xs,
): number {
  const widths = widestTexts(grid, decimals).map((one) => measure(one, size, 'mono'));
  return Math.ceil(Math.max(...widths) + 6);
}

/** The least height of a cell with digits. */
export const DIGIT_HEIGHT = 16;
/** Rather than no digits at all, they stand closer to their neighbours. */
const TIGHTER = 3;

/**
 * The most decimals whose digits fit into a cell, from those wished for down to one, or down to none for numbers of two
 * digits and more; undefined if none do.
 */
export function fittingDecimals(
  grid: Grid,
  cell: { width: number; height: number },
  { decimals, measure, detail }: FigureOptions,
): number | undefined {
  if (detail === 'fit' && grid.scale.kind !== 'plain') return undefined;
  if (cell.height < DIGIT_HEIGHT) return undefined;
  const least = leastDecimals(grid, decimals);
  for (let count = decimals; count >= least; count -= 1) {
    const width = digitWidth(grid, count, measure) - (count === least ? TIGHTER : 0);
    if (width <= cell.width) return count;
  }
  return undefined;
}

function leastDecimals({ extent: { low, high } }: Grid, decimals: number): number {
  return low <= -10 || high >= 10 ? 0 : Math.min(1, decimals);
}

/** A small number without a unit beside it. */
const SHORTEST = '-9e-9';

/** The least width of a cell with digits. */
export function leastDigitWidth(grid: Grid, { decimals, measure }: FigureOptions): number {
  const width = digitWidth(grid, leastDecimals(grid, decimals), measure) - TIGHTER;
  const small = grid.power === 0 ? 0 : measure(SHORTEST, textSizes.xs, 'mono') + TIGHTER;
  return Math.max(width, Math.ceil(small));
}

export interface Where {
  name: string;
  isResult?: boolean;
  input?: number;
  x: number;
  y: number;
  cellWidth: number;
  cellHeight: number;
  /** The width that is seen, if it is less than that of all columns, and the name of what scrolls it. */
  seen?: number;
  scroller?: string;
  /** The same of its height. */
  seenHeight?: number;
  rowScroller?: string;
  /** Without digits, however large the cells are. */
  bare?: boolean;
}

export function placed(grid: Grid, where: Where, options: FigureOptions): PlacedGrid {
  const { name, isResult = false, input, x, y, cellWidth, cellHeight } = where;
  const across = scrolled(grid.layout.columns * cellWidth, where.seen, where.scroller, options);
  const down = scrolled(
    grid.layout.rows * cellHeight,
    where.seenHeight,
    where.rowScroller,
    options,
  );
  return {
    ...grid,
    name,
    isResult,
    input,
    box: { x, y, width: across.seen, height: down.seen },
    cellWidth,
    cellHeight,
    decimals: where.bare
      ? undefined
      : fittingDecimals(grid, { width: cellWidth, height: cellHeight }, options),
    scroller: across.scroller,
    offset: across.offset,
    rowScroller: down.scroller,
    rowOffset: down.offset,
  };
}

/** What is seen of a length, what scrolls it if that is not the whole, and how far it has been moved. */
function scrolled(
  whole: number,
  room: number | undefined,
  scroller: string | undefined,
  { scroll }: FigureOptions,
): { seen: number; scroller: string | undefined; offset: number } {
  const seen = Math.min(whole, room ?? whole);
  if (scroller === undefined || seen >= whole - 0.5)
    return { seen, scroller: undefined, offset: 0 };
  return { seen, scroller, offset: clamp(scroll[scroller] ?? 0, 0, whole - seen) };
}

/** The same in a place that is as large as it would be without digits, in which it scrolls if it needs more. */
export function inside(grid: Grid, where: Where, options: FigureOptions): Where {
  const { rows, columns } = grid.layout;
  const cellWidth = Math.max(where.cellWidth, leastDigitWidth(grid, options));
  const cellHeight = Math.max(where.cellHeight, DIGIT_HEIGHT);
  return {
    // What stands beside each other scrolls together.
    rowScroller: `${rows} rows at ${where.y}`,
    scroller: `columns of ${where.name}`,
    ...where,
    bare: false,
    cellWidth,
    cellHeight,
    seen: Math.min(where.seen ?? Infinity, Math.max(cellWidth, columns * where.cellWidth)),
    seenHeight: Math.max(cellHeight, rows * where.cellHeight),
  };
}

/** The first and the last column that is seen, not included. */
export function seenColumns({ box, cellWidth, offset, layout }: PlacedGrid): [number, number] {
  return [
    Math.max(0, Math.floor(offset / cellWidth + 1e-6)),
    Math.min(layout.columns, Math.ceil((offset + box.width) / cellWidth - 1e-6)),
  ];
}

/** The same of rows. */
export function seenRows({ box, cellHeight, rowOffset, layout }: PlacedGrid): [number, number] {
  return [
    Math.max(0, Math.floor(rowOffset / cellHeight + 1e-6)),
    Math.min(layout.rows, Math.ceil((rowOffset + box.height) / cellHeight - 1e-6)),
  ];
}

/** Whether the middle of a row is seen. */
export function isSeen({ box, cellHeight, rowOffset }: PlacedGrid, row: number): boolean {
  const at = (row + 0.5) * cellHeight - rowOffset;
  return at >= 0 && at <= box.height;
}

/** Left end of a column, and upper end of a row. */
export function cornerOf(
  grid: PlacedGrid,
  { row, column }: CellPosition,
): { x: number; y: number } {
  return {
    x: grid.box.x + column * grid.cellWidth - grid.offset,
    y: grid.box.y + row * grid.cellHeight - grid.rowOffset,
  };
}

/** The box of a cell, where it would be without its grid's edges. */
export function cellBox(grid: PlacedGrid, place: CellPosition): Box {
  return { ...cornerOf(grid, place), width: grid.cellWidth, height: grid.cellHeight };
}

/** The cells of a grid that are operands of the active cell. */
export function operandPlaces(
  grid: Grid & { input?: number | undefined },
  selection: Selection,
): CellPosition[] {
  return selection
    .operandsIn(grid.step.path)
    .filter(({ input }) => grid.input === undefined || input === undefined || input === grid.input)
    .flatMap(({ index }) => grid.layout.locate(index) ?? []);
}
