import { textSizes } from '../../styles/sizes.js';
import { inUnits, NEARLY_ZERO, withPower } from '../../trace/numbers.js';
import type { FigureOptions, Selection, Grid, PlacedGrid } from '../figure.js';
import type { Computed, Numbers } from '../../engine/types/computed.js';
import { cellText, ghostAt, valueAt, widestTexts } from './grid.js';
import type { Box, Mark, Measure } from '../marks.js';
import { rectangle, text } from '../marks.js';
import { outline, type CellPosition } from './outline.js';

/** Digits are written in these sizes. */
const SIZES = [textSizes.m, textSizes.s, textSizes.xs];

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
/** In lower cells a token stands without its id. */
const ROOM_OF_ID = 36;
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

/** A grid's cells with their digits, its frame, the lines between heads, and the marks of what is chosen in it. */
export function gridMarks(grid: PlacedGrid, options: FigureOptions): Mark[] {
  const { box } = grid;
  const clip = { x: box.x - 1.5, y: box.y - 1.5, width: box.width + 3, height: box.height + 3 };
  return [
    cellsMark(grid, options),
    { type: 'path', d: rectangle(around(box)), stroke: 'line', width: 1 },
    {
      type: 'group',
      clip,
      marks: [
        ...separators(grid),
        ...ids(grid),
        ...ghosts(grid, options),
        ...choices(grid, options),
      ],
    },
    ...(options.scrollsInside ? goesOn(grid) : []),
  ];
}

/** It fades where it goes on. */
const FADE = { steps: [0.75, 0.5, 0.25], width: 4 };

function goesOn({ box, cellWidth, cellHeight, layout, offset, rowOffset }: PlacedGrid): Mark[] {
  const { x, y, width, height } = box;
  const right = layout.columns * cellWidth - width - offset > 1;
  const below = layout.rows * cellHeight - height - rowOffset > 1;
  return FADE.steps.flatMap((opacity, i): Mark[] => {
    const at = i * FADE.width;
    const far = at + FADE.width;
    const column = { y, width: FADE.width, height };
    const row = { x, width, height: FADE.width };
    const d = [
      offset > 1 ? rectangle({ ...column, x: x + at }) : '',
      right ? rectangle({ ...column, x: x + width - far }) : '',
      rowOffset > 1 ? rectangle({ ...row, y: y + at }) : '',
      below ? rectangle({ ...row, y: y + height - far }) : '',
    ].join('');
    return d ? [{ type: 'path', d, fill: 'ground', opacity }] : [];
  });
}

/** The numbers of tokens, small below their texts; a number that stands for none has no text. */
function ids(grid: PlacedGrid): Mark[] {
  const { cellWidth, cellHeight, layout, values, words } = grid;
  if (words.length === 0 || cellHeight < ROOM_OF_ID) return [];
  return Array.from(values).flatMap((id, i) => {
    if (words[id] === undefined) return [];
    const place = { row: Math.floor(i / layout.columns), column: i % layout.columns };
    const { x, y } = cornerOf(grid, place);
    return text({
      x: x + cellWidth / 2,
      y: y + cellHeight - 4,
      text: String(id),
      size: textSizes.xs,
      face: 'mono',
      align: 'middle',
    });
  });
}

/** For a line beside a box: it covers no cell. */
function around({ x, y, width, height }: Box): Box {
  return { x: x - 0.5, y: y - 0.5, width: width + 1, height: height + 1 };
}

function cellsMark(grid: PlacedGrid, { measure }: FigureOptions): Mark {
  const { box, cellWidth, cellHeight, decimals, scale } = grid;
  const { row, rows, column, columns, values } = seenPart(grid);
  const { x, y } = cornerOf(grid, { row, column });
  const fitting = SIZES.find(
    (one) => decimals !== undefined && digitWidth(grid, decimals, measure, one) <= cellWidth,
  );
  const size = fitting && cellHeight >= 24 ? fitting : textSizes.xs;
  const write = decimals === undefined ? undefined : writer(grid, { decimals, measure, size });
  return {
    type: 'group',
    clip: box,
    marks: [
      {
        type: 'cells',
        x,
        y,
        width: columns * cellWidth,
        height: rows * cellHeight,
        rows,
        columns,
        values,
        scale,
        size,
        ...(write && { texts: Array.from(values, write) }),
      },
    ],
  };
}

/** The cells that are seen. */
function seenPart(grid: PlacedGrid): {
  row: number;
  rows: number;
  column: number;
  columns: number;
  values: Numbers;
} {
  const { layout, values } = grid;
  const [column, right] = seenColumns(grid);
  const [row, foot] = seenRows(grid);
  const [rows, columns] = [foot - row, right - column];
  if (rows === layout.rows && columns === layout.columns)
    return { row, rows, column, columns, values };
  const seen: Numbers = new Float32Array(rows * columns);
  for (let i = 0; i < rows; i += 1) {
    const start = (row + i) * layout.columns;
    seen.set(values.subarray(start + column, start + right), i * columns);
  }
  return { row, rows, column, columns, values: seen };
}

/**
 * What the cells show. A number that an edit has made far longer than the others has fewer decimals, or a power; one that
 * has no room for a single digit says at least that it is not 0.
 */
function writer(
  grid: PlacedGrid,
  { decimals, measure, size }: { decimals: number; measure: Measure; size: number },
): (value: Computed) => string {
  const room = grid.cellWidth - 1;
  // No longer than these, a text fits without being measured.
  const long = Math.max(...widestTexts(grid, decimals).map((one) => one.length));
  const fits = (label: string): boolean =>
    label.length <= long || measure(label, size, 'mono') <= room;
  return (value) => {
    if (!Number.isFinite(value)) return cellText(grid, value, 0);
    for (let count = decimals; count >= 0; count -= 1) {
      const label = cellText(grid, value, count);
      if (fits(label)) return label;
    }
    const shown = inUnits(value, grid.power);
    // Their signs are among the widest texts.
    if (!Number.isFinite(shown)) return cellText(grid, value, 0);
    const power = withPower(shown, 0);
    return fits(power) || Math.abs(shown) >= 1 ? power : NEARLY_ZERO;
  };
}

/** Lines between the heads. */
function separators(grid: PlacedGrid): Mark[] {
  const { group, columns } = grid.layout;
  if (group >= columns) return [];
  let d = '';
  for (let column = group; column < columns; column += group) {
    d += `M${cornerOf(grid, { row: 0, column }).x} ${grid.box.y}v${grid.box.height}`;
  }
  return [{ type: 'path', d, stroke: 'ground', width: 2 }];
}

const GHOST = 9;

/** The numbers before the edits, struck out, below the new ones and in their ink. */
function ghosts(grid: PlacedGrid, { measure }: FigureOptions): Mark[] {
  const { decimals, before, layout, scale } = grid;
  if (decimals === undefined || !before || grid.cellHeight < 28) return [];
  const marks: Mark[] = [];
  const write = writer(grid, { decimals, measure, size: GHOST });
  const [from, to] = seenColumns(grid);
  for (let row = 0; row < layout.rows; row += 1) {
    for (let column = from; column < to; column += 1) {
      const old = ghostAt(grid, row, column);
      if (old === undefined) continue;
      const { x, y } = cornerOf(grid, { row, column });
      const middle = x + grid.cellWidth / 2;
      const foot = y + grid.cellHeight - 4;
      const colour = { scale, value: valueAt(grid, row, column) };
      const style = { size: GHOST, face: 'mono', align: 'middle', colour } as const;
      marks.push(text({ ...style, x: middle, y: foot, text: write(old) }));
      marks.push({
        type: 'path',
        d: `M${x + 6} ${foot - 3}h${grid.cellWidth - 12}`,
        stroke: colour,
        width: 1,
      });
    }
  }
  return marks;
}

/** Outlines of operands, edited cells, the chosen cell and the one that is pointed at in the proof. */
function choices(grid: PlacedGrid, { selection }: FigureOptions): Mark[] {
  const { path } = grid.step;
  const at = (cells: readonly { path: string; index: readonly number[] }[]): CellPosition[] =>
    cells.flatMap((cell) => (cell.path === path && grid.layout.locate(cell.index)) || []);
  const { active, pointed } = selection;
  return [
    ...ring(grid, operandPlaces(grid, selection), 'ink', 1.5),
    ...ring(grid, at(selection.editedIn(path)), 'edited', 2),
    ...ring(grid, at(active ? [active] : []), 'accent', 2.5),
    ...ring(grid, at(pointed ? [pointed] : []), 'danger', 2.5),
  ];
}

/** An outline of what becomes of the active cell of another grid. */
export function echo(grid: PlacedGrid, place: CellPosition): Mark[] {
  return [{ type: 'group', clip: grid.box, marks: ring(grid, [place], 'ink', 1.5) }];
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

/** Two lines, a light one under a dark one, so that the outline is visible on any colour. */
function ring(
  grid: PlacedGrid,
  places: readonly CellPosition[],
  stroke: 'ink' | 'edited' | 'accent' | 'danger',
  width: number,
): Mark[] {
  if (places.length === 0) return [];
  const { x, y } = cornerOf(grid, { row: 0, column: 0 });
  const d = outline(places, grid.cellWidth, grid.cellHeight, x, y);
  return [
    { type: 'path', d, stroke: 'ground', width: width + 2 },
    { type: 'path', d, stroke, width },
  ];
}
