import type { Axis, Step } from '../engine/types/index.js';
import { axisNames } from './axes.js';

/** The index shown along each axis of which a matrix shows only one: `{ batch: 0, head: 2 }`. */
export type Slice = Partial<Record<Axis, number>>;

/** The rows and columns of one slice of a step of any rank. */
export interface MatrixLayout {
  rows: number;
  columns: number;
  /** Axes (by index) along the rows and the columns; the slice fixes the others. */
  rowAxes: readonly number[];
  columnAxes: readonly number[];
  /** Number of columns in a group: d_k if head and d_k share the columns, else all. */
  group: number;
  index(row: number, column: number): number[];
  /** Place in the row-major data. */
  flat(row: number, column: number): number;
  /** Row and column of an index; undefined if it is in another slice. */
  locate(index: readonly number[]): { row: number; column: number } | undefined;
  /** Equal keys mean equal layouts. */
  key: string;
}

/** Axes along which a matrix shows one index, which the user can choose. */
export function fixedAxes(step: Pick<Step, 'axes' | 'shape'>): number[] {
  const { rowAxes, columnAxes } = split(step);
  return step.shape.map((_, i) => i).filter((i) => !rowAxes.includes(i) && !columnAxes.includes(i));
}

export interface LayoutOptions {
  transposed?: boolean;
  /** All axes but the last run along the rows: the words of all sentences, one below the other. */
  joined?: boolean;
}

/** Lays out a step. Head and d_k share the columns if the head axis comes right before the last axis. */
export function matrixLayout(
  step: Pick<Step, 'axes' | 'shape'>,
  slice: Slice,
  { transposed = false, joined = false }: LayoutOptions = {},
): MatrixLayout {
  const names = axisNames(step);
  const parts = joined ? rowsAndLast(step) : split(step);
  const rowAxes = transposed ? parts.columnAxes : parts.rowAxes;
  const columnAxes = transposed ? parts.rowAxes : parts.columnAxes;
  const fixed = step.shape.map((size, i) => {
    const place = slice[names[i] ?? 'batch'] ?? 0;
    return place < size ? place : 0;
  });
  const pitch = rowMajor(step.shape);
  const start = fixed.reduce(
    (sum, at, i) => (rowAxes.includes(i) || columnAxes.includes(i) ? sum : sum + at * pitch[i]!),
    0,
  );
  const places = (axes: readonly number[]): number[][] => product(axes.map((i) => step.shape[i]!));
  const rowPlaces = places(rowAxes);
  const columnPlaces = places(columnAxes);
  const offsets = (axes: readonly number[], all: number[][]): Int32Array =>
    Int32Array.from(all, (at) => at.reduce((sum, n, i) => sum + n * pitch[axes[i]!]!, 0));
  const rowOffsets = offsets(rowAxes, rowPlaces);
  const columnOffsets = offsets(columnAxes, columnPlaces);
  const isFree = (i: number): boolean => rowAxes.includes(i) || columnAxes.includes(i);

  return {
    rows: rowPlaces.length,
    columns: columnPlaces.length,
    rowAxes,
    columnAxes,
    group:
      columnAxes.length > 1 ? step.shape[columnAxes[columnAxes.length - 1]!]! : columnPlaces.length,
    index(row, column) {
      const index = fixed.map((at, i) => (isFree(i) ? 0 : at));
      rowAxes.forEach((axis, i) => (index[axis] = rowPlaces[row]![i]!));
      columnAxes.forEach((axis, i) => (index[axis] = columnPlaces[column]![i]!));
      return index;
    },
    flat: (row, column) => start + rowOffsets[row]! + columnOffsets[column]!,
    locate(index) {
      if (index.length !== step.shape.length) return undefined;
      if (fixed.some((at, i) => !isFree(i) && index[i] !== at)) return undefined;
      const along = (axes: readonly number[]): number =>
        axes.reduce((sum, axis) => sum * step.shape[axis]! + index[axis]!, 0);
      return { row: along(rowAxes), column: along(columnAxes) };
    },
    key: `${step.shape.join()}|${start}|${rowAxes.join()}|${columnAxes.join()}`,
  };
}

/** The same matrix with its columns in bands: of the first band's width, though the last may be narrower. */
export function inOrder(layout: MatrixLayout, bands: readonly (readonly number[])[]): MatrixLayout {
  const columns = bands.flat();
  const places = new Map(columns.map((column, at) => [column, at]));
  return {
    ...layout,
    columns: columns.length,
    group: bands[0]!.length,
    index: (row, at) => layout.index(row, columns[at]!),
    flat: (row, at) => layout.flat(row, columns[at]!),
    locate(index) {
      const place = layout.locate(index);
      const column = place && places.get(place.column);
      return column === undefined ? undefined : { row: place!.row, column };
    },
    key: `${layout.key}|${columns.join()}`,
  };
}

function split(step: Pick<Step, 'axes' | 'shape'>): { rowAxes: number[]; columnAxes: number[] } {
  const names = axisNames(step);
  const rank = step.shape.length;
  if (rank === 0) return { rowAxes: [], columnAxes: [] };
  const last = rank - 1;
  if (rank >= 3 && names[last - 1] === 'head') {
    return { rowAxes: [last - 2], columnAxes: [last - 1, last] };
  }
  const before = rank >= 2 && names[last - 1] !== 'batch' ? [last - 1] : [];
  return { rowAxes: before, columnAxes: [last] };
}

function rowsAndLast({ shape }: Pick<Step, 'shape'>): { rowAxes: number[]; columnAxes: number[] } {
  const axes = shape.map((_, axis) => axis);
  return { rowAxes: axes.slice(0, -1), columnAxes: axes.slice(-1) };
}

/** The distance of neighbours along each axis in row-major data. */
export function rowMajor(shape: readonly number[]): number[] {
  const pitch = new Array<number>(shape.length).fill(1);
  for (let i = shape.length - 2; i >= 0; i -= 1) pitch[i] = pitch[i + 1]! * shape[i + 1]!;
  return pitch;
}

function product(sizes: readonly number[]): number[][] {
  let all: number[][] = [[]];
  for (const size of sizes) {
    all = all.flatMap((head) => Array.from({ length: size }, (_, i) => [...head, i]));
  }
  return all;
}
