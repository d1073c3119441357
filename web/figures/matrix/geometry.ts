import { breakpoints, textSizes } from '../../styles/sizes.js';
import type { MatrixLayout } from '../../trace/layout.js';

/** Sizes of a drawn matrix, in CSS pixels. */
export interface MatrixGeometry {
  cellWidth: number;
  cellHeight: number;
  /** Whether cells are large enough for digits. */
  digits: boolean;
  /** Height of the digits. */
  figure: number;
  /** Width of the row labels, height of the column labels. */
  gutter: number;
  header: number;
  verticalLabels: boolean;
  /** Every how many rows and columns there is room for a label. */
  rowStride: number;
  columnStride: number;
}

export type MatrixSize = 'auto' | 'digits' | 'fit';

export interface GeometryInput {
  layout: MatrixLayout;
  rowLabels: readonly string[];
  columnLabels: readonly string[];
  /** Names of the axes, in the corner. */
  corner: readonly string[];
  /** Length of a cell's longest text. */
  characters: number;
  /** The available width, and the height not to exceed without need. */
  room: number;
  height: number;
  size: MatrixSize;
}

const FIGURE = 0.61; // width of a tabular figure, relative to its font size
const LABEL = 7; // width of a Latin letter in a label
const DIGIT_HEIGHT = 34;
const LABEL_PITCH = 11;

export function matrixGeometry(input: GeometryInput): MatrixGeometry {
  const { layout, room } = input;
  const names = widest(input.corner) * 6 + 20;
  const gutter = Math.max(names, clamp(widest(input.rowLabels) * LABEL + 14, 26, 112));
  const inside = Math.max(80, room - gutter - 2);
  const figure = room < breakpoints.narrow ? textSizes.xs : textSizes.s;
  const digitWidth = Math.max(34, Math.ceil(input.characters * FIGURE * figure) + 6);
  const fits = layout.columns * digitWidth <= inside;
  const flat = layout.rows * DIGIT_HEIGHT <= input.height;
  const digits = input.size === 'digits' || (input.size === 'auto' && fits && flat);
  const share = Math.floor(inside / layout.columns);
  const cellWidth = digits ? clamp(share, digitWidth, digitWidth + 12) : clamp(share, 3, 34);
  const tall = Math.floor((Math.min(input.height, 560) - 90) / layout.rows);
  const cellHeight = digits ? DIGIT_HEIGHT : clamp(tall, fitHeight(input, cellWidth), 26);
  const columnWidth = widest(input.columnLabels) * LABEL + 6;
  const verticalLabels = columnWidth > cellWidth * strideThatFits(input, cellWidth);
  const columnStride = verticalLabels
    ? stride(LABEL_PITCH, cellWidth)
    : strideThatFits(input, cellWidth);
  return {
    cellWidth,
    cellHeight,
    digits,
    figure,
    gutter,
    header: verticalLabels ? clamp(columnWidth + 6, 30, 84) : 30,
    verticalLabels,
    rowStride: stride(LABEL_PITCH, cellHeight),
    columnStride,
  };
}

/** Numeric labels may be thinned out; words may not, so they are turned instead. */
function strideThatFits(input: GeometryInput, cellWidth: number): number {
  const numeric = input.columnLabels.every((label) => /^\d*$/.test(label));
  if (!numeric) return 1;
  return stride(widest(input.columnLabels) * LABEL + 6, cellWidth);
}

function stride(needed: number, size: number): number {
  for (const step of [1, 2, 4, 8, 16, 32]) if (step * size >= needed) return step;
  return 64;
}

/** The least height at which a cell can be pointed at; a little less if the matrix should be low. */
function fitHeight({ layout, height }: GeometryInput, cellWidth: number): number {
  if (layout.rows <= 16) return clamp(cellWidth, 12, height < 300 ? 13 : 22);
  return Math.max(3, Math.min(cellWidth, 12));
}

/** Length of the longest label in letters; Chinese characters count twice. */
export function widest(labels: readonly string[]): number {
  let most = 1;
  for (const label of labels) {
    let width = 0;
    for (const letter of label) width += letter > '\u2e7f' ? 2 : 1;
    if (width > most) most = width;
  }
  return most;
}

function clamp(value: number, low: number, high: number): number {
  return value < low ? low : value > high ? high : value;
}

export interface CellWindow {
  top: number;
  bottom: number; // not included
  left: number;
  right: number; // not included
}

const SMALL = 480;
const AROUND = 4;

/** The cells that are elements: all of a small matrix, those in sight if it has digits, else those near the cursor. */
export function cellWindow(
  layout: MatrixLayout,
  geometry: MatrixGeometry,
  view: { x: number; y: number; width: number; height: number },
  cursor: { row: number; column: number },
): CellWindow {
  const { rows, columns } = layout;
  if (rows * columns <= SMALL) return { top: 0, bottom: rows, left: 0, right: columns };
  if (!geometry.digits) {
    return {
      top: clamp(cursor.row - AROUND, 0, rows),
      bottom: clamp(cursor.row + AROUND + 1, 0, rows),
      left: clamp(cursor.column - AROUND, 0, columns),
      right: clamp(cursor.column + AROUND + 1, 0, columns),
    };
  }
  const first = (offset: number, size: number, count: number): number =>
    clamp(Math.floor(offset / size) - 1, 0, count);
  const last = (end: number, size: number, count: number): number =>
    clamp(Math.ceil(end / size) + 1, 0, count);
  return {
    top: first(view.y, geometry.cellHeight, rows),
    bottom: last(view.y + Math.min(view.height, 900), geometry.cellHeight, rows),
    left: first(view.x, geometry.cellWidth, columns),
    right: last(view.x + Math.min(view.width, 1400), geometry.cellWidth, columns),
  };
}
