import type { Step } from '../../engine/types/index.js';
import { signBetween } from '../../trace/operations.js';
import type { FigureOptions, Grid, PlacedGrid } from '../figure.js';
import { clamp, digitWidth, fittingDecimals, leastDigitWidth } from './place.js';
import { isPairs, TITLE_HEIGHT, type Moved, type Sheet } from './sheet.js';

const LARGE = { width: 60, height: 40 };
const FLAT = 26;
/** Results of more columns, unless they are queries over keys, stand below their operands. */
const NARROW = 16;
const SIGN = 26;
/** Between the titles of two operands. */
const APART = 3;
const ROW = 14;
/** The most height of an operand of rows that are summed. */
const ROWS = 112;
/** Narrower cells have no labels; an operand that is a strip leaves them to the result. */
const LABELLED = { result: 9, operand: 14 };

/** Where an arrangement put its operands and its result. */
export interface Arranged {
  operands: readonly PlacedGrid[];
  result: PlacedGrid;
  gutter: number;
}

export interface ArrangeOptions {
  /** Room kept free on the right, as for sums. */
  right?: number;
  /** Room kept free below. */
  below?: number;
  /** How the result, and each operand, is moved. */
  result?: Moved;
  operand?: (place: number) => Moved;
}

/**
 * Operands and result side by side where they are narrow and find room, else one above the other with their columns aligned;
 * so, too, a row that sums the rows of an operand.
 */
export function arrange(
  sheet: Sheet,
  step: Step,
  inputs: readonly Step[],
  more: ArrangeOptions = {},
): Arranged {
  const result = sheet.read(step);
  // Beside other matrices there is no room for the words of labels: they are ids here.
  const operands = inputs.map((input): Grid => ({ ...sheet.read(input), words: [] }));
  const isNarrow = result.layout.columns <= NARROW || isPairs(result);
  const sumsRows = operands.some(
    ({ layout }) =>
      layout.rows > 1 && result.layout.rows === 1 && layout.columns === result.layout.columns,
  );
  const row = isNarrow && !sumsRows ? rowOf(sheet, operands, result, more.right) : undefined;
  return row
    ? beside(sheet, step, operands, result, row, more)
    : stacked(sheet, step, operands, result, more);
}

/** Where matrices stand beside each other. */
interface Row {
  /** Of the names of rows. */
  gutter: number;
  /** Of each matrix, the result's at the end. */
  widths: readonly number[];
}

/**
 * The row of operands and result; undefined unless each is wide enough to be seen, and for its title, which may reach over the
 * sign behind it.
 */
function rowOf(sheet: Sheet, operands: readonly Grid[], result: Grid, right = 0): Row | undefined {
  const { rows } = result.layout;
  const gutters = [...operands, result].map((grid) =>
    grid.layout.rows === rows ? sheet.gutter(grid.rowLabels) : 0,
  );
  const gutter = Math.max(0, ...gutters);
  const room = sheet.options.size.width - gutter - operands.length * SIGN - right - 4;
  if (sum(stripsOf(sheet, [...operands, result])) > room) return undefined;
  if (scrollsBeside(sheet, operands, result, room)) return undefined;
  const widths = widthsOf(sheet, operands, result, room);
  const isTitled =
    operands.every((grid, i) => widths[i]! + SIGN >= sheet.leastTitle(grid)) &&
    room + right - sum(widths.slice(0, -1)) >= sheet.leastTitle(result);
  return isTitled ? { gutter, widths } : undefined;
}

/** Beside their operands, results that scroll show so many columns at least. */
const LEAST_SEEN = 5;

/** Whether a result would scroll beside its operands, whose columns it could have above its own, or would show few of its own. */
function scrollsBeside(
  sheet: Sheet,
  operands: readonly Grid[],
  result: Grid,
  room: number,
): boolean {
  if (sheet.leastRow === 0) return false;
  const { columns } = result.layout;
  const left = room - sum(stripsOf(sheet, operands));
  const cell = leastDigitWidth(result, sheet.options);
  const sharesColumns = operands.every(({ layout }) => [1, columns].includes(layout.columns));
  return columns * cell > left && (sharesColumns || left < LEAST_SEEN * cell);
}

const widthOf = (grid: Grid, cell: number): number => grid.layout.columns * cell;

/** The least width of each matrix. */
const stripsOf = (sheet: Sheet, grids: readonly Grid[]): number[] =>
  grids.map((grid) => Math.min(sheet.strip, widthOf(grid, LARGE.width)));

const sum = (widths: readonly number[]): number => widths.reduce((all, one) => all + one, 0);

function beside(
  sheet: Sheet,
  step: Step,
  operands: readonly Grid[],
  result: Grid,
  { gutter, widths }: Row,
  { below = 0, ...motion }: ArrangeOptions,
): Arranged {
  const { options } = sheet;
  const { rows } = result.layout;
  const grids = [...operands, result];
  const headers = grids.map((grid, i) => sheet.header(grid, widths[i]! / grid.layout.columns));
  const isLabelled = (i: number): boolean =>
    widths[i]! / grids[i]!.layout.columns >=
    (i === operands.length ? LABELLED.result : LABELLED.operand);
  const high = Math.max(0, ...headers.map(({ whole }, i) => (isLabelled(i) ? whole : 0)));
  const top = TITLE_HEIGHT + high + 2;
  const cellHeight = clamp(
    (options.size.height - top - below - 4) / rows,
    sheet.leastHeight(rows),
    LARGE.height,
  );
  // An operand of another height, such as a single number, stands before the names of the rows.
  const named = grids.findIndex((grid) => grid.layout.rows === rows);
  let x = 1;
  const placed = grids.map((grid, i) => {
    const last = i === operands.length;
    if (i === named) x += gutter;
    const cellWidth = widths[i]! / grid.layout.columns;
    const own = grid.layout.rows === rows ? cellHeight : Math.min(ROW, cellHeight);
    const at = sheet.place(grid, {
      name: last ? 'result' : `operand ${i}`,
      isResult: last,
      hasUnit: true,
      ...(!last && { input: i }),
      x,
      y: top,
      cellWidth,
      cellHeight: own,
    });
    sheet.put(at, (last ? motion.result : motion.operand?.(i)) ?? {});
    if (isLabelled(i)) sheet.columnLabels(at, headers[i]!);
    sheet.title(grid, x, 0, last ? options.size.width - x : SIGN + widths[i]! - APART);
    if (!last) {
      const sign = i + 1 < operands.length ? signBetween(step.op, i) : '→';
      sheet.sign(sign, x + widths[i]! + SIGN / 2, top + (rows * cellHeight) / 2);
    }
    x += widths[i]! + SIGN;
    return at;
  });
  sheet.rowLabels({ ...placed[named]!, rowLabels: result.rowLabels }, gutter);
  return { operands: placed.slice(0, -1), result: placed.at(-1)!, gutter };
}

/** The same cells for all where that leaves the result its digits; else operands shrink to strips. */
function widthsOf(sheet: Sheet, operands: readonly Grid[], result: Grid, room: number): number[] {
  const { options } = sheet;
  const all = [...operands, result];
  const columns = all.reduce((sum, grid) => sum + grid.layout.columns, 0);
  const equal = clamp(room / columns, 1, LARGE.width);
  const digits = (grid: Grid, width: number): boolean =>
    fittingDecimals(grid, { width, height: 20 }, options) !== undefined;
  const same = all.map((grid) => widthOf(grid, Math.max(equal, ids(grid, options))));
  if (digits(result, equal) && sum(same) <= room + 0.5) return same;
  const strips = stripsOf(sheet, operands);
  const rest = room - sum(strips);
  const wide = clamp(rest / result.layout.columns, 1, LARGE.width);
  if (equal >= 18 && !digits(result, wide)) return all.map((grid) => widthOf(grid, equal));
  // What the widest result leaves free, its operands have.
  const free = (rest - widthOf(result, wide)) / operands.length;
  const widths = operands.map((grid, i) => Math.min(widthOf(grid, LARGE.width), strips[i]! + free));
  return [...widths, widthOf(result, wide)];
}

/** The width that a cell needs for the token of an id. */
function ids(grid: Grid, { measure }: FigureOptions): number {
  return grid.words.length > 0 ? Math.min(96, digitWidth(grid, 0, measure)) : 0;
}

function stacked(
  sheet: Sheet,
  step: Step,
  operands: readonly Grid[],
  result: Grid,
  { right = 0, below = 0, ...motion }: ArrangeOptions,
): Arranged {
  const { options } = sheet;
  const { rows, columns } = result.layout;
  const all = [...operands, result];
  const gutter = Math.max(24, ...all.map((grid) => sheet.gutter(grid.rowLabels)));
  const room = options.size.width - gutter - right - 4;
  const wide = options.detail === 'digits' ? LARGE.width : 0;
  const least = sheet.leastWidth(all, sheet.leastCell);
  const cellWidth = Math.max(wide, clamp(room / columns, least, LARGE.width));
  const header = sheet.header(result, cellWidth);
  const line = Math.max(ROW, sheet.leastRow);
  const flat = operands.filter((grid) => grid.layout.rows !== rows || rows === 1);
  const flatHeight = ({ layout }: Grid): number => Math.min(layout.rows * line, ROWS);
  const tall = operands.length - flat.length;
  const free =
    options.size.height -
    below -
    header.whole -
    all.length * (TITLE_HEIGHT + 4) -
    flat.reduce((sum, grid) => sum + flatHeight(grid), 0) -
    8;
  const equal = free / (rows * (tall + 1));
  const isStrip = equal < line;
  const most = cellWidth < 20 ? FLAT : LARGE.height;
  const cellHeight = clamp(
    isStrip ? (free - tall * sheet.strip) / rows : equal,
    sheet.leastHeight(rows),
    most,
  );
  let y = 0;
  const placed = all.map((grid, i) => {
    const last = i === operands.length;
    y += TITLE_HEIGHT + (last ? header.whole : 0) + (i > 0 ? 4 : 0);
    const isFlat = flat.includes(grid) && !last;
    const strip = isFlat ? flatHeight(grid) / grid.layout.rows : sheet.strip / rows;
    const own = last || !(isFlat || isStrip) ? cellHeight : strip;
    const at = sheet.place(grid, {
      name: last ? 'result' : `operand ${i}`,
      isResult: last,
      ...(!last && { input: i }),
      x: gutter + 1,
      y,
      cellWidth: (cellWidth * columns) / grid.layout.columns,
      cellHeight: own,
      seen: room,
      scroller: 'columns',
      bare: own < 16,
    });
    sheet.put(at, (last ? motion.result : motion.operand?.(i)) ?? {});
    if (at.cellHeight >= 9 && !isFlat) sheet.rowLabels(at, gutter);
    if (last) sheet.columnLabels(at, header);
    sheet.title(grid, gutter + 1, y - (last ? header.whole : 0) - TITLE_HEIGHT, room);
    if (i > 0 && !last) sheet.sign(signBetween(step.op, i - 1), gutter - 12, y - TITLE_HEIGHT / 2);
    if (last && operands.length > 0)
      sheet.sign('↓', gutter - 12, y - header.whole - TITLE_HEIGHT / 2 + 2);
    y += at.box.height;
    return at;
  });
  return { operands: placed.slice(0, -1), result: placed.at(-1)!, gutter };
}
