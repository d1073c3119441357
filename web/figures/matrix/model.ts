import type { Axis, Step, Tensor } from '../../engine/types.js';
import { makeScale, type Extent, type Scale, type Scheme } from '../../styles/colour-scales.js';
import { axisNames, isBroadcast } from '../../trace/axes.js';
import { matrixLayout, type MatrixLayout, type Slice } from '../../trace/layout.js';
import { rounded } from '../../trace/numbers.js';
import { isTokenIds } from '../../trace/operations.js';
import type { TraceStore } from '../../trace/store.js';
import { widest } from './geometry.js';

/** Everything that a matrix is drawn from, read from the store; it holds no numbers of its own. */
export interface MatrixModel {
  step: Step;
  tensor: Tensor;
  /** The tensor without edits; only if there are edits. */
  before: Tensor | undefined;
  layout: MatrixLayout;
  rowAxis: Axis | undefined;
  columnAxis: Axis | undefined;
  rowLabels: string[];
  columnLabels: string[];
  /** One name for each group of columns: the heads. */
  groupLabels: string[];
  extent: Extent;
  scale: Scale;
  /** Ids are names, not quantities: digits without colour. */
  plain: boolean;
  /** The tokens of the ids. */
  words: readonly string[];
  hasMasked: boolean;
  decimals: number;
}

export interface ModelOptions {
  slice: Slice;
  transposed: boolean;
  scheme: Scheme;
  root: boolean;
}

export function matrixModel(store: TraceStore, step: Step, options: ModelOptions): MatrixModel {
  const tensor = store.tensor(step.path);
  const layout = matrixLayout(step, options.slice, options.transposed);
  const names = axisNames(step);
  const batch = options.slice.batch ?? store.state.batch;
  const extent = store.extent(step.path);
  const outer = layout.columnAxes.length > 1 ? layout.columnAxes[0] : undefined;
  const inner = layout.columnAxes[layout.columnAxes.length - 1];
  const rowAxis = layout.rowAxes[0];
  const named = (axis: number | undefined): Axis | undefined =>
    axis === undefined ? undefined : names[axis];
  const columnNames = inner === undefined ? [''] : placeNames(store, step, inner, batch);
  return {
    step,
    tensor,
    before: store.baseline(step.path),
    layout,
    rowAxis: named(rowAxis),
    columnAxis: named(inner),
    rowLabels: rowAxis === undefined ? [''] : placeNames(store, step, rowAxis, batch),
    columnLabels: Array.from(
      { length: layout.columns },
      (_, i) => columnNames[i % columnNames.length] ?? '',
    ),
    groupLabels: outer === undefined ? [] : placeNames(store, step, outer, batch),
    extent,
    scale: makeScale(scaleKind(step), extent, options.scheme, options.root),
    plain: isIds(step),
    words: isTokenIds(step) ? store.vocabulary : [],
    hasMasked: hasMasked(tensor),
    decimals: isIds(step) ? 0 : store.state.decimals,
  };
}

/** Weights and probabilities are never negative; everything else is signed. */
export function scaleKind(step: Step): 'sequential' | 'diverging' {
  return step.role === 'weights' || step.op === 'softmax' ? 'sequential' : 'diverging';
}

/** Ids and lengths: whole numbers that are not coloured as quantities. */
function isIds(step: Step): boolean {
  return isTokenIds(step) || (step.op === 'given' && step.axes[step.axes.length - 1] === 'batch');
}

function placeNames(store: TraceStore, step: Step, axis: number, batch: number): string[] {
  const name = axisNames(step)[axis];
  const size = step.shape[axis]!;
  if (isBroadcast(step, axis)) return [store.t.proof.every];
  const names = store.labels(step, axis, batch);
  return Array.from(
    { length: size },
    (_, i) => names?.[i] ?? (size === 1 && !name ? '' : String(name === 'batch' ? i + 1 : i)),
  );
}

const masked = new WeakMap<Float32Array, boolean>();

function hasMasked(tensor: Tensor): boolean {
  let known = masked.get(tensor.data);
  if (known === undefined) {
    known = tensor.data.includes(-Infinity);
    masked.set(tensor.data, known);
  }
  return known;
}

export function valueAt(model: MatrixModel, row: number, column: number): number {
  return model.tensor.data[model.layout.flat(row, column)]!;
}

/** The number before the edits; undefined if it did not change. */
export function ghostAt(model: MatrixModel, row: number, column: number): number | undefined {
  if (!model.before) return undefined;
  const at = model.layout.flat(row, column);
  const old = model.before.data[at];
  return old === undefined || Object.is(old, model.tensor.data[at]) ? undefined : old;
}

/** A number as its cell shows it: an id is shown as its token. */
export function cellText({ words, decimals }: MatrixModel, value: number): string {
  return words[value] ?? rounded(value, decimals);
}

/** Length of the longest text of a cell, in digits. */
export function longestText(model: MatrixModel): number {
  const { low, high } = model.extent;
  const shown = model.words.length > 0 ? new Set(model.tensor.data) : [low, high];
  return widest([...shown].map((value) => cellText(model, value)).concat('00'));
}

/** Rows in which no key may be attended to, for a step that reports such rows. */
export function silentRows(model: MatrixModel): number[] {
  if (model.step.fullyMaskedRows === 0) return [];
  const rows: number[] = [];
  for (let row = 0; row < model.layout.rows; row += 1) {
    let silent = true;
    for (let column = 0; column < model.layout.columns && silent; column += 1) {
      silent = valueAt(model, row, column) === 0;
    }
    if (silent) rows.push(row);
  }
  return rows;
}
