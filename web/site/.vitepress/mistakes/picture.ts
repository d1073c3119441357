// A small matrix of a trace as plain data: svg.ts draws it.

import type { Computed } from '../../../engine/types/computed.js';
import type { Step, Trace } from '../../../engine/types/index.js';
import { scaleOf } from '../../../figures/layout/grid.js';
import { isOne } from '../../../figures/layout/row-sums.js';
import type { ScaleOf } from '../../../figures/marks.js';
import { axisNames } from '../../../trace/axes.js';
import { matrixLayout, rowMajor } from '../../../trace/layout.js';
import { NEARLY_ZERO, rounded } from '../../../trace/numbers.js';
import { levelOf } from './colours';

/** Digits, and how far up the scale; nothing where it is masked. */
export type Cell = [text: string, level: number] | null;

/** The matrix of a step in which a cell lies. */
export interface Matrix {
  trace: Trace;
  step: Step;
  /** Nothing where a mask hides a number. */
  rows: (Computed | null)[][];
  sums: Computed[];
}

export function matrixOf(trace: Trace, path: string, cell: readonly number[]): Matrix {
  const step = trace.steps.find((one) => one.path === path)!;
  const slice = Object.fromEntries(axisNames(step).map((name, i) => [name, cell[i]]));
  const { rows, columns, flat, index } = matrixLayout(step, slice);
  const { data } = trace.tensor(path);
  const { sums } = trace.rows(path);
  const hides = maskOf(trace, step);
  const places = Array.from({ length: columns }, (_, column) => column);
  const all = Array.from({ length: rows }, (_, row) => row);
  return {
    trace,
    step,
    rows: all.map((row) =>
      places.map((column) => (hides(index(row, column)) ? null : data[flat(row, column)]!)),
    ),
    sums: all.map((row) => sums[flat(row, 0) / columns]!),
  };
}

/** Which weights a mask hides: by the scores before softmax or, where the mask comes after it, by the mask itself. */
function maskOf(trace: Trace, { role }: Step): (index: readonly number[]) => boolean {
  const find = (path: string) => trace.steps.find((one) => one.path === path);
  const mask = find('masked_scores') ?? find('causal_mask');
  if (!mask || role !== 'weights') return () => false;
  const { data } = trace.tensor(mask.path);
  const pitch = rowMajor(mask.shape);
  const place = (n: number, axis: number) => (mask.shape[axis] === 1 ? 0 : n * pitch[axis]!);
  return (index) => data[index.reduce((sum, n, axis) => sum + place(n, axis), 0)] === -Infinity;
}

/** One scale for both. */
export function sharedScale(...[one, other]: [Matrix, Matrix]): ScaleOf {
  const extents = [one, other].map(({ trace, step }) => trace.extent(step.path));
  const low = Math.min(...extents.map((extent) => extent.low));
  return scaleOf(one.step, { low, high: Math.max(...extents.map(({ high }) => high)) });
}

export function cellsOf({ rows }: Matrix, scale: ScaleOf): Cell[][] {
  const isWhole = rows.flat().every((value) => value === null || Number.isInteger(value));
  const digits = isWhole ? String : shortly;
  return rows.map((row) =>
    row.map((value) => (value === null ? null : [digits(value), levelOf(scale, value)])),
  );
}

/** A cell has room for three signs: `.98`, `1.3`, `≈0`. */
function shortly(value: Computed): string {
  const text = rounded(value, 2);
  if (text.startsWith('0.')) return text.length <= 4 ? text.slice(1) : NEARLY_ZERO;
  return Number(text) < 1 && value > 0 ? NEARLY_ZERO : rounded(value, 1);
}

/** Each with whether it should be 1 and is not. */
export function sumsOf({ sums }: Matrix): [text: string, isOff: boolean][] {
  return sums.map((sum) => [rounded(sum, 2), !isOne(sum)]);
}
