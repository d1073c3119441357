import type { Extent } from '../engine/types/index.js';
import type { MatrixLayout } from '../trace/layout.js';
import type { Figure, FigureOptions, FigureSteps, Grid, PlacedGrid } from './figure.js';
import { gathered, powerOf, scaleOf } from './layout/grid.js';
import { layGrid } from './layout/plain.js';
import type { Mark, PathMark } from './marks.js';
import { rectangle } from './marks.js';
import { gridMarks } from './layout/grid-marks.js';
import { cellBox } from './layout/place.js';
import { Sheet } from './layout/sheet.js';

/** How a slice of a step is drawn by itself, whatever its operation: as a part of a panel. */
export interface Alone {
  /** Only these rows: the first, and how many. */
  rows?: readonly [first: number, count: number] | undefined;
  /** The extent of the colours, shared by figures that are compared. */
  extent?: Extent | undefined;
  /** A step of the same shape: cells that differ from it are marked, and its numbers fade into these. */
  against?: string | undefined;
  /** Width and height of a cell, if the figure is part of a larger picture: then it has no labels. */
  side?: number | undefined;
  /** The most height of a cell. */
  tallest?: number;
  /** Without row labels: the figure before it has the same. */
  unlabelled?: boolean;
  /** Rows and columns that are framed with their labels. */
  lit?: Lit | undefined;
}

export interface Lit {
  rows: readonly number[];
  columns: readonly number[];
  /** Whether they are what the user asks about, and not only the cell's. */
  strong: boolean;
}

const TALLEST = 24;
const FADE = 300;

/** One slice of a step by itself; what it is compared with fades into it. */
export function alone(steps: FigureSteps, options: FigureOptions, of: Alone): Figure {
  const sheet = new Sheet(steps, options);
  const step = steps.step(options.selection.paths[0]!)!;
  const grid = partOf(steps, sheet.read(step), of);
  const result = of.side === undefined ? labelled(sheet, grid, of) : bare(sheet, grid, of.side);
  if (!result.old) return sheet.finish();
  if (options.moment < 1) {
    const marks = gridMarks({ ...result, values: result.old }, options);
    sheet.marks.push({ type: 'group', marks, opacity: 1 - options.moment });
  }
  sheet.marks.push(...changedMarks(result));
  return { ...sheet.finish(), duration: FADE };
}

function labelled(
  sheet: Sheet,
  grid: Grid,
  { unlabelled = false, tallest = TALLEST, lit }: Alone,
): PlacedGrid {
  const { result, header } = layGrid(sheet, grid, { tallest, unlabelled });
  if (lit) sheet.marks.push(...litMarks(result, lit, header.height));
  return result;
}

function bare(sheet: Sheet, grid: Grid, side: number): PlacedGrid {
  const cell = { cellWidth: side, cellHeight: side };
  return sheet.put(sheet.place(grid, { name: 'result', isResult: true, x: 0, y: 0, ...cell }));
}

/** The rows, colours and compared numbers that a slice by itself has. */
function partOf(steps: FigureSteps, whole: Grid, { rows, extent, against }: Alone): Grid {
  const { step } = whole;
  const grid = rows ? withRows(steps, whole, rows) : whole;
  const numbers = against ? steps.tensor(against).data : undefined;
  return {
    ...grid,
    ...(extent && {
      extent,
      scale: scaleOf(step, extent, grid.scale.root),
      power: powerOf(step, extent),
    }),
    ...(numbers && { old: gathered(numbers, grid.layout) }),
  };
}

function withRows(steps: FigureSteps, grid: Grid, rows: readonly [number, number]): Grid {
  const [first, count] = rows;
  const layout = rowsOf(grid.layout, first, count);
  const before = steps.baseline(grid.step.path);
  return {
    ...grid,
    layout,
    values: gathered(steps.tensor(grid.step.path).data, layout),
    before: before && gathered(before.data, layout),
    rowLabels: grid.rowLabels.slice(first, first + count),
  };
}

function rowsOf(layout: MatrixLayout, first: number, count: number): MatrixLayout {
  return {
    ...layout,
    rows: count,
    index: (row, column) => layout.index(row + first, column),
    flat: (row, column) => layout.flat(row + first, column),
    locate(index) {
      const place = layout.locate(index);
      const inside = place && place.row >= first && place.row < first + count;
      return inside ? { row: place.row - first, column: place.column } : undefined;
    },
    key: `${layout.key}|${first}+${count}`,
  };
}

/** Whether a cell differs from the step that the grid is compared with. */
function isChanged({ old, values, layout }: Grid, row: number, column: number): boolean {
  const at = row * layout.columns + column;
  return old !== undefined && !Object.is(old[at], values[at]);
}

const CORNER = 6;

/** Each changed cell has a frame and a filled corner, so that a change is not shown by colour alone. */
function changedMarks(grid: PlacedGrid): Mark[] {
  const { rows, columns } = grid.layout;
  let frames = '';
  let corners = '';
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      if (!isChanged(grid, row, column)) continue;
      const { x, y, width, height } = cellBox(grid, { row, column });
      frames += rectangle({ x: x + 0.75, y: y + 0.75, width: width - 2, height: height - 2 });
      corners += `M${x} ${y}h${CORNER}l${-CORNER} ${CORNER}z`;
    }
  }
  if (frames === '') return [];
  const frame: Mark = { type: 'path', d: frames, stroke: 'accent', width: 1.5 };
  return grid.decimals === undefined
    ? [frame]
    : [frame, { type: 'path', d: corners, fill: 'accent' }];
}

/** Frames around whole rows and columns, their labels included; `header` is the height of the column labels. */
function litMarks(
  { box, cellWidth, cellHeight, offset }: PlacedGrid,
  { rows, columns, strong }: Lit,
  header: number,
): Mark[] {
  const style: Omit<PathMark, 'd'> = {
    type: 'path',
    stroke: 'accent',
    width: strong ? 2 : 1,
    opacity: strong ? 1 : 0.75,
  };
  const right = box.x + box.width;
  const across = rows.map((row) =>
    rectangle({ x: 1, y: box.y + row * cellHeight, width: right - 1, height: cellHeight }),
  );
  const down = columns.flatMap((column) => {
    const x = box.x + column * cellWidth - offset;
    if (x < box.x - 1 || x + cellWidth > right + 1) return [];
    const y = Math.max(1, box.y - header);
    return [rectangle({ x, y, width: cellWidth, height: box.y + box.height - y })];
  });
  return [...across, ...down].map((d) => ({ ...style, d }));
}
