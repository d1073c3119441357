// A matrix as lines that fit a terminal.

import type { Grid } from '../figures/figure.js';
import { cellNumber, valueAt } from '../figures/layout/grid.js';
import { columnName } from '../figures/render/words.js';
import type { Paint } from './paint.js';
import { widthOf } from './width.js';

export interface TableOptions {
  paint: Paint;
  width: number;
  decimals: number;
  /** Every row and column, however wide. */
  whole: boolean;
  /** The cell that is underlined. */
  chosen: { row: number; column: number } | undefined;
}

export interface Table {
  lines: string[];
  rows: number;
  columns: number;
}

/** How many rows are printed of a matrix that has more. */
const MOST_ROWS = 64;
const WIDEST_LABEL = 16;
/** On both sides of a number: colours reach there. Labels stand one more away. */
const GAP = 1;
const CUT = '…';

/** A row or column that is left out stands for all of them. */
const LEFT_OUT = -1;

export function tableOf(grid: Grid, options: TableOptions): Table {
  const { paint, width, decimals, whole, chosen } = options;
  const { rows, columns } = grid.layout;
  const shownRows = some(rows, whole ? rows : MOST_ROWS);
  const labels = shownRows.map((row) =>
    row === LEFT_OUT ? '⋮' : shortened(grid.rowLabels[row] ?? '', WIDEST_LABEL),
  );
  const labelWidth = Math.max(0, ...labels.map((label) => widthOf(label)));
  const textAt = (row: number, column: number): string =>
    cellNumber(grid, valueAt(grid, row, column), decimals).replaceAll('-', '−');
  const columnWidth = (column: number): number =>
    Math.max(
      ...shownRows.map((row) => (row === LEFT_OUT ? 1 : widthOf(textAt(row, column)))),
      widthOf(shortened(columnName(grid, column), WIDEST_LABEL)),
    );
  const widths = Array.from({ length: columns }, (_, column) => columnWidth(column));
  const shownColumns = whole ? some(columns, columns) : fitting(widths, width - labelWidth - 1);
  const cellWidth = (column: number): number => (column === LEFT_OUT ? 1 : widths[column]!);
  const line = (label: string, cells: readonly string[]): string =>
    [padded(label, labelWidth + 1, 'end'), ...cells].join('').trimEnd();
  const head = shownColumns.map((column) => {
    const name = column === LEFT_OUT ? CUT : shortened(columnName(grid, column), WIDEST_LABEL);
    return `${' '.repeat(GAP)}${padded(name, cellWidth(column), 'start')} `;
  });
  const body = shownRows.map((row, i) => {
    const cells = shownColumns.map((column) => {
      if (row === LEFT_OUT || column === LEFT_OUT) {
        const sign = row === LEFT_OUT ? '⋮' : CUT;
        return `${' '.repeat(GAP)}${padded(sign, cellWidth(column), 'start')} `;
      }
      const text = textAt(row, column);
      const value = valueAt(grid, row, column);
      const before = ' '.repeat(GAP + cellWidth(column) - widthOf(text));
      const isChosen = chosen?.row === row && chosen.column === column;
      const number = isChosen ? paint.underlined(text) : text;
      return paint.cell(before + number + ' ', value, grid.scale);
    });
    return line(labels[i]!, cells);
  });
  return {
    lines: [paint.faint(line('', head)), ...body].filter((text) => text.trim() !== ''),
    rows: shownRows.filter((row) => row !== LEFT_OUT).length,
    columns: shownColumns.filter((column) => column !== LEFT_OUT).length,
  };
}

/** All of them, or the first ones and the last one with a gap between. */
function some(count: number, most: number): number[] {
  const all = Array.from({ length: count }, (_, i) => i);
  if (count <= most) return all;
  return [...all.slice(0, Math.max(1, most - 2)), LEFT_OUT, count - 1];
}

/** As many of the first columns as there is room for beside the last one. */
function fitting(widths: readonly number[], room: number): number[] {
  const taken = (columns: readonly number[]): number =>
    columns.reduce((sum, column) => sum + GAP + 1 + (column === LEFT_OUT ? 1 : widths[column]!), 0);
  let shown = some(widths.length, widths.length);
  for (let most = widths.length; taken(shown) > room && most > 3; most -= 1) {
    shown = some(widths.length, Math.min(most, widths.length - 1));
  }
  return shown;
}

function shortened(text: string, most: number): string {
  if (widthOf(text) <= most) return text;
  let short = '';
  for (const letter of text) {
    if (widthOf(short + letter) >= most) break;
    short += letter;
  }
  return short + CUT;
}

function padded(text: string, width: number, side: 'start' | 'end'): string {
  const room = ' '.repeat(Math.max(0, width - widthOf(text)));
  return side === 'start' ? room + text : text + room;
}
