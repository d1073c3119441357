import type { Grid } from '../figure.js';
import { clamp, fittingDecimals } from './place.js';
import { isPairs, SCROLLBAR, type Sheet } from './sheet.js';

const LARGE = { width: 60, height: 40 };
const GOOD = { width: 44, height: 30 };
/** Cells of operands that are tried, the largest first: width and height. */
const OPERAND_CELLS = [
  [44, 30],
  [36, 24],
  [28, 20],
  [20, 18],
  [15, 15],
  [13, 13],
  [12, 12],
] as const;
/** More rows or columns than that are drawn as a strip. */
export const SMALL = 16;
/** Strips that widen the result's cells by more than that are better than operands with cells. */
const CRAMPED = 1.25;

/** One product: the left operand beside the result, the right one above it, a bias between them. */
export interface Lane {
  left: Grid;
  /** Least width of the upper operand's title. */
  title: number;
  /** Whether it is the only one. */
  alone: boolean;
  /** Whether the lane before has the same left operand, which is then drawn once. */
  shared: boolean;
  above: Grid;
  bias: Grid | undefined;
  result: Grid;
  gutter: number;
}

export interface Sizes {
  /** Width of a left operand, height of one above. */
  left: number;
  above: number;
  cellWidth: number;
  cellHeight: number;
  header: number;
  hasDigits: boolean;
}

/** Least width of a left operand. */
export const leastLeft = (sheet: Sheet, columns: number): number =>
  columns > SMALL ? sheet.strip : Math.min(sheet.strip, columns * OPERAND_CELLS.at(-1)![0]);

/** The sizes of a product's operands and result: the largest operands beside which the result is large; else the smallest beside which it has digits; else strips. */
export function chooseSizes(
  sheet: Sheet,
  lanes: readonly Lane[],
  room: number,
  outside: number,
): Sizes {
  const { size } = sheet.options;
  const [{ left, result }] = lanes as [Lane];
  const inner = left.layout.columns;
  const rows = Math.max(...lanes.map((lane) => lane.result.layout.rows));
  const columns = Math.max(...lanes.map((lane) => lane.result.layout.columns));
  const lefts = lanes.filter(({ shared }) => !shared).length;
  const least = sheet.leastWidth(
    lanes.flatMap((lane) => [lane.result, lane.above, ...(lane.bias ? [lane.bias] : [])]),
    sheet.leastCell,
  );
  const scrolls = sheet.leastRow > 0;
  const all = columns <= SMALL || isPairs(result);
  const tried = (leftWidth: number, aboveHeight: number): Sizes => {
    const wide = (room - lefts * leftWidth) / (lanes.length * columns);
    const cellWidth = clamp(wide, all && !scrolls ? 2 : least, LARGE.width);
    const header = Math.max(...lanes.map((lane) => sheet.header(lane.result, cellWidth).height));
    const high = (size.height - outside - aboveHeight - header - SCROLLBAR - 4) / rows;
    const cellHeight = clamp(high, sheet.leastHeight(rows), LARGE.height);
    const cell = { width: cellWidth, height: cellHeight };
    const hasDigits = fittingDecimals(result, cell, sheet.options) !== undefined;
    return { left: leftWidth, above: aboveHeight, cellWidth, cellHeight, header, hasDigits };
  };
  const strips = tried(sheet.strip, sheet.stripOf(inner));
  if (inner > SMALL) return strips;
  const sized = OPERAND_CELLS.map(([width, height]) => tried(inner * width, inner * height));
  // Operands shrink to strips before the result is smaller than they are.
  const title = Math.max(...lanes.map((lane) => lane.title));
  const seen = Math.min(SMALL, columns) * least;
  const leaves = ({ left }: Sizes, wide: number): boolean =>
    room - lefts * left >= lanes.length * wide;
  const larger = sized.filter(
    (one, i) =>
      one.cellWidth >= OPERAND_CELLS[i]![0] && leaves(one, title) && (all || leaves(one, seen)),
  );
  const fits = ({ cellWidth, cellHeight, above }: Sizes, width: number, height: number): boolean =>
    cellWidth >= width && cellHeight >= height && above + rows * cellHeight <= size.height;
  const isWhole = (one: Sizes): boolean =>
    lefts * one.left + lanes.length * columns * one.cellWidth <= room &&
    fits(one, least, sheet.leastRow);
  // What scrolls inside has digits in any case: the largest operands beside which nothing of the result scrolls, else strips.
  if (scrolls) return larger.find((one) => isWhole(one)) ?? strips;
  const best =
    larger.find((one) => fits(one, GOOD.width, GOOD.height)) ??
    [...larger].reverse().find((one) => one.hasDigits && fits(one, least, least));
  if (best) return best;
  const rest = larger.find((one) => fits(one, least, least));
  const isCramped = !rest || strips.hasDigits || strips.cellWidth > rest.cellWidth * CRAMPED;
  return isCramped ? strips : rest;
}
