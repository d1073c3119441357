import type { Step } from '../../engine/types/index.js';
import {
  extentAboveFloor,
  scaleEnds,
  steadyExtent,
  type Extent,
} from '../../styles/colour-scales.js';
import { axisNames } from '../../trace/axes.js';
import {
  inOrder,
  matrixLayout,
  type LayoutOptions,
  type MatrixLayout,
} from '../../trace/layout.js';
import { inUnits, rounded, withPower, commonPower } from '../../trace/numbers.js';
import { areNamed, standsForTokens } from '../../trace/operations.js';
import type { FigureOptions, FigureSteps, Grid, Selection } from '../figure.js';
import { placeNames } from './rows.js';
import type { ScaleOf } from '../marks.js';
import type { Computed, Numbers } from '../../engine/types/computed.js';

/** What a grid is read with. */
export type GridOptions = Pick<FigureOptions, 'words' | 'root' | 'order'> & {
  selection: Pick<Selection, 'batch' | 'head'>;
};

export function gridOf(
  steps: FigureSteps,
  { selection, words, root, order }: GridOptions,
  step: Step,
  {
    transposed = false,
    joined = false,
    head = selection.head,
  }: LayoutOptions & { head?: number } = {},
): Grid {
  const { batch } = selection;
  const natural = matrixLayout(step, { batch, head }, { transposed, joined });
  const layout = order ? inOrder(natural, order.columns) : natural;
  const names = axisNames(step);
  const extent = extentOf(steps, step.path);
  const outer = layout.columnAxes.length > 1 ? layout.columnAxes[0] : undefined;
  const inner = layout.columnAxes.at(-1);
  const rowAxis = layout.rowAxes.at(-1);
  const place = (axis: number | undefined, of = batch): string[] =>
    axis === undefined ? [''] : placeNames(steps, step, axis, of, words.proof.every);
  // Joined, each sentence has its own words.
  const sentences = joined && names[0] === 'batch' ? step.shape[0]! : 0;
  const placesAlong = (axes: readonly number[], axis: number | undefined): string[] =>
    sentences > 1 && axes.length > 1
      ? Array.from({ length: sentences }, (_, of) => place(axis, of)).flat()
      : place(axis);
  const columnNames = placesAlong(layout.columnAxes, inner);
  const columns = order?.columns.flat();
  return {
    step,
    layout,
    transposed,
    values: gathered(steps.tensor(step.path).data, layout),
    before: changedNumbers(steps, step.path, layout),
    rowAxis: rowAxis === undefined ? undefined : names[rowAxis],
    columnAxis: inner === undefined ? undefined : names[inner],
    rowLabels: placesAlong(layout.rowAxes, rowAxis),
    columnLabels: Array.from(
      { length: layout.columns },
      (_, i) => columnNames[(columns?.[i] ?? i) % columnNames.length] ?? '',
    ),
    groupLabels: order?.names ?? (outer === undefined ? [] : place(outer)),
    extent,
    scale: scaleOf(step, extent, root),
    power: powerOf(step, extent),
    words: standsForTokens(step) && !areNamed(step) ? steps.tokensOf(step, batch) : [],
  };
}

/** The numbers of a slice, row by row. Equal slices of the same numbers are the same list. */
export function gathered(data: Numbers, layout: MatrixLayout): Numbers {
  const slices = known.get(data) ?? new Map<string, Numbers>();
  known.set(data, slices);
  let values = slices.get(layout.key);
  if (!values) slices.set(layout.key, (values = gather(data, layout)));
  return values;
}

const known = new WeakMap<Numbers, Map<string, Numbers>>();

function gather(data: Numbers, { rows, columns, flat }: MatrixLayout): Numbers {
  const values: Numbers = new Float32Array(rows * columns);
  let at = 0;
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) values[at++] = data[flat(row, column)]!;
  }
  return values;
}

function changedNumbers(
  steps: FigureSteps,
  path: string,
  layout: MatrixLayout,
): Numbers | undefined {
  const before = steps.baseline(path);
  return before && gathered(before.data, layout);
}

/** What the colours and the digits of a step's numbers are made for. */
export function extentOf(
  steps: Pick<FigureSteps, 'extent' | 'baseline' | 'tensor'>,
  path: string,
): Extent {
  const now = steps.tensor(path).data;
  const before = steps.baseline(path);
  const all = steps.extent(path);
  return extentAboveFloor(now, before ? steadyExtent(before.data, now, all) : all);
}

/** Weights and probabilities are never negative; everything else, gradients of them too, is signed; ids and lengths are names. */
export function scaleOf(step: Step, extent: Extent, root = false): ScaleOf {
  const { low, high } = extent;
  if (isNames(step)) return { kind: 'plain', root: false, low, high };
  const isShare = !step.gradient && (step.role === 'weights' || step.op === 'softmax');
  const kind = isShare ? 'sequential' : 'diverging';
  return { kind, root: root && kind === 'sequential', ...scaleEnds(kind, extent) };
}

/** The power of ten that gradients are written in which would have no digits otherwise. */
export function powerOf({ gradient }: Step, extent: Extent): number {
  return gradient ? commonPower(extent) : 0;
}

/** Ids, positions and lengths: whole numbers that are not coloured as quantities. */
function isNames(step: Step): boolean {
  return standsForTokens(step) || (step.op === 'given' && step.axes.at(-1) === 'batch');
}

/** What a cell shows: a predicted id as its token, and whole numbers without decimals. */
export function cellText(grid: Grid, value: Computed, decimals: number): string {
  return (
    grid.words[value] ?? rounded(inUnits(value, grid.power), isWhole(grid, value) ? 0 : decimals)
  );
}

/** The same where no power of ten stands beside it: read aloud, or written below a figure. */
export function cellNumber(grid: Grid, value: Computed, decimals: number): string {
  return grid.words[value] ?? numberAlone(grid, value, decimals);
}

/** The number of a cell, also where the cell shows a token. */
export function numberAlone(grid: Grid, value: Computed, decimals: number): string {
  const isPlain = grid.power === 0 || value === 0 || !Number.isFinite(value);
  if (!isPlain) return withPower(value, decimals);
  return rounded(value, isWhole(grid, value) ? 0 : decimals);
}

const isWhole = ({ scale, values }: Grid, value: Computed): boolean =>
  scale.kind === 'plain' || (isInteger(value) && areWhole(values));

const isInteger = (value: Computed): boolean => Number.isInteger(value) || !Number.isFinite(value);

/** Whether all numbers are whole, or infinite. */
export function areWhole(values: Numbers): boolean {
  let are = whole.get(values);
  if (are === undefined) {
    are = values.every(isInteger);
    whole.set(values, are);
  }
  return are;
}

const whole = new WeakMap<Numbers, boolean>();

/** The texts whose widths decide whether digits fit. What is nearly 0 decides nothing: without room it is written shorter. */
export function widestTexts(grid: Grid, decimals: number): string[] {
  const { low, high } = grid.extent;
  if (grid.words.length > 0) {
    return [...new Set(grid.values)].map((value) => cellText(grid, value, decimals));
  }
  // The extent is that of the finite cells.
  const infinite = grid.values.find((value) => !Number.isFinite(value));
  return [low, high, ...(infinite === undefined ? [] : [infinite])].map((value) => {
    const shown = inUnits(value, grid.power);
    const isSmall = Math.abs(shown) < 1 && !isWhole(grid, value);
    return isSmall ? shown.toFixed(decimals) : cellText(grid, value, decimals);
  });
}

export function valueAt({ values, layout }: Grid, row: number, column: number): Computed {
  return values[row * layout.columns + column]!;
}

/** The number before the edits; undefined if it did not change. */
export function ghostAt(grid: Grid, row: number, column: number): Computed | undefined {
  const at = row * grid.layout.columns + column;
  const old = grid.before?.[at];
  return old === undefined || Object.is(old, grid.values[at]) ? undefined : old;
}
