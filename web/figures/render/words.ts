import type { Step } from '../../engine/types/index.js';
import type { Computed } from '../../engine/types/computed.js';
import { fill } from '../../i18n/fill.js';
import { brief, rounded } from '../../trace/numbers.js';
import type { TraceStore } from '../../trace/store.js';
import {
  captionTitle,
  chosenText,
  sourceText,
  stepCaption,
  type CaptionTexts,
} from '../caption.js';
import type { Figure, Grid, PlacedGrid } from '../figure.js';
import { cellNumber, ghostAt, valueAt } from '../layout/grid.js';
import { columnsOf, halfOf, pointTexts, turnOf } from '../rotation/pair.js';
import { columnNumber, rowNumber, sumsToOne } from '../layout/row-sums.js';
import { symbolText } from '../layout/symbols.js';

export interface WordTexts extends CaptionTexts {
  semicolon: string;
  /** {names} */
  from: string;
  /** {names} */
  maskedIn: string;
  /** {sum} */
  sum: string;
  /** {n} */
  moreRows: string;
  /** {sums} */
  columnSums: string;
  /** {n} */
  moreColumns: string;
  /** {cells} */
  editedCells: string;
  /** {cell}, {value}, {before} */
  editedCell: string;
  /** {first}, {second}, {angle}, {before}, {after} */
  turn: string;
}

/** More rows or columns than that are not read out, but said to be there. */
const ROWS = 64;
const COLUMNS = 32;

/** A figure as plain text: for those who listen, and where only text can go. */
export function wordsOf(store: TraceStore, figure: Figure, texts: WordTexts): string {
  const results = figure.grids.filter(({ isResult }) => isResult);
  const operands = figure.grids.filter(({ isResult }) => !isResult);
  const { step } = results[0] ?? figure.grids[0]!;
  const names = operands.map((grid) => nameOf(store, grid.step, grid.transposed));
  return [
    ...results.flatMap((grid) => resultLines(store, grid, texts)),
    names.length > 0 ? fill(texts.from, { names: [...new Set(names)].join(texts.semicolon) }) : '',
    ...operands.flatMap((grid) => editedLine(store, grid, texts)),
    chosenText(store, figure.grids, texts),
    turnText(store, figure, texts),
    sourceText(store, step, texts),
  ]
    .filter(Boolean)
    .join('\n');
}

/** `Scores, S [batch 1, head 4, query 7, key 7]` */
export function nameOf(store: TraceStore, step: Step, transposed = false): string {
  const caption = stepCaption(store, step);
  const symbol = symbolText(transposed ? `{${caption.symbol}}^{\\top}` : caption.symbol);
  return captionTitle(caption) + store.t.proof.comma + `${symbol} ${caption.shape}`;
}

function resultLines(store: TraceStore, grid: PlacedGrid, texts: WordTexts): string[] {
  const { rows } = grid.layout;
  const shown = Array.from({ length: Math.min(rows, ROWS) }, (_, row) => row);
  return [
    nameOf(store, grid.step),
    ...shown.map((row) => rowText(store, grid, row, texts)),
    rows > ROWS ? fill(texts.moreRows, { n: rows - ROWS }) : '',
    columnSumsText(store, grid, texts),
    ...editedLine(store, grid, texts),
  ];
}

/** The numbers of a row with their labels, what is masked in it, and its sum where rows should sum to 1. */
function rowText(store: TraceStore, grid: PlacedGrid, row: number, texts: WordTexts): string {
  const { comma, colon } = store.t.proof;
  const { columns } = grid.layout;
  const seen: string[] = [];
  const masked: string[] = [];
  for (let column = 0; column < Math.min(columns, COLUMNS); column += 1) {
    const name = columnName(grid, column);
    const value = valueAt(grid, row, column);
    if (value === -Infinity) masked.push(name);
    else seen.push([name, cellNumber(grid, value, store.state.decimals)].filter(Boolean).join(' '));
  }
  const sums = sumsToOne(grid.step) && store.rows(grid.step.path).sums;
  const parts = [
    seen.join(comma),
    masked.length > 0 ? fill(texts.maskedIn, { names: masked.join(comma) }) : '',
    columns > COLUMNS ? fill(texts.moreColumns, { n: columns - COLUMNS }) : '',
    sums ? fill(texts.sum, { sum: rounded(sums[rowNumber(grid, row)]!, 2) }) : '',
  ];
  const cells = parts.filter(Boolean).join(texts.semicolon);
  const name = grid.rowLabels[row];
  return name ? name + colon + cells : cells;
}

/** The sums below the columns, where they are shown. */
function columnSumsText(store: TraceStore, grid: PlacedGrid, texts: WordTexts): string {
  if (!store.state.columnSums || !sumsToOne(grid.step)) return '';
  const { comma } = store.t.proof;
  const { sums } = store.rows(grid.step.path, -2);
  const each = grid.columnLabels.slice(0, COLUMNS).map((_, column) => {
    const sum = rounded(sums[columnNumber(grid, column)]!, 2);
    return [columnName(grid, column), sum].filter(Boolean).join(' ');
  });
  return fill(texts.columnSums, { sums: each.join(comma) });
}

/** The column's label, after that of its group. */
export function columnName({ groupLabels, columnLabels, layout }: Grid, column: number): string {
  const group = groupLabels[Math.floor(column / layout.group)];
  return [group, columnLabels[column]].filter(Boolean).join(' ');
}

/** How the pair of the chosen cell is turned, where pairs are. */
function turnText(store: TraceStore, { grids }: Figure, texts: WordTexts): string {
  const [before, after] = grids;
  const at = after && store.kept?.path === after.step.path && after.layout.locate(store.kept.index);
  if (!before || !at || after.step.op !== 'rotate') return '';
  const pair = { before, after, row: at.row, first: at.column % halfOf(after) };
  const turn = turnOf(store, pair);
  if (!turn) return '';
  const [from, to] = pointTexts(pair, turn, store.state.decimals);
  const [first, second] = columnsOf(pair);
  const angle = brief(turn.rule.angle);
  return fill(texts.turn, { first, second, angle, before: from, after: to });
}

/** The cells that were edited, with their numbers before; none if there are none. */
export function editedLine(store: TraceStore, grid: Grid, texts: WordTexts): string[] {
  const cells = store.editedIn(grid.step.path).flatMap(({ index }) => {
    const at = grid.layout.locate(index);
    if (!at) return [];
    const before = ghostAt(grid, at.row, at.column);
    if (before === undefined) return [];
    const write = (value: Computed): string => cellNumber(grid, value, store.state.decimals);
    const cell = [grid.rowLabels[at.row], columnName(grid, at.column)].filter(Boolean).join(' → ');
    const value = write(valueAt(grid, at.row, at.column));
    return fill(texts.editedCell, { cell, value, before: write(before) });
  });
  const list = cells.join(store.t.proof.comma);
  return cells.length > 0 ? [fill(texts.editedCells, { cells: list })] : [];
}
